"""What is to be compiled is there, what cannot be built says why, and a compiled kavka passes the tests in question.

Building takes minutes: `make test-compiled` builds, and runs tests on it. What is here runs on either build.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from kavka import build_compiled
from kavka.build_compiled import CODECS, GROUPS, missing_for_c, module_names, unpack
from tests.support.builds import compiled_only

ROOT = Path(__file__).resolve().parents[2]


def test_every_module_that_is_to_be_compiled_is_there_and_named_once():
    assert [
        path for path in (name.replace(".", "/") + ".py" for name in module_names()) if not (ROOT / path).is_file()
    ] == []
    assert len({*module_names()}) == sum(map(len, [*GROUPS.values(), *CODECS.values()]))


@compiled_only
def test_what_runs_is_compiled_and_says_so():
    done = subprocess.run([sys.executable, "-m", "kavka", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1].startswith("compiled; ")


def test_without_a_compiler_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler -pthread")
    assert missing_for_c() == (
        "There is no C compiler (no-such-compiler). Install one with:  apt-get install gcc libc6-dev"
    )


def test_without_pythons_headers_a_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr(build_compiled.sysconfig, "get_path", lambda _: str(tmp_path))
    assert missing_for_c() == ("Python's headers are not here. Install them with:  apt-get install python3-dev")


def test_the_tree_is_what_the_wheel_holds_and_nothing_else(tmp_path):
    wheel = tmp_path / "kavka.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("kavka/__init__.py", "new")
    tree = tmp_path / "compiled"
    (tree / "kavka").mkdir(parents=True)
    (tree / "kavka" / "gone.so").touch()
    unpack(wheel, tree)
    assert sorted(path.name for path in tree.rglob("*.*")) == ["__init__.py"]
    assert (tree / "kavka" / "__init__.py").read_text() == "new"
