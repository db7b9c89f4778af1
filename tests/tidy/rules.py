"""The rules of tidiness, as functions from source text to complaints.

What ruff, mypy and import-linter can say is theirs. Here is the rest: sizes, dead modules, calls that are banned by
shape rather than by name, paths of a machine, the shape of the changelog. A rule takes text and returns complaints, so
that each has a test with a planted violation (`test_rules.py`).
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kavka.broker.config.all_keys import KEYS

FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70

PACKAGES = ("protocol", "timer", "controller", "broker", "kavka", "pyspark_kavka", "benchmarks")
WINGS = ("protocol", "timer", "controller", "broker")
"""The owner's folders: they lie at the top of the tree and are imported as `kavka.…`."""
GENERATED = "protocol/_generated/"
"""Exempt from the size limits, never edited: `protocol/generator/generate.py` writes it."""

BROAD_EXCEPT_ALLOWED = {
    "broker/big_requests/big_requests.py",
    "broker/big_requests/paced_channel.py",
    "broker/network/connection.py",
    "broker/requests/dispatcher.py",
    "broker/requests/responder.py",
    "broker/requests/short_way.py",
    "broker/http/server.py",
    "broker/replica/fetcher.py",
    "broker/replica/fetcher_rounds.py",
    "controller/event_queue.py",
    "kavka/client/serialization.py",
    "kavka/common/supervised.py",
    "kavka/simulation/cluster.py",
    "kavka/simulation/services.py",
    "kavka/simulation/virtual_loop.py",
    "kavka/sync/caller_work.py",
    "timer/completions.py",
}
"""Where `except Exception` may stand: one boundary each for peer, handler, response, short way, big request and
response, route, leader, its rounds, event, a user's functions, item of periodic work, simulated process, simulated
thread, completion."""

SENTENCE_WORDS_MAX = 15
LOOSE_MODULES_MAX = 8
NO_VERBS = {"As", "Does", "Its", "Perhaps", "This", "Always", "Whose"}
"""Openings that end in s and are no verbs."""

SHARED_NAMES = {
    "Admin": "the endpoint's, the client's, the blocking client's",
    "Change": "of a configuration, of a SCRAM user",
    "Cluster": "as a broker is a member of it, as a client knows it",
    "ConfigEntry": "as a broker describes it, as the client reads it",
    "Connection": "a broker's, a client's",
    "Consumer": "the client's, the blocking client's",
    "ControlledShutdown": "the broker's request, the controller's event",
    "Delivery": "the client's, the blocking client's",
    "Endpoint": "a listener's, a registered broker's (twice: controller and ZooKeeper), a command's",
    "Fault": "of a record, of a batch in a file, of a simulated cluster",
    "FetchSettings": "of the asyncio client, of the blocking one",
    "Fetcher": "a follower's, a consumer's",
    "Finding": "of an inspected log, of the doctor, of the audit",
    "GroupMetadata": "the coordinator's, what a transactional producer sends of it",
    "Lane": "of large work, of frames of one order of size",
    "Level": "of the doctor's findings, of the audit's",
    "Limit": "a row of docs/limits.md, of a log's repetitions",
    "LocalCluster": "the awaited one, the blocking one",
    "Member": "of a group, of a layout",
    "Message": "a class of the wire, its declaration, an entry of format 0 or 1",
    "Outcome": "of a batch of the exactly-once source, of a simulation",
    "PartitionState": "as metadata has it, as the state machine has it, as a consumer has it",
    "Place": "where an audit reads, where a group stands",
    "Producer": "the client's, the blocking client's, who commits offsets, who wrote a batch",
    "Reader": "a connection that has something to read, of ZooKeeper's wire",
    "RebalanceListener": "awaited by the client, called by the blocking client",
    "Resource": "of configurations, of permissions",
    "Route": "of an API, as big requests know it, of a path",
    "Sender": "a connection that sends a frame, the producer's",
    "Session": "a login's, ZooKeeper's",
    "ShareConsumer": "the client's, the blocking client's",
    "Storage": "a broker's logs, the embedded ZooKeeper's disk",
    "Subscription": "of the data source, of a group's member",
    "TransactionListing": "the coordinator's, the client's",
    "TransactionState": "the coordinator's, the client's",
    "View": "of a topic's encodings, of a message's fields",
}
"""Public classes of one name: the meanings that it has. A second meaning costs a reader."""

CONFIGURATIONS = {"config", "broker_config", "current", "settings"}
"""What a broker's configuration is called where it is used."""
TEXTS = {"properties", "configs"}
"""What dictionaries of texts are called, whose keys are a broker's too."""

WAITS = {"asyncio.sleep", "asyncio.timeout", "asyncio.timeout_at", "asyncio.wait_for"}
WAITING_FOLDERS = (
    "timer/",
    "kavka/cli/",
    "kavka/client/",
    "kavka/legacy/",
    "kavka/local/",
    "kavka/simulation/",
    "kavka/testing/",
)
"""Where these are allowed: the clocks, and what is no part of a broker: it has the machine's time, or makes it."""
LOOP_TIME = {"kavka/common/supervised.py", "kavka/perf/contenders.py"}
"""What lies beside `timer` and may not import it; what measures the loop's own timers beside ours."""
CLOCK_READERS = {"timer/readings.py"}
"""Who reads the machine's clocks for everybody."""

MACHINE_PATH = re.compile(r"""(?<![\w.$}>-])/(?:work|root|home|farm)/\w""")
TEST_MODULE = re.compile(r"test_\w+|conftest")
DOTTED_TESTS = re.compile(r"tests(\.\w+)+")
UNBOUNDED_QUEUE = re.compile(r"asyncio\.(?:Priority|Lifo)?Queue\(\s*\)")


@functools.cache
def tree_of(text: str) -> ast.Module:
    """Parses a source once for all rules; none of them changes it."""
    return ast.parse(text)


def file_too_long(path: str, text: str) -> Iterator[str]:
    """A file that cannot be read in one sitting."""
    lines = text.count("\n") + 1
    if lines > FILE_LINES_MAX and not path.startswith(GENERATED):
        yield f"{path}: {lines} lines, at most {FILE_LINES_MAX}"


def functions_too_long(path: str, text: str) -> Iterator[str]:
    """A function whose body, without its docstring, does not fit on a screen."""
    if path.startswith(GENERATED):
        return
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body
            if ast.get_docstring(node, clean=False) is not None:
                body = body[1:]
            if body and (length := (node.end_lineno or 0) - body[0].lineno + 1) > FUNCTION_LINES_MAX:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LINES_MAX}"


def missing_module_docstring(path: str, text: str) -> Iterator[str]:
    """A module that does not say what it is."""
    tree = tree_of(text)
    if tree.body and ast.get_docstring(tree) is None and not path.startswith(GENERATED):
        yield f"{path}: no module docstring"


def broad_excepts(path: str, text: str) -> Iterator[str]:
    """`except Exception` outside its three places, and bare `except` anywhere."""
    for node in ast.walk(tree_of(text)):
        if not isinstance(node, ast.ExceptHandler):
            continue
        names = {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)} if node.type else {"BaseException"}
        if names & {"Exception", "BaseException"} and path not in BROAD_EXCEPT_ALLOWED and not _reraises(node):
            yield f"{path}:{node.lineno}: broad except; name what can happen, or let it reach the boundary"


def _reraises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) and node.exc is None for node in handler.body)


def docstring_openings(path: str, text: str) -> Iterator[str]:
    """A public docstring whose first sentence is long, or of a function that does not open with a verb."""
    if path.startswith((GENERATED, "benchmarks/")):
        return
    for node in ast.walk(tree_of(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        words = _first_sentence(ast.get_docstring(node) or "").split()
        if not words or _is_command(node):
            continue
        if len(words) > SENTENCE_WORDS_MAX:
            yield f"{path}:{node.lineno}: {node.name}: its first sentence has {len(words)} words"
        elif not isinstance(node, ast.ClassDef) and not _is_verb(words[0]):
            yield f"{path}:{node.lineno}: {node.name}: its docstring opens with {words[0]!r}, not with a verb"


def _first_sentence(docstring: str) -> str:
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    end = re.search(r"[.:;!?](?=\s|$)", paragraph)
    return paragraph[: end.start()] if end else paragraph


def _is_verb(word: str) -> bool:
    """The third person: as much as can be told without a dictionary."""
    return word not in NO_VERBS and re.fullmatch(r"[A-Z][a-z-]+s,?", word) is not None


def _is_command(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Of click: its docstring is what --help prints."""
    decorators = {ast.unparse(decorator).partition("(")[0].rpartition(".")[2] for decorator in node.decorator_list}
    return bool(decorators & {"command", "group"})


def class_names(modules: dict[str, str]) -> Iterator[str]:
    """A public class name that has two meanings and is not in `SHARED_NAMES`, or stands there and has one.

    Args:
        modules: path → source text, of everything that ships.
    """
    places: dict[str, list[str]] = {}
    for path, text in modules.items():
        if not path.startswith((GENERATED, "protocol/messages/", "benchmarks/")):
            for node in tree_of(text).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(path)
    for name, paths in sorted(places.items()):
        if len(paths) > 1 and name not in SHARED_NAMES:
            yield f"{name}: {', '.join(paths)}"
    for name in sorted(SHARED_NAMES):
        if len(places.get(name, [])) < 2:
            yield f"{name}: has one meaning by now, take it out of SHARED_NAMES"


def loose_modules(paths: Iterable[str]) -> Iterator[str]:
    """Modules at the root of `broker/` beyond the few that belong there."""
    loose = sorted(path for path in paths if re.fullmatch(r"broker/\w+\.py", path))
    if len(loose) > LOOSE_MODULES_MAX:
        yield f"{len(loose)} modules lie loose in broker/, at most {LOOSE_MODULES_MAX}: {', '.join(loose)}"


def imports_of_tests(path: str, text: str) -> Iterator[str]:
    """An import of a module of tests, or of a conftest: what two need lives in `tests/support`."""
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module or ''}.{alias.name}" for alias in node.names if _is_of_tests(path, node)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED_TESTS.fullmatch(node.value):
            names = [node.value]
        else:
            continue
        if any(TEST_MODULE.fullmatch(part) for name in names for part in name.split(".")):
            yield f"{path}:{node.lineno}: imports a module of tests; move what it needs to tests/support"


def _is_of_tests(path: str, node: ast.ImportFrom) -> bool:
    """Whether an import reaches into `tests`: other packages may have functions whose names begin so."""
    return path.startswith("tests/") if node.level else (node.module or "").split(".")[0] == "tests"


def helpers_beside_tests(paths: Iterable[str]) -> Iterator[str]:
    """Modules among the tests that hold none, and tests among the helpers."""
    for path in paths:
        name = path.rpartition("/")[2]
        if path.startswith("tests/support/"):
            if TEST_MODULE.fullmatch(name.removesuffix(".py")):
                yield f"{path}: no test lives in tests/support"
        elif not path.startswith("tests/tidy/") and name != "__init__.py" and not TEST_MODULE.fullmatch(name[:-3]):
            yield f"{path}: a helper of tests lives in tests/support"


def late_wiring(path: str, text: str) -> Iterator[str]:
    """An attribute of another object that is written in the composition root: constructors wire, nothing else does."""
    if not path.startswith(("broker/assembly/", "broker/app.py")):
        return
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                yield f"{path}:{node.lineno}: {ast.unparse(node)} is written from outside; pass it to a constructor"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
            yield f"{path}:{node.lineno}: {node.func.id} writes an attribute from outside; pass it to a constructor"


def unbounded_queues(path: str, text: str) -> Iterator[str]:
    """`asyncio.Queue()` without a bound: give it a named maximum."""
    for number, line in enumerate(text.splitlines(), 1):
        if UNBOUNDED_QUEUE.search(line):
            yield f"{path}:{number}: unbounded queue; pass maxsize= with a named limit"


def configuration_by_name(path: str, text: str) -> Iterator[str]:
    """A broker's setting looked up by its key, where it has an attribute that mypy knows."""
    if not path.startswith("broker/") or path.startswith("broker/config/"):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Subscript):
            continue
        owner = node.value.func if isinstance(node.value, ast.Call) else node.value
        name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
        is_key = isinstance(node.slice, ast.Constant) and "." in str(node.slice.value) and node.slice.value in KEYS
        if name.lstrip("_") in CONFIGURATIONS or (is_key and name not in TEXTS):
            yield f"{path}:{node.lineno}: {ast.unparse(node)} is untyped; read the attribute"


def waits_by_the_loop(path: str, text: str) -> Iterator[str]:
    """Waiting by the event loop, and reading its time, where a component has a clock."""
    if path.startswith((*WAITING_FOLDERS, "benchmarks/")) or path in LOOP_TIME:
        return
    for node in ast.walk(tree_of(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, name = ast.unparse(node.func.value), node.func.attr
        is_loop = owner.endswith(("loop", "get_running_loop()", "get_event_loop()"))
        has_limit = (owner, name) == ("asyncio", "wait") and any(word.arg == "timeout" for word in node.keywords)
        if has_limit or (is_loop and name in ("call_later", "call_at", "time")):
            yield f"{path}:{node.lineno}: {owner}.{name} goes by the event loop; go by the clock that is handed over"


def banned_where_waiting_is_not(path: str, text: str, banned: Iterable[str]) -> Iterator[str]:
    """What ruff bans, where it is off because of the waits: its exemption is of all bans or none.

    Args:
        path: of the file.
        text: its source.
        banned: dotted names, as ruff has them.
    """
    if not path.startswith(WAITING_FOLDERS):
        return
    names = set(banned) - WAITS
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Attribute):
            used = {ast.unparse(node)}
        elif isinstance(node, ast.ImportFrom):
            used = {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            used = {alias.name for alias in node.names}
        else:
            continue
        if (found := used & names) and path not in CLOCK_READERS:
            yield f"{path}:{node.lineno}: {', '.join(found)} is banned, see pyproject.toml"


def machine_paths(path: str, text: str) -> Iterator[str]:
    """A path that exists on one machine only."""
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f"{path}:{number}: a path of a machine: {line.strip()[:80]}"


def dead_modules(modules: dict[str, str], entry_points: set[str]) -> Iterator[str]:
    """Modules that nothing imports, by name or by a string that names them (lazy imports).

    Args:
        modules: dotted name → source text, of everything that ships.
        entry_points: dotted names that are run rather than imported.
    """
    mentioned: set[str] = set()
    for text in modules.values():
        for name in _names_mentioned(text):
            while name:  # whoever names a module names the packages around it
                mentioned.add(name)
                name = name.rpartition(".")[0]
    for name, text in modules.items():
        if name in entry_points or name.endswith("__main__") or not text.strip() or name in mentioned:
            continue
        yield f"{name}: nothing imports it"


def _names_mentioned(text: str) -> Iterable[str]:
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[\w.]+", node.value):
            yield node.value


def changelog(text: str) -> Iterator[str]:
    """CHANGELOG.md begins with its title and has an Unreleased section with entries."""
    if not text.startswith("# Changelog\n"):
        yield "CHANGELOG.md: does not begin with '# Changelog'"
    match = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if match is None or not re.search(r"^- \S", match.group(1), re.MULTILINE):
        yield "CHANGELOG.md: '## Unreleased' is missing or empty"


def sources(root: Path) -> dict[str, str]:
    """Every Python source that ships or measures: path relative to the root → text."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return found
