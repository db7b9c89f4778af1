"""What the client makes of error codes."""

import pytest

from kavka.protocol.errors import KafkaError, TopicAlreadyExists, UnknownTopicOrPartition
from kavka.wire.errors import AuthenticationFailed, code_name, is_retriable, raise_first, reason_of


def test_a_code_has_kafkas_name_or_its_number():
    assert code_name(3) == "UNKNOWN_TOPIC_OR_PARTITION"
    assert code_name(9_999) == "error code 9999"


def test_the_first_error_of_a_list_is_raised_in_the_brokers_words():
    raise_first([("a", 0, None), ("", 0, None)])
    with pytest.raises(TopicAlreadyExists, match=r"^b: it is there$"):
        raise_first([("a", 0, None), ("b", 36, "it is there"), ("c", 17, None)])
    with pytest.raises(UnknownTopicOrPartition, match="no topic 'b' in this cluster"):
        raise_first([("b", 3, "This server does not host this topic-partition.")])
    with pytest.raises(KafkaError, match=r"^NOT_CONTROLLER$"):
        raise_first([("", 41, None)])


def test_no_retry_mends_a_refused_login_though_it_is_a_lost_connection():
    assert is_retriable(ConnectionError())
    assert not is_retriable(AuthenticationFailed("no"))


def test_an_error_without_words_is_called_by_its_class():
    assert (reason_of(TimeoutError()), reason_of(OSError("refused"))) == ("TimeoutError", "refused")
