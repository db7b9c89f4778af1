"""A member's way to its group's coordinator: requests, pauses between tries, and what a refusal means for the member.

    ask ─▶ response ─▶ reaction_to ─▶ GO_ON, REJOIN, TAKE_ID: the caller's to act on
                                      the rest: refused ─▶ again after a pause │ the membership is lost │ raised

The coordinator is spoken to over connections of its own: a JoinGroup, whose response comes when everybody has joined,
and a fetch, which waits for records, would hold up each other and every heartbeat behind them (one request at a time is
looked at on a connection). What has to be said while a JoinGroup is out goes over the consumer's other connections.
"""

from __future__ import annotations

import asyncio
from enum import Enum
from typing import Any, Protocol

from kavka.client.cluster import ANY_VERSION, Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.client.member_settings import MemberSettings
from kavka.protocol.messages import ConsumerGroupHeartbeatRequest, LeaveGroupRequest
from kavka.wire.errors import ClientError, DecodeError, KafkaError, code_name, error_for_code
from kavka.wire.member_reactions import Reaction
from kavka.wire.membership_states import Phase

LEAVE_TIMEOUT_MS = 2_000
"""Leaving is politeness: without it the session runs out."""

LEAVE_ONE_VERSION_MAX = 2
"""From 3 on several members leave at once, which is for administrators."""


class Refusable(Protocol):
    """What a refusal changes, and what of it the links have to know."""

    member_id: str

    @property
    def phase(self) -> Enum: ...

    def lose(self, reaction: Reaction) -> None: ...


class MemberLink:
    """One member's two links to the coordinator.

    Args:
        cluster: Connections for the coordinator alone.
        side: Other connections, for what is said while a JoinGroup is out; None: nothing holds up the own ones.
        settings: Who the member is.
        membership: What a refusal changes.
    """

    def __init__(self, cluster: Cluster, side: Cluster | None, settings: MemberSettings, membership: Refusable) -> None:
        self._cluster = cluster
        self._settings = settings
        self._membership = membership
        self._own = CoordinatorLink(cluster, CoordinatorKind.GROUP, settings.group_id)
        self._side = self._own if side is None else CoordinatorLink(side, CoordinatorKind.GROUP, settings.group_id)
        self._retry_count = 0

    @property
    def free(self) -> CoordinatorLink:
        """Returns the link on which no JoinGroup is out."""
        return self._side if self._membership.phase is Phase.JOINING else self._own

    async def ask(self, request: Any, *, timeout_ms: int) -> Any:
        """Sends a request once over the member's own link; raises as `CoordinatorLink.ask`."""
        return await self._own.ask(request, timeout_ms=timeout_ms)

    def forget(self) -> None:
        """Forgets the coordinator; the next request finds it again first."""
        self._own.forget()

    def succeeded(self) -> None:
        """Counts retries from 0 again."""
        self._retry_count = 0

    async def pause(self) -> None:
        """Waits before the next try, longer each time until one succeeds."""
        pause_ms = self._cluster.backoff_ms(self._retry_count)
        self._retry_count += 1
        await asyncio.sleep(pause_ms / 1000)

    async def refused(self, reaction: Reaction, code: int, what: str, *, reason: str | None = None) -> None:
        """Reacts to a refused request: pauses before a retry, or loses the membership.

        Args:
            reaction: To the code.
            code: The response's.
            what: Completes "the member could not …".
            reason: The coordinator's own words, where it has some.

        Raises:
            KafkaError: neither helps.
        """
        if reaction in (Reaction.RETRY, Reaction.FIND):
            if reaction is Reaction.FIND:
                self.forget()
            await self.pause()
        elif reaction in (Reaction.LOSE_GENERATION, Reaction.LOSE_MEMBER):
            self._membership.lose(reaction)
        else:
            instance = self._settings.group_instance_id
            member_id = self._membership.member_id
            who = f"member {member_id or 'without id'}" + (f" (instance {instance})" if instance else "")
            group_id = self._settings.group_id
            raise error_for_code(code, f"{who} could not {what} in group {group_id!r}: {reason or code_name(code)}")

    async def say_goodbye(self, member_id: str, link: CoordinatorLink) -> None:
        """Leaves the group, as far as the coordinator is concerned; a static member stays in it.

        Never raises what a peer did.
        """
        if not member_id or self._settings.group_instance_id is not None:
            return
        request = LeaveGroupRequest(group_id=self._settings.group_id, member_id=member_id)
        await self._say_last(link, request, LEAVE_ONE_VERSION_MAX)

    async def last_word(self, request: ConsumerGroupHeartbeatRequest) -> None:
        """Leaves a group of the consumer protocol, as far as the coordinator is concerned.

        Never raises what a peer did.
        """
        await self._say_last(self._own, request, ANY_VERSION)

    async def _say_last(self, link: CoordinatorLink, request: Any, version_max: int) -> None:
        try:
            async with asyncio.timeout(LEAVE_TIMEOUT_MS / 1000):
                await link.ask(request, version_max=version_max)
        except (OSError, TimeoutError, DecodeError, KafkaError, ClientError):
            return
