"""What `kavka config explain` can say of every key."""

from __future__ import annotations

import pytest

from kavka.broker import __main__ as program
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.explained import explain, names, similar
from kavka.broker.config.topic_keys import TOPIC_KEYS


@pytest.mark.parametrize("name", names())
def test_every_key_is_explained(name):
    explanation = explain(name)
    assert explanation.name == name
    assert explanation.doc.endswith(".")
    assert explanation.lines()[0] == name
    assert ("topic" in explanation.scopes) == (name in TOPIC_KEYS)
    assert ("broker" in explanation.scopes) == (name in KEYS)
    assert bool(explanation.reason) == explanation.effect.startswith("refused")


def test_what_the_answer_holds():
    explanation = explain("max.message.bytes")
    assert (explanation.type, explanation.scopes, explanation.is_dynamic) == ("int", ("topic",), True)
    assert (explanation.default, explanation.default_2_0) == ("1048588", "1000012")
    assert (explanation.valid_values, explanation.inherits) == ("at least 0", ("message.max.bytes",))
    assert explanation.effect == "kavka acts on it"
    assert explain("compression.type").scopes == ("broker", "topic")
    assert explain("log.message.timestamp.type").valid_values == "CreateTime, LogAppendTime"
    assert explain("auto.create.topics.enable").valid_values == "true, false"
    assert explain("socket.send.buffer.bytes").is_dynamic is False
    assert explain("ssl.keystore.password").is_sensitive
    assert explain("num.io.threads").effect == "accepted without effect"
    assert "listeners=" in explain("port").reason
    assert explain("log.retention.hours").default == "168"


def test_a_key_that_there_is_not():
    assert explain("log.retension.ms") is None
    assert similar("log.retension.ms")[0] == "log.retention.ms"


def test_the_program_explains(capsys):
    assert program.main(["--explain", "message.max.bytes"]) == 0
    assert "1048588 (with inter.broker.protocol.version=2.0: 1000012)" in capsys.readouterr().out
    assert program.main(["--explain", "message.max.byte"]) == program.EXIT_FAILED
    assert "did you mean message.max.bytes" in capsys.readouterr().err


def test_a_listener_s_own_setting_is_explained_by_the_one_behind_it():
    own = explain("listener.name.external.ssl.keystore.location")
    assert (own.inherits, own.is_dynamic, own.default) == (("ssl.keystore.location",), True, None)
    assert explain("listener.name.external.plain.sasl.jaas.config").is_sensitive
    assert explain("listener.name.external.log.dirs") is None
