"""Who asks what to push, or pushes, as subscriptions match clients: of a request's context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.telemetry.client_instance import Client

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext


def client_of(ctx: RequestContext) -> Client:
    """Returns who sent a request."""
    connection = ctx.connection
    name, version = connection.software or (None, None)
    return Client(
        client_id=ctx.client_id,
        software_name=name,
        software_version=version,
        address=connection.peer_host,
        port=connection.peer_port,
        principal=str(connection.principal),
        connection=connection.ordinal,
    )
