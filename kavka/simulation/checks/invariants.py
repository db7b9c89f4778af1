"""The invariants that histories and observations are held to: each with a sentence and the bugs that broke it.

`Violation` is what a check returns. An anomaly has one name: a check leaves alone what another one names better, so
that a failure is read once. The numbers are those of Apache Kafka's own tickets; where one is missing, none is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


class Invariant(NamedTuple):
    """A promise of the cluster, and the name under which its breach is reported."""

    name: str
    sentence: str
    kafka: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """A breach of one invariant."""

    invariant: str
    detail: str
    kafka: tuple[str, ...] = ()

    def __str__(self) -> str:
        numbers = f" ({', '.join(self.kafka)})" if self.kafka else ""
        return f"{self.invariant}: {self.detail}{numbers}"


def _invariant(name: str, sentence: str, *numbers: int) -> Invariant:
    return Invariant(name, sentence, tuple(f"KAFKA-{number}" for number in numbers))


INVARIANTS: Final = (
    # ---- records (acknowledged.py) --------------------------------------------------------------------------------
    _invariant(
        "lost-write",
        "A record that was acknowledged, or committed in a transaction, is in the log for every reader.",
        1211, 2143, 6361, 7128, 7164, 7415, 13091, 14140, 15221, 15583,
    ),
    _invariant("unseen", "A final reader gets to every acknowledged record: nothing holds it back.", 5351, 7519, 16371),
    _invariant("vanished-record", "What a consumer has read stays in the log.", 7128, 9835, 14704),
    _invariant("duplicate", "A record of an idempotent producer stands in the log once.", 6683),
    _invariant("misplaced-record", "A record stands at the offset at which it was acknowledged."),
    _invariant("reordered", "Records of an idempotent producer stand in a partition in the order it sent them.", 5283),
    _invariant(
        "retry-refused", "A record that an idempotent producer sends again, behind acknowledged ones, is recognised."
    ),
    _invariant("nonmonotonic-send", "Records of one transaction stand in a partition in the order it sent them.", 5283),
    _invariant("failed-write", "A record that was refused, or came from a producer's former epoch, never appears."),
    _invariant(
        "inconsistent-offsets",
        "All readers find the same record at an offset, at all times.",
        905, 1211, 3047, 6361, 7786, 7866, 13207,
    ),
    _invariant("garbled-read", "Nothing is read that nobody sent to that partition."),
    # ---- transactions (transactions.py, serializability.py) -------------------------------------------------------
    _invariant(
        "aborted-read",
        "A read_committed reader gets no record of a transaction that was not committed (G1a).",
        5376, 5522, 9807, 14055, 13727,
    ),
    _invariant("intermediate-read", "A read_committed reader gets no record of an open transaction (G1b).", 9807),
    _invariant("precommitted-read", "A transaction does not read what it wrote itself."),
    _invariant(
        "last-stable-offset",
        "A read_committed reader does not get past the first record of an open transaction.",
        5522, 7866, 9807,
    ),
    _invariant("torn-transaction", "All records of a transaction are visible, or none.", 10080, 16352),
    _invariant(
        "hanging-transaction", "A transaction that nobody ends any more is ended by its coordinator.", 14402, 19367
    ),
    _invariant("g1c", "No transactions read from each other in a circle (G1c without ww)."),
    _invariant("g1c-realtime", "No transaction reads from one that began after it had ended."),
    # ---- consumers (consumers.py) ---------------------------------------------------------------------------------
    _invariant("poll-skip", "A consumer passes over no record that it may see."),
    _invariant("nonmonotonic-poll", "A consumer's position goes forward unless it is told otherwise."),
    _invariant("int-poll-skip", "Inside a transaction a consumer passes over no record that it may see."),
    _invariant("int-nonmonotonic-poll", "Inside a transaction a consumer's position goes forward."),
    _invariant("two-owners", "A partition has one owner in a generation of a group.", 9801),
    _invariant("committed-unread", "A committed offset is not beyond what the group has read."),
    _invariant("lost-commit", "A committed offset that was acknowledged is there until a later one takes its place."),
    _invariant("processed-twice", "What a transaction consumed for its group, no other consumes for it.", 15784),
    _invariant(
        "copied-once",
        "What a group copies in transactions with its offsets is there once below its committed offset, not beyond.",
    ),
    # ---- share groups (shares.py) ---------------------------------------------------------------------------------
    _invariant("settled-again", "What was accepted or rejected, and confirmed, is settled: it does not come again."),
    _invariant("over-delivered", "A record is not delivered more often than group.share.delivery.count.limit says."),
    _invariant("share-lost", "A share group passes over no record that nobody settled, unless it came often enough."),
    _invariant("share-stuck", "Once all is quiet, a member that accepts what it gets gets everything."),
    # ---- compacted topics (compaction.py) -------------------------------------------------------------------------
    _invariant("compaction-lost-key", "Compaction keeps the last value of every key.", 9254, 13194, 17076),
    _invariant("compaction-early-delete", "A tombstone stays for delete.retention.ms.", 4529),
    _invariant("compaction-resurrected", "A key that was deleted does not come back with an old value.", 4529),
    _invariant("compaction-changed", "Compaction takes records away; it changes, moves and reorders none."),
    # ---- leader epochs (epochs.py) --------------------------------------------------------------------------------
    _invariant("end-went-back", "Where a log ends, as leaders tell it from epoch to epoch, never goes back.", 2334),
    _invariant("former-epoch-served", "Who fetches in a leader epoch that is over is refused (KIP-320)."),
    # ---- brokers (brokers.py) -------------------------------------------------------------------------------------
    _invariant(
        "high-watermark-regressed", "The high watermark that clients are told never goes back.", 1211, 7128
    ),
    _invariant(
        "replica-forgets-committed", "A follower's high watermark never goes back while its broker lives.", 7128
    ),
    _invariant("log-start-regressed", "A replica's log start offset never goes back while its broker lives."),
    _invariant("leader-epoch-regressed", "A broker's leader epoch of a partition never goes back.", 1188, 7164),
    _invariant("controller-epoch-regressed", "A broker's controller epoch never goes back.", 1096, 6082, 1188),
    _invariant("two-leaders", "A partition has one leader in a leader epoch.", 1096, 6082),
    _invariant("isr-outside-replicas", "The ISR of a partition is a part of its replicas.", 9672),
    _invariant(
        "offset-order",
        "log start offset ≤ last stable offset ≤ high watermark ≤ log end offset ≤ accepted end offset.",
        9491,
        5634,
        12177,
    ),
    _invariant("sequence-regressed", "A producer's sequence never goes back while its leader leads.", 5283, 6683),
    # ---- controllers (control.py) ---------------------------------------------------------------------------------
    _invariant("two-controllers", "A controller epoch is one term's, and no other's.", 1096),
    _invariant("unfenced-write", "Who has been replaced as the controller writes no partition's state.", 6082),
    _invariant("dead-joins-isr", "Nobody joins an ISR who is dead or shutting down to the controller.", 14140),
    _invariant("former-joins-isr", "Nobody joins an ISR by what was fetched in a former life of its broker (KIP-903)."),
    _invariant("recovery", "A leader that was not in sync counts as recovering, alone in the ISR until it asks."),
    _invariant("reassigned-early", "A reassignment ends when those that it adds have been in the ISR."),
    _invariant("epoch-storm", "A partition's leader epoch is raised when something happens, not by itself."),
    _invariant("outstayed", "A broker that knows of a later leader of a partition does not lead it.", 7482),
    _invariant(
        "stale-obeyed", "What a former controller, a former leader, or somebody to a former life says is refused.",
        1188, 7235, 13207,
    ),
    # ---- the ISR, while it happens (insync.py) --------------------------------------------------------------------
    _invariant(
        "isr-lacks-committed",
        "Every member of the ISR has all that is committed, for it may be elected.",
        1211, 6361, 7128, 7415, 13091,
    ),
    _invariant("commits-below-min", "While the ISR is below min.insync.replicas nothing is committed.", 15583),
    _invariant("laggard-in-isr", "Who lags for longer than replica.lag.time.max.ms leaves the ISR."),
    # ---- the whole cluster, once all is quiet (agreement.py, leftovers.py) -----------------------------------------
    _invariant(
        "unsettled",
        "Within a bound after the last fault all partitions have leaders and full ISRs, and all agree on them.",
        1188, 3083, 6082, 9672, 12677,
    ),
    _invariant(
        "replicas-differ", "The replicas of a partition are equal below the high watermark.", 1211, 6361, 7128, 7415
    ),
    _invariant("producers-differ", "What a log knows of its producers is what its records say.", 9144),
    _invariant("unstable-told", "Before the last stable offset no transaction ends by a marker that may be lost."),
    _invariant("marked-as-ended", "A broker that serves is not marked as one that has ended in order.", 10471),
    _invariant("left-behind", "Stopped brokers leave no task, timer, file, connection, session or watch.", 13544),
    # ---- the whole run (runner.py) --------------------------------------------------------------------------------
    _invariant("liveness", "Starts, stops, calls and clients get there within a bound, once the faults are over."),
    _invariant("stuck", "As long as somebody waits, something is left to happen, and time goes by."),
    _invariant("broker-ended", "A broker ends when it is told to, or when a fault is the reason."),
    _invariant("limit", "A figure of the run stays within the limit that its scenario sets."),
    _invariant("no-surprise", "No exception is left to nobody, and none is logged as unexpected."),
)  # fmt: skip
"""All of them, by what they speak of."""

_BY_NAME: Final = {invariant.name: invariant for invariant in INVARIANTS}


def violation(name: str, detail: str) -> Violation:
    """Returns a breach of the invariant of that name, with its numbers."""
    invariant = _BY_NAME[name]
    return Violation(invariant.name, detail, invariant.kafka)
