"""Steps of a member towards its target (KIP-1071): what it gives up first, waits for, or changes at once."""

import pytest

from kavka.broker.group.streams.member import StreamsMember, StreamsSaid
from kavka.broker.group.streams.reconciliation import Others, next_step
from kavka.broker.group.streams.states import STREAMS_MEMBER_TRANSITIONS, StreamsMemberState
from kavka.broker.group.streams.tasks import NOTHING_HELD, HeldTasks, RoleTasks, Task
from tests.support.group.streams_groups import tasks

STABLE, UNREVOKED, UNRELEASED = StreamsMemberState


def held(active=(), standby=(), warmup=(), epoch=1):
    return HeldTasks(dict.fromkeys(tasks(*active), epoch), tasks(*standby), tasks(*warmup))


def roles(active=(), standby=(), warmup=()):
    return RoleTasks(tasks(*active), tasks(*standby), tasks(*warmup))


def member(name="m", process="p", epoch=1, state=STABLE, assigned=NOTHING_HELD, revoking=NOTHING_HELD):
    return StreamsMember(name, StreamsSaid(process_id=process), epoch, epoch, state, assigned, revoking)


def step(one, target, *others, owned=None, epoch=2):
    return next_step(one, target, epoch, owned=owned, others=Others(one, [one, *others]))


def test_who_is_where_its_target_is_has_no_step():
    assert step(member(epoch=2), roles()) is None


def test_a_member_gets_what_is_free_in_the_targets_epoch():
    found = step(member(), roles(["0_0"], ["1_0"], ["2_0"]))
    assert found == (STABLE, 2, HeldTasks({Task("0", 0): 2}, tasks("1_0"), tasks("2_0")), NOTHING_HELD)


def test_what_it_keeps_is_kept_in_the_epoch_in_which_it_got_it():
    found = step(member(assigned=held(["0_0"])), roles(["0_0", "0_1"]))
    assert found.assigned.active == {Task("0", 0): 1, Task("0", 1): 2}


def test_what_it_has_and_the_target_does_not_is_given_up_first_and_nothing_new_comes_before():
    one = member(assigned=held(["0_0", "0_1"], ["1_0"], ["2_0"]))
    found = step(one, roles(["0_1", "0_2"]), owned=roles(["0_0", "0_1"]))
    assert found == (UNREVOKED, 1, held(["0_1"]), held(["0_0"], ["1_0"], ["2_0"]))
    one.state, one.assigned, one.revoking = found.state, found.assigned, found.revoking
    assert step(one, roles(["0_1", "0_2"])) is None, "it does not say what it has"
    assert step(one, roles(["0_1", "0_2"]), owned=roles(["0_1"], ["1_0"])) is None
    assert step(one, roles(["0_1", "0_2"]), owned=roles(["0_1"], (), ["2_0"])) is None
    done = step(one, roles(["0_1", "0_2"]), owned=roles(["0_1"]))
    assert (done.state, done.epoch, done.assigned.active) == (STABLE, 2, {Task("0", 1): 1, Task("0", 2): 2})


def test_who_says_that_it_has_none_of_it_goes_on_at_once():
    found = step(member(assigned=held(["0_0"])), roles(["0_1"]), owned=roles())
    assert (found.state, found.assigned.active.keys(), found.revoking) == (STABLE, tasks("0_1"), NOTHING_HELD)


@pytest.mark.parametrize("where", ["assigned", "revoking"])
def test_an_active_task_waits_for_whoever_has_it_on_any_process(where):
    other = member("n", "q", **{where: held(["0_0"])})
    found = step(member(), roles(["0_0", "0_1"]), other)
    assert (found.state, found.epoch, found.assigned.active.keys()) == (UNRELEASED, 2, tasks("0_1"))
    waiting = member(epoch=2, state=UNRELEASED, assigned=found.assigned)
    assert step(waiting, roles(["0_0", "0_1"]), other).state is UNRELEASED
    assert step(waiting, roles(["0_0", "0_1"])).state is STABLE


def test_a_standby_waits_only_for_threads_of_its_own_process():
    elsewhere = member("n", "q", assigned=held(["0_0"], ["0_1"]))
    assert step(member(), roles((), ["0_0", "0_1"]), elsewhere).state is STABLE
    here = member("n", "p", assigned=held(["0_0"], ["0_1"], ["0_2"]))
    found = step(member(), roles((), ["0_0", "0_1"], ["0_2", "0_3"]), here)
    assert (found.state, found.assigned) == (UNRELEASED, held(warmup=["0_3"]))


def test_an_active_task_waits_for_a_standby_of_another_thread_of_its_process():
    here = member("n", "p", assigned=held((), ["0_0"]))
    assert step(member(), roles(["0_0"]), here).state is UNRELEASED


def test_what_it_is_giving_up_itself_is_not_free_yet():
    one = member(state=UNREVOKED, revoking=held(["0_0"]))
    assert step(one, roles(["0_0"]), owned=roles()).state is UNRELEASED


def test_a_standby_becomes_active_without_being_given_up_and_stays_one_until_the_task_is_free():
    one = member(assigned=held((), ["0_0"], ["0_1"]))
    target = roles(["0_0", "0_1"])
    assert step(one, target).assigned == held(["0_0", "0_1"], epoch=2)
    other = member("n", "q", assigned=held(["0_0", "0_1"]))
    waiting = step(one, target, other)
    assert (waiting.state, waiting.assigned) == (UNRELEASED, held((), ["0_0"], ["0_1"]))
    one.assigned = held(["1_0"], ["0_0"], ["0_1"])
    revoking = step(one, target)
    assert (revoking.state, revoking.assigned) == (UNREVOKED, held((), ["0_0"], ["0_1"]))
    assert revoking.revoking == held(["1_0"])


def test_an_active_task_becomes_a_standby_at_once():
    found = step(member(assigned=held(["0_0"])), roles((), ["0_0"]), owned=roles(["0_0"]))
    assert (found.state, found.assigned, found.revoking) == (UNREVOKED, held((), ["0_0"]), held(["0_0"]))


def test_standbys_and_warm_ups_change_places_at_once():
    found = step(member(assigned=held((), ["0_0"], ["0_1"])), roles((), ["0_1"], ["0_0"]))
    assert (found.state, found.assigned) == (STABLE, held((), ["0_1"], ["0_0"]))


@pytest.mark.parametrize("before", StreamsMemberState)
def test_any_state_may_follow_any_other(before):
    for after in StreamsMemberState:
        assert STREAMS_MEMBER_TRANSITIONS.is_legal(before, after) == (before is not after)
