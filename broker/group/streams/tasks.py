"""Which tasks: a subtopology's work on one partition of its topics, and in which role a member has it. Pure values.

    active    processes records      standby    keeps a copy of the state      warm-up    builds one up, to take over

Sets of tasks never change. An active task is kept with the epoch in which its member got it: who commits offsets for it
has to be in that epoch at least.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple


class Task(NamedTuple):
    """One task."""

    subtopology_id: str
    partition: int


Tasks = frozenset[Task]
Epochs = Mapping[Task, int]
"""Active task → the epoch in which it was assigned."""

NO_TASKS: Final[Tasks] = frozenset()


class RoleTasks(NamedTuple):
    """Tasks by role: a target, or what a member says that it has."""

    active: Tasks = NO_TASKS
    standby: Tasks = NO_TASKS
    warmup: Tasks = NO_TASKS


class HeldTasks(NamedTuple):
    """Tasks by role that a member has been given; treated as a value."""

    active: Epochs = {}  # noqa: RUF012 - nobody changes it
    standby: Tasks = NO_TASKS
    warmup: Tasks = NO_TASKS

    @property
    def is_empty(self) -> bool:
        """Tells whether there are none."""
        return not (self.active or self.standby or self.warmup)

    def by_role(self) -> RoleTasks:
        """Returns the tasks without their epochs."""
        return RoleTasks(frozenset(self.active), self.standby, self.warmup)

    def has_any(self, owned: RoleTasks) -> bool:
        """Tells whether some task is in both, in the same role."""
        return not (
            owned.active.isdisjoint(self.active)
            and owned.standby.isdisjoint(self.standby)
            and owned.warmup.isdisjoint(self.warmup)
        )

    def has_all(self, owned: RoleTasks) -> bool:
        """Tells whether every task of the other is in this one, in the same role."""
        return owned.active <= self.active.keys() and owned.standby <= self.standby and owned.warmup <= self.warmup


NOTHING: Final = RoleTasks()
NOTHING_HELD: Final = HeldTasks()


def tasks_of(parts: Iterable[tuple[str, Iterable[int]]]) -> Tasks:
    """Builds a set of tasks of subtopologies with partitions."""
    return frozenset(Task(subtopology_id, index) for subtopology_id, partitions in parts for index in partitions)


def by_subtopology(tasks: Iterable[Task]) -> dict[str, list[int]]:
    """Groups tasks by their subtopology, both in order."""
    found: dict[str, list[int]] = {}
    for task in sorted(tasks):
        found.setdefault(task.subtopology_id, []).append(task.partition)
    return found
