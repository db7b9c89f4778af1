"""Makes text that others chose safe to show: in a line of a log, on a terminal.

A name in a request may hold line breaks, by which it writes lines of its own into a log, and escape sequences, by which
it takes over the terminal of whoever reads it. Whatever Unicode does not call printable, surrogates and marks that turn
the direction of text among it, is shown as an escape. Not here: where lines are written (`log_output`).
"""

from __future__ import annotations

from typing import Final

TEXT_MAX: Final = 4_096
"""Characters of one line; of a longer one the beginning is shown, and how long it was. A request may name 100 MB."""


def printable(text: str, length_max: int = TEXT_MAX) -> str:
    """Escapes what is not printable and cuts what is too long; most text comes back as it is."""
    size = len(text)
    if size > length_max:
        text = text[:length_max]
    if not text.isprintable():
        text = "".join(
            character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
        )
    return text if size <= length_max else f"{text}… ({size} characters)"
