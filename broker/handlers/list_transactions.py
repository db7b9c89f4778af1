"""ListTransactions: the transactional ids that this broker coordinates; a client asks all brokers."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.questions import may
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.broker.transaction.states import TransactionState
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CoordinatorLoadInProgress
from kavka.protocol.messages import ListTransactionsRequest, ListTransactionsResponse

if TYPE_CHECKING:
    from kavka.broker.transaction.coordinator import TransactionListing

API = ApiKey.LIST_TRANSACTIONS

_STATES: Final = {state.name: state for state in TransactionState}


def handle(
    request: ListTransactionsRequest, ctx: RequestContext, broker: BrokerServices
) -> ListTransactionsResponse | Coroutine[Any, Any, ListTransactionsResponse]:
    """Lists transactions from memory. A name that is no state matches nothing and is named in the response."""
    _check_loaded(broker)
    known = {_STATES[name] for name in request.state_filters if name in _STATES}
    unknown = [name for name in request.state_filters if name not in _STATES]
    if unknown and not known:
        return ListTransactionsResponse(unknown_state_filters=unknown)
    found = broker.transactions.list(
        producer_ids=frozenset(request.producer_id_filters), states=known, duration_ms=request.duration_filter
    )
    return broker.lane.do_in_time(_listed(unknown, found, ctx, broker), items=broker.transactions.states.count)


def _check_loaded(broker: BrokerServices) -> None:
    if broker.transactions.states.is_loading:
        raise CoordinatorLoadInProgress("not all of what this broker coordinates was read yet")


def _listed(
    unknown: list[str], finding: Steps[list[TransactionListing]], ctx: RequestContext, broker: BrokerServices
) -> Steps[ListTransactionsResponse]:
    """Lists the transactional ids that may be described."""
    _check_loaded(broker)  # while this waited for its turn, a partition may have come to be led here
    operation, kind = AclOperation.DESCRIBE, ResourceType.TRANSACTIONAL_ID
    listed = []
    for name, producer_id, state in (yield from finding):
        yield
        if may(ctx, broker, operation, kind, name, is_logged=False):
            listed.append(ListTransactionsResponse.TransactionState(name, producer_id, state.name))
    return ListTransactionsResponse(unknown_state_filters=unknown, transaction_states=listed)
