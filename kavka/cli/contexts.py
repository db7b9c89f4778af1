"""Contexts: clusters by name, with what it takes to speak to them, in a file of the user's own.

    ~/.config/kavka/contexts.json (0600; $XDG_CONFIG_HOME counts)
        {"current": "prod", "contexts": {"prod": {"bootstrap": "a:9092,b:9092", "command_config": "/…/prod.properties",
          "properties": {"security.protocol": "SASL_SSL"}, "registry": "https://…", "output": "json"}}}

Reads and writes the file, without click: completion in a shell must not wait for that. Which context a command line
means is `chosen_context`; the verbs are in `context`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

FILE_BYTES_MAX = 1 << 20


class ContextsUnreadable(ValueError):
    """The file is not there to be read, or makes no sense; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A cluster and how to speak to it.

    Attributes:
        bootstrap: Any of its brokers, separated by commas.
        command_config: A file of client properties; None: none.
        properties: Client properties, which go before the file's.
        registry: The URL of its schema registry.
        output: The form that lists are printed in.
    """

    bootstrap: str
    command_config: str | None = None
    properties: Mapping[str, str] = field(default_factory=dict)
    registry: str | None = None
    output: str | None = None


@dataclass(frozen=True, slots=True)
class Contexts:
    """What the file says: contexts by name, and the one that is used where none is named."""

    by_name: Mapping[str, Context] = field(default_factory=dict)
    current: str | None = None

    def having(self, name: str, context: Context) -> Contexts:
        """Returns these with one more, or another one of its name."""
        return replace(self, by_name={**self.by_name, name: context})

    def without(self, name: str) -> Contexts:
        """Returns these without one; no context is current where it was."""
        left = {other: context for other, context in self.by_name.items() if other != name}
        return Contexts(left, None if self.current == name else self.current)

    def renamed(self, name: str, new: str) -> Contexts:
        """Returns these with one under another name, in its place."""
        found = {new if other == name else other: context for other, context in self.by_name.items()}
        return Contexts(found, new if self.current == name else self.current)


def contexts_path() -> Path:
    """Returns where contexts are kept: kavka/contexts.json in the user's configuration directory (XDG)."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".config"
    return root / "kavka" / "contexts.json"


def read_contexts() -> Contexts:
    """Reads the file; no contexts where there is none.

    Raises:
        ContextsUnreadable: it cannot be read, or is no file of contexts.
    """
    path = contexts_path()
    try:
        with open(path, "rb") as file:
            return _decoded(json.loads(file.read(FILE_BYTES_MAX)))
    except FileNotFoundError:
        return Contexts()
    except OSError as error:
        raise ContextsUnreadable(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ContextsUnreadable(f"{path} is no file of contexts; mend it, or remove it and create them anew") from None


def write_contexts(contexts: Contexts) -> None:
    """Replaces the file in one step, for its owner alone.

    Raises:
        OSError: it cannot be written; what was there still is.
    """
    from kavka.common.private_files import make_private_directory, write_private

    path = contexts_path()
    make_private_directory(path.parent)
    shown = {"current": contexts.current, "contexts": {name: _encoded(one) for name, one in contexts.by_name.items()}}
    write_private(path, (json.dumps(shown, indent=2) + "\n").encode())


def _encoded(context: Context) -> dict[str, Any]:
    said = {
        "bootstrap": context.bootstrap,
        "command_config": context.command_config,
        "properties": dict(context.properties),
        "registry": context.registry,
        "output": context.output,
    }
    return {name: value for name, value in said.items() if value}


def _decoded(value: Any) -> Contexts:
    current = value.get("current")
    found = {
        str(name): Context(
            bootstrap=_text(said["bootstrap"]),
            command_config=_optional(said.get("command_config")),
            properties={str(key): _text(text) for key, text in said.get("properties", {}).items()},
            registry=_optional(said.get("registry")),
            output=_optional(said.get("output")),
        )
        for name, said in value.get("contexts", {}).items()
    }
    return Contexts(found, current if current in found else None)


def _optional(value: Any) -> str | None:
    return None if value is None else _text(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
