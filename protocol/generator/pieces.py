"""Piecewise encoders: from a message's layout to the source of functions that write it a few elements at a time.

A response is taken apart along one path of arrays: the last array of the message, the last array of structs in its
elements, and so on, as in `topics` ─▶ `partitions`. Of requests only those of the controller are, which may name every
partition of the cluster, along the array of partitions or topics that they have (`first`). For each level of the path
there is a row

    (array, key, head(o, l, out), each(items, l, out), tail(o, l, out))

`head` and `tail` write what stands before the array's count, and behind its last element, in the message or element
`o`; `each` writes elements of the array as a whole. `key` is the field of an element by which two halves of it find
together; "" where it has none. The last level has elements that are never taken apart. The functions keep to the
encoders' rules (`generate_encoder`): `l` takes small parts, `out` finished ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.protocol.generator.encoder import EncoderEmitter
from kavka.protocol.generator.layout import COMPACT, Group, Sequence

if TYPE_CHECKING:
    from kavka.protocol.generator.layout import Layout, Member
    from kavka.protocol.generator.source import StructPool

KEYS: Final = ("name", "topic", "topic_name", "topic_id", "group_id", "transactional_id", "producer_id", "log_dir")
"""Fields that name an element, the first that it has."""


CONTROL_REQUESTS: Final = frozenset({"LeaderAndIsrRequest", "StopReplicaRequest", "UpdateMetadataRequest"})
"""Requests that are written in pieces."""

CONTROL_ARRAYS: Final = frozenset({"topic_states", "topics", "ungrouped_partition_states", "ungrouped_partitions"})
"""What they name partitions in, by version."""


def path_of(body: Group, first: frozenset[str] = frozenset()) -> list[tuple[Group, int]]:
    """Returns the groups along the path, each with its array's position among its members.

    Args:
        body: the message's layout.
        first: names, one of which the message's own array has; none: the last array.
    """
    path: list[tuple[Group, int]] = []
    group: Layout = body
    while isinstance(group, Group):
        arrays = [i for i, m in enumerate(group.members) if isinstance(m.layout, Sequence) and _is_cut(m, path)]
        if first and not path:
            arrays = [i for i in arrays if group.members[i].name in first]
        if not arrays:
            break
        path.append((group, arrays[-1]))
        group = group.members[arrays[-1]].layout.element
    return path


def _is_cut(member: Member, path: list[tuple[Group, int]]) -> bool:
    """Tells whether an array is one of the path: any in a message, of structs below it."""
    return not path or isinstance(member.layout.element, Group)


def pieces_source(
    name: str, message: str, body: Group, structs: StructPool, first: frozenset[str] = frozenset()
) -> list[str]:
    """Writes the lines of one layout's functions, and the tuple `name` of its rows."""
    lines: list[str] = []
    rows: list[str] = []
    for level, (group, index) in enumerate(path_of(body, first)):
        head, each, tail = (f"{name}_{part}{level}" for part in ("head", "each", "tail"))
        array = group.members[index]
        lines += _before(head, message, group, group.members[:index], structs)
        lines += _elements(each, message, array, structs)
        lines += _behind(tail, message, group, group.members[index + 1 :], structs)
        element = array.layout.element
        names = {member.name for member in element.members} if isinstance(element, Group) else set()
        key = next((key for key in KEYS if key in names), "")
        rows.append(f"    ({array.name!r}, {key!r}, {head}, {each}, {tail}),")
    return [*lines, f"{name} = (", *rows, ")"]


def _before(name: str, message: str, group: Group, members: tuple[Member, ...], structs: StructPool) -> list[str]:
    emitter = EncoderEmitter(message, structs)
    emitter.begin(name)
    with emitter.source.block():
        emitter.source.line("a = l.append")
        emitter.refuse_absent(group, "o0")
        for member in members:
            emitter.value(member.layout, f"o0.{member.name}", 0)
        emitter.flush()
    return emitter.source.lines


def _behind(name: str, message: str, group: Group, members: tuple[Member, ...], structs: StructPool) -> list[str]:
    emitter = EncoderEmitter(message, structs)
    emitter.begin(name)
    with emitter.source.block():
        emitter.source.line("a = l.append")
        for member in members:
            emitter.value(member.layout, f"o0.{member.name}", 0)
        if group.flexible:
            emitter.tags(group, "o0", 0)
        emitter.flush()
    return emitter.source.lines


def _elements(name: str, message: str, array: Member, structs: StructPool) -> list[str]:
    emitter = EncoderEmitter(message, structs)
    emitter.begin(name)
    element = array.layout.element
    with emitter.source.block():
        emitter.source.line("a = l.append", "for o1 in o0:")
        with emitter.source.block():
            if isinstance(element, Group):
                emitter.group(element, 1)
            else:
                emitter.value(element, "o1", 1)
                emitter.flush()
    return emitter.source.lines


def is_compact(body: Group) -> bool:
    """Tells whether the counts of the path's arrays are compact: all of a version are, or none."""
    return any(group.members[index].layout.length == COMPACT for group, index in path_of(body))
