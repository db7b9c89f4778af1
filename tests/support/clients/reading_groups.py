"""Groups of several clients side by side, each on a topic of its own: what they wait for, they wait for at once.

    with reading_groups(CLIENTS, bootstrap, topic, replicas=3) as groups:
        groups.write()
        first = groups.join()                 # a member of each group
        groups.wait_shared(first)             # in each group alone: this member has all partitions

A row is one member of each group, in the groups' order. Not here: the members themselves (`group_clients`).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

import confluent_kafka
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from tests.support.clients.group_clients import GroupMember, members
from tests.support.processes.cluster import wait_until

PARTITIONS = 4
SECONDS_MAX = 120
WRITE_PAUSE_SECONDS = 0.02

Row = list[GroupMember]


class Writer:
    """Writes numbers into all partitions until it is stopped."""

    def __init__(self, bootstrap: str, topic: str) -> None:
        self._producer = confluent_kafka.Producer(
            {"bootstrap.servers": bootstrap, "acks": "all", "linger.ms": 5, "reconnect.backoff.max.ms": 500}
        )
        self._topic = topic
        self._stop = threading.Event()
        self._written: set[str] = set()
        self._left = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        number = 0
        while not self._stop.wait(WRITE_PAUSE_SECONDS):
            value = str(number)
            self._producer.produce(self._topic, value, partition=number % PARTITIONS, on_delivery=self._delivered)
            number += 1
            self._producer.poll(0)
        self._left = self._producer.flush(SECONDS_MAX)

    def _delivered(self, error: object, message: confluent_kafka.Message) -> None:
        if error is None:
            self._written.add((message.value() or b"").decode())

    def stop(self) -> set[str]:
        """Returns what was acknowledged, when nothing is under way any more."""
        self._stop.set()
        self._thread.join()
        assert self._left == 0
        return self._written

    def give_up(self) -> None:
        """Ends without a word, after a failure."""
        self._stop.set()


class ReadingGroup:
    """One group, and whoever writes to its topic."""

    def __init__(self, client: str, bootstrap: str, topic: str, start: Callable[..., GroupMember]) -> None:
        self.client = client
        self.members: list[GroupMember] = []
        self._bootstrap = bootstrap
        self._topic = topic
        self._start = start
        self._writers: list[Writer] = []

    def join(self, *, assignor: str = "range", by: str | None = None) -> GroupMember:
        """Starts a member, of the group's own client or of another."""
        member = self._start(assignor=assignor, by=self.client if by is None else by)
        self.members.append(member)
        return member

    def write(self) -> None:
        """Begins to write."""
        self._writers.append(Writer(self._bootstrap, self._topic))

    def written(self) -> set[str]:
        """Ends the last `write`; returns what was acknowledged."""
        return self._writers[-1].stop()

    def give_up(self) -> None:
        """Ends whatever still writes."""
        for writer in self._writers:
            writer.give_up()

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Waits for something in this group."""
        wait_until(condition, f"{self.client}: {what}", SECONDS_MAX)

    def wait_shared(self, *group: GroupMember) -> None:
        """Waits until each member has a share, and together they have each partition once."""

        def shares() -> list[int]:
            return sorted(partition for member in group for partition in member.assigned or ())

        self.wait(
            lambda: all(member.assigned for member in group) and shares() == list(range(PARTITIONS)),
            f"{len(group)} members share",
        )

    def wait_read(self, values: set[str]) -> None:
        """Waits until its members, also those that are gone, have read all of it between them."""

        def everything() -> bool:
            return values <= {value for member in self.members for value in list(member.read.values())}

        self.wait(everything, "every record is read")


class ReadingGroups(list[ReadingGroup]):
    """Several groups that do the same."""

    def join(self, *, assignor: str = "range") -> Row:
        """Starts a member of each group."""
        return [group.join(assignor=assignor) for group in self]

    def write(self) -> None:
        """Begins to write to each group's topic."""
        for group in self:
            group.write()

    def wait_shared(self, *rows: Row) -> None:
        """Waits until the rows' members share the partitions of each group."""
        for group, *row in zip(self, *rows, strict=True):
            group.wait_shared(*row)

    def wait_all_read(self) -> None:
        """Ends the writing, and waits until each group has read what was acknowledged."""
        for group, values in [(group, group.written()) for group in self]:
            group.wait_read(values)


def _create(bootstrap: str, topics: Sequence[str], replicas: int) -> None:
    admin = AdminClient({"bootstrap.servers": bootstrap})
    for created in admin.create_topics([NewTopic(topic, PARTITIONS, replicas) for topic in topics]).values():
        created.result(30)


@contextlib.contextmanager
def reading_groups(
    clients: Sequence[str],
    bootstrap: str,
    topic: str,
    *,
    replicas: int,
    programs: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[ReadingGroups]:
    """Prepares a group of each client; its topic is there when the block begins. `programs`: see `members`."""
    topics = [f"{topic}-{number}" for number in range(len(clients))]
    _create(bootstrap, topics, replicas)
    groups = ReadingGroups()
    with contextlib.ExitStack() as stack:
        for client, own in zip(clients, topics, strict=True):
            start = stack.enter_context(members(client, bootstrap, f"g-{own}", own, programs))
            groups.append(ReadingGroup(client, bootstrap, own, start))
            stack.callback(groups[-1].give_up)
        yield groups
