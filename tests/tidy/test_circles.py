"""No two files know each other both ways; the rule finds what it was made for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tidy import circles, rules

ROOT = Path(__file__).resolve().parents[2]


def found(*imports):
    """What the rule says of broker/a.py, which imports nothing, … and of each further file with such an import."""
    sources = {f"broker/{letter}.py": text for letter, text in zip("abcdef", imports, strict=False)}
    return list(circles.complaints(circles.graph(sources)))


def test_no_two_files_know_each_other_both_ways():
    complaints = list(circles.complaints(circles.graph(rules.sources(ROOT))))
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    "back",
    [
        "import kavka.broker.a\n",
        "from kavka.broker.a import name\n",
        "from kavka.broker import a\n",
        "from .a import name\n",
        "from . import a\n",
        "if TYPE_CHECKING:\n    from kavka.broker.a import name\n",
        "def f():\n    from kavka.broker.a import name\n",
    ],
)
def test_a_circle_of_two_is_found_by_whatever_import(back):
    assert found("from kavka.broker.b import name\n", back) == ["a circle of files: kavka.broker.a, kavka.broker.b"]


def test_a_circle_of_three_is_found_and_what_hangs_on_it_is_none():
    ring = ("import kavka.broker.b\n", "import kavka.broker.c\n", "import kavka.broker.a\n", "import kavka.broker.a\n")
    assert found(*ring) == ["a circle of files: kavka.broker.a, kavka.broker.b, kavka.broker.c"]


def test_no_circle_is_found_where_there_is_none():
    assert not found("import os\n", "import kavka.broker.a\n", "import kavka.broker.a\nimport kavka.broker.b\n")
    assert not found("import kavka.broker.a\n")


def test_two_circles_in_one_another_are_one_and_neighbours_are_two():
    assert len(found(*(f"import kavka.broker.{letter}\n" for letter in "badc"))) == 2
    eight = ("import kavka.broker.b\n", "import kavka.broker.a, kavka.broker.c\n", "import kavka.broker.b\n")
    assert found(*eight) == ["a circle of files: kavka.broker.a, kavka.broker.b, kavka.broker.c"]
