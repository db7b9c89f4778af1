"""A member's task, step after step: what a retry mends is tried again, the rest is the next poll's to raise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from kavka.client.member_link import MemberLink
from kavka.protocol.errors import EncodeError
from kavka.wire.errors import FAILURES, UnsupportedByBroker, is_retriable


class Failing(Protocol):
    """What a failure ends."""

    attempt: int

    def fail(self, error: BaseException) -> None: ...


async def live(step: Callable[[], Awaitable[None]], membership: Failing, link: MemberLink) -> None:
    """Repeats a member's step; ends by being cancelled.

    Args:
        step: One request, or one wait.
        membership: What a failure ends that no retry mends, unless it is another by then.
        link: Knows the pauses.
    """
    while True:
        attempt = membership.attempt
        try:
            await step()
        except FAILURES as error:
            if is_retriable(error):
                await link.pause()
            elif membership.attempt == attempt:
                membership.fail(error)
        except EncodeError as error:
            if membership.attempt == attempt:
                membership.fail(UnsupportedByBroker(f"this broker is too old for such a member: {error}"))
