"""SaslHandshake where it comes too late, or where nobody logs in: ILLEGAL_SASL_STATE, as in Kafka.

A handshake that begins or renews a login never gets here: `network.sasl_gate` takes it.
"""

from __future__ import annotations

from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import SaslHandshakeRequest, SaslHandshakeResponse

API = ApiKey.SASL_HANDSHAKE


class SaslHandshakeHandler:
    """Handles SaslHandshake requests."""

    __slots__ = ()

    def handle(self, request: SaslHandshakeRequest, ctx: RequestContext) -> SaslHandshakeResponse:
        """Returns ILLEGAL_SASL_STATE: this is not the time for it."""
        return SaslHandshakeResponse(error_code=int(ErrorCode.ILLEGAL_SASL_STATE))
