"""Which topics `kavka consume` reads: names, and regular expressions as kcat (^re) and rpk (-r) take them.

    orders  ^ord            a name; every topic whose name begins as the expression says, as in librdkafka
    -r 'ord.*|.*events'     every argument is an expression, found anywhere in the name

Brokers' own topics are read by name alone. Of the expressions of a group, topics that are made later are read, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple


class WantedTopics(NamedTuple):
    """What was asked for."""

    names: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]

    def chosen(self, existing: Iterable[str]) -> list[str]:
        """Returns the names, and those of existing topics that a pattern finds; each once."""
        found = [name for name in existing if any(pattern.search(name) for pattern in self.patterns)]
        return list(dict.fromkeys((*self.names, *found)))

    def whole_name_pattern(self) -> re.Pattern[str]:
        """Returns one pattern that matches whole names, as a group's subscription takes it."""
        names = [re.escape(name) for name in self.names]
        return re.compile("|".join((*names, *(f"(?:.*(?:{pattern.pattern}).*)" for pattern in self.patterns))))


def wanted_topics(topics: Iterable[str], *, is_regex: bool) -> WantedTopics:
    """Tells names from expressions.

    Raises:
        ValueError: an expression is none.
    """
    names = [topic for topic in topics if not is_regex and not topic.startswith("^")]
    texts = [topic for topic in topics if is_regex or topic.startswith("^")]
    return WantedTopics(tuple(names), tuple(map(_pattern, texts)))


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(f"{text!r} is no regular expression: {error}") from None
