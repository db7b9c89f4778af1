"""Share groups as an administrator sees them, by the client and by `kavka share-group`, in a fake cluster."""

import asyncio
import json

import pytest

from kavka.cli.main import cli, run
from kavka.client.admin import Admin
from kavka.client.errors import UnsupportedByBroker
from kavka.client.share_groups import ShareOffset
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    ErrorCode,
    GroupAuthorizationFailed,
    GroupIdNotFound,
    NonEmptyGroup,
    UnknownTopicOrPartition,
)
from kavka.protocol.messages import ListGroupsResponse, ShareGroupDescribeResponse
from kavka.protocol.records.batch import BatchBuilder
from tests.support.clients.fake_broker import RANGES, FakeCluster
from tests.support.clients.share_broker import SHARE_RANGES, ShareCluster

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


@pytest.fixture
async def fake():
    async with ShareCluster(topics={"t": 2}, brokers=2) as cluster:
        builder = BatchBuilder()
        for _ in range(10):
            builder.append(timestamp=1, key=None, value=b"v", headers=())
        cluster.logs[T0].append(builder.build())
        cluster.starts[T0] = 4
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
        assert [tuple(group) for group in await admin.list_share_groups()] == [("g", "Empty", "share", 0, "share")]
        assert await admin.list_share_groups(states=["Stable"]) == []

    async def test_a_group_is_described_with_its_epochs_and_members(self, fake, admin):
        fake.members["m"], fake.subscribed = 3, frozenset("t")
        found = await admin.describe_share_group("g")
        assert found[:6] == ("g", 0, "Stable", 3, 2, "simple")
        assert found.members == (("m", 3, "c", "127.0.0.1", None, ("t",), (T0, T1)),)

    async def test_start_offsets_and_lags(self, fake, admin):
        assert await admin.list_share_group_offsets("g") == {T0: ShareOffset(4, 0, 6)}
        assert await admin.list_share_group_offsets("g", [T1]) == {T1: ShareOffset(-1, 0, None)}

    async def test_offsets_are_moved_and_forgotten(self, fake, admin):
        assert await admin.alter_share_group_offsets("g", {T1: 0, T0: 2}) == {T0: None, T1: None}
        assert fake.starts == {T0: 2, T1: 0}
        [error] = (await admin.alter_share_group_offsets("g", {TopicPartition("t", 9): 0})).values()
        assert isinstance(error, UnknownTopicOrPartition)
        found = await admin.delete_share_group_offsets("g", ["t", "u"])
        assert (found["t"], str(found["u"]), fake.starts) == (None, "no such", {})

    async def test_what_is_refused_is_raised_in_the_brokers_words(self, fake, admin):
        with pytest.raises(GroupIdNotFound, match="there is no share group 'h'"):
            await admin.describe_share_group("h")
        fake.members["m"] = 1
        with pytest.raises(NonEmptyGroup, match="share group 'g': The group is not empty"):
            await admin.alter_share_group_offsets("g", {T0: 0})

    async def test_a_coordinator_that_moved_is_looked_for(self, fake, admin):
        def moved(*_):
            group = ShareGroupDescribeResponse.DescribedGroup(error_code=int(ErrorCode.NOT_COORDINATOR))
            return ShareGroupDescribeResponse(groups=[group])

        fake.inject(ApiKey.SHARE_GROUP_DESCRIBE, moved)
        assert (await admin.describe_share_group("g")).state == "Empty"
        assert len(fake.asked(ApiKey.FIND_COORDINATOR)) == 2

    async def test_a_broker_that_will_not_list_is_raised(self, fake, admin):
        code = int(ErrorCode.GROUP_AUTHORIZATION_FAILED)
        fake.inject(ApiKey.LIST_GROUPS, lambda *_: ListGroupsResponse(error_code=code))
        with pytest.raises(GroupAuthorizationFailed, match="broker 0: GROUP_AUTHORIZATION_FAILED"):
            await admin.list_share_groups()

    @pytest.mark.parametrize("lists_groups", [(0, 4), None])
    async def test_a_cluster_without_share_groups_says_so(self, lists_groups):
        ranges = {**RANGES, ApiKey.LIST_GROUPS: lists_groups} if lists_groups else RANGES
        async with FakeCluster(ranges=ranges) as fake, Admin(fake.bootstrap) as admin:
            for asking in (admin.list_share_groups(), admin.describe_share_group("g")):
                with pytest.raises(UnsupportedByBroker, match="this cluster has no share groups"):
                    await asking

    async def test_brokers_that_do_not_count_say_no_lag(self):
        ranges = {**SHARE_RANGES, ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: (0, 0)}
        async with ShareCluster(topics={"t": 1}, ranges=ranges) as fake, Admin(fake.bootstrap) as admin:
            fake.starts[T0] = 0
            assert await admin.list_share_group_offsets("g") == {T0: ShareOffset(0, 0, None)}


class TestCommand:
    async def test_list_and_describe(self, fake, capsys):
        assert await command(fake, capsys, "share-group", "list", "-o", "csv") == (
            0,
            "group,state,coordinator\ng,Empty,0\n",
            "",
        )
        fake.members["m"], fake.subscribed = 3, frozenset("t")
        _, out, _ = await command(fake, capsys, "share-group", "describe", "g", "-o", "json")
        [found] = json.loads(out)
        assert found["lag"] == 6
        assert found["partitions"] == [{"topic": "t", "partition": 0, "start_offset": 4, "lag": 6}]
        assert found["members"][0]["partitions"] == ["t-0", "t-1"]
        _, out, _ = await command(fake, capsys, "share-group", "describe", "g")
        assert out.splitlines()[0] == "g  Stable  simple  epoch 3  coordinator 0  members 1  lag 6"
        _, out, _ = await command(fake, capsys, "share-group", "describe", "g", "-m", "-o", "csv")
        assert out.splitlines()[0] == "group,member_id,epoch,client_id,host,rack,topics,partitions"

    async def test_a_reset_is_tried_and_then_done(self, fake, capsys):
        reset = ("share-group", "reset", "g", "-o", "csv")
        code, out, err = await command(fake, capsys, *reset, "--to", "latest")
        assert (code, out.splitlines()[1:]) == (0, ["t,0,4,10,6"])
        assert "the same with --execute does it" in err
        assert fake.starts == {T0: 4}
        await command(fake, capsys, *reset, "--to", "0", "-t", "t", "--execute")
        assert fake.starts == {T0: 0, T1: 0}
        code, out, _ = await command(fake, capsys, *reset, "--by-duration", "1h")
        assert out.splitlines()[1:] == ["t,0,0,10,10", "t,1,0,0,0"]

    @pytest.mark.parametrize(
        ("arguments", "code", "words"),
        [
            (("describe", "h"), 4, "there is no share group 'h' in this cluster. List those"),
            (("reset", "g"), 2, "say where to, one of: --to WHERE, --by-duration TIME"),
            (("reset", "g", "--to", "nowhere"), 2, "is no place"),
            (("reset", "g", "--to", "latest", "-t", "t:7"), 1, "'t' has partitions 0 to 1 only"),
            (("delete", "g", "-t", "u"), 1, "share group 'g': u: no such"),
        ],
    )
    async def test_slips_are_said(self, fake, capsys, arguments, code, words):
        got, _, err = await command(fake, capsys, "share-group", *arguments)
        assert got == code
        assert words in err

    async def test_a_group_that_has_begun_nowhere_wants_topics(self, fake, capsys):
        fake.starts.clear()
        code, _, err = await command(fake, capsys, "share-group", "reset", "g", "--to", "latest")
        assert (code, "has begun nowhere; name topics with --topic" in err) == (1, True)

    async def test_a_group_with_members_is_left_alone(self, fake, capsys):
        fake.members["m"] = 1
        for arguments in (("reset", "g", "--to", "latest"), ("delete", "g")):
            code, _, err = await command(fake, capsys, "share-group", *arguments)
            assert code == 1
            assert "share group 'g' has members: stop them first" in err

    async def test_groups_and_what_they_did_are_deleted(self, fake, capsys):
        assert (await command(fake, capsys, "share-group", "delete", "g", "-t", "t"))[
            1
        ] == "deleted what g did with t\n"
        assert fake.starts == {}
        assert (await command(fake, capsys, "share-group", "delete", "g"))[1] == "deleted g\n"

    async def test_a_cluster_without_share_groups_says_so(self, capsys):
        async with FakeCluster(ranges=RANGES) as fake:
            code, _, err = await command(fake, capsys, "share-group", "list")
        assert code == 1
        assert "this cluster has no share groups (KIP-932)" in err
