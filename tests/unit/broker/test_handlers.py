"""The handlers that answer from the broker's own knowledge: versions, coordinators, ids, the cluster, its updates."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.handlers import (
    api_versions,
    create_partitions,
    create_topics,
    delete_topics,
    describe_cluster,
    describe_configs,
    find_coordinator,
    init_producer_id,
    leader_and_isr,
    stop_replica,
    update_metadata,
)
from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.served_apis import HANDLERS
from kavka.common.types import TopicResult
from kavka.protocol.api_keys import BEYOND_3_9, PROFILES, ApiKey
from kavka.protocol.codec import encode_message, request_class
from kavka.protocol.errors import (
    CoordinatorNotAvailable,
    ErrorCode,
    InvalidRequest,
    MismatchedEndpointType,
    NotController,
    RebootstrapRequired,
    StaleBrokerEpoch,
    StaleControllerEpoch,
    TopicDeletionDisabled,
    UnknownServerError,
    UnsupportedEndpointType,
)
from kavka.protocol.messages import (
    ApiVersionsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DescribeClusterRequest,
    DescribeConfigsRequest,
    FindCoordinatorRequest,
    InitProducerIdRequest,
    LeaderAndIsrRequest,
    StopReplicaRequest,
    UpdateMetadataRequest,
)
from kavka.zk import paths
from kavka.zk.znodes import ConfigZNode, ProducerIdBlockZNode
from tests.support.broker.asking import ask
from tests.support.broker.fakes import BROKER_EPOCH, BROKER_ID, config, context, live_broker, services, tell, topic_id
from tests.support.broker.parts import handling, load_handler


@pytest.mark.parametrize("api", HANDLERS)
def test_every_handler_can_say_every_error_in_every_version(api):
    """Each API that is advertised has a handler, and that has a way to answer with an error code."""
    handler = load_handler(HANDLERS[api])
    assert handler.API is api
    error = UnknownServerError("for the test")
    low, high = (PROFILES["3.9"] | BEYOND_3_9)[api]
    for version in range(low, high + 1):
        request = request_class(api)()
        if api is ApiKey.FIND_COORDINATOR and version >= 4:
            request.coordinator_keys = ["g"]
        response = error_response(request, error)
        if response is None:
            assert api is ApiKey.PRODUCE, "without an answer the connection is closed; only acks=0 wants that"
        else:
            encode_message(response, version)


# ---- ApiVersions ----


@pytest.mark.parametrize("version", range(6))
async def test_api_versions_tells_exactly_what_is_served(version):
    broker = services()
    request = ApiVersionsRequest(client_software_name="test", client_software_version="1.0")
    response = await ask(api_versions, broker, version, request)
    told = {key.api_key: (key.min_version, key.max_version) for key in response.api_keys}
    assert told == broker.api_ranges
    assert told[ApiKey.PRODUCE] == (0, 11), "librdkafka compresses only when Produce 0 is offered"
    assert told[ApiKey.JOIN_GROUP] == (0, 9)


@pytest.mark.parametrize("name", ["", "-x", "spaced out", "x."])
def test_api_versions_refuses_bad_software_names(name):
    with pytest.raises(InvalidRequest):
        handling(api_versions, services()).handle(
            ApiVersionsRequest(client_software_name=name, client_software_version="1"), context(3)
        )


@pytest.mark.parametrize(
    ("cluster_id", "node_id", "is_here"),
    [
        (None, -1, True), (None, 7, True), ("mine", BROKER_ID, True),
        ("mine", BROKER_ID + 1, False), ("mine", -1, False), ("another", BROKER_ID, False), ("", BROKER_ID, False),
    ],
)  # fmt: skip
async def test_kip_1242_a_client_that_was_led_astray_is_told(cluster_id, node_id, is_here):
    broker = services()
    broker.cluster_id = "mine"
    request = ApiVersionsRequest("test", "1.0", cluster_id, node_id)
    if is_here:
        assert (await ask(api_versions, broker, 5, request)).error_code == 0
    else:
        with pytest.raises(RebootstrapRequired):
            await ask(api_versions, broker, 5, request)


# ---- coordinators and producer ids ----


def asked_for(*keys, key_type=0, version=4):
    if version >= 4:
        return FindCoordinatorRequest(key_type=key_type, coordinator_keys=list(keys))
    return FindCoordinatorRequest(key_type=key_type, key=keys[0])


@pytest.mark.parametrize(
    ("version", "key_type", "topic"),
    [(0, 0, "__consumer_offsets")]
    + [
        (version, key_type, topic)
        for version in range(1, 5)
        for key_type, topic in enumerate(["__consumer_offsets", "__transaction_state"])
    ],
)
async def test_the_coordinator_leads_the_partition_that_the_key_hashes_to(version, key_type, topic):
    broker = services()
    brokers = [live_broker(number) for number in range(5)]
    tell(broker.metadata_cache, {topic: 4}, leader=0, brokers=brokers)
    state = UpdateMetadataRequest.UpdateMetadataPartitionState(
        partition_index=2, leader=3, leader_epoch=4, isr=[3], replicas=[3], controller_epoch=1
    )
    told = UpdateMetadataRequest.UpdateMetadataTopicState(topic_name=topic, topic_id=topic_id(topic))
    told.partition_states = [state]
    broker.metadata_cache.update(update(controller_epoch=1, live_brokers=brokers, topic_states=[told]))
    # Java's "b".hashCode() is 98, "d".hashCode() 100.
    for key, place in (("b", (3, "host3", 9095)), ("d", (0, "192.0.2.7", 19092))):
        response = await ask(find_coordinator, broker, version, asked_for(key, key_type=key_type, version=version))
        [found] = response.coordinators if version >= 4 else [response]
        assert (found.error_code, found.node_id, found.host, found.port) == (0, *place)


async def test_the_first_question_for_a_coordinator_creates_the_topic():
    broker = services(config(offsets_topic_num_partitions="7", offsets_topic_replication_factor="1"))
    response = await ask(find_coordinator, broker, 4, asked_for("g", "h"))
    assert [(c.key, c.error_code, c.node_id) for c in response.coordinators] == [("g", 0, 0), ("h", 0, 0)]
    [topic] = broker.controller.asked
    assert (topic.name, topic.num_partitions, topic.replication_factor) == ("__consumer_offsets", 7, 1)
    assert topic.configs["cleanup.policy"] == "compact"


@pytest.mark.parametrize("version", range(7))
async def test_no_coordinator_without_brokers_enough_or_a_leader(version):
    broker = services()
    broker.controller.results["__consumer_offsets"] = TopicResult(
        name="__consumer_offsets", error_code=38, error_message="larger than available brokers"
    )
    with pytest.raises(CoordinatorNotAvailable, match="larger than available brokers"):
        await handling(find_coordinator, broker).handle(asked_for("g", version=version), context(version))
    tell(broker.metadata_cache, {"__consumer_offsets": 3}, leader=9)
    response = await ask(find_coordinator, broker, version, asked_for("g", version=version))
    [found] = response.coordinators if version >= 4 else [response]
    assert (found.error_code, found.node_id, found.host, found.port) == (15, -1, "", -1)


def test_there_are_coordinators_of_three_kinds_the_third_from_version_6_on():
    with pytest.raises(InvalidRequest, match="no coordinator type 2"):
        handling(find_coordinator, services()).handle(asked_for("g", key_type=2), context(5))
    with pytest.raises(InvalidRequest, match="no coordinator type 3"):
        handling(find_coordinator, services()).handle(asked_for("g", key_type=3), context(6))


async def test_a_share_partition_has_a_coordinator_by_its_key():
    broker = services()
    with pytest.raises(InvalidRequest, match="is not the key of a share-partition"):
        handling(find_coordinator, broker).handle(asked_for("g", key_type=2, version=6), context(6))
    assert broker.controller.results == {}
    tell(broker.metadata_cache, {"__share_group_state": 50})
    keys = ["g:AAECAwQFBgcICQoLDA0ODw:5", "g:AAECAwQFBgcICQoLDA0ODw==:+5", "g:x:5"]
    request = FindCoordinatorRequest(key_type=2, coordinator_keys=keys)
    response = await ask(find_coordinator, broker, 6, request)
    found = [(one.key, one.error_code, one.node_id) for one in response.coordinators]
    assert found == [(keys[0], 0, BROKER_ID), (keys[1], 0, BROKER_ID), (keys[2], 42, -1)]


async def test_producer_ids_are_unique_over_brokers_and_survive_in_blocks():
    broker = services()
    await broker.zk.start(1000)
    await broker.zk.create(paths.PRODUCER_ID_BLOCK)
    given = []
    for version in (0, 1, 4):
        response = await ask(init_producer_id, broker, version, InitProducerIdRequest(transactional_id=None))
        assert (response.error_code, response.producer_epoch) == (0, 0)
        given.append(response.producer_id)
    assert given == [0, 1, 2]
    data, _ = await broker.zk.get(paths.PRODUCER_ID_BLOCK)
    assert ProducerIdBlockZNode.decode(data) == ProducerIdBlockZNode(0, 0, 999)
    await broker.zk.set(paths.PRODUCER_ID_BLOCK, ProducerIdBlockZNode(7, 1000, 1999).encode())
    ids = await asyncio.gather(*(broker.producer_ids.next_id() for _ in range(2000)))
    assert len(set(ids)) == 2000
    assert min(ids) == 3
    assert not any(1000 <= number <= 1999 for number in ids), "that block is another broker's"
    assert max(ids) < 5000, "those who wait share a claim"
    await broker.zk.close()


async def test_no_producer_id_without_zookeeper():
    broker = services()
    with pytest.raises(CoordinatorNotAvailable, match="ZooKeeper"):
        await ask(init_producer_id, broker, 0, InitProducerIdRequest(transactional_id=None))


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (InitProducerIdRequest(transactional_id=""), InvalidRequest),
        (InitProducerIdRequest(transactional_id=None, producer_id=5), InvalidRequest),
        (InitProducerIdRequest(transactional_id=None, producer_epoch=5), InvalidRequest),
    ],
)
def test_refused_producer_ids(request_, error):
    with pytest.raises(error):
        handling(init_producer_id, services()).handle(request_, context(4))


# ---- the cluster ----


@pytest.mark.parametrize("version", [0, 1])
async def test_describe_cluster(version):
    broker = services()
    tell(broker.metadata_cache, {}, brokers=[live_broker(0, rack="r1"), live_broker(5)])
    request = DescribeClusterRequest(include_cluster_authorized_operations=True)
    response = await ask(describe_cluster, broker, version, request)
    assert [(n.broker_id, n.host, n.port, n.rack) for n in response.brokers] == [
        (0, "192.0.2.7", 19092, "r1"),
        (5, "host5", 9097, None),
    ]
    assert (response.cluster_id, response.controller_id) == (broker.cluster_id, 0)
    assert response.cluster_authorized_operations == 0b1111110100000
    assert response.endpoint_type == 1


@pytest.mark.parametrize(("endpoint_type", "error"), [(2, MismatchedEndpointType), (7, UnsupportedEndpointType)])
def test_there_are_no_endpoints_but_brokers(endpoint_type, error):
    """KIP-919: the controllers of KRaft have endpoints of their own."""
    with pytest.raises(error):
        handling(describe_cluster, services()).handle(DescribeClusterRequest(endpoint_type=endpoint_type), context(1))


def update(**fields):
    return UpdateMetadataRequest(**({"controller_epoch": 4, "live_brokers": [live_broker(0)]} | fields))


@pytest.mark.parametrize(
    ("handler", "request_class", "version"),
    [
        (leader_and_isr, LeaderAndIsrRequest, 7),
        (update_metadata, UpdateMetadataRequest, 8),
        (stop_replica, StopReplicaRequest, 4),
    ],
)
def test_a_kraft_controller_is_refused(handler, request_class, version):
    """KIP-866: this broker cannot move to KRaft, and must not be taken over by the way."""
    with pytest.raises(InvalidRequest, match="KRaft"):
        handling(handler, services()).handle(request_class(is_kraft_controller=True), context(version))


def test_update_metadata_fences_old_controllers_and_old_lives():
    broker = services()
    broker.replica_manager.controller_epoch.see(4)
    handling(update_metadata, broker).handle(update(broker_epoch=BROKER_EPOCH), context(7))
    handling(update_metadata, broker).handle(update(broker_epoch=-1), context(4))
    handling(update_metadata, broker).handle(update(controller_epoch=6), context(7))
    assert broker.replica_manager.controller_epoch.latest == 6
    with pytest.raises(StaleControllerEpoch):
        handling(update_metadata, broker).handle(update(controller_epoch=5), context(7))
    with pytest.raises(StaleBrokerEpoch):
        handling(update_metadata, broker).handle(update(controller_epoch=6, broker_epoch=BROKER_EPOCH - 1), context(7))


def test_that_a_broker_left_is_told_once():
    broker = services()
    for alive, times in (((0, 5), 0), ((0, 5), 0), ((0,), 1), ((0,), 1), ((0, 5), 1)):
        handling(update_metadata, broker).handle(
            update(live_brokers=[live_broker(number) for number in alive]), context(7)
        )
        assert broker.replica_manager.times_brokers_left == times


# ---- creating and deleting topics ----


def creatable(name="new", *, num_partitions=3, replication_factor=1, assignments=(), configs=()):
    return CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=num_partitions,
        replication_factor=replication_factor,
        assignments=[
            CreateTopicsRequest.CreatableReplicaAssignment(partition_index=index, broker_ids=brokers)
            for index, brokers in assignments
        ],
        configs=[CreateTopicsRequest.CreatableTopicConfig(name=key, value=value) for key, value in configs],
    )


@pytest.mark.parametrize("version", range(8))
async def test_create_topics_waits_until_the_leaders_are_known(version):
    broker = services()
    request = CreateTopicsRequest(topics=[creatable(configs=[("retention.ms", "5")])], timeout_ms=1000)
    (result,) = (await ask(create_topics, broker, version, request)).topics
    assert (result.name, result.error_code) == ("new", 0)
    assert not result.error_message
    assert broker.metadata_cache.snapshot.is_leader_known("new", 2)
    if version >= 5:
        assert (result.num_partitions, result.replication_factor) == (3, 1)
        values = {entry.name: (entry.value, entry.config_source) for entry in result.configs}
        assert values["retention.ms"] == ("5", 1)
        assert values["cleanup.policy"] == ("delete", 5)
    if version >= 7:
        assert result.topic_id == topic_id("new")


async def test_create_topics_says_when_time_is_up():
    broker = services()
    broker.controller.is_silent = True
    for timeout_ms in (1, 0, -1):
        (result,) = (
            await ask(create_topics, broker, 5, CreateTopicsRequest(topics=[creatable()], timeout_ms=timeout_ms))
        ).topics
        assert result.error_code == ErrorCode.REQUEST_TIMED_OUT


async def test_create_topics_one_bad_topic_spoils_no_other():
    broker = services()
    broker.controller.results["refused"] = TopicResult(name="refused", error_code=36, error_message="already exists")
    topics = [
        creatable("twice"),
        creatable("twice"),
        creatable("nulls", configs=[("retention.ms", None)]),
        creatable("both", assignments=[(0, [0])]),
        creatable("again", num_partitions=-1, replication_factor=-1, assignments=[(0, [0]), (0, [0])]),
        creatable("refused"),
        creatable("good"),
        creatable("manual", num_partitions=-1, replication_factor=-1, assignments=[(0, [0]), (1, [0])]),
    ]
    response = await ask(create_topics, broker, 4, CreateTopicsRequest(topics=topics, timeout_ms=1000))
    assert [(topic.name, topic.error_code) for topic in response.topics] == [
        ("twice", ErrorCode.INVALID_REQUEST),
        ("nulls", ErrorCode.INVALID_CONFIG),
        ("both", ErrorCode.INVALID_REQUEST),
        ("again", ErrorCode.INVALID_REPLICA_ASSIGNMENT),
        ("refused", ErrorCode.TOPIC_ALREADY_EXISTS),
        ("good", 0),
        ("manual", 0),
    ]
    assert [topic.name for topic in broker.controller.asked] == ["refused", "good", "manual"]
    assert broker.controller.asked[2].assignments == {0: [0], 1: [0]}


async def test_create_topics_validate_only_waits_for_nothing():
    broker = services()
    request = CreateTopicsRequest(topics=[creatable()], timeout_ms=60_000, validate_only=True)
    (result,) = (await ask(create_topics, broker, 6, request)).topics
    assert result.error_code == 0
    assert "new" not in broker.metadata_cache.snapshot.topics


def more_partitions(*counts, timeout_ms=1000, **fields):
    """A request; `counts` are (topic, total number, replicas of the new ones or None)."""
    topic, assignment = (
        CreatePartitionsRequest.CreatePartitionsTopic,
        CreatePartitionsRequest.CreatePartitionsAssignment,
    )
    topics = [
        topic(
            name=name,
            count=count,
            assignments=None if chosen is None else [assignment(broker_ids=replicas) for replicas in chosen],
        )
        for name, count, chosen in counts
    ]
    return CreatePartitionsRequest(topics=topics, timeout_ms=timeout_ms, **fields)


def outcomes_of(response):
    return [(result.name, result.error_code) for result in response.results]


@pytest.mark.parametrize("version", range(4))
async def test_create_partitions_waits_until_the_leaders_are_known(version):
    broker = services()
    response = await ask(create_partitions, broker, version, more_partitions(("known", 4, [[0], [0]])))
    assert outcomes_of(response) == [("known", 0)]
    assert len(broker.metadata_cache.snapshot.topics["known"].partitions) == 4


@pytest.mark.parametrize("timeout_ms", [-1, 0, 1])
async def test_create_partitions_says_when_time_is_up(timeout_ms):
    broker = services()
    broker.controller.is_silent = True
    request = more_partitions(("known", 4, None), timeout_ms=timeout_ms)
    response = await ask(create_partitions, broker, 3, request)
    assert outcomes_of(response) == [("known", ErrorCode.REQUEST_TIMED_OUT)]


async def test_create_partitions_one_bad_topic_spoils_no_other():
    broker = services()
    broker.controller.results["full"] = TopicResult(name="full", error_code=37, error_message="Topic already has 1.")
    request = more_partitions(("twice", 3, None), ("known", 3, None), ("full", 1, None), ("twice", 4, None))
    response = await ask(create_partitions, broker, 3, request)
    assert [(r.name, r.error_code, r.error_message) for r in response.results] == [
        ("twice", ErrorCode.INVALID_REQUEST, "Duplicate topic in request."),
        ("known", 0, None),
        ("full", ErrorCode.INVALID_PARTITIONS, "Topic already has 1."),
    ]


async def test_create_partitions_validate_only_waits_for_nothing():
    broker = services()
    request = more_partitions(("known", 9, None), timeout_ms=0, validate_only=True)
    assert outcomes_of(await ask(create_partitions, broker, 3, request)) == [("known", 0)]
    assert len(broker.metadata_cache.snapshot.topics["known"].partitions) == 2


def test_only_the_controller_adds_partitions():
    broker = services()
    broker.controller.is_active = False
    with pytest.raises(NotController):
        handling(create_partitions, broker).handle(more_partitions(("known", 3, None)), context(3))


def test_only_the_controller_creates_and_deletes():
    broker = services()
    broker.controller.is_active = False
    for handler, request in [
        (create_topics, CreateTopicsRequest(topics=[creatable()])),
        (delete_topics, DeleteTopicsRequest(topic_names=["known"])),
    ]:
        with pytest.raises(NotController) as caught:
            handling(handler, broker).handle(request, context(3))
        response = error_response(request, caught.value)
        results = response.topics if handler is create_topics else response.responses
        assert [(result.name, result.error_code) for result in results] == [(results[0].name, 41)]


@pytest.mark.parametrize("version", range(6))
async def test_delete_topics_by_name(version):
    broker = services()
    request = DeleteTopicsRequest(topic_names=["known"], timeout_ms=1000)
    (result,) = (await ask(delete_topics, broker, version, request)).responses
    assert (result.name, result.error_code) == ("known", 0)
    assert "known" not in broker.metadata_cache.snapshot.topics


async def test_delete_topics_by_id():
    broker = services()
    state = DeleteTopicsRequest.DeleteTopicState
    topics = [
        state(name=None, topic_id=topic_id("known")),
        state(name=None, topic_id=b"?" * 16),
        state(name="known", topic_id=topic_id("known")),
        state(name=None),
    ]
    response = await ask(delete_topics, broker, 6, DeleteTopicsRequest(topics=topics, timeout_ms=1000))
    assert {(r.name, r.topic_id, r.error_code) for r in response.responses} == {
        ("known", topic_id("known"), 0),
        (None, b"?" * 16, ErrorCode.UNKNOWN_TOPIC_ID),
        ("known", topic_id("known"), ErrorCode.INVALID_REQUEST),
        (None, bytes(16), ErrorCode.INVALID_REQUEST),
    }


def test_deletion_can_be_forbidden():
    broker = services(config(delete_topic_enable="false"))
    request = DeleteTopicsRequest(topic_names=["known"])
    with pytest.raises(TopicDeletionDisabled):
        handling(delete_topics, broker).handle(request, context(3))
    with pytest.raises(InvalidRequest):
        handling(delete_topics, broker).handle(request, context(2))


# ---- DescribeConfigs ----


async def describe(broker, version, kind, name, keys=None, **fields):
    resource = DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=kind, resource_name=name, configuration_keys=keys
    )
    response = await ask(describe_configs, broker, version, DescribeConfigsRequest(resources=[resource], **fields))
    (result,) = response.results
    return result


async def described_broker(**overrides):
    broker = services(config(**overrides))
    await broker.zk.start(1000)
    overrides = ConfigZNode({"cleanup.policy": "compact", "max.message.bytes": "7"})
    await broker.zk.create(paths.config("topics", "known"), overrides.encode(), make_parents=True)
    return broker


@pytest.mark.parametrize("version", range(5))
async def test_describe_a_topic(version):
    broker = await described_broker(log_segment_bytes="1000000")
    result = await describe(broker, version, 2, "known")
    entries = {entry.name: entry for entry in result.configs}
    assert result.error_code == 0
    assert len(entries) >= 25
    assert entries["cleanup.policy"].value == "compact"
    assert entries["segment.bytes"].value == "1000000"
    assert entries["retention.ms"].value == "604800000"
    if version == 0:
        assert not any(entry.is_default for entry in result.configs)
    else:
        sources = {name: entries[name].config_source for name in ("cleanup.policy", "segment.bytes", "retention.ms")}
        assert sources == {"cleanup.policy": 1, "segment.bytes": 4, "retention.ms": 5}
        assert not any(entry.synonyms for entry in result.configs)
    if version >= 3:
        assert (entries["cleanup.policy"].config_type, entries["segment.bytes"].config_type) == (7, 3)
    await broker.zk.close()


async def test_synonyms_are_exact():
    broker = await described_broker(log_segment_bytes="1000000", log_retention_hours="2")
    result = await describe(broker, 1, 2, "known", include_synonyms=True)
    synonyms = {entry.name: [(s.name, s.value, s.source) for s in entry.synonyms] for entry in result.configs}
    assert synonyms["cleanup.policy"] == [("cleanup.policy", "compact", 1), ("log.cleanup.policy", "delete", 5)]
    assert synonyms["segment.bytes"] == [("log.segment.bytes", "1000000", 4), ("log.segment.bytes", "1073741824", 5)]
    assert synonyms["retention.ms"] == [], "as Kafka: the list would have to begin with log.retention.ms"
    values = {entry.name: entry.value for entry in result.configs}
    assert values["retention.ms"] == "7200000"
    await broker.zk.close()


async def test_only_the_keys_that_were_asked_for_with_their_documentation():
    broker = await described_broker()
    result = await describe(broker, 3, 2, "known", ["segment.ms", "no.such.key"], include_documentation=True)
    assert [entry.name for entry in result.configs] == ["segment.ms"]
    assert "segment" in result.configs[0].documentation
    result = await describe(broker, 3, 2, "known", ["segment.ms"])
    assert result.configs[0].documentation is None
    await broker.zk.close()


async def test_describe_this_broker():
    broker = await described_broker(num_partitions="6", ssl_keystore_password="hunter2")
    result = await describe(broker, 4, 4, "0", include_synonyms=True)
    entries = {entry.name: entry for entry in result.configs}
    assert (entries["num.partitions"].value, entries["num.partitions"].config_source) == ("6", 4)
    assert [(s.value, s.source) for s in entries["num.partitions"].synonyms] == [("6", 4), ("1", 5)]
    assert entries["broker.id"].read_only
    password = entries["ssl.keystore.password"]
    assert (password.value, password.is_sensitive) == (None, True)
    assert [s.value for s in password.synonyms] == [None]
    assert (await describe(broker, 4, 4, "")).configs == []
    await broker.zk.close()


@pytest.mark.parametrize(
    ("kind", "name", "error"),
    [
        (2, "missing", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        (2, "bad/name", ErrorCode.INVALID_TOPIC_EXCEPTION),
        (2, "..", ErrorCode.INVALID_TOPIC_EXCEPTION),
        (4, "7", ErrorCode.INVALID_REQUEST),
        (4, "zero", ErrorCode.INVALID_REQUEST),
        (99, "x", ErrorCode.INVALID_REQUEST),
    ],
)
async def test_what_cannot_be_described(kind, name, error):
    result = await describe(services(), 2, kind, name)
    assert (result.error_code, result.resource_name, result.configs) == (error, name, [])
