"""Streams groups as an administrator sees them, by the client and by `kavka streams-group`, in a fake cluster."""

import asyncio
import json

import pytest

from kavka.cli.main import cli, run
from kavka.client.admin import Admin
from kavka.client.errors import UnsupportedByBroker
from kavka.client.streams_groups import StreamsTask, StreamsTasks
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, NonEmptyGroup, UnknownMemberId
from kavka.protocol.messages import StreamsGroupDescribeResponse
from kavka.protocol.records.batch import BatchBuilder
from tests.support.clients.fake_broker import RANGES, FakeCluster
from tests.support.clients.streams_broker import CHANGELOG, LINES, REPARTITION, STREAMS_RANGES, StreamsCluster

L0, L1, R0 = TopicPartition(LINES, 0), TopicPartition(LINES, 1), TopicPartition(REPARTITION, 0)


@pytest.fixture
async def fake():
    async with StreamsCluster(brokers=2) as cluster:
        builder = BatchBuilder()
        for _ in range(10):
            builder.append(timestamp=1, key=None, value=b"v", headers=())
        cluster.logs[L0].append(builder.build())
        cluster.offsets |= {L0: 4, R0: 0}
        yield cluster


@pytest.fixture
async def admin(fake):
    async with Admin(fake.bootstrap, retry_backoff_ms=1, api_timeout_ms=3_000) as made:
        yield made


async def command(fake, capsys, *arguments):
    """Runs a command in a thread, since the fake is served by this loop."""
    code = await asyncio.to_thread(run, cli, [*arguments, "-b", fake.bootstrap])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


class TestAdmin:
    async def test_groups_of_the_type_are_listed_by_state(self, fake, admin):
        assert [tuple(group) for group in await admin.list_streams_groups()] == [
            ("g", "Empty", "streams", 0, "streams")
        ]
        assert await admin.list_streams_groups(states=["Stable"]) == []
        assert [group.group for group in await admin.list_groups(types=["streams"])] == ["g"]

    async def test_a_group_is_described_with_its_topology_and_its_members_tasks(self, fake, admin):
        fake.members |= {"m": 3, "n": 2}
        found = await admin.describe_streams_group("g")
        assert found[:6] == ("g", 0, "Stable", 3, 2, 0)
        assert found.assignor == "sticky"
        assert (found.input_topics, found.internal_topics) == ({LINES}, {REPARTITION, CHANGELOG})
        split, count = found.subtopologies
        assert split == ("0", (LINES,), (), (REPARTITION,), ())
        assert count.repartition_sources == ((REPARTITION, 2, -1, {"cleanup": "delete"}),)
        m, n = found.members
        assert m.tasks == StreamsTasks((StreamsTask("0", 0), StreamsTask("1", 0)), (StreamsTask("1", 1),), ())
        assert m.target == StreamsTasks((), (), ())
        assert (m.host, m.process_id, m.endpoint, n.endpoint) == ("127.0.0.1", "process-m", None, "there:7")
        assert m.client_tags == {"zone": "a"}

    async def test_a_group_whose_topology_is_not_known_yet(self, fake, admin):
        fake.has_topology = False
        found = await admin.describe_streams_group("g")
        assert (found.topology_epoch, found.subtopologies, found.internal_topics) == (None, (), set())

    async def test_its_offsets_are_a_groups(self, fake, admin):
        assert {tp: at.offset for tp, at in (await admin.list_group_offsets("g")).items()} == {L0: 4, R0: 0}
        await admin.alter_group_offsets("g", {L1: 0})
        assert await admin.delete_group_offsets("g", [L0]) == {L0: None}
        assert fake.offsets == {L1: 0, R0: 0}

    async def test_what_is_refused_is_raised(self, fake, admin):
        with pytest.raises(GroupIdNotFound, match="there is no streams group 'h'"):
            await admin.describe_streams_group("h")
        fake.members["m"] = 1
        with pytest.raises(UnknownMemberId):
            await admin.alter_group_offsets("g", {L0: 0})
        with pytest.raises(NonEmptyGroup):
            await admin.delete_group("g")

    async def test_a_coordinator_that_moved_is_looked_for(self, fake, admin):
        def moved(*_):
            group = StreamsGroupDescribeResponse.DescribedGroup(error_code=int(ErrorCode.NOT_COORDINATOR))
            return StreamsGroupDescribeResponse(groups=[group])

        fake.inject(ApiKey.STREAMS_GROUP_DESCRIBE, moved)
        assert (await admin.describe_streams_group("g")).state == "Empty"
        assert len(fake.asked(ApiKey.FIND_COORDINATOR)) == 2

    async def test_a_broker_that_does_not_tell_the_assignor(self):
        ranges = {**STREAMS_RANGES, ApiKey.STREAMS_GROUP_DESCRIBE: (0, 0)}
        async with StreamsCluster(ranges=ranges) as fake, Admin(fake.bootstrap) as admin:
            assert (await admin.describe_streams_group("g")).assignor is None

    async def test_a_cluster_without_streams_groups_says_so(self):
        async with FakeCluster(ranges=RANGES) as fake, Admin(fake.bootstrap) as admin:
            for asking in (admin.list_streams_groups(), admin.describe_streams_group("g")):
                with pytest.raises(UnsupportedByBroker, match="this cluster has no streams groups"):
                    await asking


class TestCommand:
    async def test_list(self, fake, capsys):
        listed = (0, "group,state,coordinator\ng,Empty,0\n", "")
        assert await command(fake, capsys, "streams-group", "list", "-o", "csv") == listed
        _, out, _ = await command(fake, capsys, "group", "list", "--type", "streams", "-o", "csv")
        assert out.splitlines()[1:] == ["g,streams,Empty,streams,0"]

    async def test_describe_in_every_form(self, fake, capsys):
        fake.members |= {"m": 3, "n": 2}
        _, out, _ = await command(fake, capsys, "streams-group", "describe", "g", "-o", "json")
        [found] = json.loads(out)
        assert (found["lag"], found["topology_epoch"]) == (6, 0)
        assert found["subtopologies"][1]["changelogs"][0]["name"] == CHANGELOG
        assert found["members"][0]["active"] == ["0_0", "1_0"]
        assert found["members"][0]["target_active"] == []
        _, out, _ = await command(fake, capsys, "streams-group", "describe", "g")
        assert out.startswith("g  Stable  sticky  epoch 3  target epoch 2  coordinator 0  members 2  lag 6\n")
        _, out, _ = await command(fake, capsys, "streams-group", "describe", "g", "--offsets", "-o", "csv")
        assert out.splitlines() == [
            "group,topic,partition,offset,end_offset,lag,task,client_id",
            f"g,{REPARTITION},0,0,0,0,1_0,client-m",
            f"g,{REPARTITION},1,,,,1_1,client-n",
            "g,lines,0,4,10,6,0_0,client-m",
            "g,lines,1,,,,0_1,client-n",
        ]
        _, out, _ = await command(fake, capsys, "streams-group", "describe", "g", "--members", "-o", "csv")
        assert out.splitlines()[0] == "group,member_id,epoch,client_id,host,active,standby,warmup"
        _, out, _ = await command(fake, capsys, "streams-group", "describe", "g", "--state", "-o", "csv")
        assert out.splitlines()[1:] == ["g,Stable,0,3,2,0,sticky,2"]

    async def test_a_topic_that_is_gone_has_no_partitions(self, fake, capsys):
        for tp in [tp for tp in fake.logs if tp[0] == REPARTITION]:
            del fake.logs[tp]
        _, out, _ = await command(fake, capsys, "streams-group", "describe", "g", "-o", "csv")
        assert out.splitlines()[1:] == [f"g,{REPARTITION},0,0,,,,", "g,lines,0,4,10,6,0_0,", "g,lines,1,,,,0_1,"]

    async def test_a_reset_is_tried_and_then_done(self, fake, capsys):
        reset = ("streams-group", "reset-offsets", "g", "-o", "csv")
        code, out, err = await command(fake, capsys, *reset, "--to", "latest", "--internal-topics")
        assert (code, out.splitlines()[1:]) == (0, ["lines,0,4,10,6"])
        assert f"would delete topic {REPARTITION}" in err
        assert "the same with --execute does it" in err
        assert (fake.offsets[L0], R0 in fake.logs) == (4, True)
        await command(fake, capsys, *reset, "--shift-by", "-1", "--execute")
        assert (fake.offsets, R0 in fake.logs) == ({L0: 3, R0: 0}, True)
        _, out, err = await command(fake, capsys, *reset, "--to", "0", "-t", "lines", "--execute", "--internal-topics")
        assert out.splitlines()[1:] == ["lines,0,3,0,-3", "lines,1,,0,"]
        assert err.splitlines() == [f"deleted topic {REPARTITION}", f"deleted topic {CHANGELOG}"]
        assert {topic for topic, _ in fake.logs} == {LINES}

    @pytest.mark.parametrize(
        ("arguments", "code", "words"),
        [
            (("describe", "h"), 4, "there is no streams group 'h' in this cluster. List those"),
            (("reset-offsets", "g"), 2, "say where to, one of: --to WHERE, --by-duration TIME, --shift-by N"),
            (("reset-offsets", "g", "--to", "nowhere"), 2, "is no place"),
            (("reset-offsets", "g", "--to", "latest", "-t", "lines:7"), 1, "'lines' has partitions 0 to 1 only"),
            (("reset-offsets", "g", "--to", "0", "-t", REPARTITION), 1, f"does not read {REPARTITION} from outside"),
            (("delete", "g", "-t", "u"), 4, "group 'g' has no offsets of u"),
            (("delete", "g", "-t", ":"), 2, "is not TOPIC or TOPIC:P,P"),
            (("delete", "g", "-t", "lines", "--internal-topics"), 2, "goes with a whole group"),
        ],
    )
    async def test_slips_are_said(self, fake, capsys, arguments, code, words):
        got, _, err = await command(fake, capsys, "streams-group", *arguments)
        assert got == code
        assert words in err

    async def test_a_group_without_offsets_wants_topics(self, fake, capsys):
        fake.offsets.clear()
        code, _, err = await command(fake, capsys, "streams-group", "reset-offsets", "g", "--to", "latest")
        assert (code, "has no offsets; name topics with --topic" in err) == (1, True)

    async def test_a_group_with_members_is_left_alone(self, fake, capsys):
        fake.members["m"] = 1
        for arguments in (("reset-offsets", "g", "--to", "latest"), ("delete", "g")):
            code, _, err = await command(fake, capsys, "streams-group", *arguments)
            assert code == 1
            assert "streams group 'g' has members: stop its instances first" in err

    async def test_groups_offsets_and_internal_topics_are_deleted(self, fake, capsys):
        _, out, _ = await command(fake, capsys, "streams-group", "delete", "g", "-t", "lines")
        assert out == "deleted the offset of lines-0 in g\n"
        assert (await command(fake, capsys, "streams-group", "delete", "g"))[1] == "deleted g\n"
        assert R0 in fake.logs
        _, out, _ = await command(fake, capsys, "streams-group", "delete", "g", "--internal-topics")
        assert out.splitlines() == ["deleted g", f"deleted topic {REPARTITION}", f"deleted topic {CHANGELOG}"]

    async def test_a_cluster_without_streams_groups_says_so(self, capsys):
        async with FakeCluster(ranges=RANGES) as fake:
            code, _, err = await command(fake, capsys, "streams-group", "list")
        assert code == 1
        assert "this cluster has no streams groups (KIP-1071)" in err
