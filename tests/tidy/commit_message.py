"""Checks a commit's message: the commit-msg hook of `.pre-commit-config.yaml`.

subject, at most 72 characters, without a full stop
                                                      ← an empty line
body: why, in lines of at most 100 characters
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

SUBJECT_CHARS_MAX = 72
BODY_CHARS_MAX = 100
WITHOUT_BODY = ("Merge ", "Revert ", "fixup! ", "squash! ")
"""What git writes by itself."""


def complaints(message: str) -> Iterator[str]:
    """Says what is wrong with a message, comments of git's left out."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject, *rest = lines or [""]
    if not subject:
        yield "no subject"
    if len(subject) > SUBJECT_CHARS_MAX:
        yield f"the subject has {len(subject)} characters, at most {SUBJECT_CHARS_MAX}"
    if subject.endswith("."):
        yield "the subject ends with a full stop"
    if rest and rest[0]:
        yield "no empty line below the subject"
    if not any(rest) and not subject.startswith(WITHOUT_BODY):
        yield "no body: say why"
    if any(len(line) > BODY_CHARS_MAX for line in rest):
        yield f"a line of the body has more than {BODY_CHARS_MAX} characters"


def main(path: str) -> int:
    """Checks the message in a file; returns the exit code."""
    found = list(complaints(Path(path).read_text(encoding="utf-8")))
    sys.stderr.writelines(f"commit message: {line}\n" for line in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
