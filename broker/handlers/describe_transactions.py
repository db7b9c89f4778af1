"""DescribeTransactions: where transactional ids stand; each is described by its coordinator."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.broker.authorization.questions import may_in_cluster, may_see
from kavka.broker.requests.context import RequestContext
from kavka.common.acls import AclOperation
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import DescribeTransactionsRequest, DescribeTransactionsResponse

if TYPE_CHECKING:
    from kavka.broker.security.authorizer import Authorizer
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.common.lane import Lane

API = ApiKey.DESCRIBE_TRANSACTIONS

State = DescribeTransactionsResponse.TransactionState


class DescribeTransactionsHandler:
    """Handles DescribeTransactions requests."""

    __slots__ = ("_authorizer", "_lane", "_transactions")

    def __init__(self, *, authorizer: Authorizer | None, lane: Lane, transactions: TransactionCoordinator) -> None:
        self._authorizer = authorizer
        self._lane = lane
        self._transactions = transactions

    def handle(
        self, request: DescribeTransactionsRequest, ctx: RequestContext
    ) -> DescribeTransactionsResponse | Coroutine[Any, Any, DescribeTransactionsResponse]:
        """Describes transactions from memory; an id's error is its own."""
        names = request.transactional_ids
        items = sum([self._transactions.partition_count(name) for name in names])
        return self._lane.do_in_time(self._describe(names, ctx), items=items)

    def _describe(self, names: Iterable[str], ctx: RequestContext) -> Steps[DescribeTransactionsResponse]:
        # Brokers, who verify by this API, see all topics; others those that may be seen.
        shows_all = may_in_cluster(ctx, self._authorizer, AclOperation.CLUSTER_ACTION, is_logged=False)
        states = []
        for name in names:
            states.append((yield from self._state(name, ctx, shows_all=shows_all)))
            yield
        return DescribeTransactionsResponse(transaction_states=states)

    def _state(self, transactional_id: str, ctx: RequestContext, *, shows_all: bool) -> Steps[State]:
        try:
            metadata = self._transactions.describe(transactional_id)
        except KafkaError as error:
            return _error(transactional_id, error)
        partitions = metadata.partitions  # of one moment with the rest: a turn later the transaction may have ended
        described = State(
            error_code=0,
            transactional_id=transactional_id,
            transaction_state=metadata.state.name,
            transaction_timeout_ms=metadata.timeout_ms,
            transaction_start_time_ms=metadata.start_ms,
            producer_id=metadata.producer_id,
            producer_epoch=metadata.producer_epoch,
        )
        for topic, indexes in partitions.by_sorted_topic():
            if shows_all or may_see(ctx, self._authorizer, topic):
                described.topics.append(DescribeTransactionsResponse.TopicData(topic, indexes.tolist()))
            yield
        return described


def _error(transactional_id: str, error: KafkaError) -> State:
    return State(error_code=int(error.code), transactional_id=transactional_id, transaction_state="")
