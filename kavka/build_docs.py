"""What `make docs` does beside mkdocs.yml: pages from the top of the tree, links out of docs/, folders in the menu.

    README.md, ARCHITECTURE.md, …  ─▶ files()    ─▶ index.md, architecture.md, …   ─┐
    docs/**.md                                                                      ├─▶ mkdocs ─▶ build/docs
    mkdocs.yml: nav                ─▶ expanded() ─▶ decisions/ becomes its pages   ─┘

    docs/inside/*.md ─▶ with_docstrings() ─▶ the same pages, each drawing as its module has it (`make generate`)

mkdocs calls the functions `on_…` (its hooks). A page reads the same in the tree and on the site: its links are paths of
the tree, and are led here to where the page is, or to the sources where `project.urls` says where these are. Nothing of
a running kavka imports it, and it imports mkdocs only when mkdocs calls it.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]

TOP_PAGES: Final = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages at the top of the tree, and what they are called on the site."""

_LINK_OR_CODE: Final = re.compile(
    r"(?P<code>^```.*?^```|(?<!\[)`[^`\n]+`)|(?P<image>!?)\[(?P<text>[^]]*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
_LEADS_ON_ITS_OWN: Final = re.compile(r"[a-z]+:|#")
_DOCSTRING: Final = re.compile(r"(<!-- docstring of: (\S+) -->\n).*?(<!-- end of docstring -->)", re.DOTALL)


def with_docstrings(text: str) -> str:
    """Returns the page with what its modules say of themselves, between each pair of markers.

    Raises:
        FileNotFoundError: a marker names a module that there is not.
    """
    return _DOCSTRING.sub(lambda found: f"{found[1]}```text\n{_docstring(found[2])}\n```\n{found[3]}", text)


def _docstring(module: str) -> str:
    docstring = ast.get_docstring(ast.parse((ROOT / module).read_text("utf-8")))
    assert docstring is not None, module
    return docstring


def expanded(navigation: list[Any], docs: Path) -> list[Any]:
    """Returns the navigation with each folder replaced by its pages, README.md first."""
    return [{title: _entry(value, docs) for title, value in item.items()} for item in navigation]


def _entry(value: Any, docs: Path) -> Any:
    if isinstance(value, list):
        return expanded(value, docs)
    if not value.endswith("/"):
        return value
    names = sorted(path.name for path in (docs / value).glob("*.md"))
    return [value + name for name in sorted(names, key=lambda name: name != "README.md")]


def pages_of(navigation: list[Any], docs: Path) -> Iterator[str]:
    """Lists every page of a navigation, as a path in docs/."""
    for item in expanded(navigation, docs):
        for value in item.values():
            yield from _leaves(value)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        for inner in value.values():
            yield from _leaves(inner)


def led(text: str, page: str, source: str | None) -> str:
    """Leads a page's links to the site.

    Args:
        text: the page, as it is in the tree.
        page: what it is called on the site: `index.md`, `decisions/README.md`.
        source: address under which files of the tree are found; None: such links become their text.
    """
    on_disk = {site: name for name, site in TOP_PAGES.items()}.get(page, f"docs/{page}")
    folder = PurePosixPath(on_disk).parent

    def rewritten(found: re.Match[str]) -> str:
        target = found["target"]
        if found["code"] or _LEADS_ON_ITS_OWN.match(target):
            return found[0]
        path, hash_mark, anchor = target.partition("#")
        in_tree = os.path.normpath(folder / path)
        if (site := _on_site(in_tree, is_folder=path.endswith("/"))) is not None:
            return f"{found['image']}[{found['text']}]({_relative(site, page)}{hash_mark}{anchor})"
        if source is None or found["image"]:
            return found["text"]
        return f"[{found['text']}]({source.rstrip('/')}/{in_tree})"

    return _LINK_OR_CODE.sub(rewritten, text)


def _on_site(in_tree: str, *, is_folder: bool) -> str | None:
    """Returns a file's place on the site; None for what is not on it."""
    if in_tree in TOP_PAGES:
        return TOP_PAGES[in_tree]
    if not in_tree.startswith("docs/"):
        return None
    site = in_tree.removeprefix("docs/")
    return f"{site}/README.md" if is_folder or (ROOT / in_tree).is_dir() else site


def _relative(site: str, page: str) -> str:
    return os.path.relpath(site, PurePosixPath(page).parent)


def _source() -> str | None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    source: str | None = project.get("urls", {}).get("Source")
    return None if source is None else f"{source.rstrip('/')}/blob/v{project['version']}"


def on_config(config: Any) -> Any:
    """Completes mkdocs's configuration: the navigation, and anchors as in the tree."""
    from pymdownx.slugs import slugify

    config.nav = expanded(config.nav, Path(config.docs_dir))
    config.mdx_configs.setdefault("toc", {})["slugify"] = slugify(case="lower")
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages from the top of the tree."""
    from mkdocs.structure.files import File

    for name, site in TOP_PAGES.items():
        files.append(File.generated(config, site, content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Leads a page's links to the site."""
    return led(markdown, page.file.src_uri, _source())


if __name__ == "__main__":
    for target in map(Path, sys.argv[1:]):
        target.write_text(with_docstrings(target.read_text("utf-8")), "utf-8")
