"""Codes and exception classes belong together, one to one."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.protocol import error_codes, errors
from kavka.protocol.errors import ErrorCode, KafkaError, error_for_code


@pytest.mark.parametrize("code", [code for code in ErrorCode if code != ErrorCode.NONE])
def test_every_code_has_its_class(code):
    error = error_for_code(code)
    expected = "".join(word.capitalize() for word in code.name.split("_"))
    assert type(error).__name__ == ("InvalidTopic" if code == ErrorCode.INVALID_TOPIC_EXCEPTION else expected)
    assert type(error) is getattr(errors, type(error).__name__)
    assert error.code == code
    assert error.retriable == code.retriable
    assert str(error) == error.message == code.name


def test_codes_names_and_retriability_are_kafkas():
    """Against what Kafka's own Errors class says (tests/golden/README.md)."""
    lines = (
        (Path(__file__).resolve().parents[2] / "golden" / "error_codes.txt").read_text(encoding="utf-8").splitlines()
    )
    ours = [f"{int(code)} {code.name} {'retriable' if code.retriable else 'final'}" for code in ErrorCode]
    assert sorted(ours) == sorted(lines)


def test_a_second_name_for_a_number_fails_at_import():
    """An IntEnum alone would take it for an alias, in silence."""
    source = Path(error_codes.__file__).read_text(encoding="utf-8")
    twice = source.replace("    NOT_CONTROLLER = 41", "    NOT_CONTROLLER = 41\n    AGAIN = 41")
    assert twice != source
    with pytest.raises(ValueError, match="AGAIN -> NOT_CONTROLLER"):
        exec(compile(twice, "error_codes_twice", "exec"), {"__name__": "error_codes_twice"})


def test_the_codes_of_kafka_3_9_have_no_gap():
    assert sorted(code for code in ErrorCode if code < 129) == list(range(-1, 129))


@pytest.mark.parametrize(
    ("name", "code", "retriable"),
    [
        ("UnknownTopicOrPartition", 3, True),
        ("NotLeaderOrFollower", 6, True),
        ("CorruptMessage", 2, True),
        ("OffsetOutOfRange", 1, False),
        ("InvalidTopic", 17, False),
        ("RequestTimedOut", 7, True),
        ("StaleBrokerEpoch", 77, False),
        ("KafkaStorageError", 56, True),
        ("UnknownServerError", -1, False),
    ],
)
def test_the_ones_that_everybody_uses(name, code, retriable):
    cls = getattr(errors, name)
    assert (cls.code, cls.retriable) == (code, retriable)
    assert isinstance(error_for_code(code, "why"), cls)


def test_a_message_for_a_person():
    assert str(errors.InvalidTopic("topic '..' is no name")) == "topic '..' is no name"


def test_a_code_of_a_newer_peer():
    error = error_for_code(999)
    assert error.code == ErrorCode.UNKNOWN_SERVER_ERROR
    assert "999" in str(error)


def test_a_second_class_for_a_code_is_refused():
    with pytest.raises(TypeError, match="already belongs to NotController"):
        type("Again", (KafkaError,), {"code": ErrorCode.NOT_CONTROLLER})


def test_a_refinement_keeps_its_code():
    refined = type("NameTooLong", (errors.InvalidTopic,), {})
    assert refined().code == ErrorCode.INVALID_TOPIC_EXCEPTION
    assert type(error_for_code(17)) is errors.InvalidTopic
