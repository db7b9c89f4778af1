"""What runs is said as it is: how many modules are compiled, and how Python was built."""

import subprocess
import sys

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
    assert info.interpreter == "Python 3.11.7, built without optimizations"
    assert info._replace(is_optimized=True).interpreter == "Python 3.11.7, built with optimizations"


def test_the_command_line_says_it_beside_its_version():
    done = subprocess.run([sys.executable, "-m", "kavka", "--version"], capture_output=True, text=True, check=True)
    info = build_info()
    assert done.stdout == f"kavka, version {__version__}\n{info.modules}; {info.interpreter}\n"
