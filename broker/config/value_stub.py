"""Writes the types of configuration values: `python -m kavka.broker.config.value_stub broker/config/values.pyi`.

    each row of the tables ─▶ type, None where the default is none ─▶ one attribute of a class in values.pyi

Final, because a configuration is never changed: another one is made. What the attributes hold, `values` says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.types import ConfigKey, ConfigType
from kavka.broker.config.values import BROKER_ATTRIBUTES, LISTENER_ATTRIBUTES, MECHANISM_ATTRIBUTES

_TYPES: Final[Mapping[ConfigType, str]] = {
    ConfigType.BOOLEAN: "bool",
    ConfigType.STRING: "str",
    ConfigType.INT: "int",
    ConfigType.SHORT: "int",
    ConfigType.LONG: "int",
    ConfigType.DOUBLE: "float",
    ConfigType.LIST: "list[str]",
    ConfigType.CLASS: "str",
    ConfigType.PASSWORD: "str",
}

_HEAD: Final = """# Written by `make generate` from the tables of keys. Do not edit.

from collections.abc import Mapping
from typing import Any, Final

TOGETHER: Final[frozenset[str]]
EVERYBODYS: Final[frozenset[str]]
BROKER_ATTRIBUTES: Final[Mapping[str, str]]
LISTENER_ATTRIBUTES: Final[Mapping[str, str]]
MECHANISM_ATTRIBUTES: Final[Mapping[str, str]]

def attribute_of(name: str) -> str: ...
"""


def stub() -> str:
    """Generates the text of values.pyi."""
    return "\n".join(
        (
            _HEAD.rstrip("\n"),
            *_class("BrokerValues", BROKER_ATTRIBUTES, ""),
            *_class("ListenerValues", LISTENER_ATTRIBUTES, ", listener: str"),
            *_class("MechanismValues", MECHANISM_ATTRIBUTES, ", listener: str, mechanism: str", is_optional=True),
            "",
        )
    )


def _class(name: str, attributes: Mapping[str, str], scope: str, *, is_optional: bool = False) -> Iterator[str]:
    yield ""
    yield f"class {name}:"
    for attribute, key_name in attributes.items():
        yield f"    {attribute}: Final[{_type(KEYS[key_name], is_optional=is_optional)}]"
    yield f"    def __init__(self, values: Mapping[str, Any]{scope}) -> None: ..."


def _type(key: ConfigKey, *, is_optional: bool) -> str:
    may_be_none = is_optional or key.default is None or key.default_2_0 is None
    return f"{_TYPES[key.type]} | None" if may_be_none else _TYPES[key.type]


if __name__ == "__main__":
    for target in sys.argv[1:]:
        Path(target).write_text(stub(), encoding="utf-8")
