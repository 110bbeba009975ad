"""Builds the Python package: CMake compiles accordo._core, setuptools packs it. `make python` calls this, too.

ACCORDO_EXTENSION names an extension that is there already; without it CMake builds in build/python/cmake.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("ACCORDO_BUILD", ROOT / "build")) / "python"


def version():
    return re.search(r"project\(accordo VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def compiled():
    """The extension for this Python, compiled anew."""
    folder = BUILD / "cmake"
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DACCORDO_TESTS=OFF", "-DACCORDO_BENCH=OFF"]
    options.append(f"-DPython3_EXECUTABLE={sys.executable}")
    try:
        import pybind11

        options.append(f"-DACCORDO_PYBIND11={pybind11.get_include()}")
    except ImportError:  # Debian's headers
        pass
    if shutil.which("ninja"):
        options += ["-G", "Ninja"]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
    jobs = str(len(os.sched_getaffinity(0)))
    subprocess.run(["cmake", "--build", folder, "-j", jobs, "--target", "accordo_python"], check=True)
    return next((folder / "python").glob("_core.*.so"))


class Build(build_ext):
    def build_extension(self, ext):
        given = os.environ.get("ACCORDO_EXTENSION")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(given or compiled(), target)


(BUILD / "setuptools").mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    ext_modules=[Extension("accordo._core", [])],
    cmdclass={"build_ext": Build},
    options={"build": {"build_base": str(BUILD / "setuptools")}, "egg_info": {"egg_base": str(BUILD / "setuptools")}},
)
