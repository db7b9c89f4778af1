"""Every message of the protocol, by name: `from protocol.messages import FetchRequest`.

The modules in this package are declarations, one for each API, read only by the generator. What this package offers
at run time are the generated classes, each loaded with its API's module when it is first asked for (PEP 562), so that
a broker's start pays for nothing that it does not use and never imports construct.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kavka.protocol._generated.index import MODULES

__all__ = list(MODULES)


def __getattr__(name: str) -> Any:
    stem = MODULES.get(name)
    if stem is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"kavka.protocol._generated.{stem}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(MODULES)
