"""The hook of commit messages refuses what nobody could read in five years."""

import pytest

from tests.tidy.commit_message import complaints, main

GOOD = "Move every module to its room\n\nA hall of 57 modules has no plan.\n# a comment of git's\n"


def test_a_subject_and_a_body_that_says_why_pass(tmp_path):
    assert list(complaints(GOOD)) == []
    assert list(complaints("Merge branch 'a'\n")) == []
    (tmp_path / "message").write_text(GOOD)
    assert main(str(tmp_path / "message")) == 0


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("x" * 73 + "\n\nWhy.\n", "73 characters"),
        ("Move it.\n\nWhy.\n", "full stop"),
        ("Move it\nWhy.\n", "no empty line"),
        ("Move it\n", "no body"),
        ("Move it\n\n# only a comment\n", "no body"),
        ("Move it\n\n" + "why " * 30, "100 characters"),
        ("", "no subject"),
    ],
)
def test_others_are_refused(tmp_path, message, words, capsys):
    (tmp_path / "message").write_text(message)
    assert main(str(tmp_path / "message")) == 1
    assert words in capsys.readouterr().err
