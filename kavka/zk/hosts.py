"""What names a ZooKeeper: `host:port,host:port/chroot`, as in zookeeper.connect; whether a text does.

ZooKeeper's own client passes over spaces around a server, and over a comma too many; kazoo does not, and what it
cannot read is no error of its own when a session begins. So whoever takes the text from a person asks here first,
and whoever gives it to kazoo has it trimmed.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def trimmed_hosts(text: str) -> str:
    """Returns the same servers and chroot, without spaces and empty places."""
    servers, slash, chroot = text.partition("/")
    return ",".join(filter(None, map(str.strip, servers.split(",")))) + slash + chroot.strip()


def hosts_problem(text: str) -> str | None:
    """Returns why a text names no ZooKeeper; None where it names one."""
    servers, _, _ = trimmed_hosts(text).partition("/")
    for server in servers.split(","):
        try:
            parts = urlsplit(f"zookeeper://{server}")
            is_wrong = parts.hostname is None or parts.port == 0
        except ValueError:
            is_wrong = True
        if is_wrong or " " in server:
            return f"{server!r} is not an address; write host:port[,host:port…][/chroot]"
    return None
