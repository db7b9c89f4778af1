"""The group APIs' handlers over a real coordinator, through the wire's form both ways."""

from __future__ import annotations

from typing import Any

from kavka.broker.handlers import join_group
from kavka.protocol import messages
from kavka.protocol.codec import decode_message, encode_message
from tests.support.broker.fakes import RecordingChannel, context, services
from tests.support.broker.parts import handling
from tests.support.group.groups import INITIAL_DELAY_MS, Groups


class Broker:
    """Services of a broker over the groups of the fixture."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self.services = services()
        self.services.groups = groups.coordinator
        self.services.replica_manager = groups.node.manager

    def ask(self, handler: Any, version: int, request: Any) -> RecordingChannel:
        """Sends a request; the channel that its answer goes to."""
        request = decode_message(type(request), version, encode_message(request, version))
        channel = RecordingChannel()
        ctx = context(version, channel)
        ctx.client_id = "cl"
        answer = handling(handler, self.services).handle(request, ctx)
        if type(answer).__name__.endswith("Response"):
            ctx.respond(answer)
        return channel

    def answer(self, channel: RecordingChannel, version: int) -> Any:
        """The answer as the client reads it."""
        [response] = channel.responses
        return decode_message(type(response), version, encode_message(response, version))

    def get(self, handler: Any, version: int, request: Any) -> Any:
        return self.answer(self.ask(handler, version, request), version)

    def join(self, version: int, member_id: str = "", reason: str | None = None) -> Any:
        """Joins group g alone."""
        request = messages.JoinGroupRequest(
            group_id="g",
            session_timeout_ms=10_000,
            rebalance_timeout_ms=60_000,
            member_id=member_id,
            protocol_type="consumer",
            protocols=[messages.JoinGroupRequest.JoinGroupRequestProtocol("range", b"meta")],
        )
        if version == 0:
            request.rebalance_timeout_ms = -1
        if version >= 8:
            request.reason = reason
        channel = self.ask(join_group, version, request)
        self.groups.run_for(INITIAL_DELAY_MS)
        return self.answer(channel, version)
