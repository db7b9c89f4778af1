"""The pages with console blocks, and one page run from its first block to its last."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.pages.blocks import blocks, commands
from tests.support.pages.console import PageConsole
from tests.support.processes.cluster import missing

_ROOT = Path(__file__).parents[3]


def pages_to_run() -> list[str]:
    """README.md and the pages under docs/ that a reader can run, in the order of the tree."""
    pages = [_ROOT / "README.md", *sorted((_ROOT / "docs").rglob("*.md"))]
    return [page.relative_to(_ROOT).as_posix() for page in pages if _console_blocks(page)]


def run_page(page: str, folder: Path) -> None:
    """Runs a page's console blocks in a folder of their own; each must print what the page shows."""
    console = PageConsole(folder)
    try:
        for text in _console_blocks(_ROOT / page):
            for command in commands(text):
                for program in ("curl", "kcat"):
                    if command.line.startswith(program) and shutil.which(program) is None:
                        missing(program)
                console.run(command)
    finally:
        console.stop()


def _console_blocks(page: Path) -> list[str]:
    return [block.text for block in blocks(page) if block.language == "console" and block.is_run]
