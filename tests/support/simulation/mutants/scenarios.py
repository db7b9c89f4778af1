"""The scenarios under which mutants are looked for, by name: the default draws, and some that they do not have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.scenario import FLUSHES, Scenario

_POWER: Final = (FaultKind.POWER_LOSS, FaultKind.KILL, FaultKind.STOP, FaultKind.CUT)

FAILOVERS: Final = (FaultKind.KILL, FaultKind.PAUSE, FaultKind.CUT, FaultKind.CUT_ONE_WAY, FaultKind.SESSION_EXPIRY)
"""Faults by which leaders and controllers change while the former ones may live, or come back."""

_EVERYBODY: Final = ("broker-1", "broker-2", "broker-3")
_SURGED: Final = (0, 1, 2)
"""The partitions of the topic that surges write to."""
_WRITTEN_MS: Final = 150
"""Within so much a controller has written another order of replicas."""


def _alone(at_ms: int, topic: str, *others: str) -> Fault:
    return Fault(at_ms=at_ms, kind=FaultKind.CUT, targets=(f"leader:{topic}", *_EVERYBODY, *others), lasts_ms=10_000)


def _slow(at_ms: int, *pair: str) -> Fault:
    return Fault(at_ms=at_ms, kind=FaultKind.SLOW_LINK, targets=pair, lasts_ms=12_000, amount=800)


def _dark(at_ms: int, slow: str) -> tuple[Fault, Fault]:
    return (
        Fault(at_ms=at_ms, kind=FaultKind.SLOW_DISK, targets=(slow,), lasts_ms=9_000, amount=2_000),
        Fault(at_ms=at_ms + 4_000, kind=FaultKind.POWER_LOSS, targets=_EVERYBODY, lasts_ms=1_000),
    )


def _by_hand(at_ms: int, node: str, partitions: Iterable[Mapping[str, object]]) -> Fault:
    body = {"version": 1, "partitions": [*partitions]}
    return Fault(at_ms=at_ms, kind=FaultKind.ZNODE_SET, text=f"/admin/{node}={json.dumps(body)}")


def _led(at_ms: int, topic: str, orders: Mapping[int, Sequence[int]]) -> tuple[Fault, Fault]:
    """Gives partitions their replicas in an order, as tools of before Kafka 2.4 do, and has the first of each lead.

    Who led stays in the ISR: so leaders follow one another whose logs differ, and nobody has to die for it.
    """
    named = {index: {"topic": topic, "partition": index} for index in orders}
    moved = [{**named[index], "replicas": [*order]} for index, order in orders.items()]
    return (
        _by_hand(at_ms, "reassign_partitions", moved),
        _by_hand(at_ms + _WRITTEN_MS, "preferred_replica_election", named.values()),
    )


def _cut(at_ms: int, lasts_ms: int, *pair: str) -> Fault:
    return Fault(at_ms=at_ms, kind=FaultKind.CUT, targets=pair, lasts_ms=lasts_ms)


def _tails(at_ms: int, one: int, other: int) -> tuple[Fault, ...]:
    """Two brokers lead in turns, and neither hears what the other appends."""
    turns = [dict.fromkeys(_SURGED, order) for order in ((one, other), (other, one))]
    led = [_led(at_ms + 3_000 * number, "surged", turns[number % 2]) for number in range(4)]
    return (*(fault for pair in led for fault in pair), _cut(at_ms + 2_000, 11_000, f"broker-{one}", f"broker-{other}"))


def _answers() -> tuple[Fault, ...]:
    """A leader is succeeded, and succeeds again, while what it has answered to a follower is on its way.

    The controller is the broker that leads in between: so the first leader hears of neither, and answers as before.
    """
    far = Fault(at_ms=5_000, kind=FaultKind.SLOW_LINK, targets=("broker-1", "broker-3"), lasts_ms=17_000, amount=2_000)
    return (
        *(Fault(at_ms=500, kind=FaultKind.SESSION_EXPIRY, targets=(broker,)) for broker in ("broker-1", "broker-3")),
        *_led(3_000, "surged", {0: (1, 2, 3), 1: (1, 2, 3), 2: (1, 3, 2)}),
        _cut(5_000, 17_000, "broker-1", "broker-2"),
        far,
        *_led(14_300, "surged", {0: (2, 1, 3), 1: (2, 1, 3)}),
        *_led(15_000, "surged", {0: (1, 2, 3), 1: (1, 2, 3)}),
    )


def _forgotten(at_ms: int) -> tuple[Fault, Fault]:
    """ZooKeeper is away for longer than sessions last; when all are registered anew, the controller loses its power."""
    return (
        Fault(at_ms=at_ms, kind=FaultKind.KILL, targets=("zookeeper",), lasts_ms=10_000),
        Fault(at_ms=at_ms + 16_800, kind=FaultKind.POWER_LOSS, targets=("controller",), lasts_ms=100),
    )


def _away(at_ms: int, gone: int, others: tuple[int, int]) -> tuple[Fault, ...]:
    """What a broker leads is moved elsewhere, and it does not hear of it: it has lost its session."""
    whole, without = ({0: order} for order in ((gone, *others), others))
    return (
        *_led(at_ms, "consumed", whole),
        _cut(at_ms + 3_000, 11_000, f"broker-{gone}", "zookeeper"),
        _led(at_ms + 11_000, "consumed", without)[0],
    )


def _full() -> tuple[Fault, ...]:
    """A leader's disk is full, and it is far away: what the controller has to tell it is outdated before it is sent."""
    far, lost = ("broker-1",), Fault(at_ms=500, kind=FaultKind.SESSION_EXPIRY, targets=("broker-3",))
    return (
        lost,
        replace(lost, targets=far),
        *_led(3_000, "produced", dict.fromkeys((0, 1), (1, 3, 2))),
        Fault(at_ms=5_000, kind=FaultKind.SLOW_LINK, targets=far, lasts_ms=14_000, amount=700),
        Fault(at_ms=5_000, kind=FaultKind.DISK_FULL, targets=far, lasts_ms=24_000),
        replace(lost, at_ms=11_800),
    )


def _busy(amount: int, come_ms: int) -> tuple[Fault, ...]:
    """A group's coordinator loses its session: another loads, short of CPU, and markers that were late come meanwhile.

    Then the group's members are cut off, and have to come back: what they have committed they ask for again.
    """
    late = [  # whenever it was sent, it comes at one time
        Fault(
            at_ms=at_ms,
            kind=FaultKind.LATE_REQUEST,
            targets=("broker-3",),
            lasts_ms=250,
            amount=come_ms - at_ms,
            text="WriteTxnMarkers",
        )
        for at_ms in range(5_500, 8_000, 250)
    ]
    return (
        *_led(2_000, "__consumer_offsets", dict.fromkeys((0, 1), (3, 1, 2))),
        *_led(2_500, "__transaction_state", dict.fromkeys((0, 1), (2, 1, 3))),
        *late,
        Fault(at_ms=7_900, kind=FaultKind.SLOW_HOST, targets=("broker-1",), lasts_ms=3_000, amount=amount),
        Fault(at_ms=8_000, kind=FaultKind.SESSION_EXPIRY, targets=("broker-3",)),
        Fault(at_ms=8_300, kind=FaultKind.CUT, targets=("clients", *_EVERYBODY), lasts_ms=8_000),
    )


def _in_turns(at_ms: int) -> tuple[Fault, ...]:
    """Who loads is succeeded, and succeeds again, while it waits for its disk in the middle of the log."""
    offsets, one, two = "__consumer_offsets", ("broker-1",), ("broker-2",)
    led = _led(2_000, offsets, dict.fromkeys((0, 1), (2, 1, 3)))
    cold = Fault(at_ms=at_ms, kind=FaultKind.COLD_CACHE, targets=one)
    return (
        *led,
        cold,
        Fault(at_ms=at_ms, kind=FaultKind.SLOW_DISK, targets=one, lasts_ms=8_000, amount=2_500),
        Fault(at_ms=at_ms, kind=FaultKind.SLOW_HOST, targets=one, lasts_ms=8_000, amount=10),
        Fault(at_ms=at_ms, kind=FaultKind.SESSION_EXPIRY, targets=two),
        # Whoever reads has all of a small log loaded: it is evicted again, so that the next slice waits, too.
        *(replace(cold, at_ms=at_ms + after_ms) for after_ms in range(2_550, 3_000, 50)),
        replace(led[1], at_ms=at_ms + 3_500),
        Fault(at_ms=at_ms + 4_200, kind=FaultKind.SESSION_EXPIRY, targets=two),
    )


SCENARIOS: Final = {
    "default": Scenario(),
    "share groups": Scenario(name="share groups", workloads=("shares",), kinds=FAILOVERS),
    "quick ISRs": Scenario(
        name="quick ISRs",
        settings={"replica.lag.time.max.ms": "1500", "replica.fetch.wait.max.ms": "500"},
        kinds=(*FAILOVERS, FaultKind.SLOW_LINK, FaultKind.NARROW_LINK),
        workloads=("producers", "consumers"),
    ),
    "profile 2.0": Scenario(
        name="profile 2.0",
        settings={"inter.broker.protocol.version": "2.0"},
        kinds=FAILOVERS,
        workloads=("producers", "consumers"),
    ),
    "stops while one lags": Scenario(
        name="stops while one lags",
        settings={"offsets.topic.replication.factor": "2", "offsets.topic.num.partitions": "6"},
        workloads=("group",),
        faults=tuple(
            fault
            for at_ms, behind, stopped in ((8_000, 3, 1), (30_000, 1, 2))
            for fault in (
                Fault(
                    at_ms=at_ms, kind=FaultKind.CUT, targets=(f"broker-{behind}", f"broker-{stopped}"), lasts_ms=14_000
                ),
                Fault(at_ms=at_ms + 8_000, kind=FaultKind.STOP, targets=(f"broker-{stopped}",), lasts_ms=2_000),
            )
        ),
    ),
    "reassigned where replicas die": Scenario(
        name="reassigned where replicas die",
        workloads=("consumers",),
        faults=(
            Fault(at_ms=4_000, kind=FaultKind.REASSIGN, text="consumed-0=1,2"),
            Fault(at_ms=8_000, kind=FaultKind.KILL, targets=("broker-2",), lasts_ms=30_000),
            Fault(at_ms=17_000, kind=FaultKind.REASSIGN, text="consumed-0=2,3"),
            Fault(at_ms=21_000, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=14_000),
            Fault(at_ms=31_000, kind=FaultKind.REASSIGN, text="consumed-0="),
        ),
    ),
    "surges of 2.0": Scenario(
        name="surges of 2.0", settings={"inter.broker.protocol.version": "2.0"}, workloads=("surges",)
    ),
    "fetches by name": Scenario(name="fetches by name", settings={"inter.broker.protocol.version": "3.0"}),
    "surges and failovers": Scenario(name="surges and failovers", kinds=FAILOVERS, workloads=("surges",)),
    "power": Scenario(name="power", settings={FLUSHES: "1"}, kinds=_POWER),
    "power while compacting": Scenario(
        name="power while compacting", settings={FLUSHES: "1"}, kinds=_POWER, workloads=("compaction",)
    ),
    "power and slow disks": Scenario(
        name="power and slow disks",
        settings={FLUSHES: "1"},
        workloads=("producers",),
        faults=tuple(
            fault for number, broker in enumerate(_EVERYBODY) for fault in _dark(5_000 + 17_000 * number, broker)
        ),
    ),
    "power after lost sessions": Scenario(
        name="power after lost sessions",
        seconds=44,
        workloads=("producers",),
        faults=(*_forgotten(2_000), *_forgotten(23_000)),
    ),
    "coordinators alone": Scenario(
        name="coordinators alone",
        workloads=("group", "transactions"),
        faults=(
            _alone(7_000, "__transaction_state-0", "zookeeper"),
            _alone(20_000, "__consumer_offsets-1", "zookeeper"),
            _alone(33_000, "__transaction_state-1"),
            _alone(46_000, "__transaction_state-0"),
        ),
    ),
    "slow pairs": Scenario(
        name="slow pairs",
        workloads=("transactions",),
        faults=(
            _slow(5_000, "broker-1", "broker-2"),
            _slow(20_000, "broker-2", "broker-3"),
            _slow(35_000, "broker-3", "broker-1"),
        ),
    ),
    "tails of two leaders": Scenario(
        name="tails of two leaders",
        settings={"inter.broker.protocol.version": "2.0", "replica.lag.time.max.ms": "30000"},
        workloads=("surges",),
        faults=(*_tails(2_000, 1, 2), *_tails(20_000, 2, 3), *_tails(38_000, 3, 1)),
    ),
    "answers on their way": Scenario(
        name="answers on their way",
        seconds=28,
        settings={
            "replica.lag.time.max.ms": "30000",
            "replica.socket.timeout.ms": "30000",
            "replica.fetch.wait.max.ms": "20",
            "replica.fetch.response.max.bytes": "10000",
        },
        workloads=("surges",),
        faults=_answers(),
    ),
    "moved while away": Scenario(
        name="moved while away",
        workloads=("consumers",),
        faults=(*_away(2_000, 1, (2, 3)), *_away(20_000, 2, (3, 1)), *_away(38_000, 3, (1, 2))),
    ),
    "full directories": Scenario(
        name="full directories",
        seconds=36,
        workloads=("producers",),
        faults=_full(),
    ),
    "busy coordinators": Scenario(
        name="busy coordinators",
        seconds=20,
        settings={"auto.leader.rebalance.enable": "false"},
        workloads=("copiers",),
        faults=_busy(28, come_ms=8_950),
    ),
    "coordinators in turns": Scenario(
        name="coordinators in turns",
        seconds=24,
        settings={"auto.leader.rebalance.enable": "false", "offsets.load.buffer.size": "3000"},
        workloads=("copiers", "group"),
        faults=_in_turns(12_000),
    ),
    "elected uncleanly": Scenario(
        name="elected uncleanly",
        about="Who was not in sync leads, and has all that was acknowledged: with one replica in sync nothing was.",
        seconds=40,
        settings={
            "inter.broker.protocol.version": "3.9",
            "min.insync.replicas": "2",
            "unclean.leader.election.enable": "true",
        },
        workloads=("producers",),
        faults=(
            Fault(at_ms=5_000, kind=FaultKind.STOP, targets=("broker-3",), lasts_ms=20_000),
            Fault(at_ms=9_000, kind=FaultKind.STOP, targets=("broker-2",), lasts_ms=8_000),
            Fault(at_ms=14_000, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=14_000),
        ),
    ),
    "back before it has joined": Scenario(
        name="back before it has joined",
        about="A follower has caught up, and is killed and back before the controller comes to take it into the ISR.",
        seconds=24,
        settings={"inter.broker.protocol.version": "3.9"},
        workloads=("producers",),
        faults=(
            Fault(at_ms=5_000, kind=FaultKind.STOP, targets=("broker-3",), lasts_ms=4_000),
            Fault(
                at_ms=8_900,
                kind=FaultKind.LATE_REQUEST,
                targets=("controller",),
                lasts_ms=3_000,
                amount=3_000,
                text="AlterPartition",
            ),
            Fault(at_ms=10_500, kind=FaultKind.KILL, targets=("broker-3",), lasts_ms=500),
        ),
    ),
    "hands": Scenario(
        name="hands",
        kinds=(FaultKind.ZNODE_SET, FaultKind.ZNODE_DELETE, FaultKind.SESSION_EXPIRY, FaultKind.KILL, FaultKind.PAUSE),
    ),
}

TRANSACTIONAL: Final = ("transactions", "copiers")
GROUPS: Final = ("group", "copiers")
LATE: Final = ("latecomers",)
SURGES: Final = ("surges",)
COORDINATED: Final = (*TRANSACTIONAL, "group")
"""Workloads that have to do with some part of the product: only what draws one of them can show its mutants."""
