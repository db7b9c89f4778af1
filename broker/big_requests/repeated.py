"""Items that a request names twice, when it is handled in slices: they are handled together, behind all the others.

Half of a pair looks honest in its slice. Both in one request are refused by the handler, as they are in small ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kavka.broker.big_requests.limits import Once

PAIRS_AT_ONCE: Final = 50
"""How many of the items that come twice are handled together."""


class Repeated:
    """Removes repeated items from a request's slices, and returns them at the end.

    Args:
        once: what may not be named twice; None: anything may.
        keys: what is.
    """

    __slots__ = ("_held", "_keys", "_once", "_request")

    def __init__(self, once: Once | None, keys: frozenset[Any]) -> None:
        self._once = once
        self._keys = keys
        self._held: dict[Any, list[Any]] = {}
        self._request: Any = None

    def take_out(self, asked: Any) -> bool:
        """Removes repeated items from a slice; returns whether anything is left of it."""
        once = self._once
        if once is None or not self._keys:
            return True
        kept = []
        for item in getattr(asked, once.field):
            key = once.key(item)
            if key not in self._keys:
                kept.append(item)
            elif len(held := self._held.setdefault(key, [])) < 2:
                held.append(item)  # two say that it is repeated
        setattr(asked, once.field, kept)
        if self._request is None:
            self._request = asked
        return bool(kept)

    def requests(self) -> Iterator[Any]:
        """Yields requests of some repeated items each."""
        if self._once is None or self._request is None:
            return
        pairs = list(self._held.values())
        for start in range(0, len(pairs), PAIRS_AT_ONCE):
            items = [item for pair in pairs[start : start + PAIRS_AT_ONCE] for item in pair]
            setattr(self._request, self._once.field, items)
            yield self._request
