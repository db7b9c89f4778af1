"""docs/reference/settings.md, made from the tables of keys: what `kavka config explain` says, of all keys at once.

    explain(key) for each key ─▶ page() ─▶ docs/reference/settings.md

`python -m kavka.broker.config.settings_page docs/reference/settings.md` writes the page; `make generate` calls it, and
a tidy test holds the page to it. Not part of a running broker.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kavka.broker.config.explained import ConfigExplanation, explain, names
from kavka.protocol.inter_broker_versions import DEFAULT_PROFILE

INTRODUCTION: Final = f"""# Settings

Written by `make generate` from the tables of keys; do not edit.

Every key of a broker and of a topic, with the default of the profile {DEFAULT_PROFILE}. `kavka config explain KEY`
says the same of one. Where values come from, and in which order, is in [Configuration](../configuration.md). *Changes*
says whether a key can be altered while brokers run; all others take effect at a start. A listener's own setting is the
key behind `listener.name.<listener>.`.
"""

_HEAD: Final = ("| key | type | default | allowed | changes | what it is for |", "|---|---|---|---|---|---|")


def page() -> str:
    """Renders the whole page as Markdown."""
    explained = [key for name in names() if (key := explain(name))]
    used = [key for key in explained if key.effect == "kavka acts on it"]
    lines = [INTRODUCTION]
    lines += ["## Of brokers", "", *_table(key for key in used if "broker" in key.scopes), ""]
    lines += ["## Of topics", "", *_table(key for key in used if "topic" in key.scopes), ""]
    lines += [
        "## Accepted without effect",
        "",
        "Kafka has them, and a `server.properties` may hold them; here they change nothing.",
        "",
        ", ".join(f"`{key.name}`" for key in explained if key.effect == "accepted without effect"),
        "",
        "## Refused",
        "",
        "A start with another value than the default ends with the reason.",
        "",
        "| key | why |",
        "|---|---|",
        *(f"| `{key.name}` | {_cell(key.reason)} |" for key in explained if key.effect.startswith("refused")),
        "",
    ]
    return "\n".join(lines)


def _table(keys: Iterator[ConfigExplanation]) -> Iterator[str]:
    yield from _HEAD
    for key in keys:
        kind = f"{key.type}, never shown" if key.is_sensitive else key.type
        changes = "yes" if key.is_dynamic else ""
        yield f"| `{key.name}` | {kind} | {_default(key)} | {_cell(key.valid_values)} | {changes} | {_cell(key.doc)} |"


def _default(key: ConfigExplanation) -> str:
    default = _value(key.default)
    return default if key.default_2_0 == key.default else f"{default}; 2.0: {_value(key.default_2_0)}"


def _value(default: str | None) -> str:
    return "none" if default is None else f"`{default}`" if default else "empty"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


if __name__ == "__main__":
    for target in sys.argv[1:]:
        Path(target).write_text(page(), encoding="utf-8")
