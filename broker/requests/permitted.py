"""What the authorization guard decides about one request: a value, which changes no request and no connection.

    guard(request) ─▶ None ────────────────────────────────────────▶ the handler gets the request as it is
                   ├▶ Permitted(request', refused) ─▶ the handler gets request'; `refused` is merged as it responds
                   ├▶ Permitted(None, refused, response) ─▶ nothing may be done: the response, without the handler
                   └▶ KafkaError ─▶ the whole request is refused

What is merged is data: response items for what was refused, and the lists of the response that they belong to. The
context merges them when the response leaves, whichever way the handler came to it: at once, later, or by failing.

Not here: who decides (`broker.authorization`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class RefusedItems:
    """Holds the response items for what was refused.

    Args:
        items: response list → the items that are appended to it; a response with an error of its own gets none.
        places: response list → by element, in the request's order: the item of a refused one, or what is merged into
            the next element of the handler's; None: nothing.
        show: removes from the response, before all that, what its receiver may not see.
        silence: why the connection is closed where there is no response (acks=0) that could say what was refused.
    """

    __slots__ = ("_items", "_places", "_show", "silence")

    def __init__(
        self,
        items: Sequence[tuple[str, Sequence[Any]]] = (),
        *,
        places: tuple[str, Sequence[Any]] | None = None,
        show: Callable[[Any], None] | None = None,
        silence: str = "",
    ) -> None:
        self._items = items
        self._places = places
        self._show = show
        self.silence = silence

    def merge(self, response: Any) -> None:
        """Puts the refused items into the handler's response."""
        if self._show is not None:
            self._show(response)
        if self._places is not None:
            field, layout = self._places
            setattr(response, field, list(_in_place(layout, getattr(response, field))))
        if getattr(response, "error_code", 0):
            return  # the whole request has failed, which is all that Kafka says then
        for field, refused in self._items:
            setattr(response, field, [*getattr(response, field), *refused])


def _in_place(layout: Sequence[Any], elements: Sequence[Any]) -> Any:
    found = iter(elements)
    for place in layout:
        if place is not None and not isinstance(place, RefusedItems):
            yield place
            continue
        element = next(found)
        if place is not None:
            place.merge(element)
        yield element


class Permitted(NamedTuple):
    """What of a request may be done.

    Attributes:
        request: a request of only that, a new object; None: nothing.
        refused: what the response says of the rest.
        response: the response where nothing may be done; None: there is none, as for acks=0.
    """

    request: Any | None
    refused: RefusedItems | None = None
    response: Any = None
