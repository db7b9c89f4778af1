"""The four-letter words that operators and monitoring send a ZooKeeper: plain text in, plain text out.

ruok stat srvr mntr cons envi conf isro wchs dirs dump, with the lines that ZooKeeper 3.8 prints. kazoo reads the
server's version from envi. Only the texts; the connection recognises the words, the server hands over the figures
(`ServerView`).
"""

from __future__ import annotations

import os
import platform
import resource
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kavka.timer.moments import MonotonicMs, WallMs

VERSION = "3.8.0-kavka"
"""The ZooKeeper whose requests we serve; tools read the digits."""


class Latency:
    """Shortest, average, longest and last time of something, in µs."""

    __slots__ = ("count", "last_us", "longest_us", "shortest_us", "total_us")

    def __init__(self) -> None:
        self.count = 0
        self.shortest_us = self.longest_us = self.total_us = self.last_us = 0

    def add(self, us: int) -> None:
        """Adds a request's latency."""
        self.shortest_us = us if self.count == 0 else min(self.shortest_us, us)
        self.longest_us = max(self.longest_us, us)
        self.last_us = us
        self.total_us += us
        self.count += 1

    @property
    def average_ms(self) -> float:
        """Returns the mean latency in milliseconds; 0.0 without requests."""
        return self.total_us / self.count / 1000 if self.count else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionView:
    """One client in `stat` and `cons`."""

    peer: str
    session_id: int
    timeout_ms: int
    queued: int
    received: int
    sent: int
    established_ms: WallMs
    last_op: str
    last_xid: int
    last_zxid: int
    last_answer_ms: MonotonicMs
    latency: Latency


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """The server as it is now. What takes a walk over every node is a function."""

    port: int
    data_dir: str
    uptime_ms: int
    last_zxid: int
    nodes: int
    ephemerals: Mapping[int, Sequence[str]]
    sessions: int
    watches: int
    watched_paths: Callable[[], int]
    watchers: int
    data_bytes: Callable[[], int]
    connections: tuple[ConnectionView, ...]
    connections_max: int
    connections_refused: int
    received: int
    sent: int
    latency: Latency
    session_timeout_ms_min: int
    session_timeout_ms_max: int


def answer(word: bytes, view: ServerView) -> bytes:
    """Returns the text for one of `WORDS`."""
    make = _ANSWERS.get(word)
    if make is None:
        return f"{word.decode()} is not executed because it is not in the whitelist.\n".encode()
    return make(view).encode()


def _ruok(view: ServerView) -> str:
    return "imok"


def _isro(view: ServerView) -> str:
    return "rw"


def _srvr(view: ServerView) -> str:
    latency = view.latency
    return (
        f"Zookeeper version: {VERSION}\n"
        f"Latency min/avg/max: {latency.shortest_us // 1000}/{latency.average_ms:.4f}/{latency.longest_us // 1000}\n"
        f"Received: {view.received}\nSent: {view.sent}\nConnections: {len(view.connections)}\n"
        f"Outstanding: {sum(c.queued for c in view.connections)}\n"
        f"Zxid: 0x{view.last_zxid:x}\nMode: standalone\nNode count: {view.nodes}\n"
    )


def _stat(view: ServerView) -> str:
    head, _, rest = _srvr(view).partition("\n")
    clients = "".join(f"{_client(c)})\n" for c in view.connections)
    return f"{head}\nClients:\n{clients}\n{rest}"


def _client(c: ConnectionView) -> str:
    return f" /{c.peer}[1](queued={c.queued},recved={c.received},sent={c.sent}"


def _cons(view: ServerView) -> str:
    return "".join(f"{_client(c)}{_session(c)})\n" for c in view.connections) + "\n"


def _session(c: ConnectionView) -> str:
    if c.session_id == 0:
        return ""
    xid = c.last_xid & 0xFFFFFFFFFFFFFFFF  # the longs of a Java program, in hexadecimal
    return (
        f",sid=0x{c.session_id:x},lop={c.last_op},est={c.established_ms},to={c.timeout_ms},lcxid=0x{xid:x}"
        f",lzxid=0x{c.last_zxid:x},lresp={c.last_answer_ms},llat={c.latency.last_us // 1000}"
        f",minlat={c.latency.shortest_us // 1000},avglat={c.latency.average_ms:.0f}"
        f",maxlat={c.latency.longest_us // 1000}"
    )


def _mntr(view: ServerView) -> str:
    values: dict[str, object] = {
        "zk_version": VERSION,
        "zk_server_state": "standalone",
        "zk_ephemerals_count": sum(map(len, view.ephemerals.values())),
        "zk_num_alive_connections": len(view.connections),
        "zk_avg_latency": f"{view.latency.average_ms:.4f}",
        "zk_outstanding_requests": sum(c.queued for c in view.connections),
        "zk_znode_count": view.nodes,
        "zk_global_sessions": view.sessions,
        "zk_local_sessions": 0,
        "zk_packets_sent": view.sent,
        "zk_packets_received": view.received,
        "zk_watch_count": view.watches,
        "zk_min_latency": view.latency.shortest_us // 1000,
        "zk_max_latency": view.latency.longest_us // 1000,
        "zk_approximate_data_size": view.data_bytes(),
        "zk_max_file_descriptor_count": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        "zk_connection_rejected": view.connections_refused,
        "zk_uptime": view.uptime_ms,
    }
    descriptors = Path("/proc/self/fd")
    if descriptors.is_dir():
        values["zk_open_file_descriptor_count"] = len(os.listdir(descriptors))
    return "".join(f"{key}\t{value}\n" for key, value in values.items())


def _envi(view: ServerView) -> str:
    return (
        "Environment:\n"
        f"zookeeper.version={VERSION}\n"
        f"host.name={platform.node()}\n"
        f"python.version={platform.python_version()}\n"
        f"os.name={platform.system()}\nos.arch={platform.machine()}\nos.version={platform.release()}\n"
        f"user.dir={os.getcwd()}\n"
    )


def _conf(view: ServerView) -> str:
    size = _folder_bytes(view)
    return (
        f"clientPort={view.port}\nsecureClientPort=-1\n"
        f"dataDir={view.data_dir}\ndataDirSize={size}\ndataLogDir={view.data_dir}\ndataLogSize={size}\n"
        f"tickTime={view.session_timeout_ms_min // 2}\nmaxClientCnxns={view.connections_max}\n"
        f"minSessionTimeout={view.session_timeout_ms_min}\nmaxSessionTimeout={view.session_timeout_ms_max}\n"
        "clientPortListenBacklog=-1\nserverId=0\n"
    )


def _dirs(view: ServerView) -> str:
    size = _folder_bytes(view)
    return f"datadir_size: {size}\nlogdir_size: {size}\n"


def _folder_bytes(view: ServerView) -> int:
    return sum(entry.stat().st_size for entry in os.scandir(view.data_dir) if entry.is_file())


def _wchs(view: ServerView) -> str:
    return f"{view.watchers} connections watching {view.watched_paths()} paths\nTotal watches:{view.watches}\n"


def _dump(view: ServerView) -> str:
    owners = {session: paths for session, paths in view.ephemerals.items() if paths}
    sessions = "".join(f"\t0x{session:x}\n" for session in view.ephemerals)
    nodes = "".join(f"0x{session:x}:\n" + "".join(f"\t{p}\n" for p in paths) for session, paths in owners.items())
    clients = "".join(f"\tip: /{c.peer} sessionId: 0x{c.session_id:x}\n" for c in view.connections)
    return (
        f"SessionTracker dump:\nSessions ({view.sessions}):\n{sessions}"
        f"ephemeral nodes dump:\nSessions with Ephemerals ({len(owners)}):\n{nodes}"
        f"Connections dump:\nConnections ({len(view.connections)}):\n{clients}"
    )


_ANSWERS: Mapping[bytes, Callable[[ServerView], str]] = {
    b"ruok": _ruok,
    b"stat": _stat,
    b"srvr": _srvr,
    b"mntr": _mntr,
    b"cons": _cons,
    b"envi": _envi,
    b"conf": _conf,
    b"isro": _isro,
    b"wchs": _wchs,
    b"dirs": _dirs,
    b"dump": _dump,
}

WORDS = frozenset(_ANSWERS) | {b"crst", b"srst", b"wchc", b"wchp", b"stmk", b"gtmk", b"hash", b"lsnp", b"orst", b"icfg"}
"""Every word that ZooKeeper has; those without a text of ours are refused as by a server that does not list them."""
