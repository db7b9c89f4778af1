"""A member's next step towards its target: what it keeps, gives up, gets, and waits for. Pure.

    1. what it has and the target does not: to be given up. Until it says that it has none of it any more, it stays in
       its epoch (UNREVOKED_TASKS)
    2. what the target has besides, where it is free: the member gets it, and the target's epoch
    3. what is not free yet: it waits (UNRELEASED_TASKS)

    free as active    nobody has it as active, and nobody else of the same process has its state
    free as standby   nobody else of the process has it: two threads would work on one directory

What changes its role within one member has no need to be given up first: the state stays where it is. An active task
becomes a standby at once; a standby that is to become active stays one until the task is free.
Kafka's `CurrentAssignmentBuilder`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.streams.states import StreamsMemberState
from kavka.broker.group.streams.tasks import NOTHING_HELD, HeldTasks, RoleTasks, Task, Tasks

if TYPE_CHECKING:
    from kavka.broker.group.streams.member import StreamsMember


class TaskStep(NamedTuple):
    """What a member is next."""

    state: StreamsMemberState
    epoch: int
    assigned: HeldTasks
    revoking: HeldTasks


class Others:
    """What all members but one have, and have still to give up."""

    __slots__ = ("_active", "_here")

    def __init__(self, member: StreamsMember, members: Iterable[StreamsMember]) -> None:
        self._active: set[Task] = set(member.revoking.active)
        """Active at anybody; of this member what it is giving up."""
        self._here: set[Task] = set()
        """Of any role, at others of the same process."""
        for other in members:
            if other is member:
                continue
            is_here = other.said.process_id == member.said.process_id
            for held in (other.assigned, other.revoking):
                self._active.update(held.active)
                if is_here:
                    self._here.update(held.active, held.standby, held.warmup)

    def is_free(self, task: Task, *, as_active: bool) -> bool:
        """Tells whether a member may get a task now."""
        return task not in self._here and not (as_active and task in self._active)


def next_step(
    member: StreamsMember, target: RoleTasks, target_epoch: int, *, owned: RoleTasks | None, others: Others
) -> TaskStep | None:
    """Returns a member's next step; None: it has none to take.

    Args:
        member: as it is.
        target: what it is to have.
        target_epoch: the target's.
        owned: what it says that it has; None: it does not say.
        others: what others have.
    """
    epoch = member.epoch
    if member.state is StreamsMemberState.STABLE and epoch == target_epoch:
        return None
    if member.state is StreamsMemberState.UNREVOKED_TASKS:
        if _has_not_released(member.revoking, owned):
            return None
        epoch += 1
    return _towards(member.assigned, target, (epoch, target_epoch), owned, others)


def _has_not_released(tasks: HeldTasks, owned: RoleTasks | None) -> bool:
    return owned is None or tasks.has_any(owned)


def _towards(
    had: HeldTasks, target: RoleTasks, epochs: tuple[int, int], owned: RoleTasks | None, others: Others
) -> TaskStep:
    epoch, target_epoch = epochs
    kept_active = {task: had.active[task] for task in had.active if task in target.active}
    promoted = (had.standby | had.warmup) & target.active
    revoking = HeldTasks(
        active={task: had.active[task] for task in had.active if task not in target.active},
        # What becomes active, or changes between standby and warm-up, is not given up.
        standby=had.standby - target.standby - target.warmup - promoted,
        warmup=had.warmup - target.warmup - target.standby - promoted,
    )
    new_active, waits_active = _split(target.active - had.active.keys(), others, as_active=True)
    demoted = target.standby & had.active.keys()
    moved_standby = target.standby & (had.warmup | demoted)
    moved_warmup = target.warmup & had.standby
    new_standby, waits_standby = _split(target.standby - had.standby - moved_standby, others, as_active=False)
    new_warmup, waits_warmup = _split(target.warmup - had.warmup - moved_warmup, others, as_active=False)
    standby = (had.standby & target.standby) | moved_standby
    warmup = (had.warmup & target.warmup) | moved_warmup
    if not revoking.is_empty and _has_not_released(revoking, owned):
        # Nothing new is given now, so what is to become active stays what it is.
        held = HeldTasks(kept_active, standby | (had.standby & promoted), warmup | (had.warmup & promoted))
        return TaskStep(StreamsMemberState.UNREVOKED_TASKS, epoch, held, revoking)
    still = promoted - new_active
    held = HeldTasks(
        kept_active | dict.fromkeys(new_active, target_epoch),
        standby | new_standby | (had.standby & still),
        warmup | new_warmup | (had.warmup & still),
    )
    is_waiting = waits_active or waits_standby or waits_warmup
    state = StreamsMemberState.UNRELEASED_TASKS if is_waiting else StreamsMemberState.STABLE
    return TaskStep(state, target_epoch, held, NOTHING_HELD)


def _split(tasks: Iterable[Task], others: Others, *, as_active: bool) -> tuple[Tasks, bool]:
    """Returns the tasks that are free, and whether some are not."""
    wanted = frozenset(tasks)
    free = frozenset(task for task in wanted if others.is_free(task, as_active=as_active))
    return free, free != wanted
