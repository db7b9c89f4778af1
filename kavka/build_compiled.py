"""Builds kavka with its data plane compiled by mypyc: a wheel, and the same as a tree to run from. Optional.

    sources ──mypyc──▶ C ──gcc──▶ shared objects ─┐
            ──────────────────────────────────────┴─▶ dist/kavka-…-cp311-cp311-linux_x86_64.whl ──▶ build/compiled/

    python -m kavka.build_compiled                      what `make compiled` runs; builds anew only what has changed
    PYTHONPATH=build/compiled python -m kavka start     runs what was built; without it the sources run, as ever
    python -m kavka.build_compiled --machine aarch64    the wheel alone, for another architecture (`build_cross`)

Nothing is built beside the sources, so none of it is ever stale unseen: who changes a source runs the source. The wheel
has the sources as well, for whoever reads a traceback. It fits the Python that built it, and one platform.

Not needed to run kavka; only what says which one runs (`build_info`) imports it. docs/decisions/0065 says which modules
are built, and what it gains.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

GROUPS: Final = {
    "kavka/common": ("time_slots",),
    "kavka/timer": ("clock", "completions", "purgatory", "readings", "timer", "timing_wheel"),
    "kavka/protocol": ("codec", "framing", "header"),
    "kavka/protocol/records": ("field_walk", "header", "varint", "walk"),
    "kavka/broker": ("metrics",),
    "kavka/broker/config": ("topic_config",),
    "kavka/broker/log": (
        "append_run",
        "cold_read",
        "epoch_cache",
        "file_records",
        "index_file",
        "log",
        "log_appender",
        "log_changes",
        "log_context",
        "log_dir",
        "log_offsets",
        "log_reader",
        "log_types",
        "log_writes",
        "offset_index",
        "open_transactions",
        "producer_state",
        "record_rules",
        "reservation",
        "rolling",
        "segment",
        "segment_indexes",
        "segment_reader",
        "segments",
        "time_index",
        "txn_index",
        "validator",
    ),
    "kavka/broker/replica": (
        "delayed_fetch",
        "delayed_items",
        "delayed_produce",
        "fetch_memory",
        "fetch_reads",
        "fetch_service",
        "fetch_session",
        "fetch_types",
        "fetcher_layout",
        "fetcher_rounds",
        "fetcher_session",
        "followed",
        "follower_fetch",
        "follower_progress",
        "one_minute_rate",
        "partition",
        "partitions",
        "remote_replica",
        "session_fetch",
        "session_partitions",
        "waiting",
    ),
    "kavka/wire": ("connection", "connection_core"),
    "kavka/broker/requests": ("context", "dispatcher", "handler", "produced_topics", "responder", "short_way"),
    "kavka/broker/network": (
        "big_frame",
        "connection",
        "frame_bounds",
        "frame_handler",
        "in_flight",
        "output",
        "received",
        "request_flow",
        "tls_records",
        "tls_transport",
    ),
    "kavka/broker/handlers": (
        "fetch",
        "fetch_answers",
        "fetch_by_id",
        "fetch_layout",
        "fetch_shape",
        "fetch_terms",
        "produce",
        "produce_layout",
        "produce_outcome",
        "produce_shape",
    ),
}
"""By folder, the modules that are built together: calls between them are direct calls in C. Modules of a folder have a
common part, `compiled__mypyc` in it."""

CODECS: Final = {
    "kavka/protocol": ("message", "reads"),
    "kavka/protocol/_generated": (
        "api_versions",
        "fetch",
        "find_coordinator",
        "header",
        "leader_and_isr",
        "list_offsets",
        "metadata",
        "offset_commit",
        "produce",
        "update_metadata",
    ),
}
"""The codecs that are built, by folder: of what clients and brokers send all the time, or name every partition in. All
are built together, from sources that are written for it (`protocol/generator/native.py`)."""


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m kavka.build_compiled", description=(__doc__ or "").split(":")[0])
    root = Path(__file__).absolute().parents[1]
    parser.add_argument(
        "--build", type=Path, default=root / "build", help="where the tree goes, and what is in between"
    )
    parser.add_argument("--dist", type=Path, default=root / "dist", help="where the wheel goes")
    parser.add_argument("--no-tree", action="store_true", help="the wheel is enough")
    parser.add_argument("--machine", help="build for another machine (aarch64, x86_64) by zig, the wheel alone")
    chosen = parser.parse_args()
    wheel = build(root, chosen.build.absolute(), chosen.dist.absolute(), chosen.machine)
    sys.stdout.write(f"built {wheel}\n")
    if not (chosen.no_tree or chosen.machine):
        tree = unpack(wheel, chosen.build.absolute() / "compiled")
        sys.stdout.write(f"to run it from here: PYTHONPATH={tree}\n")


def build(root: Path, build_dir: Path, dist_dir: Path, machine: str | None = None) -> Path:
    """Builds the wheel of the tree that lies in `root`, and returns its path.

    Args:
        root: the tree.
        build_dir: where what is in between is kept for the next time.
        dist_dir: where the wheel goes.
        machine: for which the wheel is, of `build_cross.MACHINES`; None: for this one, by its own compiler.

    Raises:
        SystemExit: what it takes is not installed, or the compiler failed.
    """
    try:
        import mypyc.build  # noqa: F401
        from setuptools import setup  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        sys.exit("mypyc and setuptools are needed to build. Install them with:  pip install 'kavka[compiled]'")
    # What says which build runs imports this module, but builds nothing.
    from kavka.build_cross import environment, missing_for_cross, stand_in_headers
    from kavka.build_package import long_description

    if missing := missing_for_cross(machine) if machine else missing_for_c():
        sys.exit(f"{missing} Nothing was built: kavka runs as it is, in plain Python.")
    between = build_dir / f"mypyc-{sys.implementation.cache_tag}"
    compiled = between / machine if machine else between
    _forget_sources(compiled / "lib")
    extensions = _extensions(root, between)
    before = {path: path.stat().st_mtime_ns for path in dist_dir.glob("*.whl")}
    base = ["build", f"--build-base={compiled}", f"--build-lib={compiled / 'lib'}"]
    objects = ["build_ext", f"--parallel={os.cpu_count() or 1}"]
    if machine:
        os.environ |= environment(machine, build_dir)
        stand_in_headers(machine, build_dir / "include")
    else:
        os.environ.setdefault("LDSHARED", _linker(sysconfig.get_config_var("LDSHARED")))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # setuptools speaks of its own past
        setup(
            ext_modules=extensions,
            long_description=long_description(root),
            long_description_content_type="text/markdown",
            script_args=["-q", *base, *objects, "bdist_wheel", f"--dist-dir={dist_dir}"],
        )
    (built,) = (path for path in dist_dir.glob("*.whl") if before.get(path) != path.stat().st_mtime_ns)
    return built


def missing_for_c() -> str | None:
    """Says what is not here of what compiling C takes; None: nothing is missing."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"There is no C compiler ({compiler}). Install one with:  apt-get install gcc libc6-dev"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are not here. Install them with:  apt-get install python3-dev"
    return None


def unpack(wheel: Path, tree: Path) -> Path:
    """Replaces `tree` by what is in the wheel."""
    shutil.rmtree(tree, ignore_errors=True)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tree)
    return tree


def module_names() -> Iterator[str]:
    """Gives the full name of each module that is built."""
    for folder, modules in (*GROUPS.items(), *CODECS.items()):
        yield from (f"{folder.replace('/', '.')}.{module}" for module in modules)


def common_parts() -> Iterator[str]:
    """Gives the full name of each folder's common part.

    Without it none of the folder's built modules can be imported.
    """
    yield from (f"{_group(folder)}__mypyc" for folder in (*GROUPS, *CODECS))


def _extensions(root: Path, between: Path) -> list[Any]:
    """Turns the modules into C, which is the same for each machine; the working directory is `root` from then on."""
    from mypyc.build import mypycify

    os.chdir(root)
    groups: list[tuple[list[str], str | None]] = [
        ([f"{folder}/{module}.py" for module in modules], _group(folder)) for folder, modules in GROUPS.items()
    ]
    extensions: list[Any] = mypycify(
        [f"--cache-dir={between / 'mypy'}", *(source for sources, _ in groups for source in sources)],
        opt_level="3",
        debug_level="0",
        separate=groups,
        target_dir=str(between / "c"),
    )
    extensions += _codec_extensions(between)
    os.chdir(root)
    return extensions


def _codec_extensions(between: Path) -> list[Any]:
    """Writes the sources of the codecs and turns them into C; the working directory is theirs from then on."""
    from mypyc.build import mypycify

    tree = between / "codecs"
    writer = [sys.executable, "-m", "kavka.protocol.generator.native", str(tree)]
    subprocess.run([*writer, *CODECS["kavka/protocol/_generated"]], check=True)  # a process: brokers import this module
    sources = [f"{folder}/{module}.py" for folder, modules in CODECS.items() for module in modules]
    os.chdir(tree)
    return mypycify(
        [f"--cache-dir={between / 'mypy-codecs'}", "--config-file=", *sources],
        opt_level="2",  # it is what was measured; there is much of it
        debug_level="0",
        separate=[(sources, _group("kavka/protocol/_generated"))],
        target_dir=str(between / "c"),
    )


def _linker(command: str) -> str:
    """Returns Python's own command to link, without its builder's folders: pyenv's writes them into what it links."""
    return " ".join(word for word in command.split() if not word.startswith("-Wl,-rpath"))


def _group(folder: str) -> str:
    return f"{folder.replace('/', '.')}.compiled"


def _forget_sources(lib: Path) -> None:
    """Removes from an earlier build all but the shared objects that this one makes: modules may have gone since."""
    made = {*module_names(), *common_parts()}
    for path in [path for path in lib.rglob("*") if path.is_file()]:
        name = ".".join(path.relative_to(lib).parts).split(".cpython-")[0]
        if path.suffix != ".so" or name not in made:
            path.unlink()


if __name__ == "__main__":
    main()
