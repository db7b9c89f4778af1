"""Hand-made histories: each anomaly is found and nothing beside it, and what Kafka permits is no anomaly."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.checks import INVARIANTS, check_all
from kavka.simulation.history import (
    Copied,
    History,
    KeyedRecord,
    Poll,
    Send,
    Sought,
)
from tests.support.simulation.histories import (
    KEYS,
    READ_UNCOMMITTED,
    THREE,
    WHOLE,
    A,
    B,
    assigned,
    cleaned,
    commit,
    committed,
    copying,
    failed,
    log,
    polled,
    refused,
    sent,
    stored,
    transaction,
    unknown,
)

ANOMALIES = {
    "lost-write": {
        "in the middle": [*THREE, *log((0, 1), (2, 3))],
        "the end of the log": [*THREE, *log((0, 1), (1, 2))],
        "another record has its place": [*THREE[:2], unknown(9), *log((0, 1), (1, 9))],
        "read by one, then gone": [*THREE, polled((0, 1), (1, 2), (2, 3)), *log((0, 1), (2, 3))],
        "without a final read": [*THREE, polled((0, 1)), polled((2, 3), client="d")],
        "a whole transaction": [transaction(Send(A, 1, 0)), sent(3, 2), *log((2, 3))],
        "committed, hidden from read_committed": [
            transaction(Send(A, 1, 0)),
            sent(3, 2),
            *log((0, 1), (2, 3), committed=((2, 3),)),
        ],
    },
    "unseen": {
        "the last stable offset stands still": [*THREE, *log((0, 1), (1, 2), (2, 3), stable=2)],
        "one record of a transaction": [
            transaction(Send(A, 1, 0), Send(B, 2, 1)),
            sent(3, 0, tp=B),
            *log((0, 1), end=2),
            *log((0, 3), tp=B, end=3, position=1),
        ],
        "the reader got stuck": [*THREE, *log((0, 1), (1, 2), end=3, position=2)],
    },
    "vanished-record": {
        "unknown, read, gone": [sent(1, 0), unknown(2), polled((0, 1), (1, 2)), *log((0, 1))],
        "aborted, read uncommitted, gone": [
            transaction(Send(A, 2, 1), end="aborted"),
            sent(1, 0),
            polled((0, 1), (1, 2), isolation=READ_UNCOMMITTED),
            *log((0, 1)),
        ],
    },
    "duplicate": {
        "acknowledged": [sent(1, 0), sent(2, 2), *log((0, 1), (1, 1), (2, 2))],
        "unknown": [unknown(1), sent(2, 2), *log((0, 1), (1, 1), (2, 2))],
        "in a transaction": [transaction(Send(A, 1, 0)), *log((0, 1), (1, 1), end=3)],
    },
    "misplaced-record": {
        "idempotent": [sent(1, 0), sent(2, 5), *log((0, 1), (1, 2))],
        "plain": [sent(1, 5, producer_id=-1), *log((0, 1))],
    },
    "reordered": {
        "by their readers": [sent(1, number=1), sent(2, number=2), *log((0, 2), (1, 1))],
        "by their acknowledgements": [sent(1, 5, number=1), sent(2, 4, number=2)],
        "two transactions": [
            transaction(Send(A, 1, 5), at=(10, 20)),
            transaction(Send(A, 2, 3), at=(30, 40)),
            *log((3, 2), (5, 1), end=7),
        ],
    },
    "retry-refused": {
        "the first": [refused(1, number=1), sent(2, 0, number=2, producer_id=8)],
        "behind acknowledged ones": [sent(1, 0, number=1), refused(2, number=2), *log((0, 1))],
        "an earlier try is there": [sent(1, 0, number=1), refused(2, number=2), *log((0, 1), (1, 2))],
    },
    "nonmonotonic-send": {
        "acknowledged": [transaction(Send(A, 1, 1), Send(A, 2, 0)), *log((0, 2), (1, 1), end=3)],
        "as read": [transaction(Send(A, 1), Send(A, 2)), *log((0, 2), (1, 1), end=3)],
    },
    "failed-write": {
        "read": [failed(1), *log((0, 1))],
        "read, then gone": [failed(1), polled((0, 1), isolation=READ_UNCOMMITTED), *log()],
        "read where it overtook another": [sent(2, 1, number=-1), failed(1), *log((0, 1), (1, 2))],
    },
    "inconsistent-offsets": {
        "two readers": [unknown(1), unknown(2), polled((0, 1)), polled((0, 2), client="d")],
        "what stands elsewhere for all others": [
            sent(1, 0),
            sent(2, 1),
            polled((0, 1), (1, 2)),
            polled((0, 2), client="d"),
        ],
        "over time": [unknown(1), unknown(2), polled((0, 1)), sent(3, 1), polled((0, 2), (1, 3), client="d")],
    },
    "garbled-read": {
        "a value nobody sent": [sent(1, 0), *log((0, 1), (1, b"\x00\xff"))],
        "of another partition": [sent(1, 0), *log((0, 1)), *log((0, 1), tp=B)],
    },
    "aborted-read": {
        "by a poll": [transaction(Send(A, 1, 0), end="aborted"), polled((0, 1)), *log((0, 1), end=2, committed=())],
        "at the end": [transaction(Send(A, 1, 0), end="aborted"), *log((0, 1), end=2)],
        "by a transaction": [
            transaction(Send(A, 1, 0), end="aborted"),
            transaction(Poll(A, ((0, 1),)), Send(B, 2, 0), client="u"),
            *log((0, 1), end=2, committed=()),
            *log((0, 2), tp=B, end=2),
        ],
        "half of what was aborted": [
            transaction(Send(A, 1, 0), Send(B, 2, 0), end="aborted"),
            sent(3, 2, tp=B),
            *log((0, 1), end=2),
            *log((0, 2), (2, 3), tp=B, committed=((2, 3),)),
        ],
        "nobody asked to commit": [transaction(Send(A, 1, 0), end="unknown", asked=False), *log((0, 1), end=2)],
    },
    "intermediate-read": {
        "before its client asked to commit": [
            transaction(Send(A, 1, 0), Send(A, 2, 1), at=(10, 500)),
            polled((0, 1), at=100),
            *log((0, 1), (1, 2), end=3),
        ],
        "and past it": [
            transaction(Send(A, 1, 0), at=(10, 500)),
            sent(2, 1),
            polled((0, 1), (1, 2), at=100),
            *log((0, 1), (1, 2), end=3),
        ],
    },
    "precommitted-read": {
        "the last of its own": [
            transaction(Send(A, 1, 0), Send(A, 2, 1), Poll(A, ((1, 2),))),
            *log((0, 1), (1, 2), end=3),
        ],
        "its own": [transaction(Send(A, 1, 0), Poll(A, ((0, 1),))), *log((0, 1), end=2)],
    },
    "hanging-transaction": {"open": [transaction(Send(A, 2, 0), end="unknown"), *log((0, 2), end=2, stable=0)]},
    "last-stable-offset": {
        "a poll past an open transaction": [
            transaction(Send(A, 1, 0), at=(10, 500)),
            sent(2, 1),
            Sought(client="c", tp=A, offset=1, time_ms=0),
            polled((1, 2), at=100),
            *log((0, 1), (1, 2), end=3),
        ],
        "a poll past two, of which the first is open": [
            transaction(Send(A, 1, 0), at=(10, 500)),
            transaction(Send(A, 2, 1), at=(10, 50), client="u"),
            sent(3, 2),
            Sought(client="c", tp=A, offset=1, time_ms=0),
            polled((1, 2), (2, 3), at=100),
            *log((0, 1), (1, 2), (2, 3), end=5),
        ],
        "a transaction past itself": [
            transaction(Send(A, 1, 0), Poll(A, ((1, 2),))),
            sent(2, 1),
            *log((0, 1), (1, 2), end=3),
        ],
        "two past each other": [
            transaction(Send(A, 1, 0), Poll(B, ((1, 12),)), client="t"),
            transaction(Send(B, 11, 0), Poll(A, ((1, 2),)), client="u"),
            sent(2, 1),
            sent(12, 1, tp=B),
            *log((0, 1), (1, 2), end=3),
            *log((0, 11), (1, 12), tp=B, end=3),
        ],
    },
    "torn-transaction": {
        "committed": [
            transaction(Send(A, 1, 0), Send(B, 2, 0)),
            sent(3, 2, tp=B),
            *log((0, 1), end=2),
            *log((0, 2), (2, 3), tp=B, committed=((2, 3),)),
        ],
        "half of it is gone": [
            transaction(Send(A, 1, 0), Send(B, 2, 0)),
            sent(3, 2, tp=B),
            *log((0, 1), end=2),
            *log((2, 3), tp=B),
        ],
        "unknown": [
            transaction(Send(A, 1, 0), Send(B, 2, 0), end="unknown"),
            *log((0, 1), end=2),
            *log((0, 2), tp=B, end=2, committed=()),
        ],
    },
    "g1c": {
        "two read from each other": [
            transaction(Send(A, 1, 0), Poll(B, ((0, 2),)), client="t"),
            transaction(Send(B, 2, 0), Poll(A, ((0, 1),)), client="u"),
            *log((0, 1), end=2),
            *log((0, 2), tp=B, end=2),
        ],
        "three, one of them by the last stable offset": [
            transaction(Send(A, 1, 0), Poll(B, ((1, 9),)), client="t"),
            transaction(Send(B, 2, 0), Poll(A, ((0, 1),)), client="u"),
            sent(9, 1, tp=B),
            *log((0, 1), end=2),
            *log((0, 2), (1, 9), tp=B, end=3),
        ],
        "an unknown one that is read": [
            transaction(Send(A, 1, 0), Poll(B, ((0, 2),)), client="t", end="unknown"),
            transaction(Send(B, 2, 0), Poll(A, ((0, 1),)), client="u"),
            *log((0, 1), end=2),
            *log((0, 2), tp=B, end=2),
        ],
    },
    "g1c-realtime": {
        "nobody knows its end, and it reads what was sent later": [
            transaction(Send(B, 2, 0), Poll(A, ((0, 1),)), client="t", end="unknown", at=(10, 20)),
            transaction(Send(A, 1, 0), client="u", at=(30, 40)),
            *log((0, 1), end=2),
            *log((0, 2), tp=B, end=2),
        ],
        "it reads what was sent later": [
            transaction(Send(B, 2, 0), Poll(A, ((0, 1),)), client="t", at=(10, 20)),
            transaction(Send(A, 1, 0), client="u", at=(30, 40)),
            *log((0, 1), end=2),
            *log((0, 2), tp=B, end=2),
        ],
    },
    "poll-skip": {
        "inside of a poll": [*THREE, polled((0, 1), (2, 3)), *WHOLE],
        "between two": [*THREE, polled((0, 1)), polled((2, 3)), *WHOLE],
        "after a seek": [*THREE, Sought(client="c", tp=A, offset=0, time_ms=0), polled((1, 2)), *WHOLE],
        "between transactions": [
            *THREE,
            transaction(Poll(A, ((0, 1),)), at=(30, 40)),
            transaction(Poll(A, ((2, 3),)), at=(50, 60)),
            *WHOLE,
        ],
    },
    "nonmonotonic-poll": {
        "back": [*THREE, polled((0, 1), (1, 2)), polled((1, 2), (2, 3)), *WHOLE],
        "behind where an aborted transaction began": [
            *THREE,
            transaction(Poll(A, ((0, 1), (1, 2))), at=(30, 40)),
            transaction(Poll(A, ((2, 3),)), end="aborted", at=(50, 60)),
            polled((1, 2), (2, 3), client="t"),
            *WHOLE,
        ],
    },
    "int-poll-skip": {"skip": [*THREE, transaction(Poll(A, ((0, 1),)), Poll(A, ((2, 3),))), *WHOLE]},
    "int-nonmonotonic-poll": {"back": [*THREE, transaction(Poll(A, ((0, 1), (1, 2))), Poll(A, ((1, 2),))), *WHOLE]},
    "two-owners": {"one generation": [assigned("c", A), assigned("d", A, B)]},
    "committed-unread": {
        "beyond": [*THREE, polled((0, 1), group="g"), committed(2), *WHOLE],
        "nothing was read": [*THREE, committed(1), *WHOLE],
        "the group never read the first": [*THREE, polled((1, 2), (2, 3), group="g"), committed(3), *WHOLE],
        "what another group has read": [
            *THREE,
            polled((0, 1), (1, 2), group="h"),
            polled((0, 1), group="g", client="d"),
            committed(2, client="d"),
            *WHOLE,
        ],
        "read after": [*THREE, polled((0, 1), group="g"), committed(2), polled((1, 2), group="g"), *WHOLE],
    },
    "processed-twice": {
        "by two members": [
            *THREE,
            transaction(Poll(A, ((0, 1), (1, 2))), client="t", group="g"),
            transaction(Poll(A, ((1, 2), (2, 3))), client="u", group="g"),
            *WHOLE,
        ],
    },
    "lost-commit": {
        "there is an older one": [commit(1, (10, 20)), commit(2, (30, 40)), stored(1)],
        "there is none": [commit(1, (10, 20)), stored(-1)],
        "there is one that nobody asked for": [commit(1, (10, 20)), commit(2, (30, 40)), stored(3, at=50)],
        "one that was asked for later": [commit(1, (10, 20)), stored(2, at=30), commit(2, (40, 50))],
        "behind one of which nobody knows": [
            commit(1, (5, 8)),
            commit(2, (10, 20), is_acked=False),
            commit(3, (30, 40)),
            stored(1),
        ],
        "a member begins below it": [
            *THREE,
            polled((0, 1), (1, 2), group="g"),
            commit(2, (110, 120)),
            assigned("d", A, generation=2, at=130),
            polled((1, 2), (2, 3), client="d", at=140, group="g"),
            *WHOLE,
        ],
    },
    "copied-once": {
        "twice": copying(1, 2, 1, upto=2),
        "not at all": copying(1, upto=2),
        "too early": copying(1, 2, upto=1),
    },
    "compaction-lost-key": {
        "a key": [cleaned([KEYS[1], KEYS[3]], *KEYS)],
        "its last value": [cleaned([KEYS[0], KEYS[3]], *KEYS)],
    },
    "compaction-early-delete": {"200 of 500 ms": [cleaned([KEYS[2]], *KEYS)]},
    "compaction-resurrected": {"back": [cleaned([KEYS[1], KEYS[2]], *KEYS, at=9999)]},
    "compaction-changed": {
        "another value": [cleaned([KEYS[1], KeyedRecord(2, b"a", b"3"), KEYS[3]], *KEYS)],
        "another offset": [cleaned([KEYS[2], KEYS[3], KeyedRecord(4, b"a", b"2")], *KEYS)],
        "another order": [cleaned([KEYS[1], KEYS[3], KEYS[2]], *KEYS)],
    },
}
CASES = [(name, case) for name, cases in ANOMALIES.items() for case in cases]


@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda text: text.replace(" ", "-"))
def test_an_anomaly_is_found_and_nothing_beside_it(name, case):
    found = check_all(History(tuple(ANOMALIES[name][case])))
    assert [breach.invariant for breach in found] == [name], "\n".join(map(str, found))


CLEAN = {
    "nothing": [],
    "the last committed offset": [commit(1, (10, 20)), commit(2, (30, 40)), stored(2)],
    "either of two that were asked for together": [commit(1, (10, 40)), commit(2, (20, 30)), stored(1)],
    "an offset of which nobody knows": [commit(1, (10, 20), is_acked=False), commit(2, (30, 40)), stored(1)],
    "an offset that was sent again, and came late": [commit(1, (10, 4_010)), commit(2, (4_020, 4_030)), stored(1)],
    "an offset that nobody has acknowledged": [commit(1, (10, 20), is_acked=False), stored(-1)],
    "offsets whose times nobody knows": [polled((0, 1), group="g"), sent(1, 0), committed(1), stored(0), *log((0, 1))],
    "a member begins where another has committed, and goes on below what it commits": [
        *THREE,
        assigned("c", A, at=90),
        polled((0, 1), (1, 2), group="g"),
        commit(2, (110, 120)),
        assigned("d", A, generation=2, at=130),
        polled(client="d", at=135, group="g"),
        polled((2, 3), client="d", at=140, group="g"),
        assigned("d", A, generation=3, at=150),
        commit(3, (160, 170)),
        *WHOLE,
    ],
    "copied as far as is committed": copying(2, 1, upto=2),
    "nothing copied yet": copying(upto=0),
    "copies that the final reader did not get to": [
        *THREE,
        *WHOLE,
        *log((0, b"1/1"), tp=B, end=2, position=1),
        sent(b"1/1", 0, tp=B),
        Copied(group="g", source=A, target=B, committed=2, time_ms=9000),
    ],
    "all is there": [*THREE, polled((0, 1)), polled((1, 2), (2, 3)), *WHOLE],
    "a failed write stays away, an unknown one may": [failed(1), unknown(2), unknown(3), *log((0, 3))],
    "an unknown one that others depend on": [unknown(1), sent(2, 1), polled((0, 1), (1, 2)), *log((0, 1), (1, 2))],
    "out of order behind one that was given up": [unknown(1, number=1), refused(2, number=2), *log((0, 1))],
    "out of order behind one that was out of order": [
        sent(1, 0, number=1, client="q"),
        unknown(2, number=1),
        refused(3, number=2),
        refused(4, number=3),
        *log((0, 1)),
    ],
    "a plain producer doubles and reorders": [
        sent(1, 2, producer_id=-1, number=1),
        sent(2, 1, producer_id=-1, number=2),
        *log((0, 1), (1, 2), (2, 1)),
    ],
    "a new producer id may be overtaken by the old one": [
        unknown(1, number=1, producer_id=1),
        sent(2, 0, number=2, producer_id=2),
        *log((0, 2), (1, 1)),
    ],
    "a final reader that got stuck before what a consumer has read": [
        sent(1, 0),
        unknown(2),
        polled((0, 1), (1, 2)),
        *log((0, 1), end=3, position=1),
    ],
    "nobody read so far, and nobody reads in the end": [sent(1, 0), sent(2, 1), polled((0, 1))],
    "a poll up to an open transaction": [
        sent(1, 0),
        transaction(Send(A, 2, 1), at=(10, 500)),
        polled((0, 1), at=100),
        *log((0, 1), (1, 2), end=3),
    ],
    "unknown, and comes into sight between the final reads": [
        sent(1, 0),
        unknown(2),
        *log((0, 1), committed=((0, 1), (1, 2)), stable=2),
    ],
    "unknown, read, and gone with time": [unknown(1), sent(2, 1), polled((0, 1)), *log((1, 2), start=1)],
    "a plain producer reorders": [
        sent(1, 1, producer_id=-1, number=1),
        sent(2, 0, producer_id=-1, number=2),
        *log((0, 2), (1, 1)),
    ],
    "retention took half of a transaction": [
        transaction(Send(A, 1, 0), Send(B, 2, 0)),
        sent(3, 2, tp=B),
        *log((0, 1), end=2),
        *log((2, 3), tp=B, start=2),
    ],
    "retention took what a group had not read, others had": [
        *THREE,
        polled((0, 1), (1, 2), (2, 3), client="d"),
        polled((2, 3), group="g"),
        committed(3),
        *log((2, 3), start=2),
    ],
    "retention took the first": [*THREE, polled((2, 3)), *log((2, 3), start=2)],
    "retention took what a consumer had not read": [*THREE, polled((0, 1)), polled((2, 3)), *log((2, 3), start=2)],
    "aborted records are there for read_uncommitted": [
        transaction(Send(A, 1, 0), end="aborted"),
        sent(2, 2),
        polled((0, 1), (2, 2), isolation=READ_UNCOMMITTED),
        polled((2, 2), client="d"),
        *log((0, 1), (2, 2), committed=((2, 2),)),
    ],
    "markers take offsets": [
        transaction(Send(A, 1, 0), at=(10, 20)),
        transaction(Send(A, 2, 2), at=(30, 40)),
        transaction(Poll(A, ((0, 1),)), Poll(A, ((2, 2),)), client="u", at=(50, 60)),
        *log((0, 1), (2, 2), end=4),
    ],
    "an unknown transaction was committed": [
        transaction(Send(A, 1, 0), Send(B, 2, 0), end="unknown"),
        *log((0, 1), end=2),
        *log((0, 2), tp=B, end=2),
    ],
    "an unknown transaction was not": [
        transaction(Send(A, 1), Send(B, 2), end="unknown"),
        *log((0, 1), end=2, committed=()),
        *log((0, 2), tp=B, end=2, committed=()),
    ],
    "G0: writes of open transactions interleave": [
        transaction(Send(A, 1, 0), Send(B, 4, 1), client="t"),
        transaction(Send(A, 2, 1), Send(B, 3, 0), client="u"),
        *log((0, 1), (1, 2), end=4),
        *log((0, 3), (1, 4), tp=B, end=4),
    ],
    "ww and wr in a circle": [
        transaction(Send(A, 1, 0), Poll(B, ((0, 3),)), client="t", at=(10, 60)),
        transaction(Send(A, 2, 1), Send(B, 3, 0), client="u", at=(10, 40)),
        *log((0, 1), (1, 2), end=4),
        *log((0, 3), tp=B, end=2),
    ],
    "rw in a circle: a poll returns less than there is": [
        transaction(Send(A, 1, 0), at=(10, 20)),
        transaction(Send(A, 2, 2), Poll(B, ((0, 3),)), client="u", at=(30, 60)),
        transaction(Send(B, 3, 0), client="v", at=(30, 40)),
        transaction(Poll(A, ((0, 1),)), client="w", at=(70, 80)),
        *log((0, 1), (2, 2), end=4),
        *log((0, 3), tp=B, end=2),
    ],
    "a transaction that the coordinator aborted reads on past its own record": [
        transaction(Send(A, 1, 0), Poll(A, ((2, 2),)), end="aborted", at=(10, 90)),
        sent(2, 2),
        *log((0, 1), (2, 2), committed=((2, 2),)),
    ],
    "a poll past what its coordinator had aborted already": [
        transaction(Send(A, 1, 0), end="aborted", at=(10, 500)),
        sent(2, 2),
        polled((2, 2), at=100),
        *log((0, 1), (2, 2), committed=((2, 2),)),
    ],
    "after an aborted transaction its consumer goes back": [
        *THREE,
        transaction(Poll(A, ((0, 1),)), at=(30, 40)),
        transaction(Poll(A, ((1, 2),)), end="aborted", at=(50, 60)),
        transaction(Poll(A, ((1, 2), (2, 3))), at=(70, 80)),
        *WHOLE,
    ],
    "after an aborted transaction its consumer goes on": [
        *THREE,
        transaction(Poll(A, ((0, 1),)), at=(30, 40)),
        transaction(Poll(A, ((1, 2),)), end="aborted", at=(50, 60)),
        transaction(Poll(A, ((2, 3),)), at=(70, 80)),
        *WHOLE,
    ],
    "a rebalance makes a consumer read again": [
        *THREE,
        assigned("c", A),
        polled((0, 1), (1, 2), group="g"),
        committed(1),
        assigned("c", A, generation=2),
        polled((1, 2), (2, 3), group="g"),
        committed(3),
        *WHOLE,
    ],
    "a partition changes its owner with the generation": [
        assigned("c", A, B),
        assigned("c", B, generation=2),
        assigned("d", A, generation=2),
    ],
    "a seek backwards and one forwards": [
        *THREE,
        polled((0, 1), (1, 2), (2, 3)),
        Sought(client="c", tp=A, offset=0, time_ms=0),
        polled((0, 1)),
        Sought(client="c", tp=A, offset=2, time_ms=0),
        polled((2, 3)),
        *WHOLE,
    ],
    "a commit behind markers": [
        transaction(Send(A, 1, 0), at=(10, 20)),
        polled((0, 1), group="g"),
        committed(2),
        *log((0, 1), end=2),
    ],
    "a group that began at the end": [
        *THREE,
        assigned("c", A),
        Sought(client="c", tp=A, offset=2, time_ms=0, group="g"),
        polled((2, 3), group="g"),
        committed(3),
        *WHOLE,
    ],
    "what a transaction read is committed": [
        *THREE,
        transaction(Poll(A, ((0, 1), (1, 2))), at=(30, 40), group="g"),
        committed(2, client="t"),
        *WHOLE,
    ],
    "two groups, and one that had to do it again": [
        *THREE,
        transaction(Poll(A, ((0, 1), (1, 2))), client="t", group="g", end="aborted"),
        transaction(Poll(A, ((0, 1), (1, 2))), client="t", group="g", at=(50, 60)),
        transaction(Poll(A, ((0, 1), (1, 2))), client="u", group="h"),
        *WHOLE,
    ],
    "a topic made anew is another": [
        sent(1, 0),
        sent(2, 0, tp=TopicPartition("orders#2", 0)),
        *log((0, 1)),
        *log((0, 2), tp=TopicPartition("orders#2", 0)),
    ],
    "cleaned, the tombstone in its time": [cleaned(KEYS[2:], *KEYS), cleaned(KEYS, *KEYS)],
    "cleaned, the tombstone gone": [cleaned([KEYS[2]], *KEYS, at=1300)],
}


@pytest.mark.parametrize("case", CLEAN, ids=lambda text: text.replace(" ", "-"))
def test_what_is_permitted_is_no_anomaly(case):
    assert list(map(str, check_all(History(tuple(CLEAN[case]))))) == []


def test_in_a_compacted_topic_records_may_be_missing():
    history = History((*THREE, polled((0, 1)), polled((2, 3)), polled((1, 2), client="d"), *log((2, 3))))
    assert check_all(history)
    assert check_all(history, compacted=frozenset({"orders"})) == []


def test_a_value_that_a_workload_sends_twice_is_no_finding_but_an_error():
    with pytest.raises(ValueError, match="sent twice in orders-0"):
        check_all(History((sent(1, 0), sent(1, 1))))


def test_a_circle_is_told_in_words_and_no_longer_than_it_must_be():
    ring = [
        transaction(Send(A, n, n), Poll(A, (((n + 1) % 9, (n + 1) % 9),)), client=f"t{n}", at=(10, 40))
        for n in range(9)
    ]
    pair = [
        transaction(Send(B, 1, 0), Poll(B, ((1, 2),)), client="x"),
        transaction(Send(B, 2, 1), Poll(B, ((0, 1),)), client="y"),
    ]
    found = [breach for breach in check_all(History((*ring[:8], *pair))) if breach.invariant == "g1c"]
    assert len(found) == 1
    assert found[0].detail == (
        "T9 read orders-1@0=1 of T8; T8 read orders-1@1=2 of T9"
        " — with T8 (x, 10–40 ms, committed), T9 (y, 10–40 ms, committed)"
    )


def test_a_breach_carries_the_numbers_of_its_invariant():
    (found,) = check_all(History((transaction(Send(A, 1, 0), end="aborted"), *log((0, 1), end=2))))
    (invariant,) = [invariant for invariant in INVARIANTS if invariant.name == "aborted-read"]
    assert found.kafka == invariant.kafka != ()
    assert "KAFKA-9807" in str(found)


def test_every_anomaly_of_clients_has_a_history_here():
    elsewhere = """
        high-watermark-regressed log-start-regressed leader-epoch-regressed controller-epoch-regressed two-leaders
        isr-outside-replicas offset-order sequence-regressed replica-forgets-committed two-controllers unfenced-write
        dead-joins-isr reassigned-early epoch-storm outstayed stale-obeyed isr-lacks-committed commits-below-min
        laggard-in-isr end-went-back former-epoch-served unsettled replicas-differ producers-differ unstable-told
        former-joins-isr recovery left-behind liveness limit stuck broker-ended no-surprise marked-as-ended
        settled-again over-delivered share-lost share-stuck
    """
    assert sorted(invariant.name for invariant in INVARIANTS) == sorted({*ANOMALIES, *elsewhere.split()})
