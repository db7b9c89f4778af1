"""The files around the image: what compose files give their containers, what the build takes, what docs show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from kavka.broker.config.broker_config import BrokerConfig
from kavka.container.contract import FILES, install, random_cluster_id
from kavka.container.plan import DATA, plan_of

ROOT = Path(__file__).resolve().parents[3]
CONTAINERFILE = (ROOT / "container" / "Containerfile").read_text(encoding="utf-8")


def nodes(name):
    """Service name → the plan of its container, of a compose file of ours."""
    services = yaml.safe_load((ROOT / "container" / name).read_text(encoding="utf-8"))["services"]
    return {
        service: plan_of({key: str(value) for key, value in given["environment"].items()}, no_file, host_name=service)
        for service, given in services.items()
        if service.startswith("kafka")
    }


def no_file(path):
    raise FileNotFoundError(2, "No such file or directory", path)


def test_one_broker_is_reached_from_this_machine_and_from_containers():
    (plan,) = nodes("compose.yaml").values()
    config = BrokerConfig.from_properties({**plan.properties, "zookeeper.connect": "localhost:2181"})
    assert {str(one) for one in config.advertised_listeners} == {"HOST://localhost:9092", "INTERNAL://kafka:19092"}
    assert config.inter_broker_listener == "INTERNAL"
    assert plan.keeper is not None
    assert plan.notes == ()


def test_three_brokers_share_one_zookeeper():
    plans = nodes("compose-three.yaml")
    configs = [BrokerConfig.from_properties(plan.properties) for plan in plans.values()]
    assert [config.broker_id for config in configs] == [1, 2, 3]
    assert {config.zookeeper_connect for config in configs} == {"zookeeper:2181"}
    assert len({str(one) for config in configs for one in config.advertised_listeners}) == 6
    assert all(plan.keeper is None and plan.notes == () for plan in plans.values())


def test_the_build_takes_what_there_is_and_what_the_engine_is_let_see():
    copied = {
        word for line in re.findall(r"^COPY (?!--)(.*) /src\S*$", CONTAINERFILE, re.MULTILINE) for word in line.split()
    }
    assert copied >= {"pyproject.toml", "setup.py", "kavka", "broker"}
    assert [name for name in copied if not (ROOT / name).exists()] == []
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert let_in == copied


def test_the_image_runs_what_is_installed_into_it():
    command = re.findall(r'^CMD \["/(.*)"\]$', CONTAINERFILE, re.MULTILINE)
    assert command == ["etc/kafka/docker/run"]
    assert set(command) <= set(FILES)
    assert f'VOLUME ["{DATA}"' in CONTAINERFILE


def test_every_file_of_the_contract_is_a_script_that_can_be_run(tmp_path):
    written = install(tmp_path, python="/opt/a b/python")
    assert {str(path.relative_to(tmp_path)) for path in written} == set(FILES)
    for path in written:
        assert path.stat().st_mode & 0o777 == 0o775
        assert path.read_text().startswith("#!/bin/sh\n")
    assert (
        "exec '/opt/a b/python' -P -m kavka.container zookeeper "
        in (tmp_path / "usr/local/bin/zookeeper-server-start").read_text()
    )


def test_a_cluster_id_is_as_kafkas_storage_tool_makes_them():
    assert random_cluster_id(bytes) == "A" * 22


@pytest.mark.parametrize("page", ["container.md", "deploy.md"])
def test_yaml_that_is_shown_is_yaml(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        assert yaml.safe_load(block)
