"""FindCoordinator: which broker looks after a group or a transactional id.

There are no groups and no transactions yet, so the answer is COORDINATOR_NOT_AVAILABLE, the code by which Kafka says
"not now": clients that only ask in passing go on, those that need a group keep trying and say so.
"""

from __future__ import annotations

from typing import Final

from broker.context import RequestContext
from broker.services import BrokerServices
from protocol.api_keys import ApiKey
from protocol.errors import CoordinatorNotAvailable, InvalidRequest, KafkaError
from protocol.messages import FindCoordinatorRequest, FindCoordinatorResponse

API = ApiKey.FIND_COORDINATOR

GROUP: Final = 0
TRANSACTION: Final = 1
BATCHES_FROM_VERSION: Final = 4
"""KIP-699: from here on several keys are asked for at once, and the errors stand beside them."""

_NO_NODE: Final = -1


def handle(request: FindCoordinatorRequest, ctx: RequestContext, broker: BrokerServices) -> FindCoordinatorResponse:
    """Says, in the shape of the request's version, that there is no coordinator."""
    if request.key_type in (GROUP, TRANSACTION):
        kind = "consumer groups" if request.key_type == GROUP else "transactions"
        error: KafkaError = CoordinatorNotAvailable(f"this broker does not coordinate {kind} yet")
    else:
        error = InvalidRequest(f"there is no coordinator type {request.key_type}")
    return _batch(request, error) if ctx.api_version >= BATCHES_FROM_VERSION else _single(error)


def error_response(request: FindCoordinatorRequest, error: KafkaError) -> FindCoordinatorResponse:
    """The error once for each key, or once at the top in versions without keys."""
    return _batch(request, error) if request.coordinator_keys else _single(error)


def _single(error: KafkaError) -> FindCoordinatorResponse:
    return FindCoordinatorResponse(
        error_code=int(error.code), error_message=error.message, node_id=_NO_NODE, host="", port=_NO_NODE
    )


def _batch(request: FindCoordinatorRequest, error: KafkaError) -> FindCoordinatorResponse:
    return FindCoordinatorResponse(
        coordinators=[
            FindCoordinatorResponse.Coordinator(
                key=key,
                node_id=_NO_NODE,
                host="",
                port=_NO_NODE,
                error_code=int(error.code),
                error_message=error.message,
            )
            for key in request.coordinator_keys
        ],
    )
