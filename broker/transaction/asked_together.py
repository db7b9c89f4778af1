"""What is to be asked of other brokers, gathered while a request to each of them is under way.

    next(broker) ─▶ the question that goes next ─▶ start(broker) ─▶ put: one request at a time ─▶ done: who waits reads
                        ▲                                                                          what was answered
                        └── whoever comes meanwhile joins it

So a broker that is asked much is asked seldom, and nobody waits behind more than one request. What a question is, and
how it is put, is its owner's (`verifier`, `adder`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

from kavka.common.supervised import Supervisor


class Question(Protocol):
    """What one request asks for everybody who joined it."""

    done: asyncio.Event


QuestionT = TypeVar("QuestionT", bound=Question)


class AskedTogether(Generic[QuestionT]):
    """The questions to all brokers.

    Args:
        make: makes a question that nobody has joined yet.
        put: asks a broker, and fills the question with what it answered.
        name: of the work, for logs.
        supervisor: keeps one broker's failure from the others.
    """

    __slots__ = ("_asking", "_group", "_make", "_name", "_next", "_put", "_supervisor")

    def __init__(
        self,
        make: Callable[[], QuestionT],
        put: Callable[[int, QuestionT], Awaitable[None]],
        *,
        name: str,
        supervisor: Supervisor,
    ) -> None:
        self._make = make
        self._put = put
        self._name = name
        self._supervisor = supervisor
        self._next: dict[int, QuestionT] = {}
        self._asking: set[int] = set()
        self._group: asyncio.TaskGroup

    def next(self, broker_id: int) -> QuestionT:
        """Returns the question that a broker is asked next; who joins it calls `start`."""
        question = self._next.get(broker_id)
        if question is None:
            question = self._next[broker_id] = self._make()
        return question

    def start(self, broker_id: int) -> None:
        """Asks a broker the next question, now or after the one under way."""
        if broker_id not in self._asking:
            self._asking.add(broker_id)
            self._group.create_task(self._work(broker_id), name=f"{self._name} by broker {broker_id}")

    async def run(self) -> None:
        """Runs the requests until cancelled."""
        async with asyncio.TaskGroup() as self._group:
            await asyncio.Event().wait()

    async def _work(self, broker_id: int) -> None:
        """Sends requests to one broker until none is queued."""
        try:
            while (question := self._next.pop(broker_id, None)) is not None:
                try:
                    with self._supervisor.item(self._name, f"broker {broker_id}"):
                        await self._put(broker_id, question)
                finally:
                    question.done.set()
        finally:
            self._asking.discard(broker_id)
