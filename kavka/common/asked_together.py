"""What is to be asked of other processes, gathered while a request to each of them is under way.

    next(whom) ─▶ the question that goes next ─▶ start(whom) ─▶ put: one request at a time ─▶ done: who waits reads
                        ▲                                                                      what was answered
                        └── whoever comes meanwhile joins it

So whoever is asked much is asked seldom, and nobody waits behind more than one request. What a question is, how it is
put, and whom it is for, a broker or one matter of a broker's, is its owner's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, Protocol, TypeVar

from kavka.common.supervised import Supervisor


class Question(Protocol):
    """What one request asks for everybody who joined it."""

    done: asyncio.Event


QuestionT = TypeVar("QuestionT", bound=Question)
Whom = TypeVar("Whom", bound=Hashable)


class AskedTogether(Generic[Whom, QuestionT]):
    """The questions to all of them.

    Args:
        make: makes a question that nobody has joined yet.
        put: asks, and fills the question with what was answered.
        name: of the work, for logs.
        supervisor: keeps the failure of one from the others.
    """

    __slots__ = ("_asking", "_early", "_group", "_make", "_name", "_next", "_put", "_supervisor")

    def __init__(
        self,
        make: Callable[[], QuestionT],
        put: Callable[[Whom, QuestionT], Awaitable[None]],
        *,
        name: str,
        supervisor: Supervisor,
    ) -> None:
        self._make = make
        self._put = put
        self._name = name
        self._supervisor = supervisor
        self._next: dict[Whom, QuestionT] = {}
        self._asking: set[Whom] = set()
        self._group: asyncio.TaskGroup | None = None
        self._early: list[Whom] = []
        """Those to ask once somebody runs this."""

    def next(self, whom: Whom) -> QuestionT:
        """Returns the question that is put next; who joins it calls `start`."""
        question = self._next.get(whom)
        if question is None:
            question = self._next[whom] = self._make()
        return question

    def start(self, whom: Whom) -> None:
        """Puts the next question, now or after the one under way."""
        if whom in self._asking:
            return
        self._asking.add(whom)
        if self._group is None:
            self._early.append(whom)
        else:
            self._group.create_task(self._work(whom), name=f"{self._name} by broker {whom}")

    async def run(self) -> None:
        """Runs the requests until cancelled."""
        async with asyncio.TaskGroup() as self._group:
            early, self._early = self._early, []
            for whom in early:
                self._group.create_task(self._work(whom), name=f"{self._name} by broker {whom}")
            await asyncio.Event().wait()

    async def _work(self, whom: Whom) -> None:
        """Puts one question after the other until none is queued."""
        try:
            while (question := self._next.pop(whom, None)) is not None:
                try:
                    with self._supervisor.item(self._name, f"broker {whom}"):
                        await self._put(whom, question)
                finally:
                    question.done.set()
        finally:
            self._asking.discard(whom)
