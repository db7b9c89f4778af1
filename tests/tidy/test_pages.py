"""Blocks of pages: an excerpt is on the page that it names, settings exist, and what tests read of a page is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kavka.broker.config.all_keys import key_named
from tests.support.pages.blocks import Command, blocks, commands, is_shown

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CLIENTS_ALONE = {"security.protocol"}

PAGE = """Words.

```console
$ kavka topic list -o json
["a"]
$ kavka request Produce '{"acks": 1,
    "topic_data": []}' --broker 0   # who's asked
$ kavka start \\
    -n 3
```

<!-- not run: needs Java -->
```console
$ kafka-topics --list
```

<!-- part of: docs/a.md -->
```python
x = 1
```

```properties
a=b
```
"""


def _lines(text: str) -> set[str]:
    return {re.sub(r"\s+#.*", "", line).strip() for line in text.splitlines()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_an_excerpt_is_on_the_page_that_it_names(page):
    for block in blocks(page):
        if block.part_of:
            whole = set().union(*(_lines(other.text) for other in blocks(ROOT / block.part_of)))
            assert _lines(block.text) <= whole, f"block {block.number}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_settings_on_a_page_exist(page):
    for block in blocks(page):
        if block.language == "properties":
            keys = [line.partition("=")[0] for line in block.text.splitlines() if line and not line.startswith("#")]
            assert [key for key in keys if key_named(key) is None and key not in CLIENTS_ALONE] == []


def test_what_is_run_of_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    console, java, excerpt, settings = blocks(page)
    assert [block.is_run for block in (console, java, excerpt, settings)] == [True, False, False, False]
    assert (java.not_run, excerpt.part_of) == ("needs Java", "docs/a.md")
    assert commands(console.text) == [
        Command("kavka topic list -o json", ('["a"]',)),
        Command('kavka request Produce \'{"acks": 1,\n    "topic_data": []}\' --broker 0   # who\'s asked', ()),
        Command("kavka start \\\n    -n 3", ()),
    ]


@pytest.mark.parametrize(
    ("shown", "output", "is_so"),
    [
        (["a  1"], "a      23\n", True),
        (["a 1", "c"], "a 1\nb\nc\n", True),
        (["c", "a 1"], "a 1\nb\nc\n", False),
        (["id … here"], "id xyz, here\n", True),
        (["id xX0nl73wQyusCl5eJOkqlQ"], "id hihoSFzkkAJ7XTsenn6D_w", True),
        (["id xX0nl73wQyusCl5eJOkqlQ"], "id none of it", False),
        (["…"], "", True),
        (["a"], "ab\n", False),
        (["[1]"], "1\n", False),
    ],
)
def test_what_a_page_shows_of_output(shown, output, is_so):
    assert is_shown(tuple(shown), output) is is_so
