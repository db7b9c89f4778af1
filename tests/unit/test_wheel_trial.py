"""Which wheels are tried with which Python, and as what; `make wheels` builds and tries real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka import __version__
from kavka.wheel_trial import expected, fitting

COMPILED = f"kavka-{__version__}-cp311-cp311-linux_x86_64.whl"
ARM64 = f"kavka-{__version__}-cp311-cp311-manylinux2014_aarch64.manylinux_2_17_aarch64.whl"
PLAIN = f"kavka-{__version__}-py3-none-any.whl"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    others = (f"kavka-{__version__}-cp313-cp313-linux_x86_64.whl", "kavka-0.0.1-py3-none-any.whl")
    for name in (PLAIN, COMPILED, ARM64, *others, f"kavka-{__version__}.tar.gz"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(("machine", "compiled"), [("x86_64", COMPILED), ("aarch64", ARM64)])
def test_a_python_tries_its_machines_wheel_and_then_the_plain_one(dist: Path, machine: str, compiled: str) -> None:
    assert [wheel.name for wheel in fitting(dist, "cpython-311", machine)] == [compiled, PLAIN]


@pytest.mark.parametrize(("python", "machine"), [("cpython-312", "x86_64"), ("cpython-313", "aarch64")])
def test_where_none_was_built_for_it_the_plain_one_is_tried(dist: Path, python: str, machine: str) -> None:
    assert [wheel.name for wheel in fitting(dist, python, machine)] == [PLAIN]


@pytest.mark.parametrize(("name", "says"), [(COMPILED, "compiled"), (ARM64, "compiled"), (PLAIN, "plain Python")])
def test_a_wheel_for_a_platform_must_run_compiled(name: str, says: str) -> None:
    assert expected(Path(name)) == says
