include(CMakeFindDependencyMacro)
find_dependency(xtensor)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/xattentionTargets.cmake)
