"""How often markers are tried: a leader that is away for good costs a try a second and not twenty."""

from __future__ import annotations

from kavka.broker.transaction.marker_sender import BACKOFF
from kavka.broker.transaction.states import TransactionState
from kavka.timer.backoff import Backoff
from tests.support.transaction.coordinating import P, begun, running, until


class Noted(Backoff):
    """The real pauses, noted and not waited for."""

    __slots__ = ("pauses",)

    def __init__(self):
        super().__init__(BACKOFF.first_ms, BACKOFF.max_ms)
        self.pauses = []

    def pause_ms(self, failures):
        self.pauses.append(super().pause_ms(failures))
        return 1


async def test_pauses_grow_while_a_leader_is_away(node):
    async with running(node) as broker:
        backoff = broker.markers._backoff = Noted()
        broker.leaders.is_down = True
        producer = await begun(broker, partitions=[P])
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: len(broker.leaders.dialled) >= 8)
        assert backoff.pauses[:7] == [50, 100, 200, 400, 800, 1_000, 1_000]
        broker.leaders.is_down = False
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)


async def test_what_fails_for_the_first_time_does_not_wait_for_what_fails_all_the_time(node):
    async with running(node) as broker:
        broker.leaders.is_down = True
        producer = await begun(broker, partitions=[P])
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: len(broker.leaders.dialled) >= 8)
        backoff = broker.markers._backoff = Noted()
        producer = await begun(broker, "other", partitions=[P])
        await broker.coordinator.end("other", producer, is_commit=True)
        await until(lambda: 50 in backoff.pauses)
        broker.leaders.is_down = False
        await until(lambda: broker.get("other").state is TransactionState.CompleteCommit)
