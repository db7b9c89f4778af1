"""Whom a client asks next, and what it asks again."""

import random

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, InvalidTopic, UnknownTopicOrPartition
from kavka.protocol.messages import MetadataResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.cluster_view import ClusterView, NoSuchPartition, WaysIn, parse_bootstrap
from kavka.wire.errors import AuthenticationFailed, BootstrapFailed, ClientClosed, LeaderUnknown
from kavka.wire.metadata import BrokerAddress
from tests.support.wire.views import metadata

NOW = MonotonicMs(1_000)
LEADERLESS, BAD_NAME = int(ErrorCode.LEADER_NOT_AVAILABLE), int(ErrorCode.INVALID_TOPIC_EXCEPTION)
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def view_of(**topics):
    view = ClusterView("boot:9092,boot2:9092", metadata_age_ms_max=100)
    view.learn(metadata(**topics), is_everything=False, now_ms=NOW)
    return view


def order(view, in_flight, seed=1):
    return [address.broker_id for address in view.ways_in(in_flight, random.Random(seed).shuffle)]


class TestWaysIn:
    def test_before_any_response_only_the_bootstrap_addresses_are_known(self):
        assert order(ClusterView("a,b"), {}) == [-2, -3]

    def test_bootstrap_is_the_last_resort(self):
        assert sorted(order(view_of(), {})[:3]) == [0, 1, 2]
        assert order(view_of(), {})[3:] == [-2, -3]

    def test_a_connected_broker_is_asked_before_one_that_may_be_dead(self):
        assert {order(view_of(), {1: 0}, seed)[0] for seed in range(20)} == {1}

    def test_a_broker_that_was_silent_is_asked_last_until_it_responds(self):
        view = view_of()
        view.doubt(1)
        orders = [order(view, {1: 0, -2: 0}, seed) for seed in range(20)]
        assert {tuple(sorted(found[:2])) for found in orders} == {(0, 2)}
        assert {tuple(found[2:]) for found in orders} == {(-2, -3, 1)}
        view.trust(1)
        assert {order(view, {1: 0}, seed)[0] for seed in range(20)} == {1}

    def test_a_request_does_not_wait_behind_a_long_fetch(self):
        assert {tuple(order(view_of(), {0: 1, 1: 4, -2: 0}, seed)[:3]) for seed in range(20)} == {(-2, 0, 1)}

    def test_among_equals_a_broker_that_is_cut_off_is_not_asked_for_ever(self):
        assert {order(view_of(), {0: 0, 1: 0, 2: 0}, seed)[0] for seed in range(40)} == {0, 1, 2}

    def test_nobody_is_named_twice(self):
        assert sorted(order(view_of(), {0: 0, -3: 2})) == [-3, -2, 0, 1, 2]

    def test_all_failures_are_named_once_each(self):
        ways = WaysIn()
        for broker_id, reason in enumerate(("refused", "b1:9092 did not answer", "refused")):
            ways.failed(BrokerAddress(broker_id, f"b{broker_id % 2}", 9092), OSError(reason))
        error = ways.exhausted()
        assert isinstance(error, BootstrapFailed)
        assert str(error) == "no broker can be reached: b0:9092: refused; b1:9092 did not answer"

    def test_where_nobody_responds_every_address_is_named(self):
        error = view_of().silent()
        assert str(error) == "no broker can be reached: boot:9092, boot2:9092 did not respond in time"

    @pytest.mark.parametrize("error", [AuthenticationFailed("no"), ClientClosed("closed")])
    def test_what_no_other_broker_mends_is_raised_at_once(self, error):
        with pytest.raises(type(error)):
            WaysIn().failed(BrokerAddress(0, "b", 1), error)


class TestBootstrap:
    def test_ids_count_down_and_a_port_may_be_left_out(self):
        assert parse_bootstrap("a:1, ,[::1]") == [BrokerAddress(-2, "a", 1), BrokerAddress(-3, "::1", 9092)]

    @pytest.mark.parametrize("text", ["", ",", ":9092", "host:x", "host:65536"])
    def test_nonsense_is_refused(self, text):
        with pytest.raises(ValueError, match="host:port"):
            parse_bootstrap(text)


class TestTopics:
    def test_some_topics_are_asked_for_by_name_and_all_by_none(self):
        request = ClusterView.metadata_request(["t"], may_create=True)
        assert ([topic.name for topic in request.topics], request.allow_auto_topic_creation) == (["t"], True)
        assert ClusterView.metadata_request([]).topics == []
        everything = ClusterView.metadata_request(None)
        assert (everything.topics, everything.allow_auto_topic_creation) == (None, False)

    def test_topics_are_asked_for_by_id_where_only_that_is_known(self):
        request = ClusterView.naming_request([b"i" * 16])
        assert [(topic.topic_id, topic.name) for topic in request.topics] == [(b"i" * 16, None)]
        assert not request.allow_auto_topic_creation

    def test_a_topic_without_a_name_is_passed_over(self):
        view, response = view_of(), metadata(t=[(0, 1)])
        response.topics.append(MetadataResponse.MetadataResponseTopic(name=None, error_code=100))
        view.learn(response, is_everything=True, now_ms=NOW)
        assert list(view.metadata.topics) == ["t"]

    def test_a_topic_is_fresh_until_it_is_too_old_or_marked(self):
        view = view_of(t=[(0, 1)])
        assert view.fresh_topic("t", NOW + 100) is not None
        assert view.fresh_topic("t", NOW + 101) is None
        view.mark_stale("t")
        assert view.is_stale("t", NOW)
        assert view.is_stale("unheard of", NOW)

    def test_a_refused_topic_is_raised_and_the_others_are_learnt(self):
        view = view_of()
        with pytest.raises(InvalidTopic):
            view.learn(metadata(bad=BAD_NAME, t=[(2, 0)]), is_everything=False, now_ms=NOW)
        assert view.leader_of(T0) == 2
        assert not view.is_stale("t", NOW)

    def test_nobody_asked_for_a_topic_that_is_refused_in_a_list_of_all(self):
        view = view_of()
        view.learn(metadata(bad=BAD_NAME), is_everything=True, now_ms=NOW)

    def test_a_missing_topic_is_final_unless_somebody_creates_it(self):
        view = view_of(t=[(0, 1)], u=LEADERLESS)
        assert view.topic("t").name == "t"
        with pytest.raises(UnknownTopicOrPartition, match="no topic 'x'"):
            view.topic("x")
        with pytest.raises(LeaderUnknown, match="no broker creates it"):
            view.topic("x", may_create=True)
        with pytest.raises(LeaderUnknown, match="LEADER_NOT_AVAILABLE"):
            view.topic("u")


class TestLeaders:
    def test_a_leader_that_is_not_among_the_brokers_is_none(self):
        view = view_of(t=[(9, 1)])
        with pytest.raises(LeaderUnknown, match="t-0 has no leader"):
            view.leader_of(T0)
        assert view.is_stale("t", NOW), "the next look asks again"

    def test_a_partition_beyond_the_last_may_be_new(self):
        view = view_of(t=[(0, 1)])
        with pytest.raises(NoSuchPartition, match="no partition t-1"):
            view.leader_of(T1)
        assert view.is_stale("t", NOW)
        view.learn(metadata(t=[(0, 1), (2, 0)]), is_everything=False, now_ms=NOW)
        assert view.leader_of(T1) == 2

    def test_addresses_are_by_id(self):
        view = view_of()
        assert view.address_of(1).host == "b1"
        assert view.address_of(-3).host == "boot2"
        with pytest.raises(LeaderUnknown):
            view.address_of(7)
