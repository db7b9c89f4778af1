"""Writes the codecs that mypyc builds: `python -m kavka.protocol.generator.native DIRECTORY STEM…`.

    declarations ──(layout)──▶ layouts ──▶ DIRECTORY/kavka/protocol/_generated/<api>.py   typed, for mypyc alone
                                           DIRECTORY/kavka/protocol/{message,reads,…}.py   what they are built with

The same messages, the same functions, the same bytes and refusals as in the plain modules (`generate`), which run
where nothing is compiled. Two spellings, because what is fast in one is slow in the other: see `native_decoder`. The
differences that others may notice: a class has its fields in C, and no nested classes or tables in its body; both are
set on it where the module ends.

Nothing of this is committed or installed. `kavka/build_compiled.py` runs it in a process of its own.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kavka.protocol.generator.classes import has_flexible
from kavka.protocol.generator.generate import PACKAGE, declarations
from kavka.protocol.generator.layout import Group, layout_of
from kavka.protocol.generator.native_decoder import NativeDecoders
from kavka.protocol.generator.native_encoder import NativeEncoders
from kavka.protocol.generator.source import Source, StructPool, snake_case
from kavka.protocol.message import NEVER

if TYPE_CHECKING:
    from kavka.protocol.generator.schema import Message, Struct

BESIDE: Final = ("message", "reads")
"""Modules that are built together with them."""

SEEN: Final = ("__init__", "wire", "errors", "error_codes", "kafka_error", "epochs")
"""Modules that those import, and that stay plain."""

NOTE: Final = '"""Written by protocol/generator/native.py from protocol/messages/{stem}.py, for mypyc."""'
IMPORTS: Final = """from __future__ import annotations
from typing import Any, Final, TYPE_CHECKING
from kavka.native import mypyc_attr
from kavka.protocol.message import Message, Part
from kavka.protocol.reads import bytes_at, bytes_or_none_at, check_count, f64_at, i8_at, i16_at, i32_at, i64_at
from kavka.protocol.reads import length_at, records_at, records_or_none_at, tags_at, text_at
from kavka.protocol.reads import text_or_none_at, u16_at, uuid_at, uvarint_at
from kavka.protocol.wire import PACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, refuse, uvarint, write_tags
if TYPE_CHECKING:
    from mypy_extensions import i64
EMPTY: Final = ()
BYTE: Final = tuple([bytes((value,)) for value in range(256)])"""


def write(directory: Path, stems: list[str]) -> None:
    """Writes the sources of what is to be built, as a tree of packages.

    Args:
        directory: is replaced, if it is there.
        stems: the modules of messages that are to be built.
    """
    package = directory / "kavka" / "protocol"
    generated = package / "_generated"
    shutil.rmtree(directory, ignore_errors=True)
    generated.mkdir(parents=True)
    for empty in (directory / "kavka", generated):
        (empty / "__init__.py").touch()
    for name in (*BESIDE, *SEEN):
        shutil.copy2(PACKAGE / f"{name}.py", package)
    shutil.copy2(PACKAGE.parent / "native.py", directory / "kavka")
    all_messages = declarations()
    for stem in stems:
        (generated / f"{stem}.py").write_text(module_source(stem, all_messages[stem]))


def module_source(stem: str, messages: tuple[Message, ...]) -> str:
    """Writes the module of an API's messages."""
    classes: list[str] = []
    pools: dict[str, None] = {}
    functions: list[str] = []
    tables: list[str] = []
    for message in messages:
        structs = StructPool(has_flexible=has_flexible(message))
        classes += _classes(message)
        functions += _codecs(message, structs)
        tables += _settings(message)
        pools |= dict.fromkeys(structs.definitions())
    finals = [line.replace(" = ", ": Final = ", 1) for line in pools]
    return "\n".join([NOTE.format(stem=stem), IMPORTS, *finals, *classes, *functions, *tables, ""])


def fields_of(message: Message) -> dict[str, tuple[str, ...]]:
    """Returns each struct's fields in the order of its class's arguments; the message is one, too."""
    unknown = ("unknown_tagged_fields",) * has_flexible(message)
    return {part.name: (*(f.name for f in part.fields), *unknown) for part in (*message.parts(), message.body)}


def _class_name(message: Message, part: Struct) -> str:
    return message.name if part is message.body else f"{message.name}_{part.name}"


def _classes(message: Message) -> list[str]:
    source = Source()
    for part in (*message.parts(), message.body):
        name = _class_name(message, part)
        base = "Message" if part is message.body else "Part"
        defaults = {field.name: "EMPTY" if field.default == () else repr(field.default) for field in part.fields}
        fields = fields_of(message)[part.name]
        arguments = [f"{field}: Any = {defaults.get(field, '()')}" for field in fields]
        reused = ", free_list_len=1" if part is message.body else ""  # mostly there is one at a time
        source.line(f"@mypyc_attr(acyclic=True{reused})", f"class {name}({base}):")
        with source.block():
            source.line(f"def __init__({', '.join(['self', *arguments])}) -> None:")
            with source.block():
                for field in fields:
                    fresh = f"[] if {field} is EMPTY else " if defaults.get(field) == "EMPTY" else ""
                    source.line(f"self.{field}: Any = {fresh}{field}")
                source.line(*["pass"] * (not fields))
    return source.lines


def _codecs(message: Message, structs: StructPool) -> list[str]:
    """Writes one pair of functions for each distinct layout, and what they share."""
    decoders, encoders = NativeDecoders(message.name, fields_of(message)), NativeEncoders(message.name, structs)
    written: set[Group] = set()
    for version in range(message.versions.low, message.versions.high + 1):
        layout = layout_of(message.struct(version))
        assert isinstance(layout, Group)
        if layout not in written:
            written.add(layout)
            decoders.add(f"decode_{snake_case(message.name)}_v{version}", layout)
            encoders.add(f"encode_{snake_case(message.name)}_v{version}", layout)
    return [*decoders.lines, *encoders.lines]


def _settings(message: Message) -> list[str]:
    """Writes what is set on the classes when all of the module is there."""
    lines = []
    owner = message.name
    for part in (*message.parts(), message.body):
        name = _class_name(message, part)
        lines.append(f"setattr({name}, '__slots__', {fields_of(message)[part.name]!r})")
        if part is not message.body:
            lines.append(f"setattr({name}, '__name__', {part.name!r})")
            lines.append(f"setattr({name}, '__qualname__', '{owner}.{part.name}')")
            lines.append(f"setattr({owner}, {part.name!r}, {name})")
    constants = {
        "API_KEY": message.api_key,
        "MIN_VERSION": message.versions.low,
        "MAX_VERSION": message.versions.high,
        "FLEXIBLE_FROM": message.flexible.low if has_flexible(message) else NEVER,
    }
    lines += [f"setattr({owner}, {name!r}, {value})" for name, value in constants.items()]
    return lines + [f"setattr({owner}, '{verb.upper()}RS', ({_table(message, verb)}))" for verb in ("decode", "encode")]


def _table(message: Message, verb: str) -> str:
    first: dict[object, int] = {}
    entries = ["None"] * message.versions.low
    for version in range(message.versions.low, message.versions.high + 1):
        same = first.setdefault(layout_of(message.struct(version)), version)
        entries.append(f"{verb}_{snake_case(message.name)}_v{same}")
    return "".join(f"{entry}, " for entry in entries)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        prog="python -m kavka.protocol.generator.native", description="write what is built"
    )
    parser.add_argument("directory", type=Path, help="where to; is replaced")
    parser.add_argument("stem", nargs="+", help="a module of protocol/messages")
    chosen = parser.parse_args()
    write(chosen.directory, chosen.stem)


if __name__ == "__main__":
    main()
