"""The persister of a cluster: finds who coordinates a share-partition, asks, and asks again where that helps (KIP-932).

    asked ─▶ __share_group_state is there? made ─▶ who leads the partition that the key falls to
               ▲                                     ├─ this broker ─▶ its coordinator
               │ a pause                             └─ another one ─▶ joins the next request about the group to it
               └─ nobody leads it, it is being read, it moved, it does not answer; until the deadline

While a request of one kind about a group is under way to a broker, what comes collects for the next (`asked_together`).
Asking twice does no harm: what is written lies over what is there, and says the same.

Kafka: `DefaultStatePersister`, `PersisterStateManager`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.share.state.exchange import (
    Initial,
    Outcome,
    Payload,
    ShareQuestion,
    encode_request,
    read_response,
    request_version,
)
from kavka.broker.share.state.keys import coordinator_key
from kavka.common.asked_together import AskedTogether
from kavka.common.supervised import Supervisor
from kavka.protocol.errors import CoordinatorNotAvailable, ErrorCode, KafkaError, RequestTimedOut
from kavka.wire.peer_link import LINK_FAILURES

if TYPE_CHECKING:
    from kavka.broker.share.persister import SharePartition, ShareState
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.protocol.epochs import LeaderEpoch
    from kavka.timer.backoff import Backoff
    from kavka.timer.clock import Clock
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

ITEMS_MAX: Final = 50_000
"""Share-partitions and their batches in one request; more get an error that makes them try again."""

UNKNOWN_TRIES_MAX: Final = 5
"""How often a coordinator is asked that does not know the topic: it may have been made just now. Kafka's number."""

_ELSEWHERE: Final = frozenset(
    {
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.NETWORK_EXCEPTION,
        ErrorCode.REQUEST_TIMED_OUT,
    }
)
"""What may be otherwise a moment later, or at another broker."""


class _Whom(NamedTuple):
    """Whom a request is for, and what it is about."""

    broker_id: int
    question: ShareQuestion
    group_id: str

    def __str__(self) -> str:
        return f"{self.broker_id}, {self.question.value}"


class _Asking:
    """The next request, and what became of it."""

    __slots__ = ("asked", "done", "items", "outcomes")

    def __init__(self) -> None:
        self.asked: dict[SharePartition, Payload] = {}
        self.items = 0
        self.outcomes: Mapping[SharePartition, Outcome] = {}
        self.done = asyncio.Event()


class ClusterPersister:
    """A `Persister`.

    Args:
        coordinator: this broker's own.
        coordinator_of: who coordinates a key, None: nobody now.
        ensure_topic: makes `__share_group_state` where it is not there; raises CoordinatorNotAvailable.
        broker_id: this broker.
        peers: the way to the others, nobody else's.
        backoff: the pauses between tries.
        timeout_ms: how long a response may take, and a call as a whole.
        clock: what both go by.
        supervisor: keeps one broker's failure from the others.
    """

    __slots__ = (
        "_asked",
        "_backoff",
        "_broker_id",
        "_clock",
        "_coordinator",
        "_coordinator_of",
        "_ensure_topic",
        "_making",
        "_peers",
        "_timeout_ms",
    )

    def __init__(
        self,
        coordinator: ShareCoordinator,
        *,
        coordinator_of: Callable[[str], int | None],
        ensure_topic: Callable[[], Awaitable[object]],
        broker_id: int,
        peers: PeerLinks[Any],
        backoff: Backoff,
        timeout_ms: Callable[[], int],
        clock: Clock,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._coordinator = coordinator
        self._coordinator_of = coordinator_of
        self._ensure_topic = ensure_topic
        self._making: asyncio.Event | None = None
        self._broker_id = broker_id
        self._peers = peers
        self._backoff = backoff
        self._timeout_ms = timeout_ms
        self._clock = clock
        self._asked: AskedTogether[_Whom, _Asking] = AskedTogether(
            _Asking, self._put, name="share states", supervisor=supervisor or Supervisor()
        )

    async def run(self) -> None:
        """Runs the requests to coordinators until cancelled."""
        await self._asked.run()

    # ---- Persister ------------------------------------------------------------------------------------------------

    async def initialize(self, share_partition: SharePartition, *, state_epoch: int, start_offset: int) -> None:
        """Begins a share-partition; see `Persister`."""
        await self._settle(ShareQuestion.INITIALIZE, share_partition, Initial(state_epoch, start_offset))

    async def read(self, share_partition: SharePartition, *, leader_epoch: LeaderEpoch) -> ShareState:
        """Returns the state, and fences the leaders of before; see `Persister`."""
        state = await self._settle(ShareQuestion.READ, share_partition, leader_epoch)
        return state._replace(leader_epoch=leader_epoch, delivery_complete_count=-1)

    async def write(self, share_partition: SharePartition, changed: ShareState) -> None:
        """Keeps what has changed; see `Persister`."""
        await self._settle(ShareQuestion.WRITE, share_partition, changed)

    async def delete(self, share_partition: SharePartition) -> None:
        """Forgets a share-partition; see `Persister`."""
        await self._settle(ShareQuestion.DELETE, share_partition, None)

    async def summarize(
        self, share_partitions: Sequence[SharePartition]
    ) -> Mapping[SharePartition, ShareState | KafkaError]:
        """Returns states without batches; see `Persister`."""
        found: dict[SharePartition, Outcome] = {}

        async def summarize_one(share_partition: SharePartition) -> None:
            try:
                state = await self._settle(ShareQuestion.SUMMARIZE, share_partition, None)
                found[share_partition] = state._replace(batches=())
            except KafkaError as error:
                found[share_partition] = error

        async with asyncio.TaskGroup() as group:
            for share_partition in dict.fromkeys(share_partitions):
                group.create_task(summarize_one(share_partition))
        return {share_partition: found[share_partition] for share_partition in share_partitions}

    # ---- trying ---------------------------------------------------------------------------------------------------

    async def _settle(self, question: ShareQuestion, share_partition: SharePartition, said: Payload) -> ShareState:
        """Asks until there is an answer that will not change, or time is up.

        Raises:
            KafkaError: the answer, or the last one there was.
        """
        last: KafkaError = RequestTimedOut(f"no share coordinator answered {question.value}")
        failures = 0
        try:
            async with self._clock.timeout(self._timeout_ms()):
                while True:
                    outcome = await self._try(question, share_partition, said)
                    if not isinstance(outcome, KafkaError):
                        return outcome
                    failures += 1
                    last = outcome
                    if not _is_worth_another(last, failures):
                        break
                    _log.debug("%s of %s is tried again: %s", question.value, share_partition, last)
                    await self._clock.sleep(self._backoff.pause_ms(failures - 1))
        except TimeoutError:
            _log.info("%s of %s took too long: %s", question.value, share_partition, last)
        raise last

    async def _try(self, question: ShareQuestion, share_partition: SharePartition, said: Payload) -> Outcome:
        """Asks the coordinator as it is known now, once."""
        try:
            await self._ensure()
            broker_id = self._coordinator_of(coordinator_key(share_partition))
        except KafkaError as error:
            return error
        if broker_id is None:
            return CoordinatorNotAvailable("the share-partition has no coordinator now")
        if broker_id == self._broker_id:
            return (await self._coordinator.perform(question, {share_partition: said}))[share_partition]
        return await self._ask(_Whom(broker_id, question, share_partition.group_id), share_partition, said)

    async def _ensure(self) -> None:
        """Makes the topic where it is not there, once for all who come meanwhile.

        Raises:
            CoordinatorNotAvailable: not yet.
        """
        if self._making is not None:
            await self._making.wait()  # the controller's time for it bounds that
            return
        made = self._making = asyncio.Event()
        try:
            await self._ensure_topic()
        finally:
            self._making = None
            made.set()

    async def _ask(self, whom: _Whom, share_partition: SharePartition, said: Payload) -> Outcome:
        asking = self._asked.next(whom)
        while share_partition in asking.asked:  # one request says one thing of it
            await asking.done.wait()
            asking = self._asked.next(whom)
        if asking.items >= ITEMS_MAX:
            return CoordinatorNotAvailable(f"{asking.items} batches wait for broker {whom.broker_id} already")
        asking.items += 1 + (len(said.batches) if whom.question is ShareQuestion.WRITE else 0)
        asking.asked[share_partition] = said
        self._asked.start(whom)
        await asking.done.wait()  # as long as one response may take, or two; the caller's deadline bounds it
        return asking.outcomes.get(share_partition) or CoordinatorNotAvailable("the request to its coordinator failed")

    async def _put(self, whom: _Whom, asking: _Asking) -> None:
        request = encode_request(whom.question, whom.group_id, asking.asked)
        version = request_version(whom.question)
        try:
            response = await self._peers.ask(whom.broker_id, request, version=version, timeout_ms=self._timeout_ms())
        except LINK_FAILURES as error:
            _log.info("broker %d did not answer %s: %s", whom.broker_id, whom.question.value, error)
            return
        asking.outcomes = read_response(whom.question, whom.group_id, asking.asked, response)


def _is_worth_another(error: KafkaError, failures: int) -> bool:
    if error.code is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        return failures < UNKNOWN_TRIES_MAX
    return error.code in _ELSEWHERE
