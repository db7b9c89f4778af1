"""Who is the controller: the ephemeral /controller and the ever-growing /controller_epoch, changed in one multi.

    /controller            who claims it, bound to a session             ┐ created and set together, or neither:
    /controller_epoch      how many there have been; text; its version   ┘ no controller without an epoch of its own
                           is checked by every later write

Active means: holding the epoch that this process wrote. An epoch is never read and adopted, and reading one's own id in
/controller proves nothing: it may be a leftover (KAFKA-1096). Cases of what `elect` finds:

  Case A: nobody → try to create. Somebody else was faster → look again.
  Case B: another session's node, whatever its content, one's own id included → wait until it goes.
  Case C: this session's own node, though nobody here is active (its answer was lost, or it was overwritten by hand)
          → delete it, then Case A.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from controller.events import ControllerChange, Reelect
from controller.zk_watches import ZkWatches
from kavka.zk import paths
from kavka.zk.client import CheckOp, CreateOp, DeleteOp, SetOp, Stat, ZkClient
from kavka.zk.errors import BadVersion, NodeExists, NoNode
from kavka.zk.ops import Op
from kavka.zk.paths import ControllerZNode, ZNodeError
from timer.clock import Clock

log = logging.getLogger(__name__)

NOBODY = -1

ELECT_ATTEMPTS_MAX = 50
"""How often an election is tried in a row while others come and go; afterwards the watch decides when the next is."""


class Term(NamedTuple):
    """A won election."""

    epoch: int
    epoch_version: int
    """The version of /controller_epoch: what every write of this term checks."""


class ControllerNode(NamedTuple):
    """What is in /controller."""

    broker_id: int
    """−1 when the content cannot be read."""
    session_id: int


class ControllerElection:
    """One broker's part in electing the controller.

    Args:
        zk: the client.
        watches: tell the event queue when /controller changes.
        clock: for the timestamp in /controller.
        broker_id: whom to vote for.
    """

    __slots__ = ("_broker_id", "_clock", "_watches", "_zk", "active_id")

    def __init__(self, zk: ZkClient, watches: ZkWatches, *, clock: Clock, broker_id: int) -> None:
        self._zk = zk
        self._watches = watches
        self._clock = clock
        self._broker_id = broker_id
        self.active_id = NOBODY
        """Whom /controller named when it was read last."""

    async def read(self) -> ControllerNode | None:
        """Who claims to be the controller; /controller is watched from now on."""
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
        """Whether this very session made the node."""
        return node.session_id == self._zk.session_id

    async def elect(self) -> Term | None:
        """Tries to become the controller.

        Returns:
            The new term; None when somebody else is the controller.
        """
        for _ in range(ELECT_ATTEMPTS_MAX):
            node = await self.read()
            if node is not None and not self.is_own_session(node):  # Case B
                return None
            current = await self._read_epoch()
            try:
                if node is not None:  # Case C
                    log.warning("deleting /controller: this session made it, and nobody here is the controller")
                    await self._delete_node(None if current is None else current[1])
                else:  # Case A
                    return await self._claim(current)
            except (NodeExists, NoNode, BadVersion) as error:
                log.info("the election goes on, somebody else was faster: %s", error)
        log.warning("no controller after %d attempts", ELECT_ATTEMPTS_MAX)
        return None

    async def _claim(self, current: tuple[int, int] | None) -> Term:
        body = ControllerZNode(self._broker_id, self._clock.now_ms()).encode()
        claim = CreateOp(paths.CONTROLLER, body, ephemeral=True)
        if current is None:
            epoch = 1
            await self._zk.multi([claim, CreateOp(paths.CONTROLLER_EPOCH, paths.encode_int(epoch))])
            version = 0
        else:
            epoch = current[0] + 1
            results = await self._zk.multi([claim, SetOp(paths.CONTROLLER_EPOCH, paths.encode_int(epoch), current[1])])
            stat = results[1]
            assert isinstance(stat, Stat), stat
            version = stat.version
        self.active_id = self._broker_id
        return Term(epoch, version)

    async def _read_epoch(self) -> tuple[int, int] | None:
        """The last epoch and its znode's version, None before the first controller."""
        try:
            data, stat = await self._zk.get(paths.CONTROLLER_EPOCH)
        except NoNode:
            return None
        return paths.decode_int(data), stat.version

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
