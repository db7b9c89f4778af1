"""What importing kavka costs and promises: lazy names, one version, and a refusal when a user's file hides a package of
ours.
"""

import subprocess
import sys
from importlib.metadata import version

import pytest

import kavka


def run_python(code, cwd, *flags):
    return subprocess.run([sys.executable, *flags, "-c", code], cwd=cwd, capture_output=True, text=True)


@pytest.mark.parametrize("name", ["protocol", "timer", "broker", "controller"])
@pytest.mark.parametrize("is_package", [False, True])
def test_a_file_that_hides_one_of_ours_is_named(tmp_path, name, is_package):
    path = tmp_path / name / "__init__.py" if is_package else tmp_path / f"{name}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    result = run_python("import kavka", tmp_path)
    assert result.returncode == 1
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: {path} hides kavka's own package '{name}'")


def test_it_is_also_seen_when_it_was_imported_before(tmp_path):
    (tmp_path / "timer.py").write_text("")
    result = run_python("import timer, kavka", tmp_path)
    assert "hides kavka's own package 'timer'" in result.stderr


def test_pytest_may_load_the_plugin_where_a_user_has_such_a_file_and_only_a_cluster_is_refused(tmp_path):
    (tmp_path / "timer.py").write_text("")
    (tmp_path / "test_own.py").write_text("import timer\n\ndef test_own():\n    pass\n")
    own = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, capture_output=True, text=True)
    assert "1 passed" in own.stdout, own.stdout + own.stderr
    loading = "def load_setuptools_entrypoints():\n    import kavka.pytest_plugin as plugin\n    return plugin\n"
    asking = loading + "load_setuptools_entrypoints().Clusters().get('session')"
    result = run_python(asking, tmp_path)
    assert "hides kavka's own package 'timer'" in result.stderr.splitlines()[-1]


def test_without_the_current_directory_on_the_path_nothing_is_hidden(tmp_path):
    (tmp_path / "timer.py").write_text("")
    assert run_python("import kavka", tmp_path, "-P").returncode == 0


def test_other_files_and_bare_directories_hide_nothing(tmp_path):
    for name in ("common", "tests", "broker", "timer"):
        (tmp_path / name).mkdir()
    (tmp_path / "client.py").write_text("")
    assert run_python("import kavka, client", tmp_path).returncode == 0


def test_names_are_loaded_when_they_are_used():
    code = "import sys, kavka; assert 'asyncio' not in sys.modules; kavka.Producer; assert 'asyncio' in sys.modules"
    assert run_python(code, None).returncode == 0
    assert {"Producer", "Consumer", "Admin", "LocalCluster"} <= set(dir(kavka))
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = kavka.Nothing


def test_there_is_one_version():
    assert kavka.__version__ == version("kavka")
