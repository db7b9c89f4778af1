"""The timer built by mypyc is the same timer: its tests pass on the compiled modules, in a copy of the tree."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ROOT = Path(__file__).resolve().parents[3]

PROBE = """
import timer.clock, timer.timer, timer.timing_wheel
print([m.__file__.endswith(".so") for m in (timer.clock, timer.timing_wheel, timer.timer)])
"""


def skip_or_fail(reason):
    """CI installs what this needs; on somebody's machine a compiler may be missing."""
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def run(folder, *arguments):
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder with the timer, built, and the timer's tests."""
    if importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None:
        skip_or_fail("mypyc or setuptools is not installed: pip install 'kavka[compiled]'")
    if shutil.which("gcc") is None and shutil.which("cc") is None:
        skip_or_fail("no C compiler is installed: apt-get install gcc python3-dev")
    folder = tmp_path_factory.mktemp("compiled")
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "timer", folder / "timer", ignore=ignored)
    shutil.copytree(ROOT / "tests" / "unit" / "timer", folder / "tests" / "unit" / "timer", ignore=ignored)
    (folder / "tests" / "property").mkdir()
    for name in ("tests/__init__.py", "tests/unit/__init__.py", "tests/property/__init__.py"):
        (folder / name).touch()
    for name in ("tests/property/test_timer_properties.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "tests" / "unit" / "timer" / Path(__file__).name).unlink()
    run(folder, "-m", "timer.build_compiled")
    return folder


def test_the_compiled_modules_run_and_pass_the_timers_tests(compiled):
    assert run(compiled, "-c", PROBE).strip() == "[True, True, True]"
    passed = run(compiled, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", "tests")
    assert " passed" in passed


def test_remove_goes_back_to_plain_python(compiled, tmp_path):
    folder = tmp_path / "again"
    shutil.copytree(compiled / "timer", folder / "timer")
    run(folder, "-m", "timer.build_compiled", "--remove")
    assert run(folder, "-c", PROBE).strip() == "[False, False, False]"
