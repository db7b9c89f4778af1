"""What mypyc builds is the same: the tests of timer and walk over records pass on it, in a copy of the tree."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ROOT = Path(__file__).resolve().parents[2]

PROBE = """
from kavka.protocol.records import field_walk
from kavka.timer import clock, timer, timing_wheel
modules = clock, timing_wheel, timer, field_walk
print([m.__file__.endswith(".so") for m in modules])
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
    """A folder with the timer and the records, built, and their tests."""
    if importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None:
        skip_or_fail("mypyc or setuptools is not installed: pip install 'kavka[compiled]'")
    if shutil.which("gcc") is None and shutil.which("cc") is None:
        skip_or_fail("no C compiler is installed: apt-get install gcc python3-dev")
    folder = tmp_path_factory.mktemp("compiled")
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "_generated", "messages")
    for name in ("timer", "protocol", "tests/unit/timer"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("tests/property", "tests/golden", "tests/support", "kavka"):
        (folder / name).mkdir()
    for name in ("tests", "tests/unit", "tests/property", "tests/support", "kavka"):
        (folder / name / "__init__.py").touch()
    for wing in ("timer", "protocol"):
        (folder / "kavka" / wing).symlink_to(Path("..") / wing)
    for name in (
        "tests/property/test_timer_properties.py",
        "tests/property/test_walk_properties.py",
        "tests/golden/records.jsonl",
        "tests/support/typing_errors.py",
        "kavka/build_compiled.py",
        "pyproject.toml",
    ):
        shutil.copy(ROOT / name, folder / name)
    run(folder, "-m", "kavka.build_compiled")
    return folder


def test_the_compiled_modules_run_and_pass_their_tests(compiled):
    assert run(compiled, "-c", PROBE).strip() == "[True, True, True, True]"
    passed = run(compiled, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", "tests")
    assert " passed" in passed


def test_remove_goes_back_to_plain_python(compiled, tmp_path):
    folder = tmp_path / "again"
    shutil.copytree(compiled, folder)
    run(folder, "-m", "kavka.build_compiled", "--remove")
    assert run(folder, "-c", PROBE).strip() == "[False, False, False, False]"
