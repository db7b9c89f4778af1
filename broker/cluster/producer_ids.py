"""Producer ids, unique in the cluster for ever: taken from ZooKeeper in blocks of a thousand, given out one by one.

/latest_producer_id_block names the block that was claimed last; claiming the next one is a write that expects the
version just read, so two brokers never get the same block. What is left of a block when a broker stops is lost, which
is fine: there are 2^63.
"""

from __future__ import annotations

import asyncio
from typing import Final

from kavka.protocol.errors import CoordinatorNotAvailable
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import BadVersion, ZkError
from kavka.zk.znodes import ProducerIdBlockZNode

BLOCK_IDS: Final = 1000
"""Ids in a block, as in Kafka."""

CLAIM_ATTEMPTS_MAX: Final = 20
"""Lost races for a block before a client has to try again later."""


async def claim_block(zk: ZkClient, broker_id: int) -> int:
    """Claims the next block for a broker; returns its first id.

    Raises:
        ZkError: ZooKeeper cannot be asked now.
        CoordinatorNotAvailable: other brokers were faster, again and again.
    """
    for _ in range(CLAIM_ATTEMPTS_MAX):
        data, stat = await zk.get(paths.PRODUCER_ID_BLOCK)
        start = ProducerIdBlockZNode.decode(data).block_end + 1 if data else 0
        block = ProducerIdBlockZNode(broker_id, start, start + BLOCK_IDS - 1)
        try:
            await zk.set(paths.PRODUCER_ID_BLOCK, block.encode(), stat.version)
        except BadVersion:
            continue
        return start
    raise CoordinatorNotAvailable(f"lost {CLAIM_ATTEMPTS_MAX} races for a block of producer ids")


class ProducerIds:
    """This broker's block of producer ids."""

    __slots__ = ("_broker_id", "_claiming", "_end", "_next", "_zk")

    def __init__(self, zk: ZkClient, broker_id: int) -> None:
        self._zk = zk
        self._broker_id = broker_id
        # Invariant: ids from `_next` to `_end` inclusive are ours and were not given out.
        self._next = 0
        self._end = -1
        self._claiming: asyncio.Event | None = None

    def take(self) -> int | None:
        """Takes an unused producer id, None when the block is used up: then `claim` one."""
        if self._next > self._end:
            return None
        producer_id = self._next
        self._next += 1
        return producer_id

    async def next_id(self) -> int:
        """Returns an unused producer id; claims another block when this one is used up.

        Raises:
            CoordinatorNotAvailable: ZooKeeper cannot be asked now.
        """
        while True:
            producer_id = self.take()
            if producer_id is not None:
                return producer_id
            if self._claiming is None:
                await self._claim()
            else:
                # Somebody else's claim is under way: a second one would only waste a block.
                await self._claiming.wait()

    async def _claim(self) -> None:
        claiming = self._claiming = asyncio.Event()
        try:
            start = await claim_block(self._zk, self._broker_id)
        except ZkError as error:
            raise CoordinatorNotAvailable(f"no producer id can be had from ZooKeeper: {error}") from error
        finally:
            self._claiming = None
            claiming.set()
        self._next, self._end = start, start + BLOCK_IDS - 1
