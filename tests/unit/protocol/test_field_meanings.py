"""What people are told of fields: every one has a meaning, and what is said of it is what its class does."""

from __future__ import annotations

import pytest

from kavka.protocol import messages
from kavka.protocol._generated.declared import FIELDS, NOTES
from kavka.protocol._generated.index import APIS
from kavka.protocol.field_meanings import MEANINGS, meaning_of


def fields():
    return [(path.rpartition(".")[2], row[0]) for path, rows in FIELDS.items() for row in rows]


def test_every_declared_field_has_a_meaning_in_a_sentence():
    for struct, field in fields():
        text = meaning_of(struct, field)
        assert text.endswith((".", "…")), (struct, field)


def test_no_meaning_is_of_a_field_that_is_gone():
    used = {f"{struct}.{field}" for struct, field in fields()} | {
        field for struct, field in fields() if f"{struct}.{field}" not in MEANINGS
    }
    assert sorted(MEANINGS.keys() - used) == []


def test_a_struct_that_uses_a_name_for_something_else_has_its_own_meaning():
    assert meaning_of("CreatableTopicConfig", "name") != meaning_of("CreatableTopic", "name")


def test_every_api_says_what_it_is_for():
    assert NOTES.keys() == APIS.keys()
    for key, (request, _, _) in APIS.items():
        assert NOTES[key].startswith(f"{request.removesuffix('Request')} (key {key}")


@pytest.mark.parametrize("path", FIELDS)
def test_the_declared_fields_and_defaults_are_those_of_the_class(path):
    part = messages
    for name in path.split("."):
        part = getattr(part, name)
    made = part()
    assert [name for name in part.__slots__ if name != "unknown_tagged_fields"] == [row[0] for row in FIELDS[path]]
    for name, _, is_list, _, _, default, _ in FIELDS[path]:
        assert getattr(made, name) == (list(default) if is_list and default is not None else default)
