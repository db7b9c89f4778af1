"""The code blocks of a Markdown page: what each is, and whether a test runs it.

A block of `python` or `console` is run as it stands, unless the line before it says why not:

    <!-- not run: needs Spark -->            nothing is run, and the reason is for whoever reads the page's source
    <!-- part of: docs/pytest.md -->         an excerpt: every line of it is on that page

A block with another language, or none, is no code. Blocks by indentation are not seen: pages have fences.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

RUN = frozenset({"python", "console"})

_BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>not run|part of): (?P<said>[^>]+?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_ID_OR_NUMBER = re.compile(r"([\w-]{22,}|\d+)")


@dataclass(frozen=True, slots=True)
class Block:
    """One fence of a page.

    Attributes:
        number: counts the page's blocks from 1.
        not_run: the reason that stands before it; empty for what is run.
        part_of: the page that has it whole; empty for what is no excerpt.
    """

    number: int
    language: str
    text: str
    not_run: str = ""
    part_of: str = ""

    @property
    def is_run(self) -> bool:
        """Whether a test runs it as it stands."""
        return self.language in RUN and not self.not_run and not self.part_of


@dataclass(frozen=True, slots=True)
class Command:
    """A line behind `$ ` with those that go on with it, and what the page shows of its output."""

    line: str
    shown: tuple[str, ...]


def blocks(page: Path) -> list[Block]:
    """Lists the fences of a page."""
    return [
        Block(
            number=number,
            language=found["language"],
            text=found["text"],
            not_run=found["said"] if found["mark"] == "not run" else "",
            part_of=found["said"] if found["mark"] == "part of" else "",
        )
        for number, found in enumerate(_BLOCK.finditer(page.read_text(encoding="utf-8")), 1)
    ]


def commands(text: str) -> list[Command]:
    """Takes a console block apart; a line goes on behind a backslash, and while a quote is open."""
    found: list[tuple[list[str], list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(([line.removeprefix("$ ")], []))
        elif found and not found[-1][1] and _goes_on("\n".join(found[-1][0])):
            found[-1][0].append(line)
        elif found:
            found[-1][1].append(line)
    return [Command("\n".join(lines), tuple(filter(str.strip, shown))) for lines, shown in found]


def _goes_on(line: str) -> bool:
    code = re.sub(r"(?:^|\s)#.*$", "", line, flags=re.MULTILINE)
    return code.rstrip().endswith("\\") or code.count("'") % 2 == 1 or code.count('"') % 2 == 1


def is_shown(shown: tuple[str, ...], output: str) -> bool:
    """Whether output has the lines that a page shows of it, in their order.

    `…` stands for anything, a number for any number, a long id (a topic's, a member's) for any, blanks for any blanks.
    """
    lines = iter(" ".join(line.split()) for line in output.splitlines())
    return all(any(_pattern(line).fullmatch(real) for real in lines) for line in shown if line.strip() != "…")


def _pattern(line: str) -> re.Pattern[str]:
    pieces = (_ID_OR_NUMBER.split(piece) for piece in " ".join(line.split()).split("…"))
    return re.compile(".*".join("".join(map(_loosely, piece)) for piece in pieces))


def _loosely(piece: str) -> str:
    if piece.isdigit():
        return r"\d+"
    return r"[\w-]+" if _ID_OR_NUMBER.fullmatch(piece) else re.escape(piece)
