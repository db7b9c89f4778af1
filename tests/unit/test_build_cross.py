"""What setuptools is told of another machine, and what is said where that cannot be built; `make wheels` builds."""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from pathlib import Path

import pytest

from kavka.build_cross import MACHINES, environment, missing_for_cross, stand_in_headers

TAG = sys.implementation.cache_tag


@pytest.mark.parametrize("machine", MACHINES)
def test_a_build_for_a_machine_has_its_names_and_the_oldest_c_library(machine: str, tmp_path: Path) -> None:
    said = environment(machine, tmp_path)
    assert said["SETUPTOOLS_EXT_SUFFIX"] == f".{TAG}-{machine}-linux-gnu.so"
    assert said["_PYTHON_HOST_PLATFORM"] == f"linux-{machine}"
    assert said["CC"].endswith(f"ziglang cc -target {machine}-linux-gnu.2.17")
    assert said["LDSHARED"] == f"{said['CC']} -shared"


def test_extensions_are_named_as_a_python_of_that_machine_looks_for_them(tmp_path: Path) -> None:
    own = environment(os.uname().machine, tmp_path)
    assert own["SETUPTOOLS_EXT_SUFFIX"] == sysconfig.get_config_var("EXT_SUFFIX")
    assert own["_PYTHON_HOST_PLATFORM"] == sysconfig.get_platform()


def test_debians_header_of_this_machine_stands_where_the_targets_is_looked_for(tmp_path, monkeypatch) -> None:
    here = tmp_path / "usr" / "include" / "x86_64-linux-gnu" / "python3.99" / "pyconfig.h"
    here.parent.mkdir(parents=True)
    here.write_text("#define SIZEOF_LONG 8")
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path / "usr" / "include" / "python3.99"))
    monkeypatch.setattr(sysconfig, "get_config_var", lambda _: "x86_64-linux-gnu")
    stand_in_headers("aarch64", tmp_path / "between")
    there = tmp_path / "between" / "aarch64-linux-gnu" / "python3.99" / "pyconfig.h"
    assert there.read_text() == here.read_text()


def test_a_python_that_has_its_headers_together_needs_none(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path / "include" / "python3.99"))
    stand_in_headers("aarch64", tmp_path / "between")
    assert not (tmp_path / "between").exists()


def test_without_zig_a_sentence_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert missing_for_cross("aarch64") == (
        "There is no zig, which builds for other machines. Install it with:  pip install 'kavka[wheels]'"
    )


def test_a_machine_of_another_layout_is_refused() -> None:
    assert missing_for_cross("armv7l") == "There are compiled wheels for aarch64 and x86_64, not for armv7l."
