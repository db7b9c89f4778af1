"""What the checks judge: plain values, so that each of them can be tested without a machine in that state."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from kavka.timer.moments import WallMs


class ConfigFacts(NamedTuple):
    """One configuration.

    Attributes:
        source: the file, or what stands for it.
        error: why it cannot be used.
        warnings: what was found in the environment that looks like configuration and is none.
        inert: keys that are taken and have no effect here.
    """

    source: str
    error: str | None = None
    warnings: tuple[str, ...] = ()
    inert: tuple[str, ...] = ()


class PortFacts(NamedTuple):
    """An address that a broker listens on, or wants to.

    Attributes:
        error: why it could not be bound; None: it is free.
        is_taken: a process listens there.
        holder: that process, as far as this user may know.
        is_ours: it is a broker of the cluster that is looked at.
    """

    listener: str
    host: str
    port: int
    error: str | None = None
    is_taken: bool = False
    holder: str | None = None
    is_ours: bool = False


class AdvertisedFacts(NamedTuple):
    """An address that clients get.

    Attributes:
        is_set: `advertised.listeners` says it; otherwise each client gets the address that it came to.
        bound_host: where the listener of that name is bound; empty: everywhere.
        addresses: what the name resolves to here.
        own: those of `addresses` that are this machine's.
        is_served: a broker of ours runs, and should answer there.
        is_reached: whether it did; None: not tried.
    """

    listener: str
    host: str
    port: int
    is_set: bool
    bound_host: str
    addresses: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    is_served: bool = False
    is_reached: bool | None = None


class DirFacts(NamedTuple):
    """A data directory, or what it will be made in.

    Attributes:
        path: as configured.
        looked_at: the nearest directory that exists.
        error: why nothing can be written there.
        fsync_ms: the middle of a few.
        device: of the file system.
        newest_ms: wall clock of the newest file in it; 0 without one.
    """

    path: str
    looked_at: str
    error: str | None = None
    free_bytes: int = 0
    total_bytes: int = 1
    free_inodes: int = 0
    total_inodes: int = 0
    fsync_ms: float = 0.0
    device: int = 0
    partitions: int = 0
    newest_ms: int = 0


class LimitFacts(NamedTuple):
    """Descriptor limits of a process started from here, and a broker's number of partitions.

    Attributes:
        soft: what a shell's children get.
        hard: what a broker raises it to.
    """

    soft: int
    hard: int
    partitions: int


class ZooKeeperFacts(NamedTuple):
    """One server of `zookeeper.connect`.

    Attributes:
        error: why it does not answer.
        answer: to `srvr`.
        latency_ms: of that, connecting included.
    """

    address: str
    error: str | None = None
    answer: str = ""
    latency_ms: float = 0.0


class JavaFacts(NamedTuple):
    """The Java that Spark would use.

    Attributes:
        command: what was run; None: none was found.
        home: JAVA_HOME, where it is set.
        version: the major one; None: it did not say.
        error: why it does not run.
    """

    command: str | None
    home: str | None
    version: int | None = None
    error: str | None = None


class SparkFacts(NamedTuple):
    """What `kavka-spark` needs beside Java: versions; None: it is not installed."""

    pyspark: str | None
    pyarrow: str | None
    numpy: str | None


class PythonFacts(NamedTuple):
    """This interpreter and what kavka needs of it.

    Attributes:
        is_optimized: whether it was built with profile-guided optimization.
        modules: "compiled", "plain Python", or how many of them are compiled, and for which Python if not for this.
        is_whole: whether all that was built is what runs.
    """

    version: str
    is_supported: bool
    missing: tuple[str, ...]
    is_optimized: bool = True
    modules: str = "plain Python"
    is_whole: bool = True


class BrokerFacts(NamedTuple):
    """A running broker, as its admin endpoint shows.

    Attributes:
        error: why the endpoint does not.
        metrics: series → value.
    """

    name: str
    url: str | None
    error: str | None = None
    is_ready: bool = False
    offline_dirs: tuple[str, ...] = ()
    full_dirs: tuple[str, ...] = ()
    """Those of them that come back by themselves when there is room."""
    metrics: Mapping[str, float] = MappingProxyType({})


class Facts(NamedTuple):
    """All of them."""

    now_ms: WallMs
    configs: tuple[ConfigFacts, ...]
    ports: tuple[PortFacts, ...]
    advertised: tuple[AdvertisedFacts, ...]
    dirs: tuple[DirFacts, ...]
    limits: LimitFacts
    zookeepers: tuple[ZooKeeperFacts, ...]
    java: JavaFacts
    spark: SparkFacts
    python: PythonFacts
    brokers: tuple[BrokerFacts, ...]
