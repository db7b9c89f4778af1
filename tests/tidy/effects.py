"""The rule that a broker does to its outside only what its world offers (`broker/world.py`).

Banned in `broker/` and `controller/` are the modules and calls by which a program reaches files, sockets, processes,
threads, clocks and chance. `ADAPTERS` are the world's, `OTHERS` what stands outside of a broker, or cannot be behind a
port: each with the reason. What ruff could ban by name it cannot ban by place, and it does not see methods.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.tidy import rules

PLACES = ("broker/", "controller/")

MODULES = frozenset({
    "concurrent", "ctypes", "fcntl", "io", "mmap", "multiprocessing", "pathlib", "platform", "resource", "secrets",
    "select", "selectors", "shutil", "signal", "socket", "ssl", "subprocess", "tempfile", "threading", "time",
})  # fmt: skip

PURE_OF_OS = frozenset({"path", "PathLike", "fspath", "sep", "strerror"})
"""Of `os`: what computes."""

IMPURE_PATHS = frozenset({
    "exists", "expanduser", "getatime", "getctime", "getmtime", "getsize", "isdir", "isfile", "islink", "ismount",
    "lexists", "realpath", "samefile",
})  # fmt: skip
"""Of `os.path`: what looks at a disk."""

CALLS = frozenset({
    "add_reader", "add_signal_handler", "add_writer", "connect_read_pipe", "connect_write_pipe", "create_connection",
    "create_datagram_endpoint", "create_subprocess_exec", "create_subprocess_shell", "create_unix_connection",
    "create_unix_server", "getaddrinfo", "getnameinfo", "open_connection", "run_in_executor", "sock_connect",
    "start_server", "subprocess_exec", "subprocess_shell", "to_thread", "create_server",
    "MachineReadings", "SystemClock",
})  # fmt: skip
"""Methods of event loops and functions of asyncio that reach the machine; clocks that run with it."""

NAMES = frozenset({
    "MachineFileSystem", "MachineNetwork", "SystemRandom", "holder_of_port", "machine_memory_bytes", "soft_limit",
    "uuid1", "uuid4",
})  # fmt: skip
"""Imported, these are effects, whatever module they stand in."""

ADAPTERS = {
    "broker/log/check_threads.py": "Threads",
    "broker/machine.py": "makes the world of this machine",
}

OTHERS = {
    "broker/__main__.py": "the entry point: files, variables, signals, before there is a broker",
    "broker/config/limits_page.py": "writes a page of docs, when codecs are generated",
    "broker/config/secret_arguments.py": "reads what a command line names, for entry points",
    "broker/config/settings_page.py": "writes a page of docs, when codecs are generated",
    "broker/config/value_stub.py": "writes types, when codecs are generated",
    "broker/http/families/process.py": "shows the interpreter and its process as they are",
    "broker/http/token.py": "names its file as a Path for tools; all that is done to it, the file system does",
    "broker/log/cleaning/worker.py": "is a process of its own, and has this machine for its world",
    "broker/network/output.py": "knows the number of SO_LINGER",
    "broker/network/tls_transport.py": "computes TLS in memory (ssl.SSLObject over two BIOs)",
    "broker/process_tuning.py": "tunes the process, for entry points",
    "broker/requests/api_table.py": "writes a list into the README, when codecs are generated",
    "broker/requests/protocol_support.py": "writes a page of docs, when codecs are generated",
    "broker/security/listener_tls.py": "has OpenSSL read key stores, and sees when they change",
}


def effects(path: str, text: str) -> Iterator[str]:
    """What of a file reaches around the world."""
    if not path.startswith(PLACES) or path in ADAPTERS or path in OTHERS:
        return
    for line, what in _found(text):
        yield f"{path}:{line}: {what} is an effect: take a port of broker/world.py by a constructor"


def needless(sources: dict[str, str]) -> Iterator[str]:
    """Exceptions of files that are gone, or need none."""
    for path in (*ADAPTERS, *OTHERS):
        if path not in sources:
            yield f"{path}: there is no such file"
        elif not any(_found(sources[path])):
            yield f"{path}: it has no effect, and needs no exception"


def _found(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(rules.tree_of(text)):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.split(".")[0] in MODULES or name.name == "asyncio.subprocess":
                    yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            yield from _of_import(node)
        elif isinstance(node, ast.Attribute):
            yield from _of_attribute(node)
        elif isinstance(node, ast.Call):
            yield from _of_call(node)


def _of_import(node: ast.ImportFrom) -> Iterator[tuple[int, str]]:
    module = node.module or ""
    if module.split(".")[0] in MODULES or module == "asyncio.subprocess":
        yield node.lineno, module
    for name in node.names:
        is_impure = module == "os" and name.name not in PURE_OF_OS
        if is_impure or (module == "os.path" and name.name in IMPURE_PATHS) or name.name in NAMES:
            yield node.lineno, f"{module}.{name.name}"


def _of_attribute(node: ast.Attribute) -> Iterator[tuple[int, str]]:
    owner, name = _dotted(node.value), node.attr
    if (
        (owner == "os" and name not in PURE_OF_OS)
        or (owner == "os.path" and name in IMPURE_PATHS)
        or (owner == "random" and name != "Random")
        or (owner == "uuid" and name != "UUID")
    ):
        yield node.lineno, f"{owner}.{name}"


def _of_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = _dotted(node.func)
    if name == "open" or name.rpartition(".")[2] in CALLS:
        yield node.lineno, name
    elif name in ("random.Random", "Random") and not node.args:
        yield node.lineno, f"{name}() without a seed"


def _dotted(node: ast.expr) -> str:
    """`os.path` of names and attributes; of other expressions, what is after them."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
