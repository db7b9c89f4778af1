"""Another machine's Python runs by a script, and where it cannot a sentence says what is missing.

Here qemu is a script that prints what it is told. `make wheels` runs the real one.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kavka import emulated_python as module
from kavka.emulated_python import VERSION, NotHere, emulated_environment


def place(path: Path, text: str) -> Path:
    """Puts a script somewhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    return tmp_path / "tools"


def test_a_python_that_is_there_runs_in_qemu_as_what_it_is_called_by(tools: Path, tmp_path: Path) -> None:
    qemu = place(tools / "qemu-aarch64-static", 'printf "%s\\n" "$@"')
    python = place(tmp_path / "build" / f"python{VERSION}-aarch64" / "usr" / "bin" / f"python{VERSION}", "false")
    emulated_environment("aarch64", tmp_path / "env", tmp_path / "build")
    called = tmp_path / "env" / "bin" / "python"
    said = subprocess.run([called, "-c", "two words"], capture_output=True, text=True, check=True).stdout.splitlines()
    root = tmp_path / "build" / f"python{VERSION}-aarch64"
    assert said == ["-cpu", "cortex-a57", "-L", str(root), "-0", str(called), str(python), "-c", "two words"]
    assert str(qemu) in called.read_text()


def test_without_qemu_a_sentence_says_what_to_install(tools: Path, tmp_path: Path) -> None:
    with pytest.raises(NotHere, match=r"no qemu for aarch64\. Install it with:  apt-get install qemu-user-static$"):
        emulated_environment("aarch64", tmp_path / "env", tmp_path / "build")


def test_without_what_unpacks_debians_packages_too(tools: Path, tmp_path: Path, monkeypatch) -> None:
    place(tools / "qemu-aarch64-static", "false")
    monkeypatch.setitem(module.RELEASES, VERSION, "bookworm")
    with pytest.raises(NotHere, match=r"apt-get install mmdebstrap$"):
        emulated_environment("aarch64", tmp_path / "env", tmp_path / "build")


def test_where_debian_has_no_such_python_one_can_be_put_there(tools: Path, tmp_path: Path, monkeypatch) -> None:
    place(tools / "qemu-aarch64-static", "false")
    monkeypatch.delitem(module.RELEASES, VERSION, raising=False)
    with pytest.raises(
        NotHere, match=rf"Debian has no Python {VERSION}\. .* to:  {tmp_path}/build/python{VERSION}-aarch64$"
    ):
        emulated_environment("aarch64", tmp_path / "env", tmp_path / "build")


def test_what_could_not_be_unpacked_says_why_and_is_not_kept(tools: Path, tmp_path: Path, monkeypatch) -> None:
    root = tmp_path / "build" / f"python{VERSION}-aarch64"
    place(tools / "qemu-aarch64-static", "false")
    place(tools / "mmdebstrap", f"/bin/mkdir -p {root}; echo E: no network >&2; exit 1")
    monkeypatch.setitem(module.RELEASES, VERSION, "bookworm")
    with pytest.raises(NotHere, match="E: no network"):
        emulated_environment("aarch64", tmp_path / "env", tmp_path / "build")
    assert not root.exists()
