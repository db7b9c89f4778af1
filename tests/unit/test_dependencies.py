"""What kavka depends on: under which licences, from which versions on, and what only its makers need."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest

from kavka.doctor import gather_machine
from tests.support.lowest_bounds import lowest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUNTIME = [re.match(r"[\w.-]+", requirement)[0] for requirement in PROJECT["dependencies"]]
IMPORTED_AS = {"google-re2": "re2", "prometheus-client": "prometheus_client", "pyjwt": "jwt", "pyyaml": "yaml"}


@pytest.mark.parametrize("name", RUNTIME)
def test_nothing_that_kavka_runs_on_is_copyleft(name):
    told = metadata(name)
    licences = [told.get("License-Expression"), told.get("License"), *told.get_all("Classifier", [])]
    assert not re.search(r"\b[LA]?GPL|GNU ", " ".join(filter(None, licences)))


def test_construct_is_for_who_writes_the_codecs_anew():
    extras = PROJECT["optional-dependencies"]
    assert "construct" not in RUNTIME
    assert [re.match(r"[\w.-]+", requirement)[0] for requirement in extras["generate"]] == ["construct"]
    assert "kavka[generate]" in extras["check"]
    assert "kavka[generate]" in extras["unit"]


def test_doctor_looks_for_all_that_kavka_runs_on():
    assert {*gather_machine.PACKAGES} == {IMPORTED_AS.get(name, name) for name in RUNTIME}


def test_the_oldest_versions_are_those_of_the_bounds():
    bounds = ["click>=8.1", "construct>=2.10.70,<2.11", "uvloop>=0.19; sys_platform != 'win32'"]
    assert [*lowest(bounds)] == ["click==8.1", "construct==2.10.70", "uvloop==0.19; sys_platform != 'win32'"]
    assert len([*lowest(PROJECT["dependencies"])]) == len(RUNTIME)


@pytest.mark.parametrize("requirement", ["click", "click==8.1", "click~=8.1", "click<9"])
def test_a_dependency_without_a_lower_bound_is_refused(requirement):
    with pytest.raises(ValueError, match="no lower bound"):
        [*lowest([requirement])]
