"""/transactions and a partition's producers: which there are, where they stand, and how one that hangs is ended.

GET  /transactions?contains=text&state=Ongoing   transactional ids, asked of every broker: each knows what it has
GET  /transactions?id=ID                         one: its producer, how long it is open, its partitions
POST /transactions                               {"abort": "ID"}: aborts what is open, and shuts its producer out
                                                 {"abort_hanging": {"topic": "t", "partition": 0, "start_offset": 17}}
GET  /topics/T/producers?partition=0             who writes there with a producer id: sequences, open transactions
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client import transactions
from kavka.common.types import TopicPartition
from kavka.console.asking import ask_each, text_of, wanted
from kavka.console.own_client import own_cluster, refusals
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import DescribeProducersRequest, ListTransactionsRequest
from kavka.wire.errors import code_name, error_for_code

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.cluster import Cluster

LIMIT: Final = 200
LIMIT_MAX: Final = 1_000


async def handle(request: Request, admin: Admin) -> Response:
    """Lists, describes or aborts transactions, or lists a partition's producers."""
    with refusals():
        async with own_cluster(admin) as cluster:
            if request.path.startswith("/topics/"):
                tp = TopicPartition(request.params["name"], request.integer("partition", 0))
                return json_response(await _producers(cluster, tp))
            if request.method == "POST":
                return json_response(await _abort(cluster, wanted(request, '{"abort": "transactional id"}')))
            if "id" in request.query:
                found = await transactions.describe_transaction(cluster, request.query["id"])
                return json_response({**found._asdict(), "partitions": [str(tp) for tp in found.partitions]})
            return json_response(await _list(cluster, request))


async def _list(cluster: Cluster, request: Request) -> dict[str, Any]:
    states = [state for state in request.query.get("state", "").split(",") if state]
    contains = request.query.get("contains", "")
    answers = await ask_each(cluster, ListTransactionsRequest(state_filters=states, producer_id_filters=[]))
    found = [
        {
            "transactional_id": one.transactional_id,
            "producer_id": one.producer_id,
            "state": one.transaction_state,
            "coordinator": broker_id,
        }
        for broker_id, answer in answers.items()
        if answer is not None
        for one in answer.transaction_states
        if contains in one.transactional_id
    ]
    found.sort(
        key=lambda one: (one["state"] not in ("Ongoing", "PrepareCommit", "PrepareAbort"), one["transactional_id"])
    )
    limit = request.integer("limit", LIMIT, low=1, high=LIMIT_MAX)
    silent = [broker_id for broker_id, answer in answers.items() if answer is None or answer.error_code]
    return {"count": len(found), "transactions": found[:limit], "silent_brokers": silent}


async def _producers(cluster: Cluster, tp: TopicPartition) -> dict[str, Any]:
    part_request = DescribeProducersRequest.TopicRequest(name=tp.topic, partition_indexes=[tp.partition])

    async def attempt() -> list[Any]:
        info = await cluster.topic(tp.topic)
        if tp.partition not in info.partitions:
            raise HttpError(HTTPStatus.NOT_FOUND, f"{tp.topic} has no partition {tp.partition}")
        response = await cluster.ask(cluster.view.leader_of(tp), DescribeProducersRequest(topics=[part_request]))
        part = response.topics[0].partitions[0]
        if part.error_code != ErrorCode.NONE:
            cluster.mark_stale(tp.topic)
            raise error_for_code(part.error_code, f"{tp}: {part.error_message or code_name(part.error_code)}")
        return list(part.active_producers)

    active = await cluster.retry(attempt, what=f"describe the producers of {tp}")
    active.sort(key=lambda one: (one.current_txn_start_offset < 0, -one.last_timestamp))
    return {
        "topic": tp.topic,
        "partition": tp.partition,
        "count": len(active),
        "producers": [
            {
                "producer_id": one.producer_id,
                "producer_epoch": one.producer_epoch,
                "last_sequence": one.last_sequence,
                "last_timestamp_ms": one.last_timestamp,
                "open_from_offset": None if one.current_txn_start_offset < 0 else one.current_txn_start_offset,
            }
            for one in active[:LIMIT_MAX]
        ],
    }


async def _abort(cluster: Cluster, body: dict[str, Any]) -> dict[str, Any]:
    hanging = body.get("abort_hanging")
    if hanging is None:
        transactional_id = text_of(body, "abort")
        await transactions.describe_transaction(cluster, transactional_id)  # fencing an unused id would begin to use it
        await transactions.fence(cluster, transactional_id)
        return {"aborted": transactional_id}
    if not isinstance(hanging, dict) or not all(
        type(hanging.get(name)) is int for name in ("partition", "start_offset")
    ):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'hanging is {"topic": "t", "partition": 0, "start_offset": 17}')
    tp = TopicPartition(text_of(hanging, "topic"), hanging["partition"])
    for one in await transactions.open_transactions(cluster, tp):
        if one.start_offset == hanging["start_offset"]:
            await transactions.abort_hanging(cluster, tp, one)
            return {"aborted": one._asdict()}
    raise HttpError(HTTPStatus.NOT_FOUND, f"no transaction is open in {tp} from offset {hanging['start_offset']} on")
