"""The timeline of a cluster, out of its brokers' state-change logs."""

import time

import pytest

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run

FIRST = """\
2026-11-28T12:18:35.000+00:00 [Controller id=0 epoch=3] Elected
2026-11-28T12:18:36.000+00:00 [Controller id=0 epoch=3] Brokers came=2,1 went= restarted=
2026-11-28T12:18:42.000+00:00 [Controller id=0 epoch=3] Partition t-0: leader=1 leaderEpoch=0 isr=1,2,0 at first
2026-11-28T12:18:43.000+00:00 [Controller id=0 epoch=3] Brokers came= went=1 restarted=
2026-11-28T12:18:44.000+00:00 [Controller id=0 epoch=3] Partition t-0: leader=2 leaderEpoch=1 isr=2,0 by OFFLINE, was 1
2026-11-28T12:18:44.500+00:00 [Controller id=0 epoch=3] Partition __consumer_offsets-0: nobody can lead
2026-11-28T12:18:45.000+00:00 [Controller id=0 epoch=3] Partition t-0: leader=2 leaderEpoch=1 isr=2, isr was 2,0
2026-11-28T12:18:46.000+00:00 [Controller id=0 epoch=3] Resigned: its session is over
"""
SECOND = """\
a line that a crash left h
2026-11-28T12:18:44.100+00:00 [Broker id=2] Partition t-0: leads from=10 leader=2 leaderEpoch=1 isr=2,0
2026-11-28T13:18:47.000+01:00 [Controller id=2 epoch=4] Elected
2026-11-28T12:18:48.000+00:00 [Controller id=2 epoch=4] Partition t-0: leader=1 leaderEpoch=2 isr=1 by OFFLINE uncleanly, was 2
2026-11-28T12:18:49.000+00:00 [Controller id=2 epoch=4] Partition t-0: leader=1 leaderEpoch=3 isr=1,2 by PREFERRED, was 2
2026-11-28T12:18:50.000+00:00 [Controller id=2 epoch=4] Partition u-0: nobody can lead
2026-11-28T12:18:51.000+00:00 [Broker id=2] Partition t-0: deleted
"""  # noqa: E501
STORY = """\
2026-11-28 12:18:35.000  broker 0 is the controller (epoch 3)
2026-11-28 12:18:36.000  brokers 2, 1 came
2026-11-28 12:18:42.000  t-0: broker 1 leads at first; in sync: 1, 2, 0
2026-11-28 12:18:43.000  broker 1 is gone
2026-11-28 12:18:44.000  t-0: broker 2 leads instead of 1, which is gone or not in sync; in sync: 2, 0
2026-11-28 12:18:45.000  t-0: broker 0 leaves the ISR; in sync: 2
2026-11-28 12:18:46.000  broker 0 is the controller no more (epoch 3): its session is over
2026-11-28 12:18:47.000  broker 2 is the controller (epoch 4)
2026-11-28 12:18:48.000  t-0: broker 1 leads instead of 2, which is gone or not in sync; it was not in sync, so records may be lost; in sync: 1
2026-11-28 12:18:49.000  t-0: broker 1 leads instead of 2, as its preferred replica; in sync: 1, 2
2026-11-28 12:18:50.000  u-0: nobody can lead: nobody of its ISR is alive and whole
2026-11-28 12:18:51.000  t-0: broker 2 deletes its replica
"""  # noqa: E501


@pytest.fixture
def data_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    (tmp_path / "broker-0.state-changes.log").write_text(FIRST)
    (tmp_path / "broker-2.state-changes.log.1").write_text(SECOND.partition("2026-11-28T13")[0])
    (tmp_path / "broker-2.state-changes.log").write_text("2026-11-28T13" + SECOND.partition("2026-11-28T13")[2])
    return tmp_path


@pytest.fixture
def story(data_dir, capsys):
    def story(*options):
        assert run(cli, ["cluster", "story", "--data-dir", str(data_dir), *options]) == ExitCode.OK
        return capsys.readouterr().out

    return story


def test_all_brokers_logs_are_one_timeline(story):
    assert story() == STORY


def test_what_brokers_did_and_their_own_topics_are_told_on_request(story):
    told = story("--all")
    assert "t-0: broker 2 begins to lead, from offset 10 on (leader epoch 1)" in told
    assert "__consumer_offsets-0: nobody can lead" in told


def test_one_topic_and_what_happened_to_brokers(story):
    told = story("-t", "u")
    assert "t-0" not in told
    assert "u-0: nobody can lead" in told
    assert "broker 1 is gone" in told


def test_from_a_moment_on(story):
    assert story("--since", "2026-11-28T12:18:49Z").count("\n") == 3


def test_for_programs(story):
    first = story("-o", "csv").splitlines()
    assert first[0] == "time,by,broker,controller_epoch,partition,what"
    assert first[1].startswith("2026-11-28T12:18:35.000+00:00,controller,0,3,,")


def test_where_there_is_nothing_to_tell_that_is_said(tmp_path, capsys):
    assert run(cli, ["cluster", "story", "--data-dir", str(tmp_path)]) == ExitCode.NOT_FOUND
    assert "no state changes" in capsys.readouterr().err
