"""Secrets in command lines: named, never held."""

from __future__ import annotations

import pytest

from kavka.broker.config.secret_arguments import SecretArgumentError, is_secret, resolved, setting
from kavka.broker.config.sources import merged
from kavka.broker.config.types import ConfigError


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("ssl.key.password", True),
        ("ssl.keystore.key", True),
        ("delegation.token.secret.key", True),
        ("password.encoder.secret", True),
        ("kavka.zookeeper.digest", True),
        ("kavka.admin.token", True),
        ("listener.name.clients.ssl.keystore.password", True),
        ("listener.name.clients.scram-sha-256.sasl.jaas.config", True),
        ("sasl.password", True),  # of a client
        ("kavka.admin.token.file", False),
        ("ssl.keystore.location", False),
        ("password.encoder.iterations", False),
        ("super.users", False),
    ],
)
def test_what_is_a_secret_the_table_of_keys_says(key, expected):
    assert is_secret(key) == expected


def read(files):
    def open_file(path):
        if path not in files:
            raise FileNotFoundError(2, "No such file or directory")
        return files[path]

    return open_file


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("@pw", "pass word"),
        ("@pem", "-----BEGIN\nAB\n-----END"),
        ("@dos", "pw"),
        ("env:PW", "@from env"),
    ],
)
def test_a_secret_comes_from_where_its_argument_says(value, expected):
    files = {"pw": b"pass word", "pem": b"-----BEGIN\nAB\n-----END\n", "dos": b"pw\r\n"}
    assert setting("ssl.key.password", value, environment={"PW": "@from env"}, read=read(files)) == expected


@pytest.mark.parametrize("value", ["hunter2", "@nowhere", "@binary", "env:NOT_THERE", "file:/pw", " @pw"])
def test_what_is_itself_or_nowhere_is_refused_without_being_shown(value):
    files = {"binary": b"\xff\xfehunter2", "pw": b"hunter2"}
    with pytest.raises(SecretArgumentError, match=r"^ssl\.key\.password") as refused:
        resolved("ssl.key.password", value, environment={}, read=read(files))
    assert "hunter2" not in str(refused.value)


def test_other_values_are_themselves_whatever_they_begin_with():
    assert setting("super.users", "@team;env:X", environment={}) == "@team;env:X"
    assert setting("ssl.key.password", "", environment={}) == "", "an empty one takes a setting back"


def test_an_override_is_a_command_line_too():
    assert merged({}, {"PW": "x"}, ["ssl.key.password=env:PW"]).properties == {"ssl.key.password": "x"}
    with pytest.raises(ConfigError, match="is a secret"):
        merged({}, {}, ["ssl.key.password=x"])
