"""A group whose members speak both protocols, on a real coordinator: every choice from a seed.

Clients of the classic protocol rebalance eagerly (they give everything up before they join) or cooperatively (they keep
what they have, say so, and give up what SyncGroup leaves out). Each acts on a response with its next step only, and
owns what it owned until then. So two would own a partition at once wherever it was given out too early.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Mapping

from kavka.broker.group.consumer.assignment import assignment_of
from kavka.broker.group.consumer.heartbeats import Heartbeat
from kavka.broker.group.consumer_payloads import read_assignment, read_subscription, write_assignment
from kavka.broker.group.member import JoinedMember
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ConsumerProtocolSubscription
from tests.support.group.consumer_groups import ConsumerGroups
from tests.support.group.groups import Asked, Groups

PARTITIONS = 6
CLIENTS_MAX = 6
TIMEOUT_MS = 6_000
"""Of sessions and rebalances."""
SETTLING_ROUNDS = 600
SETTLING_STEP_MS = 40
"""Less than what the coordinator takes for a stall of its own; all rounds are longer than any session or rebalance."""

_GONE = (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.ILLEGAL_GENERATION, ErrorCode.FENCED_MEMBER_EPOCH)


def subscription(topics: Iterable[str], owned: Iterable[int] = (), *, version: int = 1, topic: str = "t") -> bytes:
    """Encodes what a consumer says in JoinGroup; it owns partitions of one topic."""
    indexes = sorted(owned)
    message = ConsumerProtocolSubscription(
        topics=list(topics),
        owned_partitions=[ConsumerProtocolSubscription.TopicPartition(topic, indexes)] if indexes else [],
    )
    return version.to_bytes(2, "big") + encode_message(message, version)


def assigned(data: bytes) -> set[int]:
    """Reads the partitions of an assignment's only topic."""
    return {index for part in read_assignment(data).assigned_partitions for index in part.partitions}


class ClassicClient:
    """A consumer of the classic protocol that reads topic t."""

    def __init__(self, name: str, groups: Groups, *, is_cooperative: bool, instance: str | None = None) -> None:
        self.name = name
        self.groups = groups
        self.is_cooperative = is_cooperative
        self.instance = instance
        self.member_id = ""
        self.generation = -1
        self.owned: set[int] = set()
        self.joining: Asked | None = None
        self.syncing: Asked | None = None
        self.is_in = False

    @property
    def is_quiet(self) -> bool:
        """Tells whether it has an assignment, and asks for nothing."""
        return self.is_in and self.joining is None and self.syncing is None

    def step(self) -> None:
        """Does the next thing: takes a response in, beats, or joins again."""
        if self.joining is not None:
            if not self.joining.is_waiting:
                self._joined()
        elif self.syncing is not None:
            if not self.syncing.is_waiting:
                self._synced()
        elif self.is_in:
            self._heard(self.groups.heartbeat(self.member_id, self.generation, instance=self.instance))
        else:
            self._join()

    def leave(self) -> None:
        """Leaves, if it is a member."""
        if self.member_id:
            self.groups.leave(self.member_id)

    def _join(self) -> None:
        if not self.is_cooperative:
            self.owned.clear()
        said = subscription(["t"], self.owned if self.is_cooperative else ())
        self.joining = self.groups.join(
            self.member_id,
            instance=self.instance,
            protocols=[("cooperative" if self.is_cooperative else "range", said)],
            is_id_required=True,
            session_ms=TIMEOUT_MS,
            rebalance_ms=TIMEOUT_MS,
        )

    def _joined(self) -> None:
        assert self.joining is not None
        result, self.joining = self.joining.result, None
        if result.error is ErrorCode.MEMBER_ID_REQUIRED:
            self.member_id = result.member_id
            return
        if result.error is not ErrorCode.NONE:
            self._refused(result.error)
            return
        self.member_id, self.generation, self.is_in = result.member_id, result.generation_id, True
        shares = self._shares(result.members) if result.leader_id == self.member_id else {}
        self.syncing = self.groups.sync(self.member_id, self.generation, shares, instance=self.instance)

    def _shares(self, members: Iterable[JoinedMember]) -> Mapping[str, bytes]:
        """Assigns as a leader; cooperatively, what another one owns is given to nobody before it is given up."""
        said = {member.member_id: member.metadata for member in members}
        owner = {
            index: member_id
            for member_id, metadata in said.items()
            for part in read_subscription(metadata).owned_partitions
            for index in part.partitions
        }
        shares: dict[str, list[int]] = {member_id: [] for member_id in said}
        for index, member_id in zip(range(PARTITIONS), sorted(said) * PARTITIONS, strict=False):
            if not self.is_cooperative or owner.get(index, member_id) == member_id:
                shares[member_id].append(index)
        return {member_id: write_assignment([("t", share)], said[member_id]) for member_id, share in shares.items()}

    def _synced(self) -> None:
        assert self.syncing is not None
        result, self.syncing = self.syncing.result, None
        if result.error is not ErrorCode.NONE:
            self._refused(result.error)
            return
        mine = assigned(result.assignment)
        has_to_revoke = not self.owned <= mine
        self.owned = mine
        if has_to_revoke:
            self.is_in = False  # and joins again

    def _heard(self, error: ErrorCode) -> None:
        if error is not ErrorCode.NONE:
            self._refused(error)

    def _refused(self, error: ErrorCode) -> None:
        self.is_in = False
        if error in _GONE:
            self.owned.clear()
        if error is ErrorCode.UNKNOWN_MEMBER_ID:
            self.member_id = ""


class ConsumerClient:
    """A consumer of the consumer protocol that reads topic t."""

    def __init__(self, name: str, consumers: ConsumerGroups) -> None:
        self.name = self.member_id = name
        self.consumers = consumers
        self.epoch = 0
        self.owned: set[int] = set()
        self.assigned: set[int] = set()
        self.says_all = True
        self.asked: Asked | None = None

    @property
    def is_quiet(self) -> bool:
        """Tells whether it has what it was assigned."""
        return self.epoch > 0 and self.owned == self.assigned

    def step(self) -> None:
        """Beats, or takes a response in."""
        if self.asked is not None and not self.asked.is_waiting:
            self._heard()
        elif self.asked is None:
            self._beat()
        if self.owned <= self.assigned:
            self.owned = set(self.assigned)
        else:
            self.owned &= self.assigned

    def leave(self) -> None:
        """Leaves, if it is a member."""
        if self.epoch > 0:
            self.consumers.beat(self.member_id, -1)

    def _beat(self) -> None:
        is_full = self.says_all or self.epoch == 0
        topic_id = self.consumers.topic_id
        self.asked = self.consumers.ask(
            Heartbeat(
                "g",
                self.member_id,
                self.epoch,
                rebalance_timeout_ms=TIMEOUT_MS if is_full else -1,
                topics=["t"] if is_full else None,
                owned=assignment_of([(topic_id, self.owned)]) if self.epoch else {},
            )
        )

    def _heard(self) -> None:
        assert self.asked is not None
        result, self.asked = self.asked.result, None
        if result.error is not ErrorCode.NONE:
            if result.error in (*_GONE, ErrorCode.GROUP_ID_NOT_FOUND):
                self.epoch, self.owned, self.assigned = 0, set(), set()
            self.says_all = True
            return
        self.says_all = False
        self.epoch = result.heard.member_epoch
        if result.heard.assignment is not None:
            self.assigned = set(result.heard.assignment.get(self.consumers.topic_id, ()))


class MixedGroup:
    """Group g, which clients of both protocols join and leave."""

    def __init__(self, consumers: ConsumerGroups, seed: int) -> None:
        self.rng = random.Random(seed)
        self.consumers = consumers
        self.groups = consumers.groups
        self.is_cooperative = self.rng.random() < 0.5
        self.clients: list[ClassicClient | ConsumerClient] = []
        self.made = 0
        self.types: set[str] = set()
        """What the group has been."""
        consumers.topics.put("t", PARTITIONS)
        config = self.groups.config
        self.groups.config = config._replace(
            initial_rebalance_delay_ms=100, consumer=config.consumer._replace(session_timeout_ms=TIMEOUT_MS)
        )

    async def step(self) -> None:
        """Lets one thing happen, and checks that no partition has two owners."""
        act = self.rng.choices(["join", "leave", "vanish", "fail over", "go on"], [6, 5, 1, 1, 120])[0]
        if act == "join" and len(self.clients) < CLIENTS_MAX:
            self._add()
        elif act in ("leave", "vanish") and self.clients:
            client = self.clients.pop(self.rng.randrange(len(self.clients)))
            if act == "leave":
                client.leave()
        elif act == "fail over":
            await self.groups.reload()
        elif self.clients:
            self.rng.choice(self.clients).step()
        self.groups.advance(self.rng.choice([0, 20, 40]))
        self.check()

    def _add(self) -> None:
        self.made += 1
        name = f"m{self.made}"
        if self.rng.random() < 0.35:
            self.clients.append(ConsumerClient(name, self.consumers))
        else:
            self.clients.append(ClassicClient(name, self.groups, is_cooperative=self.is_cooperative))

    async def settle(self) -> None:
        """Lets everybody go on until nothing changes any more; who has vanished is fenced meanwhile."""
        for _ in range(SETTLING_ROUNDS):
            await asyncio.sleep(0)  # groups that were loaded are resumed
            for client in self.clients:
                client.step()
            self.check()
            self.groups.advance(SETTLING_STEP_MS)

    def check(self) -> None:
        """Checks that no partition has two owners among those that the coordinator takes for members."""
        group = self.groups.group()
        if group is None:
            return
        self.types.add(group.type_name)
        known = group.members if group.consumer is None else group.consumer.members
        owners: dict[int, str] = {}
        for client in self.clients:
            if client.member_id in known:
                for index in client.owned:
                    assert index not in owners, f"{client.name} owns {index}, as {owners[index]} does"
                    owners[index] = client.name

    def check_quiet(self) -> None:
        """Checks that everything is assigned, and that the group is of the protocol of its members."""
        if not self.clients:
            return
        assert all(client.is_quiet for client in self.clients), [vars(client) for client in self.clients]
        owned = sorted(index for client in self.clients for index in client.owned)
        assert owned == list(range(PARTITIONS)), {client.name: client.owned for client in self.clients}
        has_new = any(isinstance(client, ConsumerClient) for client in self.clients)
        assert self.groups.group().type_name == ("consumer" if has_new else "classic")
