# What `cmake --install` puts where: the library, its headers, and what lets CMake and pkg-config find them.
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/xattention)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/xattentionConfig.cmake.in xattentionConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(xattentionConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# Relative where the folders are, so that the installed tree may be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(prefix_for_pc ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${pkgconfig_dir})
  file(RELATIVE_PATH up /prefix/${pkgconfig_dir} /prefix)
  string(REGEX REPLACE "/$" "" prefix_for_pc "\${pcfiledir}/${up}")
endif()
set(libdir_for_pc "\${prefix}")
set(includedir_for_pc "\${prefix}")
cmake_path(APPEND libdir_for_pc ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND includedir_for_pc ${CMAKE_INSTALL_INCLUDEDIR})
set(threads_for_pc ${CMAKE_THREAD_LIBS_INIT})
if(BUILD_SHARED_LIBS)
  set(threads_for_pc) # the shared library names what it needs
elseif(NOT threads_for_pc)
  set(threads_for_pc -pthread)
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/xattention.pc.in xattention.pc @ONLY)

install(TARGETS xattention EXPORT xattentionTargets)
install(DIRECTORY src/xattention TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
install(EXPORT xattentionTargets NAMESPACE xattention:: DESTINATION ${config_dir})
install(FILES ${PROJECT_BINARY_DIR}/xattentionConfig.cmake ${PROJECT_BINARY_DIR}/xattentionConfigVersion.cmake
  DESTINATION ${config_dir})
install(FILES ${PROJECT_BINARY_DIR}/xattention.pc DESTINATION ${pkgconfig_dir})
install(FILES LICENSE TYPE DOC)
