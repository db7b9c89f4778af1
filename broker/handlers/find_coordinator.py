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
_NO_NODE: Final = -1


def handle(request: FindCoordinatorRequest, ctx: RequestContext, broker: BrokerServices) -> FindCoordinatorResponse:
    """Says, in the shape of the request's version, that there is no coordinator."""
    if request.key_type not in (GROUP, TRANSACTION):
        raise InvalidRequest(f"there is no coordinator type {request.key_type}")
    kind = "consumer groups" if request.key_type == GROUP else "transactions"
    raise CoordinatorNotAvailable(f"this broker does not coordinate {kind} yet")


def error_response(request: FindCoordinatorRequest, error: KafkaError) -> FindCoordinatorResponse:
    """The error at the top for versions 0–3 and once for each key from version 4 on."""
    return FindCoordinatorResponse(
        error_code=int(error.code),
        error_message=error.message,
        node_id=_NO_NODE,
        host="",
        port=_NO_NODE,
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
