"""ListTransactions: the transactional ids that this broker coordinates; a client asks all brokers.

From version 2 on only those whose whole id matches a pattern of RE2's syntax (KIP-1152).
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.questions import may
from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.states import TransactionState
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.patterns import InvalidPattern, Pattern
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CoordinatorLoadInProgress, InvalidRegularExpression
from kavka.protocol.messages import ListTransactionsRequest, ListTransactionsResponse

if TYPE_CHECKING:
    from kavka.broker.security.authorizer import Authorizer
    from kavka.broker.transaction.coordinator import TransactionCoordinator, TransactionListing
    from kavka.common.lane import Lane

API = ApiKey.LIST_TRANSACTIONS

_STATES: Final = {state.name: state for state in TransactionState}


class ListTransactionsHandler:
    """Handles ListTransactions requests."""

    __slots__ = ("_authorizer", "_lane", "_transactions")

    def __init__(self, *, authorizer: Authorizer | None, lane: Lane, transactions: TransactionCoordinator) -> None:
        self._authorizer = authorizer
        self._lane = lane
        self._transactions = transactions

    def handle(
        self, request: ListTransactionsRequest, ctx: RequestContext
    ) -> ListTransactionsResponse | Coroutine[Any, Any, ListTransactionsResponse]:
        """Lists transactions from memory. A name that is no state matches nothing and is named in the response.

        Raises:
            CoordinatorLoadInProgress: not all of them are known yet.
            InvalidRegularExpression: the pattern is none.
        """
        self._check_loaded()
        known = {_STATES[name] for name in request.state_filters if name in _STATES}
        unknown = [name for name in request.state_filters if name not in _STATES]
        if unknown and not known:
            return ListTransactionsResponse(unknown_state_filters=unknown)
        pattern = _pattern(request.transactional_id_pattern)
        found = self._transactions.list(
            producer_ids=frozenset(request.producer_id_filters), states=known, duration_ms=request.duration_filter
        )
        return self._lane.do_in_time(self._listed(unknown, pattern, found, ctx), items=self._transactions.states.count)

    def _check_loaded(
        self,
    ) -> None:
        if self._transactions.states.is_loading:
            raise CoordinatorLoadInProgress("not all of what this broker coordinates was read yet")

    def _listed(
        self,
        unknown: list[str],
        pattern: Pattern | None,
        finding: Steps[list[TransactionListing]],
        ctx: RequestContext,
    ) -> Steps[ListTransactionsResponse]:
        """Lists the transactional ids that match, and may be described."""
        self._check_loaded()  # while this waited for its turn, a partition may have come to be led here
        operation, kind = AclOperation.DESCRIBE, ResourceType.TRANSACTIONAL_ID
        listed = []
        for name, producer_id, state in (yield from finding):
            yield
            if pattern is not None and not pattern.matches(name):
                continue
            if may(ctx, self._authorizer, operation, kind, name, is_logged=False):
                listed.append(ListTransactionsResponse.TransactionState(name, producer_id, state.name))
        return ListTransactionsResponse(unknown_state_filters=unknown, transaction_states=listed)


def _pattern(text: str | None) -> Pattern | None:
    """Compiles a request's pattern; None where all ids match."""
    if not text:
        return None
    try:
        return Pattern(text)
    except InvalidPattern as error:
        raise InvalidRegularExpression(f"{text!r} is no regular expression: {error}") from error
