"""The four-letter words that operators and monitoring send a ZooKeeper: plain text in, plain text out.

ruok stat srvr mntr cons envi conf isro. kazoo reads the server's version from envi.
Only the texts; the connection recognises the words, the server hands over what they tell (`ServerView`).
"""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass

VERSION = "3.4.14"
"""The protocol's age that we claim: clients that look do not try what came later (containers, TTLs, reconfig)."""

COMMANDS = frozenset({b"ruok", b"stat", b"srvr", b"mntr", b"cons", b"envi", b"conf", b"isro"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionView:
    """One client in `stat` and `cons`."""

    peer: str
    session_id: int
    timeout_ms: int
    queued: int
    received: int
    sent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """The server as it is now."""

    port: int
    data_dir: str
    last_zxid: int
    nodes: int
    ephemerals: int
    watches: int
    data_bytes: int
    connections: tuple[ConnectionView, ...]
    connections_max: int
    received: int
    sent: int
    latency_us_min: int
    latency_us_max: int
    latency_us_total: int
    replies: int
    session_timeout_ms_min: int
    session_timeout_ms_max: int

    @property
    def latency_ms(self) -> tuple[float, float, float]:
        """Shortest, average and longest time from a request to its reply's release."""
        average = self.latency_us_total / self.replies if self.replies else 0.0
        return self.latency_us_min / 1000, average / 1000, self.latency_us_max / 1000


def answer(word: bytes, view: ServerView) -> bytes:
    """The text for one of `COMMANDS`."""
    return _ANSWERS[word](view).encode()


def _ruok(view: ServerView) -> str:
    return "imok"


def _isro(view: ServerView) -> str:
    return "rw"


def _srvr(view: ServerView) -> str:
    low, average, high = view.latency_ms
    return (
        f"Zookeeper version: {VERSION}-kavka\n"
        f"Latency min/avg/max: {low:.0f}/{average:.1f}/{high:.0f}\n"
        f"Received: {view.received}\nSent: {view.sent}\nConnections: {len(view.connections)}\n"
        f"Outstanding: {sum(c.queued for c in view.connections)}\n"
        f"Zxid: 0x{view.last_zxid:x}\nMode: standalone\nNode count: {view.nodes}\n"
    )


def _stat(view: ServerView) -> str:
    head, _, rest = _srvr(view).partition("\n")
    clients = "".join(f" /{c.peer}[1](queued={c.queued},recved={c.received},sent={c.sent})\n" for c in view.connections)
    return f"{head}\nClients:\n{clients}\n{rest}"


def _cons(view: ServerView) -> str:
    return "".join(
        f" /{c.peer}[1](queued={c.queued},recved={c.received},sent={c.sent},sid=0x{c.session_id:x},to={c.timeout_ms})\n"
        for c in view.connections
    )


def _mntr(view: ServerView) -> str:
    low, average, high = view.latency_ms
    values: dict[str, object] = {
        "zk_version": f"{VERSION}-kavka",
        "zk_avg_latency": f"{average:.1f}",
        "zk_max_latency": f"{high:.0f}",
        "zk_min_latency": f"{low:.0f}",
        "zk_packets_received": view.received,
        "zk_packets_sent": view.sent,
        "zk_num_alive_connections": len(view.connections),
        "zk_outstanding_requests": sum(c.queued for c in view.connections),
        "zk_server_state": "standalone",
        "zk_znode_count": view.nodes,
        "zk_watch_count": view.watches,
        "zk_ephemerals_count": view.ephemerals,
        "zk_approximate_data_size": view.data_bytes,
    }
    return "".join(f"{key}\t{value}\n" for key, value in values.items())


def _envi(view: ServerView) -> str:
    return (
        "Environment:\n"
        f"zookeeper.version={VERSION}-kavka\n"
        f"host.name={platform.node()}\n"
        f"python.version={platform.python_version()}\n"
        f"os.name={platform.system()}\nos.arch={platform.machine()}\nos.version={platform.release()}\n"
        f"user.dir={os.getcwd()}\n"
    )


def _conf(view: ServerView) -> str:
    return (
        f"clientPort={view.port}\ndataDir={view.data_dir}\ndataLogDir={view.data_dir}\n"
        f"maxClientCnxns={view.connections_max}\n"
        f"minSessionTimeout={view.session_timeout_ms_min}\nmaxSessionTimeout={view.session_timeout_ms_max}\n"
        "serverId=0\n"
    )


_ANSWERS = {
    b"ruok": _ruok,
    b"stat": _stat,
    b"srvr": _srvr,
    b"mntr": _mntr,
    b"cons": _cons,
    b"envi": _envi,
    b"conf": _conf,
    b"isro": _isro,
}
