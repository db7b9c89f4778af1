"""What each kind of fault is, and what its fields mean, for people: the table of docs/simulation.md.

A kind that is missing here is missing in the page, and a test says so. Not here: what the kinds do (`hands`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.simulation.faults import STALE, FaultKind, OddRequest

BROKERS: Final = "brokers"
PROCESSES: Final = "brokers, `zookeeper`"
HOSTS: Final = "a host; from these, or from all"


class FaultRow(NamedTuple):
    """One kind: what happens, to whom, and what its number and its text mean; empty: nothing."""

    what: str
    targets: str = ""
    amount: str = ""
    text: str = ""


FAULT_ROWS: Final[dict[FaultKind, FaultRow]] = {
    FaultKind.KILL: FaultRow("SIGKILL; started again when it is over", PROCESSES),
    FaultKind.STOP: FaultRow("SIGTERM; started again when it is over", PROCESSES),
    FaultKind.PAUSE: FaultRow("SIGSTOP, and SIGCONT", PROCESSES),
    FaultKind.SLOW_HOST: FaultRow(
        "the host is short of CPU: its code takes time, drawn for each callback", PROCESSES, "milliseconds, at most"
    ),
    FaultKind.POWER_LOSS: FaultRow("the disk keeps what was synced, and by chance some of the rest", PROCESSES),
    FaultKind.CUT: FaultRow("nothing goes over, either way", HOSTS),
    FaultKind.CUT_ONE_WAY: FaultRow("what the first host sends is lost", HOSTS),
    FaultKind.SLOW_LINK: FaultRow("packets take long", HOSTS, "milliseconds, one way"),
    FaultKind.NARROW_LINK: FaultRow("little bandwidth", HOSTS, "bytes a second"),
    FaultKind.RESET: FaultRow("every connection of the host is reset", "hosts"),
    FaultKind.LATE_REQUEST: FaultRow(
        "the next request of that kind is kept on the way; its client may give up and repeat it",
        BROKERS,
        "milliseconds",
        "`EndTxn`, `Produce` …",
    ),
    FaultKind.CLOCK_JUMP: FaultRow("the wall clock is set", BROKERS, "milliseconds, signed"),
    FaultKind.CLOCK_DRIFT: FaultRow("the clock runs fast or slow", BROKERS, "parts in a million, signed"),
    FaultKind.DISK_FULL: FaultRow("ENOSPC at every write", PROCESSES),
    FaultKind.DISK_ERROR: FaultRow("EIO", PROCESSES, "errors in a thousand calls", "`read`, `write` or `fsync`"),
    FaultKind.NO_DESCRIPTORS: FaultRow("EMFILE at every open", BROKERS),
    FaultKind.SLOW_DISK: FaultRow("every call of the disk takes long", PROCESSES, "milliseconds a call"),
    FaultKind.COLD_CACHE: FaultRow("all logs are evicted from the page cache: reads wait for the device", BROKERS),
    FaultKind.BIT_FLIP: FaultRow("SIGKILL, and a bit of a log flips before it is started again", BROKERS),
    FaultKind.ROT: FaultRow(
        "a bit rots in what is durable", BROKERS, "the byte's position; 0: drawn", "of which files: `t-0/*.log`"
    ),
    FaultKind.RECONFIGURE: FaultRow(
        "restarted with other settings; again, without them, when it is over", BROKERS, "", "`key=value key=value`"
    ),
    FaultKind.SESSION_EXPIRY: FaultRow("ZooKeeper ends the broker's session", BROKERS),
    FaultKind.ZNODE_DELETE: FaultRow("somebody deletes a znode by hand", "", "", "its path"),
    FaultKind.ZNODE_SET: FaultRow("somebody writes a znode by hand", "", "", "`path=data`"),
    FaultKind.TOPIC_CHURN: FaultRow("a topic is deleted and made anew"),
    FaultKind.REASSIGN: FaultRow(
        "an administrator has a partition reassigned, or cancels that", "", "", "`t-0=1,2`; `t-0=`: cancelled"
    ),
    FaultKind.POISON: FaultRow("a stranger produces noise with a right checksum", "", "", "the topic"),
    FaultKind.FORGED_ISR: FaultRow(
        "a stranger tells the broker to lead a partition whose ISR it is not in", BROKERS, "", "the topic"
    ),
    FaultKind.STALE_REQUEST: FaultRow(
        "a request comes that was kept on the way until it means nothing any more",
        BROKERS,
        "",
        ", ".join(f"`{name}`" for name in STALE),
    ),
    FaultKind.ODD_REQUEST: FaultRow(
        "a stranger asks the broker for what no client asks for",
        f"{BROKERS}, `controller`",
        "items, where it has some",
        " · ".join(f"`{name}`" for name in OddRequest),
    ),
    FaultKind.ADMIN_REQUEST: FaultRow(
        "somebody without a token asks the broker's admin endpoint",
        BROKERS,
        "how often its body stands there",
        "`POST /faults {…}`",
    ),
    FaultKind.HALF_REQUESTS: FaultRow("strangers send half a request of 900 kB each", BROKERS, "connections"),
    FaultKind.UNREAD_RESPONSES: FaultRow(
        "strangers fetch 1 MB each from a topic of their own, and read nothing", BROKERS, "connections", "the topic"
    ),
}
"""By kind, in the order in which people read them."""
