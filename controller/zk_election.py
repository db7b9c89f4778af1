"""Who is the controller: the ephemeral /controller and the ever-growing /controller_epoch, changed in one multi.

    /controller            who claims it, bound to a session             ┐ created and set together, or neither:
    /controller_epoch      how many there have been; text; its version   ┘ no controller without an epoch of its own
                           is checked by every later write

Active means: holding the epoch that this process wrote. An epoch is never read and adopted, and reading one's own id in
/controller proves nothing: it may be a leftover (KAFKA-1096). Cases of what `elect` finds:

  Case A: nobody → try to create. Somebody else was faster → look again.
  Case B: another session's node, whatever its content, one's own id included → wait until it goes.
  Case C: this session's own node, though nobody here is active (its response was lost, or it was overwritten by hand)
          → delete it, then Case A.

An epoch that a hand deleted, garbled or set back is rebuilt: the next one is above what is stored, above what this
broker has heard from controllers, and, where nothing can be read, above what the partitions' states were written with.
What only another broker has heard shows when it refuses; `Controller` then elects again with a higher `epoch_min`.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from kavka.controller.events import ControllerChange, Reelect
from kavka.controller.zk_watches import ZkWatches
from kavka.protocol.epochs import ControllerEpoch
from kavka.timer.clock import Clock
from kavka.zk import paths
from kavka.zk.client import CheckOp, CreateOp, DeleteOp, SetOp, Stat, ZkClient
from kavka.zk.errors import BadVersion, NodeExists, NoNode
from kavka.zk.ops import Op
from kavka.zk.paths import ControllerZNode, PartitionStateZNode, ZNodeError

log = logging.getLogger(__name__)

NOBODY = -1

ELECT_ATTEMPTS_MAX = 50
"""How often an election is tried in a row while others come and go, before it counts as failed and waits."""

EPOCH_MAX: Final = 2**31 - 1
"""What fits the control requests' field; an epoch beyond it was written by hand."""

UNREADABLE: Final = ControllerEpoch(0)
"""In place of a stored epoch: there is none, or none that makes sense. The first controller's is 1."""

FIRST_EPOCH: Final = ControllerEpoch(1)


class ElectionUndecided(Exception):
    """Too many others came and went: there is no controller, and nobody else's node whose end could be waited for."""


class Term(NamedTuple):
    """A won election."""

    epoch: ControllerEpoch
    epoch_version: int
    """The version of /controller_epoch: what every write of this term checks."""


class ControllerNode(NamedTuple):
    """What is in /controller."""

    broker_id: int
    """−1 when the content cannot be read."""
    session_id: int


class StoredEpoch(NamedTuple):
    """What is in /controller_epoch."""

    value: ControllerEpoch
    """UNREADABLE where it makes no sense."""
    version: int | None
    """The node's; None: there is no node."""


class ControllerElection:
    """One broker's part in electing the controller.

    Args:
        zk: the client.
        watches: notify the event queue when /controller changes.
        clock: for the timestamp in /controller.
        broker_id: whom to vote for.
        epoch_seen: returns the latest controller epoch that this broker has heard of, negative: none.
        kraft_epoch: what /controller says of KRaft's controller, −1: there is none; None: nothing, as before Kafka 3.4.
    """

    __slots__ = ("_broker_id", "_clock", "_epoch_seen", "_kraft_epoch", "_watches", "_zk", "active_id")

    def __init__(
        self,
        zk: ZkClient,
        watches: ZkWatches,
        *,
        clock: Clock,
        broker_id: int,
        epoch_seen: Callable[[], ControllerEpoch],
        kraft_epoch: int | None = None,
    ) -> None:
        self._zk = zk
        self._watches = watches
        self._clock = clock
        self._broker_id = broker_id
        self._epoch_seen = epoch_seen
        self._kraft_epoch = kraft_epoch
        self.active_id = NOBODY
        """Whom /controller named when it was read last."""

    async def read(self) -> ControllerNode | None:
        """Reads and watches /controller, and returns the controller that it names."""
        stat = await self._watches.exists(paths.CONTROLLER, ControllerChange(), on_deleted=Reelect())
        node = None
        if stat is not None:
            try:
                data, stat = await self._zk.get(paths.CONTROLLER)
                node = ControllerNode(ControllerZNode.decode(data).broker_id, stat.ephemeral_owner)
            except NoNode:
                node = None
            except ZNodeError as error:
                log.error("%s", error)
                node = ControllerNode(NOBODY, stat.ephemeral_owner)
        self.active_id = NOBODY if node is None else node.broker_id
        return node

    def is_own_session(self, node: ControllerNode) -> bool:
        """Tells whether this very session created the node."""
        return node.session_id == self._zk.session_id

    async def elect(self, *, epoch_min: ControllerEpoch = FIRST_EPOCH) -> Term | None:
        """Tries to become the controller.

        Args:
            epoch_min: the new term's epoch is at least this.

        Returns:
            The new term; None when somebody else is the controller.

        Raises:
            ElectionUndecided: others were faster each time, and then gone.
        """
        for _ in range(ELECT_ATTEMPTS_MAX):
            node = await self.read()
            if node is not None and not self.is_own_session(node):  # Case B
                return None
            stored = await self._read_epoch()
            try:
                if node is not None:  # Case C
                    log.warning("deleting /controller: this session made it, and nobody here is the controller")
                    await self._delete_node(stored.version)
                else:  # Case A
                    return await self._claim(stored, epoch_min)
            except (NodeExists, NoNode, BadVersion) as error:
                log.info("the election goes on, somebody else was faster: %s", error)
        raise ElectionUndecided(f"no controller after {ELECT_ATTEMPTS_MAX} attempts")

    async def _claim(self, stored: StoredEpoch, epoch_min: ControllerEpoch) -> Term:
        epoch = await self._next_epoch(stored, epoch_min)
        body = ControllerZNode(self._broker_id, self._clock.now_ms(), self._kraft_epoch).encode()
        claim = CreateOp(paths.CONTROLLER, body, ephemeral=True)
        if stored.version is None:
            await self._zk.multi([claim, CreateOp(paths.CONTROLLER_EPOCH, paths.encode_int(epoch))])
            version = 0
        else:
            write = SetOp(paths.CONTROLLER_EPOCH, paths.encode_int(epoch), stored.version)
            results = await self._zk.multi([claim, write])
            stat = results[1]
            assert isinstance(stat, Stat), stat
            version = stat.version
        self.active_id = self._broker_id
        return Term(epoch, version)

    async def _next_epoch(self, stored: StoredEpoch, epoch_min: ControllerEpoch) -> ControllerEpoch:
        """Returns the epoch to claim: above every one that is known to have been."""
        seen = self._epoch_seen()
        if stored.value == UNREADABLE:
            seen = max(seen, await self._epoch_of_states())
        if seen > stored.value:
            log.error("/controller_epoch went back or cannot be read; epoch %d is known to have been", seen)
        return min(max(stored.value + 1, seen + 1, epoch_min), ControllerEpoch(EPOCH_MAX))

    async def _epoch_of_states(self) -> ControllerEpoch:
        """Finds the highest controller epoch that a partition's state was written in, 0 where there is none."""
        highest = UNREADABLE
        for topic in await self._children(paths.TOPICS):
            indexes = await self._children(paths.topic_partitions(topic))
            states = await self._zk.get_many(
                [paths.partition_state(topic, int(index)) for index in indexes if index.isdecimal()]
            )
            for state in states:
                with contextlib.suppress(ZNodeError):
                    highest = max(
                        highest, UNREADABLE if state is None else PartitionStateZNode.decode(state[0]).controller_epoch
                    )
        return highest

    async def _children(self, path: str) -> list[str]:
        try:
            return await self._zk.children(path)
        except NoNode:
            return []

    async def _read_epoch(self) -> StoredEpoch:
        """Reads the last epoch and its znode's version."""
        try:
            data, stat = await self._zk.get(paths.CONTROLLER_EPOCH)
        except NoNode:
            return StoredEpoch(UNREADABLE, None)
        try:
            value = ControllerEpoch(paths.decode_int(data, paths.CONTROLLER_EPOCH))
        except ZNodeError as error:
            log.error("%s", error)
            value = UNREADABLE
        return StoredEpoch(value if UNREADABLE < value <= EPOCH_MAX else UNREADABLE, stat.version)

    async def abdicate(self, term: Term) -> None:
        """Deletes /controller if it is still this term's, so that all elect again."""
        try:
            await self._delete_node(term.epoch_version)
        except (NoNode, BadVersion) as error:
            log.info("/controller is not ours any more: %s", error)

    async def _delete_node(self, epoch_version: int | None) -> None:
        # The epoch's version stands in for the node's own: an election in between changes it for certain.
        check: list[Op] = [] if epoch_version is None else [CheckOp(paths.CONTROLLER_EPOCH, epoch_version)]
        await self._zk.multi([*check, DeleteOp(paths.CONTROLLER)])
