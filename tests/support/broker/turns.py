"""Turns of the event loop: how much of something happens in one, and waiting until something is so."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kavka.broker.security.authorizer import Authorizer
from kavka.common import lane
from kavka.common.acls import AclEntry, AclOperation, PermissionType, ResourcePattern, ResourceType

DEADLINE = 10.0
"""Seconds: all that it decides is when a test that hangs is ended."""

FEW = 10
"""What is done at once in these tests; more is done in slices."""


class Ticks:
    """A clock on which a millisecond passes for each look at it: slices are then as many on every machine."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        self.now_ns += 1_000_000
        return self.now_ns


def in_small_slices(broker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a broker do what is of more than FEW items in slices of some items."""
    monkeypatch.setattr(lane, "ITEMS_IN_ONE_STEP_MAX", FEW)
    broker.lane = lane.Lane(Ticks())


class Asked(Authorizer):
    """Lets everybody do what some ACLs allow, and counts the questions of each turn of the loop."""

    def __init__(self, *rights: tuple[AclOperation, ResourceType, str]) -> None:
        super().__init__()
        self.questions = 0
        for operation, resource_type, name in rights:
            entry = AclEntry("User:*", "*", operation, PermissionType.ALLOW)
            self.update(ResourcePattern(resource_type, name), frozenset({entry}))

    def is_allowed(self, *asked: Any, **options: Any) -> bool:
        self.questions += 1
        return super().is_allowed(*asked, **options)


async def turns_of(sent: Any) -> tuple[int, Any]:
    """How many turns of the loop something takes, and what it gives; none where it is done at once."""
    if not inspect.isawaitable(sent):
        return 0, sent
    turns = 0
    task = asyncio.ensure_future(sent)
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns, task.result()


async def most_questions(authorizer: Asked, sent: Awaitable[Any]) -> tuple[int, Any]:
    """The most questions of one turn of the loop, and what is given in the end."""
    most = before = 0
    task = asyncio.ensure_future(sent)
    while not task.done():
        await asyncio.sleep(0)
        most = max(most, authorizer.questions - before)
        before = authorizer.questions
    return most, task.result()


async def until(condition: Callable[[], object]) -> None:
    """Lets the loop run until something is so."""
    async with asyncio.timeout(DEADLINE):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
