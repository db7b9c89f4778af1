"""Regular expressions in RE2's syntax, which Kafka's brokers resolve for clients: of consumer groups, of transactions.

RE2 matches in time that grows with the text alone, so nobody's pattern holds a broker's loop; Python's `re` backtracks.
The library is Google's own (google-re2), imported with the first pattern.
"""

from __future__ import annotations

from typing import Any, Final

PATTERN_MEMORY_BYTES_MAX: Final = 1 << 20
"""What one compiled pattern may take; Kafka's library has no such limit. Patterns of ordinary length take some KB."""


class InvalidPattern(ValueError):
    """The text is no regular expression of RE2's syntax, or one too large."""


class Pattern:
    """One compiled pattern.

    Args:
        text: in RE2's syntax.

    Raises:
        InvalidPattern: it is not.
    """

    __slots__ = ("_compiled",)

    def __init__(self, text: str) -> None:
        import re2

        options = re2.Options()
        options.max_mem = PATTERN_MEMORY_BYTES_MAX
        options.log_errors = False
        try:
            self._compiled: Any = re2.compile(text, options)
        except re2.error as error:
            reason = error.args[0] if error.args else ""
            raise InvalidPattern(reason.decode(errors="replace") if isinstance(reason, bytes) else reason) from error

    def matches(self, text: str) -> bool:
        """Tells whether all of a text matches."""
        return self._compiled.fullmatch(text) is not None
