"""README.md and docs/: every Python block runs as it stands, and its tests pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kavka
from kavka import sync
from kavka.sync import LocalCluster
from tests.support.pages.blocks import blocks

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BLOCKS = [
    pytest.param(block.text, id=f"{page.relative_to(ROOT).as_posix()}-{block.number}")
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for block in blocks(page)
    if block.language == "python" and block.is_run
]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
WRITTEN = "localhost:9092"


@pytest.fixture(scope="module")
def bootstrap():
    with LocalCluster(1, in_loop=True) as cluster:
        yield cluster.bootstrap


@pytest.mark.parametrize("code", BLOCKS)
def test_it_runs_as_printed(code, bootstrap, tmp_path):
    file = tmp_path / "test_page.py"
    file.write_text(whole(code.replace(WRITTEN, bootstrap)), encoding="utf-8")
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


def whole(code):
    """What Python's asyncio shell takes as it stands (`python -m asyncio`), as a program."""
    try:
        compile(code, "page", "exec")
    except SyntaxError:
        code = "import asyncio\n\nasync def main():\n" + re.sub("^(?=.)", "    ", code, flags=re.M)
        code += "\n\nasyncio.run(main())\n"
    return code


def test_the_page_has_programs_and_names_that_exist():
    assert len(BLOCKS) >= 9
    assert WRITTEN in PAGE
    for module, names in re.findall(r"^from (kavka(?:\.sync|\.errors)?) import (.*)$", PAGE, re.MULTILINE):
        home = {"kavka": kavka, "kavka.sync": sync, "kavka.errors": kavka.errors}[module]
        for name in names.split(", "):
            assert hasattr(home, name), f"{module}.{name}"
