"""What is published: it is the same each time it is built, holds what it should, and runs a broker and a client."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    "pyproject.toml",
    "setup.py",
    "MANIFEST.in",
    "CHANGELOG.md",
    "README.md",
    "LICENSE",
    "protocol",
    "timer",
    "controller",
    "broker",
    "kavka",
    "pyspark_kavka",
]


class Packages(NamedTuple):
    """What was built, and what the build said."""

    sdist: Path
    wheel: Path
    said: str

    def names(self):
        """The files of the wheel, and those of the sources below their one folder."""
        with zipfile.ZipFile(self.wheel) as wheel, tarfile.open(self.sdist) as sdist:
            files = [entry.name.partition("/")[2] for entry in sdist if entry.isfile()]
            return sorted(wheel.namelist()), sorted(files)


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


HEALTHY = """
import sys
from pathlib import Path
from kavka.container.health import RUN_DIR_NAME, ill
reason = ill(Path(sys.argv[1]) / RUN_DIR_NAME)
assert reason is None, reason
"""


def clean_environment():
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SOURCE_DATE_EPOCH"))}


def run(*command, cwd):
    result = subprocess.run(
        list(map(str, command)), cwd=cwd, env=clean_environment(), capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def listed(*patterns):
    """What git has of the tree."""
    return run("git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns, cwd=ROOT).split()


def build(base, mode, **variables):
    """Builds both packages from a copy of the tree, whose files are new and have this mode; says what was said, too."""
    source = base / "source"
    source.mkdir()
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            unwanted = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(path, source / name, symlinks=True, ignore=unwanted, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(path, source / name)
    for path in source.rglob("*"):
        if path.is_file():
            path.chmod(mode | (ROOT / path.relative_to(source)).stat().st_mode & 0o100)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", base / "dist", source]
    said = subprocess.run(
        list(map(str, command)),
        cwd=base,
        env=clean_environment() | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        umask=~mode & 0o066,
    )
    assert said.returncode == 0, said.stdout
    (sdist,), (wheel,) = (base / "dist").glob("kavka-*.tar.gz"), (base / "dist").glob("kavka-*-py3-none-any.whl")
    return Packages(sdist, wheel, said.stdout)


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    return build(tmp_path_factory.mktemp("packages"), 0o644)


@pytest.fixture(scope="module")
def environment(tmp_path_factory, packages):
    """A virtual environment that holds the wheel and what it depends on, nothing else."""
    base = tmp_path_factory.mktemp("wheel")
    venv.create(base / "env", with_pip=False)
    python = base / "env" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    run(*install, packages.wheel, cwd=base)
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


def test_what_is_built_again_is_the_same_byte_by_byte(packages, tmp_path):
    again = build(tmp_path, 0o600, PYTHONHASHSEED="7", TZ="Asia/Kathmandu", LC_ALL="C")
    assert again.wheel.read_bytes() == packages.wheel.read_bytes()
    assert again.sdist.read_bytes() == packages.sdist.read_bytes()


def test_building_says_nothing_of_trouble(packages):
    assert re.findall(r"^.*\b(?:WARNING|ERROR|\w+Warning|[Dd]eprecat).*$", packages.said, re.MULTILINE) == []


def test_the_wheel_holds_all_of_kavka_and_no_tests(packages):
    names, _ = packages.names()
    wings = ("protocol", "timer", "controller", "broker")
    expected = {
        f"kavka/{name}" if name.startswith(wings) else name
        for name in listed(*(f"{folder}/" for folder in ("kavka", "pyspark_kavka", *wings)))
    } - {f"kavka/{wing}" for wing in wings}
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert [name for name in names if name.endswith(".dist-info/licenses/LICENSE")]


def test_the_sources_are_what_builds_the_wheel_and_no_more(packages):
    _, names = packages.names()
    assert {*filter(lambda name: "/" not in name, names)} == {
        *("CHANGELOG.md", "LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg", "setup.py")
    }
    assert {name.partition("/")[0] for name in names if "/" in name} == {"kavka", "kavka.egg-info", "pyspark_kavka"}


def test_a_registry_takes_both_and_shows_the_readme(packages):
    strict = [sys.executable, "-m", "twine", "--no-color", "check", "--strict"]
    said = run(*strict, packages.wheel, packages.sdist, cwd=packages.wheel.parent)
    assert said.count("PASSED") == 2, said
    with zipfile.ZipFile(packages.wheel) as wheel:
        (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        told = message_from_bytes(wheel.read(metadata))
    assert told["License-Expression"] == "Apache-2.0"
    assert told["Description-Content-Type"].startswith("text/markdown")
    prose = re.sub(r"^```.*?^```", "", told.get_payload(), flags=re.MULTILINE | re.DOTALL)
    assert prose.startswith("# kavka\n")
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []


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


def test_the_images_steps_give_a_node_where_nothing_else_is(environment, project):
    """What container/Containerfile does with the wheel, below a root of the test's, started with two variables."""
    root = project / "root"
    run(environment / "python", "-P", "-m", "kavka.container", "install", "--root", root, cwd=project)
    variables = {
        "KAFKA_LISTENERS": "PLAINTEXT://127.0.0.1:0",
        "KAFKA_LOG_DIRS": f"{project}/data",
        "TMPDIR": str(project),
    }
    command = [root / "etc" / "kafka" / "docker" / "run"]
    with subprocess.Popen(command, cwd=project, env=variables, stdout=subprocess.PIPE, text=True) as node:
        try:
            said = next(line for line in node.stdout if "[KafkaServer id=1] started" in line)
            assert "Transitioning from RECOVERY to RUNNING" in said
            run(environment / "python", "-P", "-c", HEALTHY, project, cwd=project)
        finally:
            node.terminate()
        assert node.wait(60) == 0


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
