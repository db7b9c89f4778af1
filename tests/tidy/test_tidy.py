"""The tree is tidy: each rule of `rules.py` over every file it concerns."""

from __future__ import annotations

import importlib
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from kavka import build_docs
from kavka.broker import __main__ as entry_point
from kavka.broker.config import limits_page, settings_page, value_stub
from kavka.broker.http import routes
from kavka.broker.requests import api_table, protocol_support, served_apis
from kavka.cli import reference_page
from kavka.dashboards import alerts_page
from kavka.simulation import simulation_page
from tests.support.kafka import differences
from tests.tidy import links, rules

ROOT = Path(__file__).resolve().parents[2]
SOURCES = rules.sources(ROOT)
TESTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests").rglob("*.py"))
}

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

PER_FILE_RULES = [
    rules.file_too_long,
    rules.functions_too_long,
    rules.missing_module_docstring,
    rules.docstring_openings,
    rules.broad_excepts,
    rules.late_wiring,
    rules.unbounded_queues,
    rules.configuration_by_name,
    rules.waits_by_the_loop,
]


@pytest.mark.parametrize("rule", PER_FILE_RULES, ids=lambda rule: rule.__name__)
def test_sources(rule):
    complaints = [complaint for path, text in SOURCES.items() for complaint in rule(path, text)]
    assert not complaints, "\n".join(complaints)


def test_who_may_wait_by_the_loop_may_do_nothing_else_that_is_banned():
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    banned = ruff["flake8-tidy-imports"]["banned-api"]
    assert banned.keys() > rules.WAITS
    complaints = [
        complaint
        for path, text in SOURCES.items()
        for complaint in rules.banned_where_waiting_is_not(path, text, banned)
    ]
    assert not complaints, "\n".join(complaints)


def test_a_class_name_has_one_meaning():
    complaints = list(rules.class_names(SOURCES))
    assert not complaints, "\n".join(complaints)


def test_nothing_lies_loose_in_the_broker():
    complaints = list(rules.loose_modules(SOURCES))
    assert not complaints, "\n".join(complaints)


def test_tests_are_no_longer_than_sources():
    complaints = [complaint for path, text in TESTS.items() for complaint in rules.file_too_long(path, text)]
    assert not complaints, "\n".join(complaints)


def test_no_module_of_tests_is_imported():
    complaints = [
        complaint for path, text in (SOURCES | TESTS).items() for complaint in rules.imports_of_tests(path, text)
    ]
    assert not complaints, "\n".join(complaints)


def test_helpers_of_tests_lie_in_support():
    complaints = list(rules.helpers_beside_tests(TESTS))
    assert not complaints, "\n".join(complaints)


def test_no_paths_of_a_machine():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    complaints = []
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".sh", ""} and path.is_file() and "tests/tidy/" not in name:
            complaints += rules.machine_paths(name, path.read_text(encoding="utf-8", errors="replace"))
    assert not complaints, "\n".join(complaints)


def test_no_dead_modules():
    modules = {_dotted(path): text for path, text in SOURCES.items()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    scripts = {**project["scripts"], **project["entry-points"]["pytest11"]}
    entry_points = {target.split(":")[0] for target in scripts.values()} | {
        _dotted(path) for path in SOURCES if path.startswith(("benchmarks/", "protocol/messages/", rules.GENERATED))
    }
    entry_points.add("pyspark_kavka")  # found by Spark, by its name
    entry_points |= {"kavka.simulation.cluster", "kavka.simulation.memory_machine"}  # a product, likewise
    entry_points.add("kavka.protocol.reads")  # codecs call it whose sources only the compiled build has
    entry_points.add("kavka.build_docs")  # mkdocs finds it by mkdocs.yml
    entry_points.add("kavka.zk.fake")  # a product for the tests and simulations of others
    entry_points |= {f"kavka.broker.handlers.{module}" for module in served_apis.HANDLERS.values()}
    entry_points |= {*entry_point.PLUGGED, *(route.module for route in routes.all_routes(entry_point.PLUGGED))}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    entry_points |= set(re.findall(r"python -m ([\w.]+)", makefile))
    assert not list(rules.dead_modules(modules, entry_points))


def test_every_package_is_installed():
    """The package list is explicit; a package that is not in it would work in a checkout and nowhere else."""
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"])
    present = {_dotted(path) for path in SOURCES if path.endswith("__init__.py") and not path.startswith("benchmarks")}
    assert present == listed


def test_the_readme_tells_what_is_advertised():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme == api_table.rewritten(readme), "run make generate"


def test_the_readme_is_read_in_one_go():
    assert len((ROOT / "README.md").read_bytes()) <= 8192, "what is long belongs into docs/"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_pages_lead_somewhere(page):
    dead = list(links.dead(page))
    assert not dead, "\n".join(dead)


def test_the_page_of_protocol_support_is_current():
    written = (ROOT / "docs" / "protocol-support.md").read_text(encoding="utf-8")
    assert written == protocol_support.page(), "run make generate"


def test_the_page_of_limits_is_current():
    written = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    assert written == limits_page.page(), "run make generate"


def test_the_page_of_settings_is_current():
    written = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    assert written == settings_page.page(), "run make generate"


def test_the_page_beside_kafka_3_9_is_current():
    written = (ROOT / "docs" / "reference" / "kafka-3.9.md").read_text(encoding="utf-8")
    assert written == differences.page(), "run make generate"


def test_the_page_of_alerts_is_current():
    written = (ROOT / "docs" / "reference" / "alerts.md").read_text(encoding="utf-8")
    assert written == alerts_page.page(), "run make generate"


def test_the_page_of_the_command_line_is_current():
    written = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    assert written == reference_page.page(), "run make generate"


@pytest.mark.parametrize("module", ["kavka", "kavka.sync"])
def test_the_page_of_python_has_every_public_name(module):
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(module)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section, module
    described = set(re.findall(r"(?:^::: [\w.]+\.|^        - )(\w+)$", section[1], re.MULTILINE))
    assert set(importlib.import_module(module).__all__) - {"errors", "sync"} <= described


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "inside").glob("*.md")), ids=lambda page: page.name)
def test_what_the_inside_shows_of_modules_is_current(page):
    written = page.read_text(encoding="utf-8")
    assert "<!-- docstring of: " in written
    assert written == build_docs.with_docstrings(written), "run make generate"


def test_every_page_is_in_the_navigation_once():
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    docs = ROOT / "docs"
    present = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    assert sorted(build_docs.pages_of(navigation, docs)) == sorted([*present, *build_docs.TOP_PAGES.values()])


def test_the_page_of_the_simulation_is_current():
    written = (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8")
    assert written == simulation_page.rewritten(written), "run make generate"


def test_the_types_of_configuration_values_are_current():
    written = (ROOT / "broker" / "config" / "values.pyi").read_text(encoding="utf-8")
    assert written == value_stub.stub(), "run make generate"


def test_changelog():
    complaints = list(rules.changelog((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    assert not complaints, "\n".join(complaints)


def _dotted(path: str) -> str:
    """The name by which a file is imported: the four wings are reached through links in `kavka/`."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"kavka.{name}" if path.split("/")[0] in rules.WINGS else name


@pytest.mark.parametrize("mark", ["conformance", "soak"])
def test_a_folder_of_long_tests_has_nothing_that_make_test_would_run(mark):
    modules = sorted((ROOT / "tests" / mark).glob("test_*.py"))
    assert modules
    assert [path.name for path in modules if f"mark.{mark}" not in path.read_text(encoding="utf-8")] == []
