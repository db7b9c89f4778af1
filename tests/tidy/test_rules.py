"""Each rule finds what it was made for: one planted violation each, and a neighbour that is fine."""

from __future__ import annotations

from tests.tidy import rules


def complaints(rule, text, path="broker/x.py"):
    return list(rule(path, text))


def test_file_too_long():
    assert complaints(rules.file_too_long, "x\n" * 600)
    assert not complaints(rules.file_too_long, "x\n" * 599)
    assert not complaints(rules.file_too_long, "x\n" * 9000, path="protocol/_generated/fetch.py")


def test_function_too_long_does_not_count_the_docstring():
    docstring = '    """' + "long\n" * 100 + '"""\n'
    assert complaints(rules.functions_too_long, "def f():\n" + "    x = 1\n" * 71)
    assert not complaints(rules.functions_too_long, "def f():\n" + docstring + "    x = 1\n" * 70)


def test_module_docstring():
    assert complaints(rules.missing_module_docstring, "x = 1\n")
    assert not complaints(rules.missing_module_docstring, '"""What it is."""\nx = 1\n')
    assert not complaints(rules.missing_module_docstring, "")


def test_docstrings_open_with_a_verb_and_are_short():
    def function(docstring, head="def f():"):
        return f'{head}\n    """{docstring}"""\n'

    assert complaints(rules.docstring_openings, function("What is removed."))
    assert complaints(rules.docstring_openings, function("Its own."))
    assert complaints(rules.docstring_openings, function("Removes " + "very " * 15 + "much."))
    assert complaints(rules.docstring_openings, function("Holds " + "very " * 15 + "much.", "class C:"))
    assert not complaints(rules.docstring_openings, function("Removes it. " + "Why is a long story. " * 9))
    assert not complaints(rules.docstring_openings, function("One partition.", "class C:"))
    assert not complaints(rules.docstring_openings, function("What is removed.", "def _f():"))
    assert not complaints(rules.docstring_openings, function("Start a broker.", "@main.command('start')\ndef f():"))


def test_class_names(monkeypatch):
    monkeypatch.setattr(rules, "SHARED_NAMES", {"Known": "two meanings", "Gone": "had two"})
    twice = "class Twice:\n    pass\nclass Known:\n    pass\nclass _Own:\n    pass\n"
    found = list(
        rules.class_names({"a.py": twice, "b.py": twice, "protocol/messages/x.py": "class Other:\n    pass\n"})
    )
    assert [line.split(":")[0] for line in found] == ["Twice", "Gone"]


def test_loose_modules():
    rooms = [f"broker/{letter}.py" for letter in "abcdefgh"]
    assert not list(rules.loose_modules([*rooms, "broker/log/i.py"]))
    assert list(rules.loose_modules([*rooms, "broker/i.py"]))


def test_no_module_of_tests_is_imported():
    def planted(line, path="tests/unit/test_x.py"):
        return complaints(rules.imports_of_tests, line + "\n", path=path)

    assert planted("from tests.unit.test_other import helper")
    assert planted("from tests.unit import test_other as other")
    assert planted("import tests.unit.test_other")
    assert planted("from .test_other import helper")
    assert planted("from .conftest import Node")
    assert planted("from . import conftest")
    assert planted("def f():\n    import tests.unit.test_other")
    assert planted("importlib.import_module('tests.unit.conftest')", path="benchmarks/x.py")
    assert not planted("from tests.support.log.building import LogBench")
    assert not planted("from test.support import test_tools", path="benchmarks/x.py")
    assert not planted('"""As in tests/unit/test_other.py."""')


def test_helpers_lie_in_support():
    fine = ["unit/test_x.py", "unit/conftest.py", "unit/__init__.py", "support/log/building.py", "tidy/rules.py"]
    assert not list(rules.helpers_beside_tests(f"tests/{path}" for path in fine))
    assert list(rules.helpers_beside_tests(["tests/unit/building.py"]))
    assert list(rules.helpers_beside_tests(["tests/building.py"]))
    assert list(rules.helpers_beside_tests(["tests/support/test_x.py"]))


def test_late_wiring():
    path = "broker/assembly/edge.py"
    assert complaints(rules.late_wiring, "services.groups = groups\n", path)
    assert complaints(rules.late_wiring, "def f(self):\n    self.manager.fetchers = None\n", "broker/app.py")
    assert complaints(rules.late_wiring, "a = dispatcher.quotas = b\n", path)
    assert complaints(rules.late_wiring, "store.count += 1\n", path)
    assert complaints(rules.late_wiring, "(x, listener.gateway) = y\n", path)
    assert complaints(rules.late_wiring, "setattr(x, 'y', 1)\n", path)
    assert not complaints(rules.late_wiring, "def f(self):\n    self._a, self.b = x.c, x.d\n    table[x.e] = 1\n", path)
    assert not complaints(rules.late_wiring, "services.groups = groups\n", "broker/requests/services.py")


def test_broad_except_stands_in_three_places_only():
    text = "try:\n    f()\nexcept Exception:\n    pass\n"
    assert complaints(rules.broad_excepts, text)
    assert complaints(rules.broad_excepts, "try:\n    f()\nexcept (OSError, Exception):\n    pass\n")
    assert complaints(rules.broad_excepts, "try:\n    f()\nexcept:\n    pass\n")
    assert not complaints(rules.broad_excepts, text, path="broker/requests/dispatcher.py")
    assert not complaints(rules.broad_excepts, "try:\n    f()\nexcept BaseException:\n    g()\n    raise\n")
    assert not complaints(rules.broad_excepts, "try:\n    f()\nexcept OSError:\n    pass\n")


def test_queues_have_a_bound():
    assert complaints(rules.unbounded_queues, "q = asyncio.Queue()\n")
    assert not complaints(rules.unbounded_queues, "q = asyncio.Queue(maxsize=LIMIT)\n")


def test_configuration_is_read_by_attributes():
    rule = rules.configuration_by_name
    assert complaints(rule, 'ms = broker.config["request.timeout.ms"]\n')
    assert complaints(rule, "ms = self._config()[interval_key]\n")
    assert complaints(rule, 'ms = whatever["request.timeout.ms"]\n')
    assert not complaints(rule, 'ms = broker.config.request_timeout_ms\nx = items["broker"]\n')
    assert not complaints(rule, 'properties["log.dirs"] = "/data"\n')
    assert not complaints(rule, 'shown = config["log.dirs"]\n', path="broker/config/described.py")


def test_waiting_goes_by_a_clock():
    rule = rules.waits_by_the_loop
    assert complaints(rule, "self._loop.call_later(1, f)\n")
    assert complaints(rule, "asyncio.get_running_loop().call_at(1, f)\n")
    assert complaints(rule, "due = loop.time() + 1\n")
    assert complaints(rule, "async def f():\n    await asyncio.wait((x,), timeout=1)\n")
    assert not complaints(rule, "clock.call_later(1, f)\nawait asyncio.wait((x,))\nnow = time.time()\n")
    assert not complaints(rule, "loop.call_later(1, f)\n", path="kavka/client/connection.py")


def test_who_may_wait_may_do_nothing_else_that_is_banned():
    def found(text, path="kavka/client/x.py"):
        return list(rules.banned_where_waiting_is_not(path, text, ["asyncio.sleep", "asyncio.create_task", "broker"]))

    assert found("asyncio.create_task(f())\n")
    assert found("from asyncio import create_task\n")
    assert found("import broker\n")
    assert not found("await asyncio.sleep(1)\nasyncio.wait((x,))\n")
    assert not found("asyncio.create_task(f())\n", path="broker/x.py")


def test_machine_paths():
    assert complaints(rules.machine_paths, "DATA = '/home/" + "somebody/data'\n")
    assert not complaints(rules.machine_paths, "see https://example.org/work/item and docs/root/x\n")


def test_dead_modules():
    modules = {
        "a": '"""A."""\nimport b\n',
        "b": '"""B."""\n',
        "c": '"""C."""\n',
        "d": '"""D."""\nLAZY = "e"\n',
        "e": '"""E."""\n',
    }
    assert list(rules.dead_modules(modules, {"a", "d"})) == ["c: nothing imports it"]


def test_changelog():
    assert list(rules.changelog("# Changelog\n\n## Unreleased\n\n- A line.\n")) == []
    assert list(rules.changelog("# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- A line.\n"))
