"""Stands for a header-only package of Conan Center, where that cannot be reached: the headers that are installed here.

conan create tests/ports/headers --name xtl --version 0.7.7    (XATTENTION_HEADERS says where: a folder with xtl/ in it)
"""

import os

from conan import ConanFile
from conan.tools.files import copy


class Headers(ConanFile):
    package_type = "header-library"
    no_copy_source = True

    def requirements(self):
        if self.name == "xtensor":
            self.requires("xtl/[>=0.7]", transitive_headers=True)

    def package(self):
        copy(self, f"{self.name}/*", os.environ["XATTENTION_HEADERS"], os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.bindirs = self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_target_name", self.name)
