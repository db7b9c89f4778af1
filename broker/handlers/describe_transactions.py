"""DescribeTransactions: where transactional ids stand; each is answered by its coordinator."""

from __future__ import annotations

from broker.context import RequestContext
from broker.services import BrokerServices
from protocol.api_keys import ApiKey
from protocol.errors import KafkaError
from protocol.messages import DescribeTransactionsRequest, DescribeTransactionsResponse

API = ApiKey.DESCRIBE_TRANSACTIONS

State = DescribeTransactionsResponse.TransactionState


def handle(
    request: DescribeTransactionsRequest, ctx: RequestContext, broker: BrokerServices
) -> DescribeTransactionsResponse:
    """Answers from memory; one id's error is its own."""
    return DescribeTransactionsResponse(transaction_states=[_state(name, broker) for name in request.transactional_ids])


def _state(transactional_id: str, broker: BrokerServices) -> State:
    try:
        metadata = broker.transactions.describe(transactional_id)
    except KafkaError as error:
        return _error(transactional_id, error)
    topics: dict[str, list[int]] = {}
    for topic, index in sorted(metadata.partitions):
        topics.setdefault(topic, []).append(index)
    return State(
        error_code=0,
        transactional_id=transactional_id,
        transaction_state=metadata.state.name,
        transaction_timeout_ms=metadata.timeout_ms,
        transaction_start_time_ms=metadata.start_ms,
        producer_id=metadata.producer_id,
        producer_epoch=metadata.producer_epoch,
        topics=[DescribeTransactionsResponse.TopicData(topic, indexes) for topic, indexes in topics.items()],
    )


def _error(transactional_id: str, error: KafkaError) -> State:
    return State(error_code=int(error.code), transactional_id=transactional_id, transaction_state="")


def error_response(request: DescribeTransactionsRequest, error: KafkaError) -> DescribeTransactionsResponse:
    """The error once for each id."""
    return DescribeTransactionsResponse(transaction_states=[_error(name, error) for name in request.transactional_ids])
