"""Runs as a user sees them: each fault happens and is undone, and what does not hold is found, shown and shrunk."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from kavka.cli import main
from kavka.cli.simulate import simulate
from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from kavka.simulation.seed_draws import drawn
from kavka.simulation.timeline_html import timeline_page

EVERY = {
    FaultKind.KILL: {"targets": ("broker-1",)},
    FaultKind.STOP: {"targets": ("broker-2",)},
    FaultKind.PAUSE: {"targets": ("broker-3",)},
    FaultKind.SLOW_HOST: {"targets": ("broker-1",), "amount": 20},
    FaultKind.POWER_LOSS: {"targets": ("broker-1",)},
    FaultKind.CUT: {"targets": ("broker-1",)},
    FaultKind.CUT_ONE_WAY: {"targets": ("broker-1", "zookeeper")},
    FaultKind.SLOW_LINK: {"targets": ("clients",), "amount": 300},
    FaultKind.NARROW_LINK: {"targets": ("broker-2", "broker-3"), "amount": 10_000},
    FaultKind.RESET: {"targets": ("zookeeper",)},
    FaultKind.CLOCK_JUMP: {"targets": ("broker-1",), "amount": -60_000},
    FaultKind.CLOCK_DRIFT: {"targets": ("broker-1",), "amount": 50_000},
    FaultKind.DISK_FULL: {"targets": ("broker-1",)},
    FaultKind.DISK_ERROR: {"targets": ("broker-1",), "amount": 1_000, "text": "fsync"},
    FaultKind.SLOW_DISK: {"targets": ("broker-1",), "amount": 700},
    FaultKind.COLD_CACHE: {"targets": ("broker-1",)},
    FaultKind.BIT_FLIP: {"targets": ("broker-1",)},
    FaultKind.SESSION_EXPIRY: {"targets": ("broker-1",)},
    FaultKind.ZNODE_DELETE: {"text": "/controller"},
    FaultKind.TOPIC_CHURN: {},
    FaultKind.REASSIGN: {"text": "produced-0=2,3"},
    FaultKind.NO_DESCRIPTORS: {"targets": ("broker-1",)},
    FaultKind.RECONFIGURE: {"targets": ("broker-1",), "text": "log.retention.ms=60000"},
    FaultKind.LATE_REQUEST: {"targets": ("broker-1",), "amount": 3_000, "text": "Produce"},
    FaultKind.ROT: {"targets": ("broker-1",), "text": "no-such-topic-0/*"},
    FaultKind.POISON: {"text": "produced"},
    FaultKind.FORGED_ISR: {"targets": ("broker-1",), "text": "produced"},
    FaultKind.STALE_REQUEST: {"targets": ("broker-1",), "text": "former-life"},
}


def scenario(*faults):
    return Scenario(seconds=20, workloads=("producers",), faults=faults)


@pytest.mark.parametrize("kind", EVERY)
def test_a_cluster_survives_each_fault(kind):
    fault = Fault(at_ms=5_000, kind=kind, lasts_ms=9_000, **EVERY[kind])
    outcome = run(1, scenario(fault))
    assert not outcome.has_failed, outcome.violations
    assert fault.words() in [entry.words for entry in outcome.timeline if entry.kind == "fault"]


@pytest.mark.parametrize("broker_id", [1, 2, 3])
def test_a_broker_registers_anew_when_somebody_deletes_its_registration(broker_id):
    outcome = run(1, scenario(Fault(at_ms=5_000, kind=FaultKind.ZNODE_DELETE, text=f"/brokers/ids/{broker_id}")))
    assert not outcome.has_failed, outcome.violations


@pytest.mark.parametrize("seed", [13, 96, 100, 133])
def test_nothing_is_lost_when_the_leader_that_is_the_controller_loses_power_for_a_moment(seed):
    """It is back, with a shorter log, before ZooKeeper has given it up; at these seeds it led again."""
    fault = Fault(at_ms=8_000, kind=FaultKind.POWER_LOSS, targets=("broker-1",), lasts_ms=300)
    outcome = run(seed, Scenario(seconds=14, workloads=("producers",), faults=(fault,)))
    assert not outcome.has_failed, outcome.violations


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (FaultKind.KILL, ""),
        (FaultKind.PAUSE, ""),
        (FaultKind.POWER_LOSS, ""),
        (FaultKind.SLOW_DISK, ""),
        (FaultKind.SLOW_HOST, ""),
        (FaultKind.DISK_FULL, ""),
        *((FaultKind.DISK_ERROR, call) for call in ("read", "write", "fsync")),
    ],
)
def test_a_cluster_survives_what_happens_to_zookeeper(kind, text):
    fault = Fault(at_ms=5_000, kind=kind, targets=("zookeeper",), lasts_ms=9_000, amount=700, text=text)
    outcome = run(1, scenario(fault))
    assert not outcome.has_failed, outcome.violations


def test_a_cluster_that_flushes_each_record_survives_that_all_its_machines_lose_power():
    machines = ("zookeeper", "broker-1", "broker-2", "broker-3")
    fault = Fault(at_ms=5_000, kind=FaultKind.POWER_LOSS, targets=machines, lasts_ms=3_000)
    flushed = replace(scenario(fault), settings={"log.flush.interval.messages": "1"})
    outcome = run(1, flushed)
    assert not outcome.has_failed, outcome.violations
    assert fault.words() in [entry.words for entry in outcome.timeline if entry.kind == "fault"]


def test_the_power_of_two_machines_is_only_killed_where_records_are_in_page_caches():
    fault = Fault(at_ms=5_000, kind=FaultKind.POWER_LOSS, targets=("broker-1", "broker-2"), lasts_ms=3_000)
    outcome = run(1, scenario(fault))
    assert not outcome.has_failed, outcome.violations
    assert any("killed only" in entry.words for entry in outcome.timeline if entry.kind == "fault")


def test_a_broker_with_a_directory_left_is_restarted_for_the_one_that_it_gave_up():
    fault = Fault(at_ms=5_000, kind=FaultKind.DISK_ERROR, targets=("broker-1",), lasts_ms=5_000, amount=1_000)
    two = replace(scenario(replace(fault, text="write")), settings={"log.dirs": "/data,/other"})
    outcome = run(1, two)
    assert not outcome.has_failed, outcome.violations
    assert any("offline until a restart" in entry.words for entry in outcome.timeline)


def test_overlapping_faults_hold_a_broker_down_until_the_last_one_lets_go():
    outcome = run(
        1,
        scenario(
            Fault(at_ms=2_000, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=3_000),
            Fault(at_ms=4_000, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=6_000),
        ),
    )
    began = next(entry.time_us for entry in outcome.timeline if entry.words == "the workloads begin")
    starts = [entry.time_us - began for entry in outcome.timeline if entry.words == "starts"]
    assert [round(start / 1_000_000) for start in starts] == [10]
    assert not outcome.has_failed


def failing(tmp_path):
    """A scenario that does not settle: a topic that nobody can read is nobody's, until whoever wrote it mends it."""
    faults = [
        {"at_ms": 500, "kind": "cut", "targets": ["broker-1"], "lasts_ms": 100},
        {"at_ms": 2_000, "kind": "znode-set", "text": "/brokers/topics/t=no JSON"},
    ]
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps({"workloads": ["producers"], "seconds": 10, "faults": faults}))
    return str(path)


def test_a_failure_is_shown_with_the_least_faults_and_a_page(tmp_path, capsys):
    page = tmp_path / "page.html"
    assert main.run(simulate, ["--seed", "1", "--scenario", failing(tmp_path), "--html", str(page)]) == 1
    output = capsys.readouterr().out
    assert "1 of 2 faults, the least that still fail:\n     2.000 s  /brokers/topics/t set by hand to no JSON" in output
    assert "seed 1: unsettled does not hold; digest " in output
    assert "<b>fault</b> /brokers/topics/t set by hand to no JSON" in page.read_text()


def test_a_seed_that_holds_exits_with_0_and_tells_its_digest(capsys):
    outputs = []
    for _ in range(2):
        assert main.run(simulate, ["--seed", "5", "--seconds", "5", "--brokers", "1"]) == 0
        outputs.append(capsys.readouterr().out)
    assert "seed 5: all invariants hold" in outputs[0]
    assert outputs[0] == outputs[1]


def test_json_has_a_line_for_each_seed(capsys):
    assert main.run(simulate, ["--seeds", "2", "--first", "8", "--seconds", "3", "--json"]) == 0
    assert [json.loads(line)["seed"] for line in capsys.readouterr().out.splitlines()] == [8, 9]


def test_faults_hit_whoever_leads_and_the_controller():
    outcome = run(
        1,
        scenario(
            Fault(at_ms=2_000, kind=FaultKind.KILL, targets=("controller",), lasts_ms=1_000),
            Fault(at_ms=9_000, kind=FaultKind.PAUSE, targets=("leader:produced-0",), lasts_ms=500),
        ),
    )
    controllers = [entry.lane for entry in outcome.timeline if entry.kind == "controller"]
    led = [entry.words for entry in outcome.timeline if entry.kind == "election" and "produced-0" in entry.words]
    killed, paused = [entry for entry in outcome.timeline if entry.kind == "fault" and "for" in entry.words]
    assert killed.lane == controllers[0]
    assert f"leader {paused.lane[-1]} →" in led[0]
    assert not outcome.has_failed


def test_a_broker_gets_its_settings_back():
    fault = Fault(at_ms=1_000, kind=FaultKind.RECONFIGURE, targets=("broker-1",), lasts_ms=5_000, text="broker.rack=r")
    outcome = run(1, scenario(fault))
    starts = [entry for entry in outcome.timeline if (entry.lane, entry.words) == ("broker-1", "starts")]
    assert len(starts) == 2


def test_a_figure_beyond_its_limit_fails_the_run():
    kill = Fault(at_ms=2_000, kind=FaultKind.KILL, targets=("controller",), lasts_ms=9_000)
    outcome = run(1, replace(scenario(kill), limits={"controllers": 1, "broker ends": 0}))
    assert [str(found) for found in outcome.violations] == ["limit: controllers: 2, at most 1"]


def test_a_shipped_scenario_runs_by_its_name_and_all_are_listed(capsys):
    assert main.run(simulate, ["--scenario", "list"]) == 0
    assert "short-kill\n    A leader is killed and back at once" in capsys.readouterr().out
    assert main.run(simulate, ["--seed", "1", "--scenario", "short-kill"]) == 0
    assert "all invariants hold; 1 faults" in capsys.readouterr().out
    assert main.run(simulate, ["--scenario", "short-kil"]) == 2
    assert "did you mean short-kill?" in capsys.readouterr().err


def test_many_seeds_tell_what_they_did_together_and_how_fast(capsys):
    assert main.run(simulate, ["--seeds", "2", "--seconds", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 seeds: all invariants hold"
    assert any(line.startswith("happenings: ") for line in lines)
    told = re.fullmatch(r"(\d+) simulated seconds in [\d.]+ CPU seconds: [\d,]+ times as fast as real time", lines[-1])
    assert told is not None
    assert int(told[1]) >= 2 * 5


def test_a_file_that_is_no_scenario_is_refused_in_one_line(tmp_path, capsys):
    path = tmp_path / "scenario.json"
    path.write_text('{"brokers": "three"}')
    assert main.run(simulate, ["--scenario", str(path)]) == 2
    assert capsys.readouterr().err == f"kavka: {path}: brokers is a number from 1 to 9\n"
    path.write_text('{"workloads": ["producer"]}')
    assert main.run(simulate, ["--scenario", str(path)]) == 2
    assert "workloads: there is no 'producer'; there are compaction, " in capsys.readouterr().err


def test_the_page_escapes_what_brokers_logged():
    outcome = run(1, scenario(Fault(at_ms=1_000, kind=FaultKind.ZNODE_SET, text="/x=<script>alert(1)</script>")))
    page = timeline_page(outcome)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_disk_threads_write_every_append_in_some_seeds_and_where_a_scenario_says_so():
    key = "kavka.log.write.thread.bytes"
    drawn_for = [drawn(seed, Scenario())[0].settings.get(key) for seed in range(100)]
    assert 10 < drawn_for.count("1") < 50
    assert set(drawn_for) == {"1", None}
    said = Scenario(settings={key: "7"})
    assert {drawn(seed, said)[0].settings[key] for seed in range(20)} == {"7"}
    assert not any(key in drawn(seed, scenario())[0].settings for seed in range(20)), "its faults are all it wants"


@pytest.mark.parametrize("kind", [FaultKind.KILL, FaultKind.POWER_LOSS, FaultKind.SLOW_DISK, FaultKind.DISK_ERROR])
def test_a_cluster_survives_faults_of_the_disk_while_threads_write(kind):
    fault = Fault(at_ms=5_000, kind=kind, lasts_ms=9_000, **EVERY[kind])
    threads = replace(scenario(fault), settings={"kavka.log.write.thread.bytes": "1"})
    outcome = run(1, threads)
    assert not outcome.has_failed, outcome.violations
    assert outcome.digest != run(1, scenario(fault)).digest, "threads wrote nothing"
