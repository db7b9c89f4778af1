"""Tables line up, and numbers stand to the right."""

from kavka.cli.output import print_table


def test_a_table(capsys):
    rows = [{"name": "a", "partitions": 12, "isr": [0, 1]}, {"name": "longer", "partitions": 3, "isr": []}]
    print_table(rows, ["name", "partitions", "isr"])
    assert capsys.readouterr().out == ("NAME    PARTITIONS  ISR\na               12  0,1\nlonger           3  -\n")


def test_an_empty_table_is_its_titles(capsys):
    print_table([], ["name", "under_replicated"])
    assert capsys.readouterr().out == "NAME  UNDER REPLICATED\n"
