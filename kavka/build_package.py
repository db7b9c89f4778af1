"""What a build takes beside pyproject.toml: the README as it reads elsewhere, and sources packed alike each time.

    setup.py ─────────▶ long_description, source_date, pack ─▶ dist/kavka-….tar.gz ─▶ dist/kavka-…-py3-none-any.whl
    build_compiled.py ─▶ long_description                   ─▶ dist/kavka-…-linux_x86_64.whl

Who builds a version again gets the same bytes, whoever he is and whenever he does. What a build would put in of its own
is set here: dates (the release's, as CHANGELOG.md has it), owners, modes, the order of files.

Runs before anything is installed, so it imports the standard library alone. Nothing of a running kavka imports it.
"""

from __future__ import annotations

import gzip
import re
import tarfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

OLDEST_IN_A_ZIP: Final = int(datetime(1980, 1, 1, tzinfo=UTC).timestamp())
"""The date of a version that is not released yet: the first one that a wheel, which is a zip, can hold."""
_LINK_OR_CODE: Final = re.compile(
    r"(?P<code>^```.*?^```|(?<!\[)`[^`\n]+`)|(?P<image>!?)\[(?P<text>[^]]*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
_LEADS_ON_ITS_OWN: Final = re.compile(r"[a-z]+:|#")


def long_description(root: Path) -> str:
    """Returns the README of the tree in `root` for readers without that tree.

    A link into the tree leads to the address in `project.urls` that is called `Source`, at this version. While there is
    none the link's text stays: a link that leads nowhere is worse than no link.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    source = project.get("urls", {}).get("Source")
    return readme_elsewhere((root / "README.md").read_text("utf-8"), source, f"v{project['version']}")


def readme_elsewhere(text: str, source: str | None, tag: str) -> str:
    """Makes the links of `text` into the tree absolute; without a `source` they go."""

    def led(found: re.Match[str]) -> str:
        target = found["target"]
        if found["code"] or _LEADS_ON_ITS_OWN.match(target):
            return found[0]
        if source is None:
            return "" if found["image"] else found["text"]
        kind = "raw" if found["image"] else "blob"
        return f"{found['image']}[{found['text']}]({source.rstrip('/')}/{kind}/{tag}/{target})"

    return _LINK_OR_CODE.sub(led, text)


def source_date(root: Path) -> int:
    """Returns the second since 1970 that all files of a build bear: midnight of the day of the release."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = root / "CHANGELOG.md"
    heading = rf"^## {re.escape(version)}(?![\w.]).*?(\d{{4}}-\d\d-\d\d)"
    found = re.search(heading, changelog.read_text("utf-8"), re.MULTILINE) if changelog.exists() else None
    return int(datetime.fromisoformat(f"{found[1]}T00:00Z").timestamp()) if found else OLDEST_IN_A_ZIP


def pack(tree: Path, archive: Path, date: int) -> None:
    """Packs `tree` into a tar.gz.

    Its bytes depend on the names and contents of the files alone.
    """
    archive.parent.mkdir(parents=True, exist_ok=True)
    with (
        archive.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=9, mtime=date) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in [tree, *sorted(tree.rglob("*"))]:
            entry = tarfile.TarInfo(path.relative_to(tree.parent).as_posix())
            entry.mtime = date
            if path.is_dir():
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(entry)
                continue
            status = path.stat()
            entry.size, entry.mode = status.st_size, 0o755 if status.st_mode & 0o100 else 0o644
            with path.open("rb") as content:
                tar.addfile(entry, content)
