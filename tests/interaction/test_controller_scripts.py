"""Scripts of commands, and what a controller was seen to do.

`KAVKA_RECORD=1` writes what it does now: read the diff. A script's profile is the end of its name.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.support.controller.controller_script import replayed

SCRIPTS = sorted(Path(__file__).with_name("scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script):
    recorded = script.read_text(encoding="utf-8")
    output = asyncio.run(replayed(recorded, profile=script.stem.rpartition("-")[2]))
    if os.environ.get("KAVKA_RECORD"):
        script.write_text(output, encoding="utf-8")
        return
    assert output == recorded


def test_there_are_scripts():
    assert SCRIPTS
