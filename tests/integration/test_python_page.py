"""docs/python.md: every program on the page runs as it stands, and its tests pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kavka
from kavka import sync
from kavka.sync import LocalCluster

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = [
    pytest.param(code, id=title.strip())
    for title, section in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    for code in re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
]
WRITTEN = "localhost:9092"


@pytest.fixture(scope="module")
def bootstrap():
    with LocalCluster(1, in_loop=True) as cluster:
        yield cluster.bootstrap


@pytest.mark.parametrize("code", BLOCKS)
def test_it_runs_as_printed(code, bootstrap, tmp_path):
    file = tmp_path / "test_page.py"
    file.write_text(code.replace(WRITTEN, bootstrap), encoding="utf-8")
    plugins = ("-p", "no:cacheprovider", "-p", "kavka.pytest_plugin", "--disable-plugin-autoload", "--rootdir", ".")
    command = ["-m", "pytest", *plugins, str(file)] if "def test_" in code else [str(file)]
    result = subprocess.run(
        [sys.executable, "-W", "error", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_page_has_programs_and_names_that_exist():
    assert len(BLOCKS) >= 9
    assert WRITTEN in PAGE
    for module, names in re.findall(r"^from (kavka(?:\.sync|\.errors)?) import (.*)$", PAGE, re.MULTILINE):
        home = {"kavka": kavka, "kavka.sync": sync, "kavka.errors": kavka.errors}[module]
        for name in names.split(", "):
            assert hasattr(home, name), f"{module}.{name}"
