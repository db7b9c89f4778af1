"""Turn the declarations into the code that runs: `python -m kavka.protocol.generator.generate [--check]`.

    protocol/messages/<api>.py --(schema, primitives)--> construct objects
        --(layout)--> layouts --(generate_decoder, generate_encoder, generate_classes)--> protocol/_generated/<api>.py
                              --(generate_scan, generate_pieces)--> protocol/_generated/<api>_slices.py

Beside each module stands a stub for mypy. What takes big requests and responses apart (protocol/request_slices.py,
protocol/response_pieces.py) is in modules of its own, which a broker loads with the first big message of an API.
`_generated/index.py` says which class is in which module, so that `kavka.protocol.messages` can import lazily;
`_generated/field_versions.py` says which fields a version has, for whoever shows messages to people. The output is
committed; --check says whether it is what the declarations give now. Versions with the same layout share their
functions. Of some modules mypyc builds another spelling, which is not committed: `native` writes it.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import kavka.protocol.messages
from kavka.protocol.generator.classes import class_source, class_stub, has_flexible
from kavka.protocol.generator.decoder import decoder_source
from kavka.protocol.generator.encoder import encoder_source
from kavka.protocol.generator.layout import Group, layout_of
from kavka.protocol.generator.pieces import CONTROL_ARRAYS, CONTROL_REQUESTS, is_compact, path_of, pieces_source
from kavka.protocol.generator.scan import scanner_source
from kavka.protocol.generator.schema import Array, Struct
from kavka.protocol.generator.source import StructPool, snake_case
from kavka.protocol.message import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.protocol.generator.schema import Message

PACKAGE = Path(__file__).parents[1]
LINE_LENGTH = 120  # of the one generated file that ruff looks at
NOTE = '"""Written by `make generate` from protocol/messages/{stem}.py. Do not edit."""'
IMPORTS = """from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags"""
EPOCHS = ("ControllerEpoch", "LeaderEpoch")  # annotations of fields that a stub has to import
SLICES_IMPORTS = """from kavka.protocol._generated.{stem} import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags"""


def declarations() -> dict[str, tuple[Message, ...]]:
    """Returns module stem → its messages, for every module of kavka.protocol.messages, by API key."""
    found = {}
    for module in pkgutil.iter_modules(kavka.protocol.messages.__path__):
        declared = importlib.import_module(f"kavka.protocol.messages.{module.name}")
        found[module.name] = getattr(declared, "MESSAGES", None) or (declared.REQUEST, declared.RESPONSE)
    return dict(sorted(found.items(), key=lambda item: item[1][0].api_key))


def generate() -> dict[Path, str]:
    """Generates every file: its path → the text that it has to have."""
    files = {}
    all_messages = declarations()
    for stem, messages in all_messages.items():
        files[PACKAGE / "_generated" / f"{stem}.py"] = _module(stem, messages)
        files[PACKAGE / "_generated" / f"{stem}.pyi"] = _stub(stem, messages)
        if messages[0].api_key >= 0:
            files[PACKAGE / "_generated" / f"{stem}_slices.py"] = _slices(stem, messages[0], messages[1])
            files[PACKAGE / "_generated" / f"{stem}_slices.pyi"] = _slices_stub(
                stem, is_control=messages[0].name in CONTROL_REQUESTS
            )
    files[PACKAGE / "_generated" / "index.py"] = _index(all_messages)
    files[PACKAGE / "_generated" / "index.pyi"] = _index_stub()
    files[PACKAGE / "_generated" / "response_lists.py"] = _response_lists(all_messages)
    files[PACKAGE / "_generated" / "response_lists.pyi"] = "LISTS: dict[int, tuple[tuple[str, ...], ...]]\n"
    files[PACKAGE / "_generated" / "response_items.py"] = _response_items(all_messages)
    files[PACKAGE / "_generated" / "response_items.pyi"] = "ITEMS: dict[str, dict[str, str]]\n"
    files[PACKAGE / "_generated" / "field_versions.py"] = _field_versions(all_messages)
    files[PACKAGE / "_generated" / "field_versions.pyi"] = _field_versions_stub()
    files[PACKAGE / "messages" / "__init__.pyi"] = _package_stub(all_messages)
    return files


def outdated() -> list[Path]:
    """Lists the generated files that are missing, differ, or should not be there."""
    files = generate()
    extra = {p for p in (PACKAGE / "_generated").glob("*.py*") if p.name != "__init__.py"} - set(files)
    return sorted([path for path, text in files.items() if not path.exists() or path.read_text() != text] + list(extra))


def main(arguments: list[str] | None = None) -> int:
    """Rewrites the outdated files, or with --check only names them."""
    parser = argparse.ArgumentParser(
        prog="python -m kavka.protocol.generator.generate", description="generate the codecs"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if anything is outdated")
    check = parser.parse_args(arguments).check
    files = generate()
    stale = outdated()
    for path in stale:
        sys.stdout.write(f"{'outdated' if check else 'written' if path in files else 'removed'}: {path.name}\n")
        if check:
            continue
        if path in files:
            path.write_text(files[path])
        else:
            path.unlink()
    return 1 if check and stale else 0


def _module(stem: str, messages: tuple[Message, ...]) -> str:
    classes: list[str] = []
    functions: list[str] = []
    pools: list[str] = []
    for message in messages:
        structs = StructPool(has_flexible=has_flexible(message))
        classes += [*class_source(message), ""]
        functions += _codecs(message, "decode", decoder_source, structs)
        functions += _codecs(message, "encode", encoder_source, structs)
        pools += [line for line in structs.definitions() if line not in pools]
    parts = [NOTE.format(stem=stem), "", IMPORTS, "", *classes, *pools, "", *functions]
    return "\n".join(parts)


def _codecs(message: Message, verb: str, emit: Callable[..., list[str]], structs: StructPool) -> list[str]:
    """Writes one function for each distinct layout, and the table of them by version."""
    names: dict[Group, str] = {}
    lines: list[str] = []
    table = ["None"] * message.versions.low  # the table is indexed by version; codec.py looks at both ends first
    for version in range(message.versions.low, message.versions.high + 1):
        layout = layout_of(message.struct(version))
        assert isinstance(layout, Group)
        if layout not in names:
            names[layout] = f"{verb}_{snake_case(message.name)}_v{version}"
            lines += [*emit(names[layout], message.name, layout, structs), ""]
        table.append(names[layout])
    entries = "".join(f"    {name},\n" for name in table)
    return [*lines, f"{message.name}.{verb.upper()}RS = (\n{entries})", ""]


def _slices(stem: str, request: Message, response: Message) -> str:
    """Writes what takes an API's big requests and responses apart."""
    of_request = StructPool(has_flexible=has_flexible(request))
    scanners = _codecs(request, "scan", scanner_source, of_request)
    scanners[-2] = scanners[-2].replace(f"{request.name}.SCANRS", "SCANNERS")
    of_response = StructPool(has_flexible=has_flexible(response))
    pieces = _pieces("PIECES", response, of_response)
    if request.name in CONTROL_REQUESTS:
        pieces += ["", *_pieces("REQUEST_PIECES", request, of_request, CONTROL_ARRAYS)]
    pools = list(dict.fromkeys([*of_request.definitions(), *of_response.definitions()]))
    note = NOTE.format(stem=stem)
    imports = SLICES_IMPORTS.format(stem=stem)
    return "\n".join([note, "", imports, "", *pools, "", *scanners, *pieces, ""])


def _pieces(table_name: str, message: Message, structs: StructPool, first: frozenset[str] = frozenset()) -> list[str]:
    """Writes the piecewise encoders of a message, and the table of them by version."""
    names: dict[Group, str] = {}
    lines: list[str] = []
    table = ["None"] * message.versions.low
    for version in range(message.versions.low, message.versions.high + 1):
        layout = layout_of(message.struct(version))
        assert isinstance(layout, Group)
        if not path_of(layout, first):
            table.append("None")
            continue
        if layout not in names:
            names[layout] = f"{snake_case(message.name)}_v{version}"
            lines += [*pieces_source(names[layout], message.name, layout, structs, first), ""]
        table.append(f"({is_compact(layout)}, {names[layout]})")
    entries = "".join(f"    {entry},\n" for entry in table)
    return [*lines, f"{table_name} = (\n{entries})"]


def _slices_stub(stem: str, *, is_control: bool) -> str:
    return "\n".join(
        [
            NOTE.format(stem=stem),
            "",
            "from collections.abc import Callable, Generator",
            "from typing import Any",
            "",
            "SCANNERS: tuple[Callable[..., Generator[int, None, tuple[int, int]]], ...]",
            "PIECES: tuple[tuple[bool, tuple[Any, ...]] | None, ...]",
            *(["REQUEST_PIECES: tuple[tuple[bool, tuple[Any, ...]], ...]"] if is_control else []),
            "",
        ]
    )


def _stub(stem: str, messages: tuple[Message, ...]) -> str:
    classes = [line for message in messages for line in (*class_stub(message), "")]
    epochs = [name for name in EPOCHS if any(f": {name} " in line for line in classes)]
    imports = [f"from kavka.protocol.epochs import {', '.join(epochs)}"] * bool(epochs)
    return "\n".join(
        [NOTE.format(stem=stem), "", *imports, "from kavka.protocol.message import Message, Part", "", *classes]
    )


def _index(all_messages: dict[str, tuple[Message, ...]]) -> str:
    lines = ['"""Written by `make generate`: where each message class is. Do not edit."""', ""]
    lines += ["MODULES = {"]
    lines += [f'    "{message.name}": "{stem}",' for stem, messages in all_messages.items() for message in messages]
    lines += ["}", "", "APIS = {"]
    for request, response, *_ in all_messages.values():
        if request.api_key >= 0:
            assert request.flexible == response.flexible, f"{request.name}: the response is flexible from elsewhere"
            flexible_from = request.flexible.low if has_flexible(request) else NEVER
            lines += [f'    {request.api_key}: ("{request.name}", "{response.name}", {flexible_from}),']
    return "\n".join([*lines, "}", ""])


def _index_stub() -> str:
    return "MODULES: dict[str, str]\nAPIS: dict[int, tuple[str, str, int]]\n"


def _response_lists(all_messages: dict[str, tuple[Message, ...]]) -> str:
    """Writes API key → the lists that its responses may have in some version.

    Each has the lists inside its elements.
    """
    lines = [
        '"""Written by `make generate`: the lists that make responses big. Do not edit."""',
        "",
        "LISTS = {",
    ]
    for request, *others in all_messages.values():
        found: dict[tuple[str, ...], None] = {}
        for version in range(others[0].versions.low, others[0].versions.high + 1) if request.api_key >= 0 else ():
            layout = layout_of(others[0].struct(version))
            assert isinstance(layout, Group)
            names = tuple(group.members[index].name for group, index in path_of(layout))
            if names:
                found[names] = None
        longest = tuple(path for path in found if not any(other[: len(path)] == path != other for other in found))
        if longest:
            lines.append(f"    {request.api_key}: {longest!r},")
    return "\n".join([*lines, "}", ""])


def _response_items(all_messages: dict[str, tuple[Message, ...]]) -> str:
    """Writes class → its lists, with the class of their elements; of responses and what they consist of."""
    lines = [
        '"""Written by `make generate`: what the lists of responses consist of. Do not edit."""',
        "",
        "ITEMS = {",
    ]
    for request, *others in all_messages.values():
        for response in others if request.api_key >= 0 else ():
            structs = [(response.name, response.body), *((f"{response.name}.{p.name}", p) for p in response.parts())]
            for name, struct in structs:
                lists = {
                    field.name: field.type.element.name
                    for field in struct.fields
                    if isinstance(field.type, Array) and isinstance(field.type.element, Struct)
                }
                if lists:
                    lines.append(f"    {name!r}: {lists!r},")
    return "\n".join([*lines, "}", ""])


def _field_versions(all_messages: dict[str, tuple[Message, ...]]) -> str:
    lines = [
        '"""Written by `make generate`: which fields a version of a message has. Do not edit."""',
        "",
    ]
    lines += ["FIELDS = {"]
    for messages in all_messages.values():
        for message in messages:
            lines += _fields_of(message.name, message.body)
            for part in message.parts():
                lines += _fields_of(f"{message.name}.{part.name}", part)
    return "\n".join([*lines, "}", ""])


def _fields_of(name: str, part: Struct) -> list[str]:
    """Writes one entry: the class, and of each field its name, its lowest and highest version, and its type."""
    entries = []
    for field in part.fields:
        kind = field.type.element if isinstance(field.type, Array) else field.type
        type_name = "struct" if isinstance(kind, Struct) else kind.name
        entries.append(f"        ({field.name!r}, {field.versions.low}, {field.versions.high}, {type_name!r}),")
    return [f"    {name!r}: (", *entries, "    ),"]


def _field_versions_stub() -> str:
    return "FIELDS: dict[str, tuple[tuple[str, int, int, str], ...]]\n"


def _package_stub(all_messages: dict[str, tuple[Message, ...]]) -> str:
    lines = ['"""Written by `make generate`: what kavka.protocol.messages offers. Do not edit."""', ""]
    for stem, messages in sorted(all_messages.items()):
        for name in (message.name for message in messages):
            line = f"from kavka.protocol._generated.{stem} import {name} as {name}"
            if len(line) <= LINE_LENGTH:
                lines.append(line)
            else:
                lines += [f"from kavka.protocol._generated.{stem} import (", f"    {name} as {name},", ")"]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
