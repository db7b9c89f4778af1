"""The wheel, installed in a fresh environment beside a user's own files, runs a broker and a client."""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "protocol",
    "timer",
    "controller",
    "broker",
    "kavka",
    "pyspark_kavka",
]

USER_SCRIPT = """
import asyncio, sys

import client, common, tests          # the user's own, not ours
assert client.WHOSE == common.WHOSE == tests.WHOSE == "the user's"

import broker, controller, protocol, timer
for package in (broker, controller, protocol, timer):
    assert package.WHOSE == "the user's"

import kavka.broker.app, kavka.controller.controller, kavka.protocol.messages, kavka.timer.timer
for module in (kavka, kavka.broker.app, kavka.controller.controller, kavka.protocol.messages, kavka.timer.timer):
    assert module.__file__.startswith(sys.prefix), module.__file__

from kavka import Admin, Consumer, NewTopic, Producer


async def main(bootstrap):
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=2, replication_factor=1)])
    async with Producer(bootstrap) as producer:
        for number in range(1000):
            await producer.send("t", b"%d" % number, key=b"%d" % (number % 7))
    async with Consumer(bootstrap) as consumer:
        await consumer.assign(await consumer.partitions_for("t"), start="beginning")
        seen = []
        async for record in consumer:
            seen.append(int(record.value))
            if len(seen) == 1000:
                break
    assert sorted(seen) == list(range(1000))
    print("read", len(seen))


asyncio.run(main(sys.argv[1]))
"""


def run(*command, cwd, **options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, **options
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A virtual environment that holds the wheel and what it depends on, nothing else."""
    base = tmp_path_factory.mktemp("wheel")
    source = base / "source"
    source.mkdir()
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.exists():
            shutil.copy(path, source / name)
    build = [sys.executable, "-m", "build", "--wheel"]
    run(*build, "--outdir", base / "dist", source, cwd=base)
    (wheel,) = (base / "dist").glob("kavka-*.whl")
    venv.create(base / "env", with_pip=False)
    python = base / "env" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    run(*install, wheel, cwd=base)
    return base / "env" / "bin"


@pytest.fixture
def project(tmp_path):
    """A user's directory, with files named like parts of other people's projects."""
    for package in ("common", "tests", "broker", "controller", "protocol", "timer"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text('WHOSE = "the user\'s"\n')
    (tmp_path / "client.py").write_text('WHOSE = "the user\'s"\n')
    (tmp_path / "script.py").write_text(USER_SCRIPT)
    return tmp_path


def test_a_broker_and_a_client_run_beside_a_users_own_files(environment, project):
    data_dir = project / "data"
    start = [environment / "kavka", "start", "--detach", "--json", "--port", "0", "--data-dir", data_dir]
    state = json.loads(run(*start, cwd=project))
    try:
        assert run(environment / "python", "script.py", state["bootstrap"], cwd=project) == "read 1000\n"
        for path in ("console", "console/app.js", "console/style.css"):
            assert urllib.request.urlopen(f"{state['admin']}/{path}", timeout=30).status == 200
        lines = run(environment / "kavka", "consume", "t", "-e", "-b", state["bootstrap"], cwd=project).splitlines()
        assert sorted(map(int, lines)) == list(range(1000))
    finally:
        run(environment / "kavka", "stop", "--data-dir", data_dir, cwd=project)


def test_what_is_installed_at_the_top_level_is_kavka_and_what_spark_finds(environment):
    script = "from importlib.metadata import files; print(*sorted({file.parts[0] for file in files('kavka')}))"
    names = run(environment / "python", "-c", script, cwd=environment).split()
    own = [name for name in names if name != ".." and not name.endswith(".dist-info")]
    assert own == ["kavka", "pyspark_kavka"]


def test_it_needs_nothing_that_only_developers_have(environment, project):
    listed = run(sys.executable, "-m", "pip", "--python", environment / "python", "list", "--format=json", cwd=project)
    names = {item["name"].lower() for item in json.loads(listed)}
    assert "kavka" in names
    assert not names & {"pytest", "hypothesis", "mypy", "ruff", "confluent-kafka", "kafka-python", "aiokafka"}


def test_pytest_finds_the_plugin_by_itself(environment, project):
    script = "from importlib.metadata import entry_points; print([one.value for one in entry_points(group='pytest11')])"
    assert run(environment / "python", "-c", script, cwd=project) == "['kavka.pytest_plugin']\n"


def test_what_starts_sparks_workers_can_be_run(environment, project):
    start = "from kavka.pipeline.session import QUICK_START; print(QUICK_START)"
    script = run(environment / "python", "-c", start, cwd=project).strip()
    shown = "import os; print(os.environ['PYTHONPATH'])"
    kept, dropped = f"{project}/a b", "/spark/python/lib/pyspark.zip"
    path = f"{dropped}:{kept}:/spark/python/lib/py4j-0.10.9.9-src.zip:{kept}/*"
    variables = {"PYTHONPATH": path, "KAVKA_WORKER_PYTHON": sys.executable}
    found = subprocess.run(
        [script, "-c", shown], env=os.environ | variables, capture_output=True, text=True, check=True
    )
    assert found.stdout == f"{kept}:{kept}/*\n"
