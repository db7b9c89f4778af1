"""Every write of an elected controller: a multi that checks the version of /controller_epoch first.

A controller that lost its session and does not know it yet can decide what it likes: ZooKeeper refuses the write
(KAFKA-6082).

    groups of operations          multis in flight
    ┌ set p0 ┐                    ┌ check epoch │ set p0 │ set p1 │ … ┐
    ├ set p1 ┤  ── packed ──►     ├ check epoch │ set p7 │ … ─────────┤ ──► one result per group
    └  …     ┘                    └───────────────────────────────────┘

A group is done whole or not at all. Groups share a multi only to save round trips: when one of them fails, the others
of its multi are written again without it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeVar

from kavka.common.pace import pass_turn
from kavka.zk import paths
from kavka.zk.client import CheckOp, ZkClient
from kavka.zk.errors import BadVersion, NoNode, ZkError
from kavka.zk.ops import CreateOp, Op, OpResult, SetOp

OPS_PER_MULTI_MAX = 128
"""Few enough that one multi does not hold up a server's other clients."""

BYTES_PER_MULTI_MAX = 512 * 1024
"""Half of what ZooKeeper takes in one request (`jute.maxbuffer`), which leaves room for paths and headers."""

MULTIS_IN_FLIGHT_MAX = 32
READS_IN_FLIGHT_MAX = 1_000

READ_WINDOWS_IN_FLIGHT_MAX = 3
"""While one window of responses is looked through, the next ones are on their way."""

T = TypeVar("T")
ItemT = TypeVar("ItemT")

Group = Sequence[Op]
GroupResult = list[OpResult] | ZkError


class ControllerMoved(Exception):
    """/controller_epoch has another version: somebody else was elected, and nothing was written."""


class FencedWriter:
    """Writes as the controller of one epoch.

    Args:
        zk: the client.
        epoch_version: the version of /controller_epoch that this controller's own election left.
    """

    __slots__ = ("_check", "_zk")

    def __init__(self, zk: ZkClient, *, epoch_version: int) -> None:
        self._zk = zk
        self._check = CheckOp(paths.CONTROLLER_EPOCH, epoch_version)

    async def write(self, groups: Iterable[Group]) -> list[GroupResult]:
        """Writes groups, many at a time, made when it is their turn.

        Returns:
            For each group the results of its operations, or the error that kept it from being done.

        Raises:
            ControllerMoved: another controller was elected. Groups of other multis may be done.
            ZkError: the connection or the session was lost; what was in flight may or may not be done.
        """
        packs = await in_order(_packed(groups), self._write_pack, at_once_max=MULTIS_IN_FLIGHT_MAX)
        return [result for results in packs for result in results]

    async def _write_pack(self, groups: Sequence[Group]) -> list[GroupResult]:
        results: dict[int, GroupResult] = {}
        left = list(range(len(groups)))
        while left:
            ops: list[Op] = [self._check]
            starts: list[int] = []
            for index in left:
                starts.append(len(ops))
                ops += groups[index]
            try:
                done = await self._zk.multi(ops)
            except ZkError as error:
                refused = left.pop(self._refused(error, starts))
                results[refused] = error
                continue
            for index, start in zip(left, starts, strict=True):
                results[index] = done[start : start + len(groups[index])]
            break
        return [results[index] for index in range(len(groups))]

    def _refused(self, error: ZkError, starts: Sequence[int]) -> int:
        """Finds the group of a multi that failed, as a position in `starts`; raises what is no group's fault."""
        if error.op_index is None:
            raise error
        if error.op_index == 0:
            if isinstance(error, BadVersion | NoNode):
                raise ControllerMoved("/controller_epoch changed since this controller was elected") from error
            raise error
        return max(position for position, start in enumerate(starts) if start <= error.op_index)


async def in_flight(calls: Sequence[Awaitable[T]]) -> list[T]:
    """Awaits calls together; when some fail, waits for all of them before the first failure is raised."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


async def in_order(items: Iterable[ItemT], call: Callable[[ItemT], Awaitable[T]], *, at_once_max: int) -> list[T]:
    """Calls for each item, some at a time, and returns results in the items' order.

        turn of the loop   1        2        3        …   when the first has ended
        made and begun     item 0   item 1   item 2       item `at_once_max`

    Items are made one a turn of the loop, so that very many hold it for no longer than one does; what is done with the
    results goes on between. When a call fails, none is begun any more, and what is on its way is waited for before the
    first failure is raised.
    """
    left = iter(items)
    first = list(islice(left, 2))
    if len(first) < 2:
        return [await call(item) for item in first]
    begun: list[asyncio.Future[tuple[T | BaseException]]] = []
    try:
        for item in chain(first, left):
            if len(begun) >= at_once_max and isinstance((await begun[-at_once_max])[0], BaseException):
                break
            begun.append(asyncio.gather(call(item), return_exceptions=True))
            await pass_turn()
        results = [(await one)[0] for one in begun]
    finally:
        left_behind = [one for one in begun if not one.done()]  # of a caller that was cancelled
        for one in left_behind:
            one.cancel()
        await asyncio.gather(*left_behind, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


def windows(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yields the items in slices of at most `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _packed(groups: Iterable[Group]) -> Iterator[list[Group]]:
    """Groups in order, as many in a multi as the limits allow; a group that is too large alone goes alone."""
    pack: list[Group] = []
    ops = size = 0
    for group in groups:
        group_bytes = sum([len(op.path) + len(op.data or b"") for op in group if isinstance(op, (CreateOp, SetOp))])
        if pack and (ops + len(group) > OPS_PER_MULTI_MAX or size + group_bytes > BYTES_PER_MULTI_MAX):
            yield pack
            pack, ops, size = [], 0, 0
        pack.append(group)
        ops += len(group)
        size += group_bytes
    if pack:
        yield pack
