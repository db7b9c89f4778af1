"""A cluster on localhost: the embedded ZooKeeper in this process, every broker a process of its own, or all in a loop.

    async with LocalCluster() as cluster:
        … cluster.bootstrap …

    this process (supervisor)                       broker processes: python -P -m kavka.broker FILE
    ┌────────────────────────────┐                  ┌──────────┐ ┌──────────┐
    │ EmbeddedZooKeeper ◄────────┼──────────────────┤ broker 0 │ │ broker 1 │ …
    │ pidfds, state file, lock   │                  └──────────┘ └──────────┘
    └────────────────────────────┘

    <data dir>/zookeeper/            the embedded ZooKeeper's log and snapshots
    <data dir>/broker-N/             log.dirs of broker N: Kafka's files
    <data dir>/broker-N.properties   generated at every startup; the settings of `config` come last and win
    <data dir>/broker-N.log          what broker N writes to stdout and stderr
    <data dir>/broker-N.state-changes.log    its decisions, and what it leads and follows (`kavka.common.state_changes`)
    <data dir>/kavka.json, .lock     see local_state.py
    <data dir>/admin.token, zookeeper.digest    with logins or an authorizer: see local_secrets.py

With `in_loop=True` the brokers run in the caller's event loop instead (`local_loop`): for tests, which then start in a
moment. `kavka start` is built on the other way. Neither restarts anything by itself: when a broker ends,
`wait_for_exit` says which, and the owner decides. When the embedded ZooKeeper's disk fails, it raises.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from kavka.client.connection import Connection
from kavka.common.private_files import make_private_directory
from kavka.local.broker import BrokerDied, LocalBroker
from kavka.local.defaults import development_defaults
from kavka.local.listeners import Address, BadListeners, parse_addresses, spread, where_to_knock
from kavka.local.loop import BrokerInLoop
from kavka.local.ports import ReservedPorts, check_free
from kavka.local.process import BrokerProcess
from kavka.local.secrets import (
    DIGEST_KEY,
    SET_ACL_KEY,
    TOKEN_FILE_KEY,
    digest_properties,
    given_properties,
    read_secret,
    token_properties,
)
from kavka.local.state import (
    BrokerInfo,
    ClusterState,
    DataDirBusy,
    DataDirLock,
    ProcessIdentity,
    identify,
    read_state,
    remove_state,
    write_state,
)
from kavka.protocol.messages import MetadataRequest
from kavka.zk import paths
from kavka.zk.acls import digest_id
from kavka.zk.errors import NoNode
from kavka.zk.server import EmbeddedZooKeeper
from kavka.zk.znodes import ControllerZNode

__all__ = ["LocalCluster", "LocalClusterError", "BrokerDied", "BrokerInfo", "DataDirBusy"]

HOST = "127.0.0.1"
START_TIMEOUT_MS = 30_000
STOP_TIMEOUT_MS = 15_000
"""How long a broker may take to stop in order before it is killed."""

LEFTOVER_POLL_MS = 20
KNOWN_POLL_MS = 10
METADATA_VERSION = 1
"""The first in which no topics are asked for by an empty list; every broker speaks it."""


class LocalClusterError(Exception):
    """The cluster cannot be started as asked; the message says why and what to do."""


class LocalCluster:
    """Brokers on localhost. Use it as an async context manager; leaving it stops everything.

    Args:
        brokers: How many; ids count from 0. Topics that do not say have one replica on each, at most three.
        port: Broker i listens on port + i; 0: free ones.
        data_dir: Where everything is kept; None: a temporary directory that leaving removes.
        zookeeper: "host:port[,host:port…]" of a real ensemble; None: the embedded server.
        zookeeper_port: The embedded server's; 0: a free one.
        zookeeper_super_digest: Whom no ACL of the embedded server keeps out, as ZooKeeper's `superDigest`.
        config: Broker properties that win over the generated ones. Ports of `listeners` count up from broker to broker.
        broker_config: Called with a broker's id and port; what it returns wins, for that broker alone.
        start_timeout_ms: Until every broker answers.
        stop_timeout_ms: For each broker to stop in order, before it is killed.
        notify: Called with a sentence when something happens that a person should know.
        is_command: Whether `kavka stop` may stop this process.
        in_loop: Run the brokers in this event loop, not as processes.
        dev_clock: Whether the brokers' clocks can be stopped and moved, over their admin endpoints (/clock).
        random_bytes: What the brokers' login to the embedded ZooKeeper is made of, where they need one.
    """

    def __init__(
        self,
        brokers: int = 1,
        *,
        port: int = 0,
        data_dir: str | os.PathLike[str] | None = None,
        zookeeper: str | None = None,
        zookeeper_port: int = 0,
        zookeeper_super_digest: str = "",
        config: Mapping[str, str] | None = None,
        broker_config: Callable[[int, int], Mapping[str, str]] | None = None,
        start_timeout_ms: int = START_TIMEOUT_MS,
        stop_timeout_ms: int = STOP_TIMEOUT_MS,
        notify: Callable[[str], None] = lambda _: None,
        is_command: bool = False,
        in_loop: bool = False,
        dev_clock: bool = False,
        random_bytes: Callable[[int], bytes] = os.urandom,
    ) -> None:
        if brokers < 1:
            raise LocalClusterError(f"a cluster of {brokers} brokers has nobody to talk to; ask for 1")
        self._count = brokers
        self._port = port
        self._is_temporary = data_dir is None
        self._data_dir_wanted = data_dir
        self._zookeeper_wanted = zookeeper
        self._zookeeper_port = zookeeper_port
        self._zookeeper_super_digest = zookeeper_super_digest
        self._config = dict(config or {})
        self._broker_config = broker_config
        self._start_timeout_ms = start_timeout_ms
        self._stop_timeout_ms = stop_timeout_ms
        self._notify = notify
        self._is_command = is_command
        self._in_loop = in_loop
        self._dev_clock = dev_clock
        self._random_bytes = random_bytes
        self._data_dir: Path | None = None
        self._lock: DataDirLock | None = None
        self._zookeeper_server: EmbeddedZooKeeper | None = None
        self._zookeeper = zookeeper or ""
        self._brokers: list[LocalBroker] = []
        self._brokers_before: set[int] = set()
        self._properties_of: list[dict[str, str]] = []
        self._reserved: ReservedPorts | None = None

    # ---------------------------------------------------------------- what it is

    @property
    def bootstrap(self) -> str:
        """Returns "host:port,…" for any client."""
        return ",".join(f"{broker.host}:{broker.port}" for broker in self._brokers)

    @property
    def zookeeper(self) -> str:
        """Returns "host:port" of ZooKeeper, embedded or not."""
        return self._zookeeper

    @property
    def admin_token(self) -> str | None:
        """Returns the token of the admin endpoints; None where they need none."""
        return read_secret(self._admin_token_file)

    @property
    def zookeeper_digest(self) -> str | None:
        """Returns "user:password" of the brokers' login to ZooKeeper; None where they do not log in."""
        return next((one[DIGEST_KEY] for one in self._properties_of if DIGEST_KEY in one), None)

    @property
    def data_dir(self) -> Path:
        """Returns the directory that keeps everything."""
        assert self._data_dir is not None, "not started"
        return self._data_dir

    @property
    def brokers(self) -> tuple[BrokerInfo, ...]:
        """Returns each broker's address, process and data directory.

        That is id, host and port, pid (0 when it does not run), data directory.
        """
        return tuple(broker.info for broker in self._brokers)

    @property
    def state(self) -> ClusterState:
        """Returns everything that a second command may need to know."""
        return ClusterState(
            bootstrap=self.bootstrap,
            zookeeper=self._zookeeper,
            data_dir=str(self.data_dir),
            brokers=self.brokers,
            supervisor=identify(os.getpid()),
            processes=tuple(broker.identity() for broker in self._brokers),
            admin_token_file=self._admin_token_file,
            is_command=self._is_command,
        )

    @property
    def _admin_token_file(self) -> str | None:
        return next(
            (one[TOKEN_FILE_KEY] for one in map(self._given, self._properties_of) if TOKEN_FILE_KEY in one), None
        )

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> LocalCluster:
        """Starts; see `start`."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops."""
        await self.stop()

    async def start(self) -> None:
        """Starts ZooKeeper and every broker; returns when each of them answers.

        Raises:
            DataDirBusy: another cluster runs on this directory.
            PortTaken: a port that is needed is taken.
            BrokerDied: a broker ended instead of answering.
            TimeoutError: a broker does not answer.
            StorageFailed: the embedded ZooKeeper cannot write.
            LocalClusterError: the data directory cannot be used.
        """
        try:
            self._open_data_dir()
            await self._end_leftovers()
            await self._start_zookeeper()
            self._brokers = self._make_brokers()
            for broker in self._brokers:
                self._launch(broker)
            write_state(self.data_dir, self.state)
            for broker in self._brokers:
                await self._wait_ready(broker)
            await self._wait_complete()
            write_state(self.data_dir, self.state)  # now with what only a broker that is ready knows
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stops every broker in order, then ZooKeeper. Stopping twice is fine."""
        try:
            for broker in self._brokers:
                await broker.stop(timeout_ms=self._stop_timeout_ms)
        finally:
            for broker in self._brokers:
                await broker.kill()
                self._end_session_of(broker.broker_id)
            server, self._zookeeper_server = self._zookeeper_server, None
            if server is not None:
                await server.close()
            reserved, self._reserved = self._reserved, None
            if reserved is not None:
                reserved.close()
            self._close_data_dir()

    async def wait_for_exit(
        self, known: Collection[int] = (), *, changed: Callable[[], asyncio.Future[None]] | None = None
    ) -> LocalBroker:
        """Waits until some broker has ended by itself, and returns it.

        Args:
            known: Ids of brokers of whose end the caller knows already.
            changed: Returns a future that is done when `known` has become another.

        Raises:
            StorageFailed: the embedded ZooKeeper's disk failed; the brokers still run, without a use.
        """
        while True:
            self._check_zookeeper()
            for broker in self._brokers:
                if not broker.is_running and broker.broker_id not in known:
                    return broker
            ends: list[asyncio.Future[Any]] = [
                b.exited for b in self._brokers if b.exited is not None and b.broker_id not in known
            ]
            if self._zookeeper_server is not None:
                ends.append(self._zookeeper_server.failed)
            if changed is not None:
                ends.append(changed())
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)

    # ---------------------------------------------------------------- one broker

    async def kill(self, broker_id: int) -> None:
        """Ends a broker as a failure of its process would: SIGKILL, or, in the loop, cancelled where it stands."""
        await self._brokers[broker_id].kill()

    async def stop_broker(self, broker_id: int) -> None:
        """Ends a broker in order, and by force after the deadline."""
        await self._brokers[broker_id].stop(timeout_ms=self._stop_timeout_ms)

    async def restart(self, broker_id: int, *, config: Mapping[str, str] | None = None) -> None:
        """Starts a broker again, on its port and its files; stops it first if it runs. Returns when it answers.

        Args:
            broker_id: Which.
            config: Properties that are other ones from now on; None: all are as before.

        Raises:
            BrokerDied, TimeoutError: as `start`.
        """
        broker = self._brokers[broker_id]
        await broker.stop(timeout_ms=self._stop_timeout_ms)
        if config is not None:
            properties = {**self._properties_of[broker_id], **config}
            properties |= token_properties(self._given(properties), self.data_dir)
            self._properties_of[broker_id] = properties
            first = parse_addresses(properties["listeners"])[0]
            broker.configure(properties, host=first.reached_at, port=first.port)
        # The process is gone, so its session is over; its new life need not wait for the timeout.
        self._end_session_of(broker_id)
        self._launch(broker)
        write_state(self.data_dir, self.state)
        await self._wait_ready(broker)
        await self._wait_complete()

    async def start_broker(self, broker_id: int) -> None:
        """Starts a broker that has ended; nothing where it runs. Returns when it answers."""
        if not self._brokers[broker_id].is_running:
            await self.restart(broker_id)

    def save_state(self) -> None:
        """Writes down which brokers run now, for later commands."""
        write_state(self.data_dir, self.state)

    def expire_session(self, broker_id: int) -> None:
        """Ends a broker's session with the embedded ZooKeeper, as silence would.

        Raises:
            LocalClusterError: it has none, or ZooKeeper is not ours.
        """
        if not self._end_session_of(broker_id):
            raise LocalClusterError(f"broker {broker_id} has no session with an embedded ZooKeeper")

    # ---------------------------------------------------------------- inside: directory

    def _open_data_dir(self) -> None:
        if self._data_dir_wanted is None:
            self._data_dir = Path(tempfile.mkdtemp(prefix="kavka-"))
        else:
            self._data_dir = Path(self._data_dir_wanted).expanduser().absolute()
            try:
                make_private_directory(self._data_dir)
            except OSError as error:
                raise LocalClusterError(
                    f"the data directory {self._data_dir} cannot be made: {error.strerror}; "
                    "choose another one with --data-dir"
                ) from None
        lock = DataDirLock(self._data_dir)
        try:
            lock.acquire()
        except DataDirBusy:
            state = read_state(self._data_dir)
            who = f" (process {state.supervisor.pid}, {state.bootstrap})" if state is not None else ""
            raise DataDirBusy(
                f"a cluster runs on {self._data_dir} already{who}; stop it with: kavka stop --data-dir {self._data_dir}"
            ) from None
        except OSError as error:
            raise LocalClusterError(
                f"the data directory {self._data_dir} cannot be written: {error.strerror}; "
                "choose another one with --data-dir"
            ) from None
        self._lock = lock

    def _close_data_dir(self) -> None:
        lock, self._lock = self._lock, None
        if lock is None or self._data_dir is None:
            return
        remove_state(self._data_dir)
        lock.release()
        if self._is_temporary:
            shutil.rmtree(self._data_dir, ignore_errors=True)

    async def _end_leftovers(self) -> None:
        """Ends brokers whose supervisor was killed: they hold our files and ports, and nothing else will stop them."""
        state = read_state(self.data_dir)
        if state is None:
            return
        self._brokers_before = {broker.id for broker in state.brokers}
        # Brokers that ran in their supervisor's loop ended with it, and are listed under its identity.
        left = [process for process in state.processes if process != state.supervisor and process.is_alive()]
        if not left:
            return
        self._notify(f"stopping {_count(left, 'broker')} that an earlier run on {self.data_dir} left behind")
        for number, timeout_ms in ((signal.SIGTERM, self._stop_timeout_ms), (signal.SIGKILL, self._stop_timeout_ms)):
            left = [process for process in left if process.signal(number)]
            await _wait_until_gone(left, timeout_ms=timeout_ms)

    # ---------------------------------------------------------------- inside: ZooKeeper and brokers

    async def _start_zookeeper(self) -> None:
        if self._zookeeper_wanted is not None:
            return
        if self._zookeeper_port:
            check_free(self._zookeeper_port, option="--zookeeper-port")
        server = EmbeddedZooKeeper(
            self.data_dir / "zookeeper",
            host=HOST,
            port=self._zookeeper_port,
            fsync=not self._is_temporary,  # what leaving removes need not survive a power failure
            super_digest=self._zookeeper_super_digest,
        )
        port = await server.start()
        self._zookeeper_server = server
        self._zookeeper = f"{HOST}:{port}"
        # Every broker of the last run is gone, and their sessions would only make the new ones wait. All others have
        # the whole of their timeouts to come back, as with any ZooKeeper.
        for broker_id in sorted(self._brokers_before | set(range(self._count))):
            self._end_session_of(broker_id)

    async def _wait_ready(self, broker: LocalBroker) -> None:
        try:
            await broker.wait_ready(timeout_ms=self._start_timeout_ms)
        except (BrokerDied, TimeoutError):
            self._check_zookeeper()  # if it failed, that is the cause, and the broker's end its consequence
            raise

    async def _wait_complete(self) -> None:
        """Waits until every broker that runs knows every other one that runs: a topic may then get all of them."""
        running = {broker.broker_id: broker for broker in self._brokers if broker.is_running}
        if len(running) == 1:
            return
        try:
            async with asyncio.timeout(self._start_timeout_ms / 1000):
                for broker_id in running:
                    await _wait_until_known(self._properties_of[broker_id], set(running))
        except TimeoutError:
            raise TimeoutError(
                f"the {len(running)} brokers did not find each other within {self._start_timeout_ms} ms"
            ) from None

    def _check_zookeeper(self) -> None:
        """Raises StorageFailed when the embedded server had to stop."""
        server = self._zookeeper_server
        if server is not None and server.failed.done():
            server.failed.result()

    def _launch(self, broker: LocalBroker) -> None:
        """Starts a broker whose session with the embedded ZooKeeper ends with its process, not with a timeout.

        A timeout is for the case that nothing shows whether a client still lives. Its process's parent knows,
        and so the others lead what it led as soon as it is gone.
        """
        broker.start()
        assert broker.exited is not None
        broker.exited.add_done_callback(lambda _: self._end_session_of(broker.broker_id))

    def _end_session_of(self, broker_id: int) -> bool:
        """Ends a broker's sessions with the embedded ZooKeeper; False where there is none."""
        server = self._zookeeper_server
        if server is None:
            return False
        owners = {_owner(server, paths.broker_id(broker_id))}
        if _elected(server) == broker_id:  # of a broker that was not registered any more
            owners.add(_owner(server, paths.CONTROLLER))
        owners.discard(0)
        for session_id in owners:
            server.expire_session(session_id)
        return bool(owners)

    def _make_brokers(self) -> list[LocalBroker]:
        make = BrokerInLoop if self._in_loop else BrokerProcess
        addresses = self._choose_addresses()
        properties_of = [self._properties(broker_id, listeners) for broker_id, listeners in enumerate(addresses)]
        login = self._zookeeper_login(properties_of)
        self._properties_of = [one | token_properties(self._given(one), self.data_dir) | login for one in properties_of]
        return [
            make(
                broker_id=broker_id,
                host=listeners[0].reached_at,
                port=listeners[0].port,
                data_dir=self.data_dir,
                properties=self._properties_of[broker_id],
                defaults=development_defaults(self._count),
            )
            for broker_id, listeners in enumerate(addresses)
        ]

    def _zookeeper_login(self, properties_of: Sequence[Mapping[str, str]]) -> dict[str, str]:
        """How the brokers log in to the embedded ZooKeeper; where they must, what is open there becomes theirs."""
        if self._zookeeper_server is None:
            return {}  # nodes of a foreign ZooKeeper are not ours to close
        given = [self._given(one) for one in properties_of]
        login = digest_properties(given, self.data_dir, random_bytes=self._random_bytes)
        if SET_ACL_KEY in login:
            self._zookeeper_server.close_to_others(digest_id(login[DIGEST_KEY].encode()))
        return login

    def _given(self, properties: Mapping[str, str]) -> Mapping[str, str]:
        return properties if self._in_loop else given_properties(properties, os.environ)

    def _choose_addresses(self) -> list[list[Address]]:
        """What each broker listens on: as `listeners` says, else PLAINTEXT from `port` on."""
        text = self._config.get("listeners", f"PLAINTEXT://{HOST}:{self._port}")
        try:
            # Kept until the cluster stops: a broker that is down for a while finds its port again.
            self._reserved = ReservedPorts(self._count * sum(one.port == 0 for one in parse_addresses(text)))
            addresses = spread(text, self._count, iter(self._reserved.ports))
        except BadListeners as error:
            raise LocalClusterError(str(error)) from None
        if self._port and "listeners" not in self._config:
            for listeners in addresses:
                check_free(listeners[0].port)
        return addresses

    def _properties(self, broker_id: int, listeners: Sequence[Address]) -> dict[str, str]:
        return {
            "broker.id": str(broker_id),
            "log.dirs": str(self.data_dir / f"broker-{broker_id}"),
            "zookeeper.connect": self._zookeeper,
            # Less than this start has, so that the broker can say why.
            "zookeeper.connection.timeout.ms": str(max(1, self._start_timeout_ms * 4 // 5)),
            **({"kavka.dev.clock": "true"} if self._dev_clock else {}),
            **self._config,
            "listeners": ",".join(map(str, listeners)),
            **(self._broker_config(broker_id, listeners[0].port) if self._broker_config is not None else {}),
        }


async def _wait_until_known(properties: Mapping[str, str], wanted: set[int]) -> None:
    """Waits until a broker's metadata names all the others."""
    host, port, security = where_to_knock(properties)
    async with await Connection.open(host, port, client_id="kavka-start", security=security) as connection:
        while True:
            answer = await connection.request(MetadataRequest(topics=[]), version=METADATA_VERSION)
            if wanted <= {node.node_id for node in answer.brokers}:
                return
            await asyncio.sleep(KNOWN_POLL_MS / 1000)


def _owner(server: EmbeddedZooKeeper, path: str) -> int:
    """The session that keeps a node alive; 0: none does, or there is no such node."""
    try:
        return server.tree.get(path)[1].ephemeral_owner
    except NoNode:
        return 0


def _elected(server: EmbeddedZooKeeper) -> int | None:
    """The broker that stands as the controller."""
    try:
        return ControllerZNode.decode(server.tree.get(paths.CONTROLLER)[0] or b"").broker_id
    except (NoNode, ValueError):
        return None


async def _wait_until_gone(processes: Sequence[ProcessIdentity], *, timeout_ms: int) -> None:
    """Waits for processes that are not our children: there is no event for that, so it looks."""
    for _ in range(max(1, timeout_ms // LEFTOVER_POLL_MS)):
        if not any(process.is_alive() for process in processes):
            return
        await asyncio.sleep(LEFTOVER_POLL_MS / 1000)


def _count(items: Sequence[object], noun: str) -> str:
    return f"{len(items)} {noun}" if len(items) == 1 else f"{len(items)} {noun}s"
