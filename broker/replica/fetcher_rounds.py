"""The fetches of one fetcher: what is asked, what a response does, and the next round in the same turn of the loop.

    start ─▶ request ─▶ leader ─▶ response ─┬─▶ read where it lies, and all that follows is more of the same:
              ▲                             │   appended, told on, and the next request written, all in this turn
              └─────────────────────────────┤
                                            └─▶ anything else: `answer` completes, and the fetcher's task goes on

A round costs its leader's producers their latency and every broker of the partition its CPU, so the usual one wakes no
task. Whatever is unusual ends such a chain of rounds: an error, histories that part, another session; records that disk
threads write or that must be flushed first; a partition that came, or must truncate, or is delayed, or throttled; a
login that ends, or another configuration. The task then goes on where the chain ended: `answer` has the response, or
None where all but its slow end is applied already.

What came is applied by `FollowerFetch.fetched` on both ways. Not here: what responses mean (`follower_fetch`), how they
lie (`fetcher_layout`), connections and waiting (`fetcher`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.log.log_writes import LongAppend
from kavka.broker.replica.fetcher_layout import TOPIC_IDS_FROM_VERSION, VERSIONS, FetcherLayout, read_response
from kavka.broker.replica.fetcher_session import FetcherSession, Position, SessionRequest
from kavka.broker.replica.follower_fetch import PARTITIONS_PER_REQUEST_MAX, Asked, FollowerFetch
from kavka.broker.replica.one_minute_rate import OneMinuteRate
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import FetchRequest

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.replica.fetch_session import Key
    from kavka.broker.replica.fetcher_layout import Found, FoundRecords
    from kavka.broker.replica.partition import Partition
    from kavka.timer.clock import Clock
    from kavka.timer.moments import MonotonicMs, WallMs
    from kavka.wire.peer_link import FetchingConnection

_log = logging.getLogger(__name__)

FETCH: Final = int(ApiKey.FETCH)
SHORT_WAIT_MS: Final = 20
"""How long a fetch waits at the leader while partitions come, and that is how late a new one is then at most."""
CALM_MS: Final = 250
"""Partitions come no more when none has come for so long: a new topic's come within slices of a request or two."""
FRAME_BYTES_MAX: Final = 1024 * 1024
"""A response with more than this to be written on the loop is taken in by the task, which lets that run in between."""
CHECKED_BYTES_MAX: Final = 12 * 1024 * 1024
"""Likewise, one with more bytes than this, whoever writes them: their checksums take half a millisecond."""
FOUND_MAX: Final = 100
"""Likewise, one of more partitions."""


class FetcherRounds:
    """See the module.

    Args:
        name: for the log.
        leader: likewise.
        broker_id: this broker.
        version: of Fetch; where a partition's topic has no id, the last one by names instead (KIP-516).
        broker_epoch: a call: which life of this broker this is.
        config: a call, since it changes while the broker runs.
        clock: for delays and segments.
        core: what responses mean.
        on_advanced: called with each partition whose high watermark rose here.

    Attributes:
        session: at the leader.
        rate: how often it fetches.
        request: what the last request carried; what is asked about by then is `asked`.
        asked: see above.
        has_gone_on: whether a round has followed since `start`.
        unwritten: what of a response disk threads write: a partition, how its part is applied, what is waited for.
    """

    __slots__ = (
        "_answer",
        "_broker_epoch",
        "_broker_id",
        "_clock",
        "_config",
        "_config_at_start",
        "_connection",
        "_core",
        "_followed_ms",
        "_goes_on",
        "_layout",
        "_leader",
        "_name",
        "_on_advanced",
        "_timeout_ms",
        "_version",
        "asked",
        "has_gone_on",
        "rate",
        "request",
        "session",
        "unwritten",
    )

    def __init__(
        self,
        *,
        name: str,
        leader: int,
        broker_id: int,
        broker_epoch: Callable[[], int],
        version: int,
        config: Callable[[], BrokerConfig],
        clock: Clock,
        core: FollowerFetch,
        on_advanced: Callable[[Partition], None],
    ) -> None:
        self._name = name
        self._leader = leader
        self._broker_id = broker_id
        self._broker_epoch = broker_epoch
        self._version = version
        self._config = config
        self._clock = clock
        self._core = core
        self._on_advanced = on_advanced
        self._followed_ms: MonotonicMs | None = None
        """When a partition came last."""
        self._config_at_start: BrokerConfig | None = None
        self._layout: FetcherLayout | None = None
        self._timeout_ms = 0
        self._connection: FetchingConnection | None = None
        self._answer: asyncio.Future[Any] | None = None
        self._goes_on = False
        """Whether the next round may follow in the same turn, as far as this chain of rounds goes."""
        self.session = FetcherSession()
        self.rate = OneMinuteRate()
        self.request: SessionRequest | None = None
        self.asked: Asked = {}
        self.has_gone_on = False
        self.unwritten: deque[tuple[Key, Callable[..., None], LongAppend]] = deque()

    def followed(self) -> None:
        """Notes that a partition has come: the task looks at it before another round."""
        self._followed_ms = self._clock.monotonic_ms()
        self._goes_on = False

    # ---- asking ---------------------------------------------------------------------------------------------------

    def start(self, connection: FetchingConnection, answer: asyncio.Future[Any]) -> tuple[asyncio.Future[Any], int]:
        """Sends a fetch of what is due, and the next ones until something unusual comes.

        Args:
            connection: to the leader.
            answer: for what the task is to go on with.

        Returns:
            The future of that, and how long the fetch may wait at the leader.
        """
        config = self._config()
        if self.uses_topic_ids != self.session.uses_topic_ids:
            self.session.reset()  # the leader would refuse to go on in it
        version = self._version
        if version >= TOPIC_IDS_FROM_VERSION and not self.uses_topic_ids:
            version = TOPIC_IDS_FROM_VERSION - 1
        if config is not self._config_at_start or (self._layout is not None and self._layout.version != version):
            self._config_at_start = config
            self._timeout_ms = config.replica_socket_timeout_ms
            self._layout = None
            if version in VERSIONS:
                self._layout = FetcherLayout(
                    version=version,
                    replica_id=self._broker_id,
                    broker_epoch=self._broker_epoch,
                    min_bytes=config.replica_fetch_min_bytes,
                    max_bytes=config.replica_fetch_response_max_bytes,
                    partition_max_bytes=config.replica_fetch_max_bytes,
                )
        self._connection = connection
        self._answer = answer
        self.unwritten.clear()
        self.has_gone_on = False
        if self.session.is_new:
            self._core.begin_anew()
        session, wait_ms = self._next(config)
        self._goes_on = wait_ms > SHORT_WAIT_MS  # else nobody hears of it when a partition comes
        if self._layout is None:
            request = self._long_request(config, session, wait_ms)
            self._answer = connection.start_request(request, version=self._version, timeout_ms=self._timeout_ms)
        else:
            self._send(connection, self._layout, session, wait_ms, answer)
        return self._answer, wait_ms

    @property
    def uses_topic_ids(self) -> bool:
        """Tells whether the next request may name topics by id: its version can, and each topic has one."""
        return self._version >= TOPIC_IDS_FROM_VERSION and not self._core.lacks_topic_ids

    def stop(self) -> None:
        """Sends no more: the task goes on."""
        self._goes_on = False
        self._connection = self._answer = None

    def _next(self, config: BrokerConfig) -> tuple[SessionRequest, int]:
        """Returns what the next request carries, and how long it may wait at the leader."""
        core, session = self._core, self.session
        now_ms = self._clock.monotonic_ms()
        self.rate.mark(now_ms)
        # Without a session what this request does not name is not read.
        count = len(core) if session.is_refused else PARTITIONS_PER_REQUEST_MAX
        changes, self.asked = core.changes(count)
        self.request = request = session.next_request(changes, uses_topic_ids=self.uses_topic_ids)
        wait_ms = config.replica_fetch_wait_max_ms
        if self._followed_ms is not None and now_ms - self._followed_ms < CALM_MS:
            wait_ms = min(wait_ms, SHORT_WAIT_MS)
        return request, core.wait_ms_max(now_ms, wait_ms)

    def _send(
        self,
        connection: FetchingConnection,
        layout: FetcherLayout,
        session: SessionRequest,
        wait_ms: int,
        answer: asyncio.Future[Any],
    ) -> None:
        connection.start_packed(
            FETCH,
            layout.request(session, wait_ms),
            version=layout.version,
            timeout_ms=self._timeout_ms,
            answer=answer,
            take=self._take,
        )

    def _long_request(self, config: BrokerConfig, session: SessionRequest, wait_ms: int) -> FetchRequest:
        """Builds the request of a version that is not packed."""
        max_bytes = config.replica_fetch_max_bytes
        topics: dict[str, list[Any]] = {}
        for (topic, index), position in session.positions.items():
            topics.setdefault(topic, []).append(
                FetchRequest.FetchPartition(
                    partition=index,
                    current_leader_epoch=position.current_leader_epoch,
                    fetch_offset=position.fetch_offset,
                    last_fetched_epoch=position.last_fetched_epoch,
                    log_start_offset=position.log_start_offset,
                    partition_max_bytes=max_bytes,
                )
            )
        forgotten: dict[str, list[int]] = {}
        for topic, _, index in session.forgotten:
            forgotten.setdefault(topic, []).append(index)
        return FetchRequest(
            replica_id=self._broker_id,
            max_wait_ms=wait_ms,
            min_bytes=config.replica_fetch_min_bytes,
            max_bytes=config.replica_fetch_response_max_bytes,
            session_id=session.session_id,
            session_epoch=session.epoch,
            topics=[FetchRequest.FetchTopic(topic=topic, partitions=parts) for topic, parts in topics.items()],
            forgotten_topics_data=[
                FetchRequest.ForgottenTopic(topic=topic, partitions=indexes) for topic, indexes in forgotten.items()
            ],
        )

    # ---- what came ------------------------------------------------------------------------------------------------

    def _take(self, frame: bytes | bytearray) -> bool:
        """Takes a response in the turn in which it came; False: it is the task's."""
        answer = self._answer
        if answer is None:
            return False
        try:
            return self._round(frame, answer)
        except Exception as error:  # noqa: BLE001 - the boundary of one round: its failure is the task's
            if not answer.done():
                answer.set_exception(error)
            return True

    def _round(self, frame: bytes | bytearray, answer: asyncio.Future[Any]) -> bool:
        session, request = self.session, self.request
        if request is None or len(frame) > CHECKED_BYTES_MAX:
            return False
        read = read_response(frame, request.names)
        if read is None:
            return False
        session_id, found = read
        if len(frame) > FRAME_BYTES_MAX and self._bytes_on_loop(found) > FRAME_BYTES_MAX:
            return False
        if session.is_new or session_id != session.id or len(found) > FOUND_MAX:
            return False
        session.take(0, session_id)
        if found:
            wall_ms = self._clock.now_ms()
            for key, data in found:
                self.apply(key, data, request.known, self.asked, wall_ms)
        core = self._core
        if not self.unwritten and not core.unflushed:
            self.tell_advanced()
            if self._may_go_on():
                self._go_on(answer)
                return True
        if not answer.done():
            answer.set_result(None)
        return True

    def _bytes_on_loop(self, found: Found) -> int:
        """Counts the bytes of a response that no disk thread writes."""
        config = self._config_at_start
        assert config is not None
        thread_bytes = config.kavka_log_write_thread_bytes
        sizes = [len(data.records) for _, data in found if data.records is not None]
        return sum([size for size in sizes if size < thread_bytes])

    def _may_go_on(self) -> bool:
        """Tells whether the next round is another of the same kind."""
        connection = self._connection
        return (
            self._goes_on
            and connection is not None
            and not connection.is_closed
            and not connection.must_renew
            and self._config() is self._config_at_start
            and self._core.only_fetches
            and self.uses_topic_ids == self.session.uses_topic_ids
        )

    def _go_on(self, answer: asyncio.Future[Any]) -> None:
        connection, layout, config = self._connection, self._layout, self._config_at_start
        assert connection is not None
        assert layout is not None
        assert config is not None
        self.has_gone_on = True
        session, wait_ms = self._next(config)
        self._send(connection, layout, session, wait_ms, answer)

    def apply(
        self, key: Key, data: FoundRecords | Any, known: Mapping[Key, Position], asked: Asked, wall_ms: WallMs
    ) -> None:
        """Applies a response to one partition, if that is still what was asked for."""
        position = known.get(key)
        followed = self._core.fetching(asked, key)
        if followed is None:
            return
        if position is None or position.fetch_offset != followed.partition.log.log_end_offset:
            self._core.log_moved(key)  # while we waited: the response is to an outdated request
            return
        self.take_part(asked, key, partial(self._core.fetched, data=data, wall_ms=wall_ms))

    def take_part(self, asked: Asked, key: Key, act: Callable[..., None]) -> None:
        """Applies one partition's part of a response; what goes wrong stays that partition's (KAFKA-10371)."""
        followed = self._core.current(asked, key)
        if followed is None:
            return
        now_ms = self._clock.monotonic_ms()
        try:
            act(followed, now_ms=now_ms)
        except LongAppend as long:
            self.unwritten.append((key, act, long.with_traceback(None)))  # it leads back here, records and all
        except KafkaError as error:
            self._core.failed_here(followed, error, now_ms)
        except Exception:  # noqa: BLE001 - the boundary of one partition: the others go on
            _log.exception("%s: %s cannot take in what broker %d sent", self._name, followed.partition, self._leader)
            followed.delay(now_ms, self._core.backoff_ms)

    def tell_advanced(self) -> None:
        """Completes what waits for high watermarks that rose."""
        core = self._core
        if core.advanced:
            advanced, core.advanced = core.advanced, []
            for partition in advanced:
                self._on_advanced(partition)
