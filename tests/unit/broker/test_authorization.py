"""What rights do beyond one error for one request: what is hidden, what batches say, and who may create by asking."""

from __future__ import annotations

import inspect
from types import SimpleNamespace

import pytest

from kavka.broker.authorization.rules import RULES
from kavka.broker.handlers import (
    add_partitions_to_txn,
    create_acls,
    delete_acls,
    describe_acls,
    describe_cluster,
    metadata,
)
from kavka.broker.requests.cluster_view import (
    CLUSTER_OPERATIONS,
    GROUP_OPERATIONS,
    GROUP_OPERATIONS_OF_3_9,
    TOPIC_OPERATIONS,
)
from kavka.broker.requests.config_resources import GROUP as GROUP_CONFIG
from kavka.broker.requests.context import DEFERRED
from kavka.broker.requests.error_responses import error_response
from kavka.broker.security.authorizer import Authorizer
from kavka.broker.security.principal import KafkaPrincipal
from kavka.common.acls import CLUSTER_NAME, AclEntry, AclOperation, PermissionType, ResourcePattern, ResourceType
from kavka.protocol import messages as m
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import (
    ClusterAuthorizationFailed,
    ErrorCode,
    InvalidRequest,
    SecurityDisabled,
    TransactionalIdAuthorizationFailed,
)
from kavka.protocol.records.legacy import down_convert
from tests.support.broker.authorization_rows import records
from tests.support.broker.fakes import RecordingChannel, config, context, peer, services, tell, topic_id
from tests.support.broker.guarded import guarded
from tests.support.broker.parts import handling

ALICE = KafkaPrincipal("User", "alice")
TOPIC, GROUP, CLUSTER, TXN = (
    ResourceType.TOPIC,
    ResourceType.GROUP,
    ResourceType.CLUSTER,
    ResourceType.TRANSACTIONAL_ID,
)
READ, WRITE, CREATE, DESCRIBE = AclOperation.READ, AclOperation.WRITE, AclOperation.CREATE, AclOperation.DESCRIBE
DESCRIBE_CONFIGS, ALTER_CONFIGS = AclOperation.DESCRIBE_CONFIGS, AclOperation.ALTER_CONFIGS
REFUSED = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)


def broker_with(*rights, topics=("known",), **settings):
    """A broker on which alice may do these: (operation, type, name)."""
    broker = services(config(**settings))
    tell(broker.metadata_cache, dict.fromkeys(topics, 1))
    broker.authorizer = Authorizer()
    for operation, resource_type, name in rights:
        pattern = ResourcePattern(resource_type, name)
        entry = AclEntry("User:alice", "*", operation, PermissionType.ALLOW)
        broker.authorizer.update(pattern, frozenset({entry}))
    return broker


async def ask(broker, api, version, request, handler):
    """As the dispatcher asks a guarded handler, both ways over the wire."""
    request = decode_message(type(request), version, encode_message(request, version))
    channel = RecordingChannel(peer(principal=ALICE))
    ctx = context(version, channel)
    answer = guarded(RULES[api], handler)(request, ctx, broker)
    if inspect.isawaitable(answer):
        answer = await answer
    if answer is not DEFERRED:
        ctx.respond(answer)
    if not channel.responses or channel.responses[0] is None:
        return channel
    [answer] = channel.responses
    return decode_message(type(answer), version, encode_message(answer, version))


def answering(response):
    """A handler that answers so, whatever it is asked."""
    return SimpleNamespace(handle=lambda request, ctx: response)


# ---- metadata ------------------------------------------------------------------------------------------------------


async def test_who_may_not_see_a_topic_learns_nothing_of_it_by_its_id():
    broker = broker_with((DESCRIBE, TOPIC, "known"), topics=("known", "theirs"))
    ids = [topic_id("theirs"), topic_id("known"), bytes([7] * 16)]
    request = m.MetadataRequest(
        topics=[m.MetadataRequest.MetadataRequestTopic(name=None, topic_id=each) for each in ids]
    )
    answer = await ask(broker, ApiKey.METADATA, 12, request, metadata)
    assert {(topic.topic_id, topic.name, topic.error_code) for topic in answer.topics} == {
        (ids[0], None, REFUSED),
        (ids[1], "known", 0),
        (ids[2], None, int(ErrorCode.UNKNOWN_TOPIC_ID)),
    }


def asking_for(*names, **values):
    topics = [m.MetadataRequest.MetadataRequestTopic(name=name) for name in names]
    return m.MetadataRequest(topics=topics, **values)


@pytest.mark.parametrize("version", range(12))
async def test_who_asks_for_all_topics_sees_those_that_may_be_seen(version):
    broker = broker_with((READ, TOPIC, "mine"), topics=("mine", "theirs"))
    everything = m.MetadataRequest(topics=None if version else [])
    answer = await ask(broker, ApiKey.METADATA, version, everything, metadata)
    assert [(topic.name, topic.error_code) for topic in answer.topics] == [("mine", 0)]
    assert answer.brokers


@pytest.mark.parametrize("version", range(12))
@pytest.mark.parametrize("name", ["theirs", "nobodys"])
async def test_who_names_a_topic_does_not_learn_whether_it_is_there(version, name):
    broker = broker_with((READ, TOPIC, "mine"), topics=("mine", "theirs"))
    answer = await ask(broker, ApiKey.METADATA, version, asking_for(name), metadata)
    [topic] = answer.topics
    assert (topic.name, topic.error_code, topic.partitions) == (name, REFUSED, [])
    assert topic.topic_id == bytes(16)
    assert not topic.is_internal
    assert "nobodys" not in broker.metadata_cache.snapshot.topics


async def test_internal_topics_are_as_hidden_as_others():
    broker = broker_with(topics=("__consumer_offsets",))
    [topic] = (await ask(broker, ApiKey.METADATA, 9, asking_for("__consumer_offsets"), metadata)).topics
    assert (topic.error_code, topic.is_internal) == (REFUSED, False)


@pytest.mark.parametrize(
    ("right", "code"),
    [
        ((CREATE, TOPIC, "fresh"), 0),
        ((CREATE, CLUSTER, CLUSTER_NAME), 0),
        ((CREATE, TOPIC, "other"), REFUSED),
        ((AclOperation.CLUSTER_ACTION, CLUSTER, CLUSTER_NAME), REFUSED),
    ],
)
async def test_a_topic_that_asking_would_create_needs_create(right, code):
    broker = broker_with(right)
    allow = AclEntry("User:alice", "*", DESCRIBE, PermissionType.ALLOW)
    create = AclEntry("User:alice", "*", CREATE, PermissionType.ALLOW)
    for name in ("fresh", "stale"):
        entries = {allow, create} if right == (CREATE, TOPIC, name) else {allow}
        broker.authorizer.update(ResourcePattern(TOPIC, name), frozenset(entries))
    answer = await ask(broker, ApiKey.METADATA, 9, asking_for("fresh", "stale"), metadata)
    found = {topic.name: topic.error_code for topic in answer.topics}
    assert found["fresh"] == code
    assert ("fresh" in broker.metadata_cache.snapshot.topics) is (code == 0)
    assert found["stale"] == (0 if right[1] is CLUSTER and code == 0 else REFUSED)


async def test_a_topic_that_may_be_seen_and_is_not_there_is_unknown():
    broker = broker_with((DESCRIBE, TOPIC, "fresh"))
    asked = asking_for("fresh", allow_auto_topic_creation=False)
    [topic] = (await ask(broker, ApiKey.METADATA, 9, asked, metadata)).topics
    assert topic.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


async def test_the_bits_show_what_one_may():
    broker = broker_with((READ, TOPIC, "mine"), (DESCRIBE, CLUSTER, CLUSTER_NAME), topics=("mine",))
    asked = asking_for("mine", include_topic_authorized_operations=True, include_cluster_authorized_operations=True)
    answer = await ask(broker, ApiKey.METADATA, 9, asked, metadata)
    assert answer.topics[0].topic_authorized_operations == 1 << READ | 1 << DESCRIBE
    assert answer.cluster_authorized_operations == 1 << DESCRIBE
    cluster = m.DescribeClusterRequest(include_cluster_authorized_operations=True)
    answer = await ask(broker, ApiKey.DESCRIBE_CLUSTER, 0, cluster, describe_cluster)
    assert answer.cluster_authorized_operations == 1 << DESCRIBE
    broker.authorizer.replace({ResourcePattern(CLUSTER, CLUSTER_NAME): _only(CREATE)})
    answer = await ask(broker, ApiKey.DESCRIBE_CLUSTER, 0, cluster, describe_cluster)
    assert answer.cluster_authorized_operations == 0  # without DESCRIBE not even that one


def _only(operation):
    return frozenset({AclEntry("User:alice", "*", operation, PermissionType.ALLOW)})


def test_without_an_authorizer_everybody_may_everything_there_is():
    broker = broker_with()
    super_user = Authorizer(super_users=["User:alice"])
    for resource_type, bits in ((TOPIC, TOPIC_OPERATIONS), (GROUP, GROUP_OPERATIONS)):
        assert super_user.operations(ALICE, "h", resource_type, "any") == bits
    everything = super_user.operations(ALICE, "h", CLUSTER, CLUSTER_NAME)
    assert everything == CLUSTER_OPERATIONS
    assert broker.acls is None


# ---- produce -------------------------------------------------------------------------------------------------------


def producing(version, *batches, acks=1, transactional_id=None, names=("mine",), ids=()):
    r = m.ProduceRequest
    data = [r.PartitionProduceData(index=index, records=batch) for index, batch in enumerate(batches)]
    topics = [r.TopicProduceData(name=name, partition_data=data) for name in names if not ids]
    topics += [r.TopicProduceData(topic_id=one, partition_data=data) for one in ids]
    return r(transactional_id=transactional_id if version >= 3 else None, acks=acks, topic_data=topics)


class Appends:
    """Answers as the real handler does, and keeps what it got."""

    def __init__(self):
        self.topics = []

    def handle(self, request, ctx):
        self.topics += [topic.name for topic in request.topic_data]
        ids = [topic.topic_id for topic in request.topic_data]
        if request.acks == 0:
            ctx.respond_nothing()
            return DEFERRED
        results = [m.ProduceResponse.PartitionProduceResponse(index=0)]
        made = m.ProduceResponse.TopicProduceResponse
        return m.ProduceResponse([made(*each, results) for each in zip(self.topics, ids, strict=True)])


@pytest.mark.parametrize("transactional_id", [None, "theirs"])
async def test_cve_2018_17196_the_batches_say_what_is_transactional_not_the_header(transactional_id):
    broker = broker_with((WRITE, TOPIC, "mine"), (WRITE, TXN, "mine"), topics=("mine",))
    asked = producing(9, records(), records(is_transactional=True), transactional_id=transactional_id)
    handler = Appends()
    with pytest.raises(TransactionalIdAuthorizationFailed):
        await ask(broker, ApiKey.PRODUCE, 9, asked, handler)
    assert handler.topics == []


async def test_a_header_that_says_so_of_plain_batches_asks_for_nothing():
    broker = broker_with((WRITE, TOPIC, "mine"), topics=("mine",))
    await ask(broker, ApiKey.PRODUCE, 9, producing(9, records(), transactional_id="theirs"), handler := Appends())
    assert handler.topics == ["mine"]


@pytest.mark.parametrize("version", [0, 1, 2])
async def test_cve_2018_17196_old_versions_can_hide_a_transaction_behind_other_batches(version):
    broker = broker_with((WRITE, TOPIC, "mine"), topics=("mine",))
    plain = down_convert(records(), 1)
    await ask(broker, ApiKey.PRODUCE, version, producing(version, plain + plain), handler := Appends())
    assert handler.topics == ["mine"]
    for hiding in (plain, records()):
        hidden = hiding + records(is_transactional=True)
        with pytest.raises(TransactionalIdAuthorizationFailed):
            await ask(broker, ApiKey.PRODUCE, version, producing(version, hidden), Appends())


@pytest.mark.parametrize("length", [b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff"])
async def test_a_length_that_lies_ends_the_look_for_transactions(length):
    broker = broker_with((WRITE, TOPIC, "mine"), topics=("mine",))
    lying = bytearray(down_convert(records(), 1))
    lying[8:12] = length
    await ask(broker, ApiKey.PRODUCE, 2, producing(2, bytes(lying)), handler := Appends())
    assert handler.topics == ["mine"]


async def test_with_acks_0_a_refusal_closes_the_connection_and_the_rest_is_written():
    broker = broker_with((WRITE, TOPIC, "mine"), topics=("mine", "theirs"))
    both = producing(9, records(), acks=0, names=("mine", "theirs"))
    channel = await ask(broker, ApiKey.PRODUCE, 9, both, handler := Appends())
    assert handler.topics == ["mine"]
    assert "TOPIC_AUTHORIZATION_FAILED" in channel.closed[0]
    theirs = producing(9, records(), acks=0, names=("theirs",))
    channel = await ask(broker, ApiKey.PRODUCE, 9, theirs, handler := Appends())
    assert (handler.topics, len(channel.closed)) == ([], 1)
    mine = producing(9, records(), acks=0)
    channel = await ask(broker, ApiKey.PRODUCE, 9, mine, handler := Appends())
    assert (handler.topics, channel.closed, channel.responses) == (["mine"], [], [None])


async def test_produce_by_id_needs_the_right_on_the_topic_that_has_the_id():
    broker = broker_with((WRITE, TOPIC, "mine"), topics=("mine", "theirs"))
    ids = [topic_id(name) for name in ("mine", "theirs", "nowhere")]
    answer = await ask(broker, ApiKey.PRODUCE, 13, producing(13, records(), ids=ids), handler := Appends())
    assert handler.topics == ["mine"]
    found = {each.topic_id: [part.error_code for part in each.partition_responses] for each in answer.responses}
    assert found == dict(zip(ids, ([0], [REFUSED], [ErrorCode.UNKNOWN_TOPIC_ID]), strict=True))
    answer = await ask(broker, ApiKey.PRODUCE, 13, producing(13, records(), ids=ids[1:]), handler := Appends())
    assert handler.topics == []
    assert [each.partition_responses[0].error_code for each in answer.responses] == [
        REFUSED,
        ErrorCode.UNKNOWN_TOPIC_ID,
    ]


async def test_with_acks_0_an_unknown_id_closes_the_connection():
    broker = broker_with((WRITE, TOPIC, "mine"), topics=("mine",))
    both = producing(13, records(), acks=0, ids=[topic_id("mine"), topic_id("nowhere")])
    channel = await ask(broker, ApiKey.PRODUCE, 13, both, handler := Appends())
    assert handler.topics == ["mine"]
    assert "UNKNOWN_TOPIC_ID" in channel.closed[0]


# ---- groups and transactions ---------------------------------------------------------------------------------------


async def test_one_topic_that_may_not_be_written_to_keeps_all_out_of_a_transaction():
    broker = broker_with((WRITE, TXN, "mine"), (WRITE, TOPIC, "mine"), topics=("mine", "theirs"))
    broker.authorizer.update(ResourcePattern(TOPIC, "absent"), _only(WRITE))
    r = m.AddPartitionsToTxnRequest
    names = ("mine", "theirs", "absent", "__consumer_offsets")
    asked = r(
        v3_and_below_transactional_id="mine",
        v3_and_below_topics=[r.AddPartitionsToTxnTopic(name=name, partitions=[0]) for name in names],
    )
    answer = await ask(broker, ApiKey.ADD_PARTITIONS_TO_TXN, 3, asked, add_partitions_to_txn)
    found = {
        topic.name: topic.results_by_partition[0].partition_error_code for topic in answer.results_by_topic_v3_and_below
    }
    assert found == {
        "mine": ErrorCode.OPERATION_NOT_ATTEMPTED,
        "theirs": REFUSED,
        "absent": ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        "__consumer_offsets": REFUSED,
    }


async def test_an_error_of_the_whole_group_stays_alone():
    broker = broker_with((READ, GROUP, "mine"))
    r = m.OffsetFetchRequest
    topics = [r.OffsetFetchRequestTopic(name="theirs", partition_indexes=[0])]
    failing = answering(m.OffsetFetchResponse(error_code=int(ErrorCode.NOT_COORDINATOR)))
    answer = await ask(broker, ApiKey.OFFSET_FETCH, 7, r(group_id="mine", topics=topics), failing)
    assert (answer.error_code, answer.topics) == (ErrorCode.NOT_COORDINATOR, [])


async def test_described_groups_show_what_one_may_do_with_them():
    r = m.DescribeGroupsResponse
    described = r.DescribedGroup(group_id="mine", authorized_operations=GROUP_OPERATIONS)
    broker = broker_with((READ, GROUP, "mine"))
    asked = m.DescribeGroupsRequest(groups=["mine"], include_authorized_operations=True)
    answer = await ask(broker, ApiKey.DESCRIBE_GROUPS, 5, asked, answering(r(groups=[described])))
    assert answer.groups[0].authorized_operations == 1 << READ | 1 << DESCRIBE


@pytest.mark.parametrize(
    ("known", "shown"),
    [(GROUP_OPERATIONS, 1 << DESCRIBE_CONFIGS | 1 << ALTER_CONFIGS), (GROUP_OPERATIONS_OF_3_9, 0)],
    ids=["Kafka 4", "Kafka 3.9"],
)
async def test_who_may_alter_a_groups_configuration_is_told_so_where_groups_have_one(known, shown):
    r = m.DescribeGroupsResponse
    described = r.DescribedGroup(group_id="mine", authorized_operations=known)
    broker = broker_with((ALTER_CONFIGS, GROUP, "mine"))
    asked = m.DescribeGroupsRequest(groups=["mine"], include_authorized_operations=True)
    answer = await ask(broker, ApiKey.DESCRIBE_GROUPS, 6, asked, answering(r(groups=[described])))
    assert answer.groups[0].authorized_operations == shown


@pytest.mark.parametrize(
    ("operation", "may_describe", "may_alter"),
    [(DESCRIBE_CONFIGS, True, False), (ALTER_CONFIGS, True, True), (DESCRIBE, False, False), (READ, False, False)],
)
async def test_configurations_of_groups_have_operations_of_their_own(operation, may_describe, may_alter):
    refused = int(ErrorCode.GROUP_AUTHORIZATION_FAILED)
    broker = broker_with((operation, GROUP, "mine"))
    d, a = m.DescribeConfigsRequest, m.IncrementalAlterConfigsRequest
    results = [m.DescribeConfigsResponse.DescribeConfigsResult(resource_type=GROUP_CONFIG, resource_name="mine")]
    asked = d(resources=[d.DescribeConfigsResource(resource_type=GROUP_CONFIG, resource_name="mine")])
    described = answering(m.DescribeConfigsResponse(results=results if may_describe else []))
    answer = await ask(broker, ApiKey.DESCRIBE_CONFIGS, 4, asked, described)
    assert [result.error_code for result in answer.results] == [0 if may_describe else refused]
    responses = [
        m.IncrementalAlterConfigsResponse.AlterConfigsResourceResponse(resource_type=GROUP_CONFIG, resource_name="mine")
    ]
    asked = a(resources=[a.AlterConfigsResource(resource_type=GROUP_CONFIG, resource_name="mine")])
    altered = answering(m.IncrementalAlterConfigsResponse(responses=responses if may_alter else []))
    answer = await ask(broker, ApiKey.INCREMENTAL_ALTER_CONFIGS, 1, asked, altered)
    assert [response.error_code for response in answer.responses] == [0 if may_alter else refused]


# ---- topics --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("may_look", [False, True])
async def test_what_was_created_is_shown_to_who_may_see_configurations(may_look):
    r = m.CreateTopicsResponse
    made = r.CreatableTopicResult(
        name="mine", num_partitions=3, replication_factor=1, configs=[r.CreatableTopicConfigs(name="a", value="b")]
    )
    broker = broker_with((CREATE, CLUSTER, CLUSTER_NAME))
    if may_look:
        broker.authorizer.update(ResourcePattern(TOPIC, "mine"), _only(AclOperation.ALTER_CONFIGS))
    asked = m.CreateTopicsRequest(topics=[m.CreateTopicsRequest.CreatableTopic(name="mine")])
    [topic] = (await ask(broker, ApiKey.CREATE_TOPICS, 7, asked, answering(r(topics=[made])))).topics
    assert topic.error_code == 0
    assert topic.topic_config_error_code == (0 if may_look else REFUSED)
    assert (topic.num_partitions, len(topic.configs)) == ((3, 1) if may_look else (-1, 0))


async def test_a_topic_is_deleted_by_its_id_only_by_who_may_and_its_name_stays_hidden():
    from kavka.broker.handlers import delete_topics
    from tests.support.broker.fakes import topic_id

    broker = broker_with(topics=("theirs",))
    r = m.DeleteTopicsRequest
    asked = r(topics=[r.DeleteTopicState(name=None, topic_id=each) for each in (topic_id("theirs"), b"?" * 16)])
    answer = await ask(broker, ApiKey.DELETE_TOPICS, 6, asked, delete_topics)
    found = {each.topic_id: (each.name, each.error_code) for each in answer.responses}
    assert found == {
        topic_id("theirs"): (None, REFUSED),
        b"?" * 16: (None, ErrorCode.UNKNOWN_TOPIC_ID),
    }
    assert "theirs" in broker.metadata_cache.snapshot.topics


async def test_what_is_repeated_is_refused_as_such_whoever_asks():
    from kavka.broker.handlers import create_partitions, create_topics

    broker = broker_with()
    creating = m.CreateTopicsRequest(topics=[m.CreateTopicsRequest.CreatableTopic(name="theirs")] * 2)
    [topic] = (await ask(broker, ApiKey.CREATE_TOPICS, 7, creating, create_topics)).topics
    assert topic.error_code == ErrorCode.INVALID_REQUEST
    r = m.CreatePartitionsRequest
    growing = r(topics=[r.CreatePartitionsTopic(name="theirs", count=3, assignments=None)] * 2)
    [topic] = (await ask(broker, ApiKey.CREATE_PARTITIONS, 3, growing, create_partitions)).results
    assert topic.error_code == ErrorCode.INVALID_REQUEST


async def test_who_is_not_the_controller_says_so_first():
    from kavka.broker.handlers import create_partitions, create_topics, delete_topics

    broker = broker_with()
    broker.controller.is_active = False
    asked = {
        ApiKey.CREATE_TOPICS: (7, m.CreateTopicsRequest(), create_topics),
        ApiKey.CREATE_PARTITIONS: (3, m.CreatePartitionsRequest(), create_partitions),
        ApiKey.DELETE_TOPICS: (6, m.DeleteTopicsRequest(), delete_topics),
    }
    for api, (version, request, handler) in asked.items():
        with pytest.raises(Exception, match="is the controller"):
            await ask(broker, api, version, request, handler)


@pytest.mark.parametrize("version", range(3))
async def test_before_there_is_a_place_for_the_error_no_directory_is_shown(version):
    from kavka.broker.handlers import describe_log_dirs

    refused = error_response(m.DescribeLogDirsRequest(topics=None), ClusterAuthorizationFailed())
    answer = decode_message(m.DescribeLogDirsResponse, version, encode_message(refused, version))
    assert answer.results == []
    with pytest.raises(ClusterAuthorizationFailed):
        await ask(broker_with(), ApiKey.DESCRIBE_LOG_DIRS, version, m.DescribeLogDirsRequest(), describe_log_dirs)


# ---- the ACL APIs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", range(3))
async def test_without_an_authorizer_there_are_no_acls(version):
    broker = services()
    for request, handler in (
        (m.DescribeAclsRequest(), describe_acls),
        (m.CreateAclsRequest(), create_acls),
        (m.DeleteAclsRequest(), delete_acls),
    ):
        with pytest.raises(SecurityDisabled, match="No Authorizer"):
            handling(handler, broker).handle(request, context(version))
    refused = SecurityDisabled("none")
    creating = m.CreateAclsRequest(creations=[m.CreateAclsRequest.AclCreation()] * 2)
    assert [each.error_code for each in error_response(creating, refused).results] == [54, 54]
    deleting = m.DeleteAclsRequest(filters=[m.DeleteAclsRequest.DeleteAclsFilter()])
    assert [each.error_code for each in error_response(deleting, refused).filter_results] == [54]


def test_a_filter_of_a_later_kafka_is_no_filter_for_everything():
    for field in ("resource_type_filter", "pattern_type_filter", "operation", "permission_type"):
        values = {"resource_type_filter": 1, "pattern_type_filter": 1, "operation": 1, "permission_type": 1}
        with pytest.raises(InvalidRequest, match="not known here"):
            describe_acls.acl_filter(m.DescribeAclsRequest(**{**values, field: 77}))
