"""A Kafka cluster for tests that are plain functions, and for any client: started in a moment, broken on purpose.

    with KafkaCluster(3) as cluster:
        … any client on cluster.bootstrap …
        cluster.kill(1); cluster.partition({0}, {1, 2}); cluster.advance_clock(60_000); cluster.add_fault("close")

    the test's thread                     a thread of its own: one event loop
    ┌───────────────┐   calls, deadlines  ┌─────────────────────────────────────────────────┐
    │ KafkaCluster  ├────────────────────▶│ LocalCluster: ZooKeeper, brokers (or processes) │
    └──────┬────────┘                     │ a LinkProxy before each broker, for the others  │
           └── HTTP: /wait /faults /clock ▶ admin endpoints                                 │
                                          └─────────────────────────────────────────────────┘

Brokers run in that loop, which starts three of them in a tenth of a second; with `processes=True` each is a process
that can be paused and dies by SIGKILL. Clients meet the brokers' own ports; what brokers say to each other goes through
proxies, so that a partition is between brokers only.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.local.cluster import (
    HOST,
    START_TIMEOUT_MS,
    STOP_TIMEOUT_MS,
    BrokerDied,
    BrokerInfo,
    LocalCluster,
    LocalClusterError,
)
from kavka.local.ports import ReservedPorts
from kavka.sync.loop_thread import LoopThread
from kavka.testing.link_proxy import LinkProxy
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import FAILURES

if TYPE_CHECKING:
    from kavka.common.types import NewTopic

T = TypeVar("T")

__tracebackhide__ = True
"""A test that fails in a call of this module shows the test's line and what was wrong, as pytest understands it."""

WAIT_TIMEOUT_MS: Final = 30_000
CALL_TIMEOUT_MS: Final = 30_000
ADVANCE_TIMEOUT_MS: Final = 120_000
ANSWER_MARGIN_MS: Final = 5_000
"""How much longer than its condition an answer may take."""
LOOK_MS: Final = 50
_EXPECTED: Final[tuple[type[Exception], ...]] = (*FAILURES, AdminRefused, LocalClusterError, BrokerDied)
"""What a call ends with that is no defect of ours: where it was raised says nothing to whoever reads a failing test."""

ONE_BROKER_KNOWS: Final = frozenset({"group", "committed", "high-watermark", "log-start"})
"""Conditions of which one broker knows, coordinator or leader: it is enough that one says so."""


class KafkaCluster:
    """Brokers, for as long as a test needs them. Use it as a context manager, or `start` and `stop` it.

    Args:
        brokers: how many; their ids count from 0.
        config: properties of server.properties for all of them. With `listeners` of its own (TLS, logins) `bootstrap`
            names the first of them, and the network between the brokers cannot be cut.
        processes: whether each broker is a process of its own.
        dev_clock: whether the brokers' clocks can be moved.
        start_timeout_ms: until every broker answers.
    """

    def __init__(
        self,
        brokers: int = 1,
        *,
        config: Mapping[str, str] | None = None,
        processes: bool = False,
        dev_clock: bool = True,
        start_timeout_ms: int = START_TIMEOUT_MS,
    ) -> None:
        self._count = brokers
        self._processes = processes
        self._start_timeout_ms = start_timeout_ms
        self._thread = LoopThread("kafka cluster")
        has_links = brokers > 1 and "listeners" not in (config or {})
        self._reserved = ReservedPorts(brokers) if has_links else None
        self._proxies = [LinkProxy(HOST, port) for port in self._reserved.ports] if self._reserved else []
        self._cluster = LocalCluster(
            brokers,
            config={name: str(value) for name, value in (config or {}).items()},
            broker_config=self._own_properties,
            start_timeout_ms=start_timeout_ms,
            in_loop=not processes,
            dev_clock=dev_clock,
        )
        self._paused: set[int] = set()
        self._is_clock_frozen = False
        self._is_cut = False
        self._has_faults = False

    # ---- what it is -----------------------------------------------------------------------------------------------

    @property
    def bootstrap(self) -> str:
        """Returns "host:port,…" for any client."""
        return self._cluster.bootstrap

    @property
    def zookeeper(self) -> str:
        """Returns "host:port" of the embedded ZooKeeper."""
        return self._cluster.zookeeper

    @property
    def brokers(self) -> tuple[BrokerInfo, ...]:
        """Returns each broker's addresses, process and data directory.

        Id, address, process id (0 when it does not run), data directory and admin URL.
        """
        return self._cluster.brokers

    @property
    def admin_token(self) -> str | None:
        """Returns the admin endpoints' token in a cluster with logins or an authorizer.

        This object sends it by itself.
        """
        return self._cluster.admin_token

    @property
    def data_dir(self) -> Path:
        """Returns the directory that keeps everything; removed with the cluster."""
        return self._cluster.data_dir

    @property
    def log_files(self) -> list[Path]:
        """Returns the files that the brokers' processes log to; none where they run in this process."""
        return [self.data_dir / f"broker-{info.id}.log" for info in self.brokers if self._processes]

    # ---- life -----------------------------------------------------------------------------------------------------

    def __enter__(self) -> KafkaCluster:
        """Starts."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops."""
        self.stop()

    def start(self) -> None:
        """Starts every broker; returns when each of them answers.

        Raises:
            BrokerDied, TimeoutError, LocalClusterError: as `LocalCluster.start`.
        """
        self._thread.start()
        try:
            self._call(self._start(), timeout_ms=self._start_timeout_ms * 2)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stops every broker, and removes what they kept. Twice is fine."""
        try:
            for broker_id in list(self._paused):
                self.resume(broker_id)
            self.heal()
            if self._cluster.brokers:
                self._call(self._cluster.stop(), timeout_ms=(STOP_TIMEOUT_MS + CALL_TIMEOUT_MS) * self._count)
        finally:
            for proxy in self._proxies:
                self._on_loop(proxy.close)
            self._thread.stop()
            if self._reserved is not None:
                self._reserved.close()

    def restore(self) -> None:
        """Takes every fault back: brokers run, nothing is paused or cut off, no rules, clocks go. Topics stay."""
        for broker_id in list(self._paused):
            self.resume(broker_id)
        self.heal()
        for broker in self.brokers:
            if not broker.pid:
                self.restart(broker.id)
        if self._has_faults:
            self.clear_faults()
        if self._is_clock_frozen:
            self.run_clock()

    # ---- topics ---------------------------------------------------------------------------------------------------

    def create_topic(
        self,
        name: str,
        *,
        partitions: int = 1,
        replication_factor: int | None = None,
        configs: Mapping[str, str] | None = None,
    ) -> str:
        """Makes a topic and returns its name when every broker knows its leaders."""
        from kavka.common.types import NewTopic

        topic = NewTopic(
            name=name,
            num_partitions=partitions,
            replication_factor=-1 if replication_factor is None else replication_factor,
            configs=dict(configs or {}),
        )
        self._call(_create(self.bootstrap, topic))
        self.wait_for("topic", topic=name)
        return name

    # ---- brokers that fail ----------------------------------------------------------------------------------------

    def kill(self, broker: int) -> None:
        """Ends a broker without warning: SIGKILL, or cancelled where it stands."""
        self._check_exists(broker)
        self._paused.discard(broker)
        self._call(self._cluster.kill(broker))

    def stop_broker(self, broker: int) -> None:
        """Ends a broker in order: it hands its leaderships over first."""
        self._check_exists(broker)
        self.resume(broker)
        self._call(self._cluster.stop_broker(broker), timeout_ms=STOP_TIMEOUT_MS + CALL_TIMEOUT_MS)

    def restart(self, broker: int) -> None:
        """Starts a broker again on its port and its files; stops it first if it runs."""
        self._check_exists(broker)
        self.resume(broker)
        self._call(
            self._cluster.restart(broker), timeout_ms=self._start_timeout_ms * 2 + STOP_TIMEOUT_MS + CALL_TIMEOUT_MS
        )

    def pause(self, broker: int) -> None:
        """Stops a broker's process where it stands (SIGSTOP): it answers no request, and its connections stay open.

        Raises:
            RuntimeError: the brokers are no processes.
        """
        if not self._processes:
            raise RuntimeError(
                "a broker that runs in the test's process cannot be paused: ask for processes=True, "
                "as in @pytest.mark.kafka(processes=True)"
            )
        self._check_exists(broker)
        pid = self.brokers[broker].pid
        if pid:
            os.kill(pid, signal.SIGSTOP)
            self._paused.add(broker)

    def resume(self, broker: int) -> None:
        """Lets a paused broker go on; nothing where it is not paused."""
        if broker in self._paused:
            self._paused.discard(broker)
            pid = self.brokers[broker].pid
            if pid:
                os.kill(pid, signal.SIGCONT)

    def expire_session(self, broker: int) -> None:
        """Ends a broker's session with ZooKeeper: the others take it for dead, until it registers again."""
        self._check_exists(broker)

        async def expire() -> None:
            self._cluster.expire_session(broker)

        self._call(expire())

    # ---- the network between brokers ------------------------------------------------------------------------------

    def partition(self, *sides: Collection[int]) -> None:
        """Cuts brokers off from those of other sides: `partition({0}, {1, 2})`. Clients and ZooKeeper reach all.

        Bytes wait, nothing is refused: to each other they are silent. Until `heal`.

        Raises:
            ValueError: the brokers have listeners of the test's own, which no proxy stands before.
        """
        if self._count > 1 and not self._proxies:
            raise ValueError("brokers whose config has listeners of its own cannot be cut off from each other")
        for side in sides:
            others = {broker for other in sides if other is not side for broker in other}
            for broker in side:
                self._on_loop(partial(self._proxies[broker].cut_off, others))
        self._is_cut = True

    def heal(self) -> None:
        """Takes every partition back; what waited passes."""
        if self._is_cut:
            self._is_cut = False
            for proxy in self._proxies:
                self._on_loop(proxy.heal)

    # ---- time -----------------------------------------------------------------------------------------------------

    def freeze_clock(self) -> None:
        """Stops the clocks of all brokers: no timeout of theirs ends, nothing expires."""
        self._is_clock_frozen = True
        self._each(lambda http: http.post("/clock", {"action": "freeze"}))

    def run_clock(self) -> None:
        """Lets the clocks go on from where they stand."""
        self._is_clock_frozen = False
        self._each(lambda http: http.post("/clock", {"action": "run"}))

    def advance_clock(self, ms: int) -> None:
        """Moves the clocks of all brokers forward: what is due by then happens now, in its order."""
        body = {"action": "advance", "ms": ms}
        self._each(lambda http: http.post("/clock", body, timeout_ms=ADVANCE_TIMEOUT_MS))

    # ---- faults ---------------------------------------------------------------------------------------------------

    def add_fault(self, action: str, *, broker: int | None = None, **rule: Any) -> None:
        """Makes chosen requests fail: `add_fault("error", api="PRODUCE", error="NOT_LEADER_OR_FOLLOWER", times=3)`.

        Args:
            action: error, delay, drop, half or close.
            broker: on this one only.
            **rule: api, versions, client_id, group, topic, partition, skip, times, probability, seed, error, delay_ms.

        Raises:
            kavka.admin_http.AdminRefused: the rule makes no sense; the message says why.
        """
        self._has_faults = True
        self._each(lambda http: http.post("/faults", {"action": action, **rule}), broker)

    def faults(self) -> list[dict[str, Any]]:
        """Lists every rule of every broker, with how often it `matched` and `struck`."""
        answers = self._each(lambda http: http.get("/faults"))
        return [{"broker": broker, **rule} for broker, rules in answers.items() for rule in rules]

    def clear_faults(self) -> None:
        """Removes every rule."""
        self._has_faults = False
        self._each(lambda http: http.delete("/faults"))

    # ---- looking and waiting --------------------------------------------------------------------------------------

    def state(self, path: str = "", *, broker: int = 0) -> Any:
        """Reads a broker's internal state. `state("topics/orders")`, `state("purgatories")`; all of it without."""
        return self._http(broker).get(f"/state/{path}" if path else "/state")

    def wait_for(
        self, condition: str, *, broker: int | None = None, timeout_ms: int = WAIT_TIMEOUT_MS, **what: Any
    ) -> Any:
        """Waits until something is true on every broker that runs, or on one: `wait_for("isr", topic="t", size=3)`.

        Args:
            condition: what `/wait` of the admin endpoint knows: topic, no-topic, leader, isr, brokers, …
            broker: this one only.
            timeout_ms: until it must be true.
            **what: the condition's parameters.

        Returns:
            What there was then; for `leader`, {"leader": 2}.

        Raises:
            TimeoutError: it did not become true; the message says what there was instead.
        """
        deadline_ms = _now_ms() + timeout_ms
        if broker is None and condition in ONE_BROKER_KNOWS:
            return self._wait_for_any(condition, what, deadline_ms)
        query = {"for": condition, **what}
        found = None
        for broker_id in self._running(broker):
            left_ms = max(deadline_ms - _now_ms(), 0)
            found = self._wait_on(broker_id, {**query, "timeout_ms": left_ms}, left_ms)
        return found

    # ---- inside ---------------------------------------------------------------------------------------------------

    async def _start(self) -> None:
        for proxy in self._proxies:
            await proxy.start(self._thread.group)
        await self._cluster.start()

    def _own_properties(self, broker_id: int, port: int) -> Mapping[str, str]:
        """A second listener, for the other brokers, which find it behind its proxy."""
        if self._reserved is None:
            return {}
        return {
            "listeners": f"PLAINTEXT://{HOST}:{port},LINK://{HOST}:{self._reserved.ports[broker_id]}",
            "advertised.listeners": f"PLAINTEXT://{HOST}:{port},LINK://{HOST}:{self._proxies[broker_id].port}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,LINK:PLAINTEXT",
            "inter.broker.listener.name": "LINK",
        }

    def _call(self, work: Any, *, timeout_ms: int = CALL_TIMEOUT_MS) -> Any:
        try:
            return self._thread.call(work, timeout_ms=timeout_ms)
        except _EXPECTED as error:
            raise error.with_traceback(None) from None  # without the way of the loop's thread

    def _on_loop(self, act: Callable[[], None]) -> None:
        async def run() -> None:
            act()

        self._call(run())

    def _running(self, broker: int | None = None) -> list[int]:
        if broker is not None:
            self._check_exists(broker)
            return [broker]
        return [info.id for info in self.brokers if info.pid and info.id not in self._paused]

    def _check_exists(self, broker: int) -> None:
        """Refuses an id that no broker of this cluster has.

        Raises:
            ValueError: it is one.
        """
        if not 0 <= broker < len(self.brokers):
            raise ValueError(f"there is no broker {broker}; this cluster has 0 to {len(self.brokers) - 1}")

    def _http(self, broker: int) -> AdminHttp:
        url = self.brokers[broker].admin
        if url is None:
            raise RuntimeError(f"broker {broker} has no admin endpoint (kavka.admin.listener)")
        return AdminHttp(url, token=self._cluster.admin_token)

    def _each(self, ask: Callable[[AdminHttp], T], broker: int | None = None) -> dict[int, T]:
        """Asks every broker that runs, at once."""
        wanted = self._running(broker)
        with ThreadPoolExecutor(max_workers=max(1, len(wanted))) as threads:
            try:
                return dict(zip(wanted, threads.map(lambda one: ask(self._http(one)), wanted), strict=True))
            except _EXPECTED as error:
                raise error.with_traceback(None) from None  # without the way of that thread

    def _wait_on(self, broker: int, query: Mapping[str, Any], timeout_ms: int) -> Any:
        try:
            answer = self._http(broker).get("/wait", query, timeout_ms=timeout_ms + ANSWER_MARGIN_MS)
        except AdminRefused as error:
            if error.answer is None or "found" not in error.answer:
                raise
            what = ", ".join(f"{name}={value}" for name, value in query.items() if name not in ("for", "timeout_ms"))
            raise TimeoutError(
                f"broker {broker}: no {query['for']} ({what}) in time; there is {error.answer['found']}"
            ) from None
        return answer["found"]

    def _wait_for_any(self, condition: str, what: Mapping[str, Any], deadline_ms: MonotonicMs) -> Any:
        query = {"for": condition, "timeout_ms": LOOK_MS, **what}
        while True:
            said: list[str] = []
            for broker in self._running():
                try:
                    return self._wait_on(broker, query, LOOK_MS)
                except (TimeoutError, AdminUnreachable) as error:
                    said.append(str(error))
            if _now_ms() >= deadline_ms:
                raise TimeoutError("; ".join(said) or "no broker runs")


async def _create(bootstrap: str, topic: NewTopic) -> None:
    from kavka.client.admin import Admin  # a cluster is ready without it

    async with Admin(bootstrap, enable_metrics_push=False) as admin:
        await admin.create_topics([topic])


def _now_ms() -> MonotonicMs:
    return MonotonicMs(time.perf_counter_ns() // 1_000_000)
