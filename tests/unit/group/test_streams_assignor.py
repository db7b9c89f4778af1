"""The sticky assignor of streams groups (KIP-1071): tasks stay, are spread, and have standbys elsewhere."""

import random

import pytest

from kavka.broker.group.streams.sticky_assignor import StreamsMemberSpec, Work, assign_sticky
from tests.support.group.streams_groups import tasks

ONE = {"0": Work(4, is_stateful=True)}


def spec(process="p", active=(), standby=(), offsets=()):
    return StreamsMemberSpec(process, tasks(*active), tasks(*standby), dict(offsets))


def active(found):
    return {member: sorted(f"{name}_{index}" for name, index in each.active) for member, each in found.items()}


def standby(found):
    return {member: sorted(f"{name}_{index}" for name, index in each.standby) for member, each in found.items()}


def test_tasks_are_spread_over_processes_and_their_threads():
    found = assign_sticky({"a": spec("p"), "b": spec("p"), "c": spec("q")}, {"0": Work(3, is_stateful=False)}, 0)
    assert sorted(map(len, active(found).values())) == [1, 1, 1]
    assert standby(found) == {"a": [], "b": [], "c": []}


def test_tasks_stay_and_a_new_member_gets_its_share():
    had = spec("p", active=["0_0", "0_1", "0_2", "0_3"])
    found = assign_sticky({"a": had, "b": spec("q")}, ONE, 0)
    assert active(found) == {"a": ["0_0", "0_1"], "b": ["0_2", "0_3"]}


def test_a_task_whose_owner_is_gone_goes_to_who_has_its_state_the_standby_before_who_has_more_of_it():
    found = assign_sticky(
        {
            "a": spec("p", offsets=[(each, 900) for each in tasks("0_0", "0_1")]),
            "b": spec("q", standby=["0_0"]),
            "c": spec("r", offsets=[(each, 100) for each in tasks("0_1")]),
        },
        {"0": Work(2, is_stateful=True)},
        0,
    )
    assert active(found) == {"a": ["0_1"], "b": ["0_0"], "c": []}


def test_among_those_with_the_state_who_has_less_to_do_gets_the_task():
    found = assign_sticky(
        {
            "a": spec("p", active=["0_0", "0_1"], standby=["0_3"]),
            "b": spec("q", active=["0_2"], standby=["0_3"]),
        },
        ONE,
        0,
    )
    assert active(found) == {"a": ["0_0", "0_1"], "b": ["0_2", "0_3"]}


def test_standbys_are_on_other_processes_and_there_are_fewer_where_there_are_too_few():
    found = assign_sticky({"a": spec("p"), "b": spec("q")}, ONE, 2)
    for task in tasks("0_0", "0_1", "0_2", "0_3"):
        [owner] = [member for member, each in found.items() if task in each.active]
        [other] = [member for member, each in found.items() if task in each.standby]
        assert owner != other


def test_a_standby_stays_and_who_was_active_keeps_the_state():
    found = assign_sticky(
        {"a": spec("p", active=["0_0"]), "b": spec("q", standby=["0_0"]), "c": spec("r")},
        {"0": Work(1, is_stateful=True)},
        1,
    )
    assert (active(found)["a"], standby(found)["b"]) == (["0_0"], ["0_0"])
    moved = assign_sticky({"a": spec("p", active=["0_0", "0_1"]), "b": spec("q")}, {"0": Work(2, is_stateful=True)}, 1)
    assert (active(moved)["b"], standby(moved)["a"]) == (["0_1"], ["0_1"])


def test_stateless_tasks_have_no_standbys():
    found = assign_sticky({"a": spec("p"), "b": spec("q")}, {"0": Work(4, is_stateful=False)}, 1)
    assert standby(found) == {"a": [], "b": []}


def test_very_many_tasks_go_to_very_many_processes_evenly_with_standbys_elsewhere():
    """Looked for among all processes each time, their owners would hold the loop for many seconds."""
    specs = {f"m{number}": spec(f"p{number // 2}") for number in range(2_000)}
    found = assign_sticky(specs, {"0": Work(10_000, is_stateful=True)}, 1)
    assert {len(each.active) for each in found.values()} == {5}
    assert {len(each.active | each.standby) for each in found.values()} == {10}
    held = [(specs[m].process_id, task) for m, each in found.items() for task in each.active | each.standby]
    assert len(held) == len(set(held)) == 20_000


@pytest.mark.parametrize("seed", range(20))
def test_every_task_has_one_owner_and_its_standbys_are_elsewhere(seed):
    rng = random.Random(seed)
    work = {str(n): Work(rng.randrange(1, 8), is_stateful=rng.random() < 0.7) for n in range(rng.randrange(1, 4))}
    specs = {f"m{n}": spec(f"p{rng.randrange(4)}") for n in range(rng.randrange(1, 8))}
    replicas = rng.randrange(3)
    for _ in range(4):
        found = assign_sticky(specs, work, replicas)
        owners = [task for each in found.values() for task in each.active]
        assert sorted(owners) == sorted((name, i) for name, each in work.items() for i in range(each.task_count))
        counts = [len(each.active) for each in found.values()]
        processes = {each.process_id for each in specs.values()}
        if len(processes) == len(specs):
            assert max(counts) - min(counts) <= 1
        held = [(specs[m].process_id, task) for m, each in found.items() for task in each.active | each.standby]
        assert len(held) == len(set(held)), "two threads of a process have one task"
        standbys = sum(len(each.standby) for each in found.values())
        stateful = sum(each.task_count for each in work.values() if each.is_stateful)
        assert standbys == stateful * min(replicas, len(processes) - 1)
        specs = {m: StreamsMemberSpec(specs[m].process_id, each.active, each.standby) for m, each in found.items()}
        if rng.random() < 0.5:
            specs[f"n{len(specs)}"] = spec(f"p{rng.randrange(4)}")
        elif len(specs) > 1:
            specs.pop(rng.choice(sorted(specs)))
