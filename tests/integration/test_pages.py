"""README.md and docs/: every console block runs as it stands, and prints what the page shows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.pages.blocks import blocks, commands
from tests.support.pages.console import PageConsole
from tests.support.processes.cluster import missing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("bash") is None, reason="pages are written for bash"),
]

ROOT = Path(__file__).parents[2]
PAGES = {
    page.relative_to(ROOT).as_posix(): [block for block in blocks(page) if block.language == "console" and block.is_run]
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
}


@pytest.mark.parametrize("page", [page for page, found in PAGES.items() if found])
def test_the_console_blocks_of_a_page_run_as_printed(page, tmp_path):
    console = PageConsole(tmp_path)
    try:
        for block in PAGES[page]:
            for command in commands(block.text):
                for program in ("curl", "kcat"):
                    if command.line.startswith(program) and shutil.which(program) is None:
                        missing(program)
                console.run(command)
    finally:
        console.stop()
