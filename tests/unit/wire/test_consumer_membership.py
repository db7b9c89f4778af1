"""A member of a group of the consumer protocol: what it says, when, and what the next poll has to do."""

from pathlib import Path

import pytest

from kavka.common.transitions import IllegalTransition
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, FencedInstanceId, UnsupportedAssignor
from kavka.protocol.messages import ConsumerGroupHeartbeatResponse
from kavka.wire import consumer_membership_states
from kavka.wire.consumer_heartbeats import MemberIdentity, Subscription
from kavka.wire.consumer_membership import ConsumerMembershipCore
from kavka.wire.consumer_membership_states import CONSUMER_MEMBER_TRANSITIONS, ConsumerPhase
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.membership import NO_GENERATION

OUTSIDE, JOINING, STABLE = ConsumerPhase.OUTSIDE, ConsumerPhase.JOINING, ConsumerPhase.STABLE
RECONCILING, ACKNOWLEDGING = ConsumerPhase.RECONCILING, ConsumerPhase.ACKNOWLEDGING

A, B = b"a" * 16, b"b" * 16
NAMES = {A: "a", B: "b"}
A0, A1, B0 = TopicPartition("a", 0), TopicPartition("a", 1), TopicPartition("b", 0)

LEGAL = {
    "OUTSIDE": "JOINING RECONCILING ACKNOWLEDGING STABLE",
    "JOINING": "OUTSIDE",
    "RECONCILING": "JOINING RECONCILING ACKNOWLEDGING STABLE",
    "ACKNOWLEDGING": "RECONCILING ACKNOWLEDGING STABLE",
    "STABLE": "JOINING RECONCILING ACKNOWLEDGING STABLE",
}
"""target → from where, written down a second time."""


def response(epoch, assigned=None):
    """A coordinator's; `assigned` is topic id → partitions, None: as it was."""
    parts = ConsumerGroupHeartbeatResponse.TopicPartitions
    assignment = None
    if assigned is not None:
        assignment = ConsumerGroupHeartbeatResponse.Assignment([parts(i, list(p)) for i, p in assigned.items()])
    return ConsumerGroupHeartbeatResponse(member_epoch=epoch, heartbeat_interval_ms=5_000, assignment=assignment)


class Talk:
    """A member, and a coordinator that says what a test has it say."""

    def __init__(self, *, instance=None, assignor=None):
        self.told = 0
        identity = MemberIdentity("g", "m1", instance, 300_000, assignor)
        self.core = ConsumerMembershipCore(identity, tell=self._tell)
        self.core.subscribe(Subscription(("a", "b")))

    def _tell(self):
        self.told += 1

    def beat(self, epoch, assigned=None):
        """One heartbeat and its response; returns what was said."""
        heartbeat = self.core.heartbeat()
        self.core.heard(heartbeat, response(epoch, assigned))
        self.core.named({topic_id: NAMES[topic_id] for topic_id in self.core.unnamed})
        return heartbeat.message

    def join(self, epoch=1, assigned=None):
        self.core.request_join()
        return self.beat(epoch, {} if assigned is None else assigned)

    def apply(self):
        """A poll: gives up what went, takes what came."""
        assigned = self.core.take_assignment()
        self.core.gave_up(tp for tp in self.owned if tp in assigned)
        self.core.took(assigned)
        self.owned = assigned
        return assigned

    owned = ()


def owned_in(message):
    return None if message.topic_partitions is None else {t.topic_id: t.partitions for t in message.topic_partitions}


def settled(assigned=None, **options):
    """A member that owns what it is assigned, and has said so."""
    talk = Talk(**options)
    talk.join(1, {A: [0, 1]} if assigned is None else assigned)
    talk.apply()
    talk.beat(1)
    assert talk.core.phase is STABLE
    return talk


@pytest.mark.parametrize("target", ConsumerPhase)
@pytest.mark.parametrize("current", ConsumerPhase)
def test_the_table_is_the_law(current, target):
    assert CONSUMER_MEMBER_TRANSITIONS.is_legal(current, target) == (current.name in LEGAL[target.name].split())


def test_a_member_does_not_join_again_before_it_is_out():
    with pytest.raises(IllegalTransition):
        settled().core.request_join()


def test_every_phase_says_what_it_does():
    source = Path(consumer_membership_states.__file__).read_text(encoding="utf-8")
    assert source.count("    action: ") == source.count("    transition: ") == len(ConsumerPhase)


class TestWhatIsSaid:
    def test_who_joins_says_everything(self):
        said = Talk(assignor="range").join()
        assert (said.group_id, said.member_id, said.member_epoch) == ("g", "m1", 0)
        assert (said.rebalance_timeout_ms, said.server_assignor) == (300_000, "range")
        assert (said.subscribed_topic_names, said.subscribed_topic_regex) == (["a", "b"], None)
        assert owned_in(said) == {}
        assert said.instance_id is None

    def test_a_heartbeat_says_its_epoch_and_nothing_that_is_known(self):
        talk = settled(instance="i1")
        said = talk.beat(1)
        assert (said.member_epoch, said.instance_id) == (1, "i1")
        assert (said.rebalance_timeout_ms, said.server_assignor) == (-1, None)
        assert (said.subscribed_topic_names, said.subscribed_topic_regex, owned_in(said)) == (None, None, None)

    def test_after_a_lost_response_everything_is_said_at_once(self):
        talk = settled()
        lost = talk.core.heartbeat()
        assert not talk.core.is_urgent
        talk.core.unheard(lost)
        assert talk.core.is_urgent
        said = talk.beat(1, {A: [0, 1]})
        assert (said.rebalance_timeout_ms, said.subscribed_topic_names) == (300_000, ["a", "b"])
        assert owned_in(said) == {A: [0, 1]}
        assert talk.core.phase is STABLE, "it was said with the heartbeat that this responds to"

    @pytest.mark.parametrize(
        ("before", "after", "names", "regex"),
        [
            (Subscription(("a",)), Subscription(("b",)), ["b"], None),
            (Subscription(("a",)), Subscription((), "b.*"), [], "b.*"),
            (Subscription((), "a.*"), Subscription(("b",)), ["b"], ""),
            (Subscription((), "a.*"), Subscription((), "b.*"), None, "b.*"),
        ],
    )
    def test_another_subscription_is_said_at_once_and_once(self, before, after, names, regex):
        talk = Talk()
        talk.core.subscribe(before)
        first = talk.join()
        assert first.subscribed_topic_regex == (before.regex or None)
        talk.core.subscribe(after)
        assert talk.core.is_urgent
        assert not talk.core.is_rejoin_wanted
        said = talk.beat(1)
        assert (said.subscribed_topic_names, said.subscribed_topic_regex) == (names, regex)
        assert not talk.core.is_urgent
        said = talk.beat(1)
        assert (said.subscribed_topic_names, said.subscribed_topic_regex) == (None, None)

    @pytest.mark.parametrize(("instance", "epoch"), [(None, -1), ("i1", -2)])
    def test_who_leaves_says_so_a_static_member_for_a_while(self, instance, epoch):
        talk = settled(instance=instance)
        talk.core.leave()
        said = talk.core.farewell()
        assert (said.member_epoch, said.member_id, said.instance_id) == (epoch, "m1", instance)


class TestReconciliation:
    def test_what_is_assigned_waits_for_a_poll_and_then_is_said_at_once(self):
        talk = Talk()
        talk.join(3, {A: [1, 0], B: [0]})
        assert (talk.core.phase, talk.core.is_urgent) == (RECONCILING, False)
        assert talk.core.has_news
        assert talk.told
        assert talk.core.metadata() == GroupMetadata("g", 3, "m1", None)
        assert talk.apply() == [A0, A1, B0]
        assert (talk.core.phase, talk.core.is_urgent, talk.core.has_news) == (ACKNOWLEDGING, True, False)
        assert owned_in(talk.beat(3)) == {A: [0, 1], B: [0]}
        assert (talk.core.phase, talk.core.is_urgent) == (STABLE, False)
        assert talk.core.take_assignment() is None

    def test_who_is_assigned_nothing_has_nothing_to_acknowledge(self):
        talk = Talk()
        talk.join()
        assert (talk.core.phase, talk.core.is_urgent, talk.core.has_news) == (STABLE, False, False)

    def test_what_is_revoked_is_said_before_what_comes_is_taken(self):
        talk = settled()
        talk.beat(1, {A: [1], B: [0]})
        assert talk.core.take_assignment() == [A1, B0]
        talk.core.gave_up([A1])
        assert (talk.core.phase, talk.core.is_urgent) == (RECONCILING, True)
        assert owned_in(talk.beat(1)) == {A: [1]}
        talk.core.took([A1, B0])
        assert owned_in(talk.beat(1)) == {A: [1], B: [0]}
        assert talk.core.phase is STABLE

    def test_while_a_user_is_busy_heartbeats_go_on_and_nothing_is_given_up(self):
        talk = settled()
        talk.beat(1, {A: [1]})
        assert owned_in(talk.beat(1)) == {A: [0, 1]}
        assert (owned_in(talk.beat(1)), talk.core.is_urgent) == (None, False)
        assert talk.core.metadata().generation_id == 1

    def test_an_assignment_that_is_owned_already_is_acknowledged_all_the_same(self):
        """Asked back before it was taken: the coordinator waits to hear that it is not owned."""
        talk = Talk()
        talk.join(1, {A: [0]})
        talk.beat(1)
        talk.beat(1, {})
        assert (talk.core.phase, talk.core.is_urgent) == (ACKNOWLEDGING, True)
        assert owned_in(talk.beat(2)) == {}
        assert talk.core.phase is STABLE

    def test_what_changes_while_positions_are_looked_up_is_not_taken_any_more(self):
        talk = Talk()
        talk.join(1, {A: [0, 1]})
        talk.core.take_assignment()
        attempt = talk.core.attempt
        talk.beat(1, {A: [1]})
        assert talk.core.still_assigned([A0, A1], attempt) == [A1]
        talk.core.took([A1])
        assert talk.core.phase is ACKNOWLEDGING
        talk.core.lose()
        assert talk.core.still_assigned([A1], attempt) == []

    def test_what_could_not_be_applied_is_there_again_as_it_is_by_then(self):
        talk = Talk()
        talk.join(1, {A: [0, 1]})
        talk.core.put_back(talk.core.take_assignment())
        assert talk.core.take_assignment() == [A0, A1]
        talk.core.lose()
        talk.core.put_back([A0, A1])
        assert talk.core.take_assignment() is None

    def test_only_what_has_a_name_is_taken_and_the_rest_when_it_has_one(self):
        talk = Talk()
        talk.core.request_join()
        talk.core.heard(talk.core.heartbeat(), response(1, {A: [0], B: [0]}))
        assert talk.core.unnamed == {A, B}
        assert not talk.core.has_news
        talk.core.named({A: "a"})
        assert talk.core.unnamed == {B}
        assert talk.apply() == [A0]
        assert (talk.core.phase, talk.core.topics()) == (RECONCILING, {"a", "b"})
        talk.core.named({B: "b"})
        assert talk.apply() == [A0, B0]
        assert talk.core.phase is ACKNOWLEDGING

    def test_a_topic_made_anew_is_given_up_first_and_then_taken(self):
        talk = settled({A: [0], B: [0]})
        talk.core.heard(talk.core.heartbeat(), response(2, {b"n" * 16: [0], B: [0]}))
        talk.core.named({b"n" * 16: "a"})
        assert talk.apply() == [B0]
        assert owned_in(talk.beat(2)) == {B: [0]}
        assert talk.apply() == [A0, B0]
        assert owned_in(talk.beat(2)) == {b"n" * 16: [0], B: [0]}
        assert talk.core.phase is STABLE

    def test_an_expressions_topics_are_those_it_has_brought(self):
        talk = Talk()
        talk.core.subscribe(Subscription((), ".*"))
        talk.core.request_join()
        talk.core.heard(talk.core.heartbeat(), response(1, {A: [0], B: [0]}))
        talk.core.named({B: "b"})
        assert talk.core.topics() == {"b"}


class TestLoss:
    @pytest.mark.parametrize("is_joining", [True, False])
    def test_a_lost_member_owns_nothing_is_told_and_joins_with_epoch_0(self, is_joining):
        talk = Talk() if is_joining else settled()
        if is_joining:
            talk.core.request_join()
        talk.told = 0
        talk.core.lose()
        assert (talk.core.phase, talk.core.is_lost, talk.told) == (OUTSIDE, True, 1)
        assert (talk.core.is_member, talk.core.is_urgent) == (False, False)
        assert talk.core.metadata().generation_id == NO_GENERATION
        talk.core.took([A0])
        assert talk.core.phase is OUTSIDE, "a poll that was under way changes nothing"
        talk.core.acknowledge_loss()
        assert (talk.core.is_lost, talk.core.is_rejoin_wanted) == (False, True)
        talk.core.request_join()
        assert talk.core.is_urgent
        said = talk.core.heartbeat().message
        assert (said.member_epoch, said.member_id, owned_in(said)) == (0, "m1", {})

    def test_what_it_polled_before_stays_fenced_by_its_last_epoch(self):
        talk = settled()
        talk.core.lose()
        assert talk.core.metadata_joined() == GroupMetadata("g", 1, "m1", None)

    def test_responses_of_a_former_life_change_nothing(self):
        talk = settled()
        late, lost = talk.core.heartbeat(), talk.core.heartbeat()
        talk.core.lose()
        talk.core.acknowledge_loss()
        talk.core.request_join()
        talk.core.heard(late, response(9, {A: [0]}))
        talk.core.unheard(lost)
        assert (talk.core.phase, talk.core.metadata().generation_id) == (JOINING, NO_GENERATION)

    def test_what_no_retry_mends_is_raised_once_and_joined_again(self):
        talk = settled()
        talk.core.fail(UnsupportedAssignor("no"))
        assert talk.core.is_lost
        with pytest.raises(UnsupportedAssignor):
            talk.core.raise_failure()
        talk.core.raise_failure()

    def test_who_was_fenced_by_its_instance_id_stays_so(self):
        talk = settled(instance="i1")
        talk.core.fail(FencedInstanceId("another"))
        for _ in range(2):
            with pytest.raises(FencedInstanceId):
                talk.core.raise_failure()

    @pytest.mark.parametrize("is_in", [True, False])
    def test_who_leaves_has_nothing_left_to_do(self, is_in):
        talk = settled() if is_in else Talk()
        talk.core.leave()
        assert (talk.core.phase, talk.core.has_news, talk.core.is_urgent) == (OUTSIDE, False, False)
        talk.core.subscribe(Subscription(("a",)))
        assert talk.core.has_news


class TestRefusedCommits:
    @pytest.mark.parametrize("code", [ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH])
    def test_the_group_has_gone_on(self, code):
        talk = settled()
        talk.core.refused(int(code), 1)
        assert talk.core.is_lost

    @pytest.mark.parametrize(
        ("code", "epoch"),
        [(ErrorCode.STALE_MEMBER_EPOCH, 1), (ErrorCode.OFFSET_METADATA_TOO_LARGE, 1), (ErrorCode.UNKNOWN_MEMBER_ID, 0)],
    )
    def test_other_errors_and_former_epochs_say_nothing(self, code, epoch):
        talk = settled()
        talk.core.refused(int(code), epoch)
        assert talk.core.phase is STABLE
        talk.core.leave()
        talk.core.refused(int(ErrorCode.UNKNOWN_MEMBER_ID), NO_GENERATION)
        assert not talk.core.is_lost
