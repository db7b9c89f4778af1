"""A part of a process that is built when somebody first asks for it: its modules are imported then, and not before.

    OnDemand(build) ─▶ get: built, once ─▶ the part          built: the part, or None, for who only looks on
                        └─▶ wait: who runs it goes on

Whoever assembles says in `build` what the part is made of, and imports it there: nobody else writes imports in
functions for its sake. Who only looks on asks `built`. Not here: how modules are loaded so that nobody waits for them
(`broker.requests.loading_on_demand`); `build` mostly finds them loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OnDemand(Generic[T]):
    """A part that may never be needed.

    Args:
        build: makes the part.

    Attributes:
        built: the part; None: nobody has asked for it.
    """

    __slots__ = ("_build", "_is_built", "built")

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._is_built = asyncio.Event()
        self.built: T | None = None

    def get(self) -> T:
        """Returns the part, which the first call builds."""
        if self.built is None:
            self.built = self._build()
            self._is_built.set()
        return self.built

    async def wait(self) -> T:
        """Waits until somebody asks for the part; returns it."""
        await self._is_built.wait()
        return self.get()
