"""The links of a Markdown page into the tree: files that are there, headings that they have.

Links to the web are not followed: tests ask nobody outside this machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_CODE: Final = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_HEADING: Final = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_ELSEWHERE: Final = re.compile(r"[a-z]+:")


def dead(page: Path) -> Iterator[str]:
    """Lists the links of a page that lead nowhere."""
    for target in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))):
        if _ELSEWHERE.match(target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            yield f"{page.name}: there is no {target}"
        elif anchor and anchor not in _anchors(file):
            yield f"{page.name}: {target} has no such heading"


def _anchors(page: Path) -> set[str]:
    """Returns what headings are called in links: small letters, words joined by hyphens, nothing else."""
    headings = _HEADING.findall(re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S))
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
