"""What runs is said as it is: how many modules are compiled, and how Python was built."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

from kavka import __version__
from kavka.build_info import BuildInfo, build_info, is_optimized


@pytest.mark.parametrize(
    ("arguments", "prefix", "expected"),
    [
        ("'--prefix=/somewhere/python3.11' '--enable-shared'", "/somewhere/python3.11", False),
        ("'--enable-optimizations' '--with-lto'", "/usr/local", True),
        ("'--enable-shared'", "/usr/local", False),
        ("'--prefix=/usr' '--with-system-expat'", "/usr", True),
        ("", "/opt/homebrew/opt/python@3.12", True),
    ],
)
def test_a_python_is_optimized_where_it_says_so_or_comes_built(arguments, prefix, expected):
    assert is_optimized(arguments, prefix) is expected


def test_it_says_how_much_is_compiled():
    info = BuildInfo(compiled=0, compilable=5, python="3.11.7", is_optimized=False)
    assert info.modules == "plain Python"
    assert info._replace(compiled=5).modules == "compiled"
    assert info._replace(compiled=2).modules == "2 of 5 modules compiled"
    assert info._replace(others=("cpython-313",)).modules == "plain Python, compiled for cpython-313"
    assert info._replace(compiled=5, lost=("a.b",)).modules == "damaged, without a.b"
    assert info.interpreter == "Python 3.11.7, built without optimizations"
    assert info._replace(is_optimized=True).interpreter == "Python 3.11.7, built with optimizations"


@pytest.mark.parametrize(
    ("differs", "is_whole"),
    [
        ({}, True),
        ({"compiled": 5}, True),
        ({"compiled": 2}, False),
        ({"others": ("cpython-313",)}, False),
        ({"compiled": 5, "lost": ("a.b",)}, False),
    ],
)
def test_what_is_built_in_part_or_for_another_python_is_not_whole(differs, is_whole):
    info = BuildInfo(compiled=0, compilable=5, python="3.11.7", is_optimized=False)
    assert info._replace(**differs).is_whole is is_whole


@pytest.fixture
def built_elsewhere(tmp_path):
    """A package whose only group was built for another Python; it looks as kavka does where it is installed."""
    package = tmp_path / "elsewhere"
    package.mkdir()
    for name in ("__init__.py", "a.py", "a.cpython-39-elsewhere.so", "compiled__mypyc.cpython-39-elsewhere.so"):
        (package / name).touch()
    return tmp_path


ELSEWHERE = """
from kavka import build_compiled
build_compiled.GROUPS.clear()
build_compiled.CODECS.clear()
build_compiled.GROUPS["elsewhere"] = ("a",)
from kavka.build_info import build_info
print(build_info().modules)
"""


def said(folder):
    """What is said of the modules where the folder's package is all that is ever built."""
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    command, environment = [sys.executable, "-c", ELSEWHERE], os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_what_was_built_for_another_python_is_named(built_elsewhere):
    assert said(built_elsewhere) == "plain Python, compiled for cpython-39-elsewhere"


def test_built_modules_without_their_common_part_are_damaged(built_elsewhere):
    suffix = EXTENSION_SUFFIXES[0]
    (built_elsewhere / "elsewhere" / f"a{suffix}").touch()
    (built_elsewhere / "elsewhere" / "compiled__mypyc.cpython-39-elsewhere.so").unlink()
    assert said(built_elsewhere) == "damaged, without elsewhere.compiled__mypyc"


def test_the_command_line_says_it_beside_its_version():
    done = subprocess.run([sys.executable, "-m", "kavka", "--version"], capture_output=True, text=True, check=True)
    info = build_info()
    assert done.stdout == f"kavka, version {__version__}\n{info.modules}; {info.interpreter}\n"
