"""The sticky assignor of streams groups: tasks stay where they are, or where their state is, and the rest is balanced.

    active tasks    1. to who has it, up to an even share of the active tasks
                    2. to who has it as a standby, or says that it has the state, likewise
                    3. to the process with the least load, and there to the member with the fewest tasks
    standby tasks   of subtopologies with state, never on a process that has the task already
                    1. to who had it as its active task      2. to who has it as a standby
                    3. to the processes with the least load; where there are too few, there are fewer standbys

The load of a process is its tasks by its members: threads of one instance share a process, and its disk. The even share
of who comes later grows with what others did not take. Kafka's `StickyTaskAssignor`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from kavka.broker.group.streams.tasks import NO_TASKS, RoleTasks, Task, Tasks

NAME: Final = "sticky"


class StreamsMemberSpec(NamedTuple):
    """What the assignor knows of a member.

    Attributes:
        process_id: the instance that it is a thread of.
        active, standby: what it has now.
        offsets: how far it has the state of tasks, of those that it says it has on its disk.
    """

    process_id: str
    active: Tasks = NO_TASKS
    standby: Tasks = NO_TASKS
    offsets: Mapping[Task, int] = {}


class Work(NamedTuple):
    """How many tasks a subtopology has, and whether they have state."""

    task_count: int
    is_stateful: bool


class _Share:
    """The even share of tasks of those members that have not got theirs yet."""

    __slots__ = ("_members", "_tasks", "each")

    def __init__(self, tasks: int, members: int) -> None:
        self._tasks = tasks
        self._members = members
        self.each = -(-tasks // members)

    def taken(self, count: int) -> None:
        """Notes that a member has so many tasks now: with its share it is out of the reckoning."""
        if count == self.each:
            self._tasks -= count
            self._members -= 1
            self.each = -(-self._tasks // self._members) if self._members else 0


class _Process:
    """An instance: its members, and what they were given."""

    __slots__ = ("_idle", "counts", "tasks", "total")

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.tasks: set[Task] = set()
        self.total = 0
        self._idle: list[tuple[int, str]] = []
        """A heap of members by their tasks; what is not true any more is dropped when it comes up."""

    @property
    def load(self) -> float:
        return self.total / len(self.counts)

    def join(self, member_id: str) -> None:
        self.counts[member_id] = 0
        heappush(self._idle, (0, member_id))

    def give(self, member_id: str, task: Task) -> None:
        self.tasks.add(task)
        self.total += 1
        self.counts[member_id] += 1
        heappush(self._idle, (self.counts[member_id], member_id))

    def least_loaded(self) -> str:
        while (found := self._idle[0])[0] != self.counts[found[1]]:
            heappop(self._idle)
        return found[1]


class _Assigning:
    """One assignment while it is made."""

    __slots__ = (
        "_idle",
        "active",
        "active_share",
        "former",
        "processes",
        "specs",
        "standby",
        "standbys",
        "total_share",
    )

    def __init__(self, specs: Mapping[str, StreamsMemberSpec], active_count: int, total_count: int) -> None:
        self.specs = specs
        self.active: dict[str, set[Task]] = {member_id: set() for member_id in specs}
        self.standby: dict[str, set[Task]] = {member_id: set() for member_id in specs}
        self.active_share = _Share(active_count, len(specs))
        self.total_share = _Share(total_count, len(specs))
        self.processes: dict[str, _Process] = {}
        self.former: dict[Task, str] = {}
        ranked: dict[Task, list[tuple[bool, int, str]]] = {}
        for member_id, spec in sorted(specs.items()):
            self.processes.setdefault(spec.process_id, _Process()).join(member_id)
            self.former.update(dict.fromkeys(spec.active, member_id))
            for task in spec.standby:
                ranked.setdefault(task, []).append((False, -spec.offsets.get(task, 0), member_id))
            for task in spec.offsets.keys() - spec.standby:
                ranked.setdefault(task, []).append((True, -spec.offsets[task], member_id))
        self.standbys = {task: [member_id for _, _, member_id in sorted(found)] for task, found in ranked.items()}
        """Task → who has its state beside its owner: standbys first, then who has most of it."""
        self._idle = [(0.0, name) for name in sorted(self.processes)]
        """A heap of processes by their load; what is not true any more is dropped when it comes up."""

    def process_of(self, member_id: str) -> _Process:
        return self.processes[self.specs[member_id].process_id]

    def give(self, member_id: str, task: Task, given: Mapping[str, set[Task]]) -> None:
        process = self.process_of(member_id)
        given[member_id].add(task)
        process.give(member_id, task)
        heappush(self._idle, (process.load, self.specs[member_id].process_id))
        if given is self.active:
            self.active_share.taken(process.counts[member_id])
        self.total_share.taken(process.counts[member_id])

    def standby_with_least_load(self, task: Task, *, elsewhere: bool) -> str | None:
        """Returns the least loaded member that has the state; None: nobody has it."""
        found: tuple[float, int, str] | None = None
        for member_id in self.standbys.get(task, ()):
            process = self.process_of(member_id)
            if elsewhere and task in process.tasks:
                continue
            load, count = process.load, process.counts[member_id]
            if found is None or (load < found[0] and count < found[1]):
                found = (load, count, member_id)
        return None if found is None else found[2]

    def give_to_least_loaded(self, task: Task, given: Mapping[str, set[Task]]) -> bool:
        """Gives a task to the process with the least load that does not have it; False where all do."""
        has_it = []
        found: _Process | None = None
        while self._idle and found is None:
            load, name = self._idle[0]
            process = self.processes[name]
            if load != process.load:
                heappop(self._idle)
            elif task in process.tasks:
                has_it.append(heappop(self._idle))
            else:
                found = process
        for entry in has_it:
            heappush(self._idle, entry)
        if found is None:
            return False
        self.give(found.least_loaded(), task, given)
        return True


def assign_sticky(
    specs: Mapping[str, StreamsMemberSpec], work: Mapping[str, Work], standby_replicas: int
) -> dict[str, RoleTasks]:
    """Assigns every task to one member, and its standbys to others.

    Args:
        specs: of each member; there is one at least.
        work: of each subtopology.
        standby_replicas: how many standbys a task with state has, where there are processes enough.
    """
    active = _tasks(work.items())
    stateful = _tasks((name, part) for name, part in work.items() if part.is_stateful)
    making = _Assigning(specs, len(active), len(active) + len(stateful) * standby_replicas)
    _assign_active(making, active)
    if standby_replicas:
        _assign_standbys(making, stateful, standby_replicas)
    return {
        member_id: RoleTasks(frozenset(making.active[member_id]), frozenset(making.standby[member_id]))
        for member_id in specs
    }


def _tasks(work: Iterable[tuple[str, Work]]) -> list[Task]:
    """Lists tasks by partition, so that those of all subtopologies are spread alike."""
    found = [Task(name, index) for name, part in work for index in range(part.task_count)]
    return sorted(found, key=lambda task: (task.partition, task.subtopology_id))


def _assign_active(making: _Assigning, tasks: Sequence[Task]) -> None:
    left = []
    for task in tasks:
        member_id = making.former.get(task)
        if member_id is not None and _has_room(making, member_id, making.active_share):
            making.give(member_id, task, making.active)
        else:
            left.append(task)
    rest = []
    for task in left:
        member_id = making.standby_with_least_load(task, elsewhere=False)
        if member_id is not None and _has_room(making, member_id, making.active_share):
            making.give(member_id, task, making.active)
        else:
            rest.append(task)
    for task in sorted(rest):
        making.give_to_least_loaded(task, making.active)


def _assign_standbys(making: _Assigning, tasks: Sequence[Task], replicas: int) -> None:
    left: list[tuple[Task, int]] = []
    for task in reversed(tasks):
        for number in range(replicas):
            member_id = _standby_that_stays(making, task)
            if member_id is None:
                left.append((task, replicas - number))
                break
            making.give(member_id, task, making.standby)
    for task, missing in sorted(left, reverse=True):
        for _ in range(missing):
            if not making.give_to_least_loaded(task, making.standby):
                break


def _standby_that_stays(making: _Assigning, task: Task) -> str | None:
    """Returns who has the task's state, and room for it."""
    member_id = making.former.get(task)
    if (
        member_id is not None
        and task not in making.process_of(member_id).tasks
        and _has_room(making, member_id, making.total_share)
    ):
        return member_id
    member_id = making.standby_with_least_load(task, elsewhere=True)
    return member_id if member_id is not None and _has_room(making, member_id, making.total_share) else None


def _has_room(making: _Assigning, member_id: str, share: _Share) -> bool:
    return making.process_of(member_id).counts[member_id] < share.each
