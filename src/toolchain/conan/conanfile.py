"""xattention as a package of Conan 2, from the sources that this recipe stands in: conan create src/toolchain/conan"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class XAttention(ConanFile):
    name = "xattention"
    description = "Scaled dot-product attention that returns every stage"
    license = "Apache-2.0"
    url = "https://github.com/xattention/xattention"
    homepage = url
    topics = ("attention", "transformer", "simd", "xtensor")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    @property
    def _sources(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        lists = load(self, os.path.join(self._sources, "CMakeLists.txt"))
        self.version = re.search(r"project\(xattention VERSION ([\d.]+)", lists).group(1)

    def export_sources(self):
        for pattern in "CMakeLists.txt", "LICENSE", "src/*":
            copy(self, pattern, self._sources, self.export_sources_folder)

    def requirements(self):
        self.requires("xtensor/[>=0.25]", transitive_headers=True)  # its types are in the public headers
        self.requires("xsimd/[>=13 <15]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["XATTENTION_BUILD_TESTS"] = False
        toolchain.cache_variables["XATTENTION_REQUIRE_PACKAGES"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for made_by_conan in "lib/cmake", "lib/pkgconfig", "share":
            rmdir(self, os.path.join(self.package_folder, made_by_conan))

    def package_info(self):
        self.cpp_info.libs = ["xattention"]
        self.cpp_info.set_property("cmake_target_name", "xattention::xattention")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
