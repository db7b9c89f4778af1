"""What names a ZooKeeper: `host:port,host:port/chroot`, as in zookeeper.connect; whether a text does.

Not the connection: kazoo reads the text by itself when a session begins, and what it cannot read is no error of its own
there. So whoever takes the text from a person asks here first.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def hosts_problem(text: str) -> str | None:
    """Returns why a text names no ZooKeeper; None where it names one."""
    servers, _, _ = text.partition("/")
    for server in servers.split(","):
        try:
            parts = urlsplit(f"zookeeper://{server}")
            is_wrong = parts.hostname is None or parts.port == 0
        except ValueError:
            is_wrong = True
        if is_wrong or server != server.strip():
            return f"{server!r} is not an address; write host:port[,host:port…][/chroot]"
    return None
