"""The pipeline under blows: a driver killed again and again, brokers bounced under it, a cluster of Spark's own."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyspark
import pytest

from kavka.pipeline.bundle import write_bundle
from kavka.pipeline.session import QUICK_START, WORKER_PYTHON
from kavka.testing.cluster import KafkaCluster
from tests.support.pipeline.copies import check_copy, check_lake
from tests.support.pipeline.filling import contents, create, fill
from tests.support.pipeline.pipeline_driver import COPY, SOURCE, WHOLE
from tests.support.pipeline.spark_on_this_machine import ROOT, require_spark
from tests.support.pipeline.victim import MOMENT_SECONDS_MAX, Victim, kill_when, run_to_the_end
from tests.support.processes.cluster import KavkaProcess, free_port, wait_until

pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

KILLS = 7
REPLAYED = "numbers-replayed"
COUNT = 20_000
DELAY_SECONDS_MAX = 1.5


@pytest.fixture
def kavka(tmp_path: Path) -> Iterator[str]:
    require_spark()
    process = KavkaProcess(tmp_path / "kavka")
    try:
        process.start()
        create(process.bootstrap, SOURCE, COPY, WHOLE, REPLAYED)
        yield process.bootstrap
    finally:
        process.stop()


def commits(directory: Path) -> int:
    """Batches that the queries together have committed; Spark deletes old ones, so their numbers are counted."""
    newest = 0
    for name in ("ck-archive", "ck-copy", "ck-whole"):
        numbers = [int(path.name) for path in (directory / name / "commits").glob("[0-9]*")]
        newest += max(numbers, default=-1) + 1
    return newest


@pytest.mark.parametrize("seed", [1])
def test_killed_seven_times(kavka, tmp_path, seed):
    rng = random.Random(seed)
    fill(kavka, SOURCE, COUNT)
    for kill in range(KILLS):
        before = commits(tmp_path)
        wanted = before + rng.randint(1, 8)
        kill_when(
            kavka,
            tmp_path,
            lambda wanted=wanted: commits(tmp_path) >= wanted,
            f"kill {kill}: {wanted} batches",
            "--batch=600",
            delay=rng.uniform(0, DELAY_SECONDS_MAX),
        )
    run_to_the_end(kavka, tmp_path, "--batch=5000")
    check_lake(tmp_path, COUNT)
    check_copy(kavka, COUNT)
    assert not list((tmp_path / "lake").rglob("*.tmp"))


def test_brokers_bounced_under_a_running_query(tmp_path):
    require_spark()
    with KafkaCluster(3, processes=True, dev_clock=False, config={"min.insync.replicas": "2"}) as cluster:
        for topic in (SOURCE, COPY, WHOLE):
            cluster.create_topic(topic, partitions=2, replication_factor=3, configs={"retention.ms": "-1"})
        fill(cluster.bootstrap, SOURCE, COUNT)
        with Victim(cluster.bootstrap, tmp_path, "--batch=600") as victim:
            for number, broker in enumerate((0, 1, 2, 0, 1, 2)):
                wanted = commits(tmp_path) + 3

                def is_time(wanted=wanted):
                    assert victim.is_alive, victim.log()
                    return commits(tmp_path) >= wanted

                wait_until(is_time, f"{wanted} batches", MOMENT_SECONDS_MAX)
                (cluster.kill if number % 2 else cluster.stop_broker)(broker)
                cluster.restart(broker)

            def is_done():
                assert victim.is_alive, victim.log()
                return sum(1 for _ in (tmp_path / "lake").rglob(f"*-{COUNT:020d}.parquet")) == 2

            wait_until(is_done, "the archive reaches the end", MOMENT_SECONDS_MAX)
            victim.kill()
        run_to_the_end(cluster.bootstrap, tmp_path, "--batch=5000")
        check_lake(tmp_path, COUNT)
        check_copy(cluster.bootstrap, COUNT)


MAIN = """\
import sys
from pyspark.sql import SparkSession

def where(_):
    import kavka
    return kavka.__file__

print("worker has", SparkSession.builder.getOrCreate().sparkContext.parallelize([0], 1).map(where).collect()[0])
from kavka.pipeline.command import run
sys.exit(run())
"""


@contextmanager
def spark_cluster(directory: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """A standalone master with one worker; neither knows our code. Yields the master's URL and the environment."""
    home = Path(pyspark.__file__).parent
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(QUICK_START)}
    environment[WORKER_PYTHON] = sys.executable
    port = free_port()
    master = f"spark://127.0.0.1:{port}"
    spark_class = str(home / "bin" / "spark-class")
    where = ["--host", "127.0.0.1", "--webui-port", "0"]
    commands = [
        [spark_class, "org.apache.spark.deploy.master.Master", *where, "--port", str(port)],
        [
            spark_class,
            "org.apache.spark.deploy.worker.Worker",
            *where,
            "--cores",
            "2",
            "--memory",
            "1g",
            "--work-dir",
            str(directory / "work"),
            master,
        ],
    ]
    with ExitStack() as stack:
        for number, command in enumerate(commands):
            log = stack.enter_context((directory / f"spark-{number}.log").open("w"))
            process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=directory)
            stack.callback(process.wait, 60)
            stack.callback(process.terminate)
        registered = directory / "spark-0.log"
        wait_until(
            lambda: "Registering worker" in registered.read_text(), "the worker is registered", MOMENT_SECONDS_MAX
        )
        yield master, environment


def test_a_cluster_of_spark_s_own_with_code_by_py_files_only(kavka, tmp_path):
    fill(kavka, SOURCE, 2_000)
    bundle = write_bundle(tmp_path / "kavka.zip")
    main = tmp_path / "kavka_job.py"
    main.write_text(MAIN)
    with spark_cluster(tmp_path) as (master, environment):
        submit = [str(Path(pyspark.__file__).parent / "bin" / "spark-submit"), "--master", master]
        submit += ["--conf", "spark.ui.enabled=false", "--py-files", str(bundle), str(main)]
        jobs = [
            ["archive", "-t", SOURCE, "--out", str(tmp_path / "lake"), "--once", "--max-offsets", "1000"],
            [
                "sql",
                f"SELECT key, value, partition FROM {SOURCE}",
                "-t",
                SOURCE,
                "--to",
                COPY,
                "--once",
                "--checkpoint",
                str(tmp_path / "ck-sql"),
            ],
            ["copy", "-t", SOURCE, "--to", WHOLE, "--once", "--checkpoint", str(tmp_path / "ck-whole")],
        ]
        for job in jobs:
            done = subprocess.run(
                [*submit, *job, "-b", kavka], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600
            )
            assert done.returncode == 0, done.stderr[-4000:]
            assert "worker has" in done.stdout
            assert "kavka.zip" in done.stdout.partition("worker has")[2].splitlines()[0]
        # Without spark-submit the job ships itself: only the driver has our code on its path.
        command = [sys.executable, "-m", "kavka.pipeline.command", "replay", "--from", str(tmp_path / "lake"), "--to"]
        command += [REPLAYED, "--job-id", "j", "--master", master, "-b", kavka]
        with_code = environment | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=with_code, cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr[-4000:]
    check_lake(tmp_path, 2_000)
    check_copy(kavka, 2_000)
    assert contents(kavka, REPLAYED) == contents(kavka, SOURCE)
