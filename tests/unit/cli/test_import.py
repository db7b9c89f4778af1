"""What importing kavka costs and promises: lazy names, one version, and no quarrel with a user's own modules."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import kavka
from kavka.doctor.gather_machine import PACKAGES


def run_python(code, cwd, *flags, **environment):
    command = [sys.executable, *flags, "-c", code]
    return subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True)


@pytest.mark.parametrize("is_package", [False, True])
def test_a_users_own_modules_of_our_folders_names_and_kavka_do_not_meet(tmp_path, is_package):
    for name in ("protocol", "timer", "broker", "controller"):
        path = tmp_path / name / "__init__.py" if is_package else tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("WHOSE = 'the user'")
    ours = (
        "kavka.broker.app, kavka.controller.controller, kavka.protocol.messages, kavka.timer.timer, kavka.client.admin"
    )
    theirs = "import protocol, timer, broker, controller"
    asked = "print(protocol.WHOSE, timer.WHOSE, broker.WHOSE, controller.WHOSE)"
    first = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    for lines in ((f"import {ours}", theirs, asked), (theirs, f"import {ours}", asked)):
        result = run_python("\n".join(lines), tmp_path, PYTHONPATH=first)
        assert result.stdout.split() == ["the", "user"] * 4, result.stderr


def test_pytest_may_load_the_plugin_where_a_user_has_such_a_file(tmp_path):
    (tmp_path / "timer.py").write_text("WHOSE = 'the user'")
    (tmp_path / "test_own.py").write_text(
        "import timer\n\ndef test_own(kafka_cluster_factory):\n    assert timer.WHOSE == 'the user'\n"
    )
    own = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, capture_output=True, text=True)
    assert "1 passed" in own.stdout, own.stdout + own.stderr


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        pytest.param("import kavka", [], id="import"),
        pytest.param("from kavka.cli.main import run, cli; run(cli, ['--version'])", ["click"], id="version"),
    ],
)
def test_of_other_peoples_packages_nothing_is_loaded_that_is_not_needed(code, loaded):
    result = run_python(f"import sys; {code}; print(*sys.modules)", None)
    assert result.returncode == 0, result.stderr
    assert [name for name in result.stdout.splitlines()[-1].split() if name in PACKAGES] == loaded


def test_names_are_loaded_when_they_are_used():
    code = "import sys, kavka; assert 'asyncio' not in sys.modules; kavka.Producer; assert 'asyncio' in sys.modules"
    assert run_python(code, None).returncode == 0
    assert {"Producer", "Consumer", "Admin", "LocalCluster"} <= set(dir(kavka))
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = kavka.Nothing


@pytest.mark.parametrize("reader", ["kavka.cli.log", "kavka.pipeline.audit.directories"])
def test_who_reads_a_brokers_files_loads_no_broker(reader):
    code = f"import sys, {reader}; print(sorted(name for name in sys.modules if name.startswith('kavka.broker')))"
    assert run_python(code, None).stdout.strip() == "[]"


def test_who_plans_a_query_of_spark_loads_what_neither_decodes_nor_writes():
    """Each stream has a process that plans it, and starts when the stream does."""
    pytest.importorskip("pyspark", reason="sources are PySpark's, which only the default Python's tests install")
    code = "import sys, kavka.pipeline.source.kavka_source; print(*sys.modules)"
    loaded = set(run_python(code, None).stdout.split())
    assert "kavka.pipeline.source.stream_plan" in loaded
    assert not {"kavka.pipeline.columns", "kavka.pipeline.wire.producer", "pyarrow.compute"} & loaded


def test_there_is_one_version():
    assert kavka.__version__ == version("kavka")


def test_in_a_checkout_a_broker_is_run_by_its_folders_name_too():
    root = Path(kavka.__file__).resolve().parents[1]
    run = subprocess.run([sys.executable, "-m", "broker", "--help"], cwd=root, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "server.properties" in run.stdout
