"""Tables line up, numbers stand to the right, and programs read back what was printed."""

import csv
import json

import pytest
import yaml

from kavka.cli.output import print_rows, print_table

ROWS = [
    {"name": "a", "partitions": 12, "isr": [0, 1], "note": None, "hidden": True},
    {"name": "b,c", "partitions": 3, "isr": [], "note": "jackdaw – Dohle", "hidden": False},
]


def test_a_table(capsys):
    rows = [{"name": "a", "partitions": 12, "isr": [0, 1]}, {"name": "longer", "partitions": 3, "isr": []}]
    print_table(rows, ["name", "partitions", "isr"])
    assert capsys.readouterr().out == ("NAME    PARTITIONS  ISR\na               12  0,1\nlonger           3  -\n")


def test_an_empty_table_is_its_titles(capsys):
    print_table([], ["name", "under_replicated"])
    assert capsys.readouterr().out == "NAME  UNDER REPLICATED\n"


@pytest.mark.parametrize(("output", "read"), [("json", json.loads), ("yaml", yaml.safe_load)])
def test_json_and_yaml_have_every_field(capsys, output, read):
    print_rows(ROWS, ["name"], output)
    assert read(capsys.readouterr().out) == ROWS


def test_csv_has_the_columns_and_nothing_where_nothing_is(capsys):
    print_rows(ROWS, ["name", "partitions", "isr", "note"], "csv")
    assert list(csv.DictReader(capsys.readouterr().out.splitlines())) == [
        {"name": "a", "partitions": "12", "isr": "0,1", "note": ""},
        {"name": "b,c", "partitions": "3", "isr": "-", "note": "jackdaw – Dohle"},
    ]
