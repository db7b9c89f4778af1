"""SaslAuthenticate where it comes too late, or where nobody logs in: ILLEGAL_SASL_STATE, as in Kafka.

One that belongs to a login never gets here: `network.sasl_gate` takes it.
"""

from __future__ import annotations

from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import SaslAuthenticateRequest, SaslAuthenticateResponse

API = ApiKey.SASL_AUTHENTICATE


class SaslAuthenticateHandler:
    """Handles SaslAuthenticate requests."""

    __slots__ = ()

    def handle(self, request: SaslAuthenticateRequest, ctx: RequestContext) -> SaslAuthenticateResponse:
        """Returns ILLEGAL_SASL_STATE: this is not the time for it."""
        return SaslAuthenticateResponse(
            error_code=int(ErrorCode.ILLEGAL_SASL_STATE),
            error_message="SaslAuthenticate request received after successful authentication",
        )
