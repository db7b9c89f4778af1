"""Passwords in ZooKeeper: Kafka's texts are read, ours are Kafka's in form, and the wrong secret opens nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kavka.broker.config.password_encoder import CIPHERS, EncoderSettings, PasswordEncoder, PasswordError

GOLDEN = Path(__file__).parents[2] / "golden" / "passwords.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["encoded"].partition("cipherAlgorithm:")[2][:7] for case in CASES])
def test_what_kafka_has_encoded(case):
    assert PasswordEncoder(case["secret"], os.urandom).decode(case["encoded"]) == case["password"]


@pytest.mark.parametrize("cipher", CIPHERS)
@pytest.mark.parametrize("key_bits", [128, 256])
@pytest.mark.parametrize("password", ["", "x" * 16, "geheim, mit: ü€😀", "-----BEGIN PRIVATE KEY-----\n" * 50])
def test_there_and_back(cipher, key_bits, password):
    encoder = PasswordEncoder("s", os.urandom, EncoderSettings("PBKDF2WithHmacSHA256", cipher, key_bits, 1024))
    text = encoder.encode(password)
    assert not password or password not in text
    assert PasswordEncoder("s", os.urandom).decode(text) == password, "how it was encoded stands in the text"
    assert encoder.encode(password) != text, "each has a salt of its own"


def test_the_fields_stand_in_kafkas_order():
    [theirs] = [case["encoded"] for case in CASES if "SHA512,cipherAlgorithm:AES/CBC" in case["encoded"]]
    ours = PasswordEncoder("s3cret", os.urandom).encode("hallo welt ü")

    def shape(text):
        parts = [part.partition(":")[::2] for part in text.split(",")]
        hidden = ("initializationVector", "salt", "encryptedPassword")
        return [(name, len(value) if name in hidden else value) for name, value in parts]

    assert shape(ours) == shape(theirs)


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_another_secret_opens_nothing(case):
    with pytest.raises(PasswordError, match="another secret") as raised:
        PasswordEncoder("wrong", os.urandom).decode(case["encoded"])
    assert raised.value.__cause__ is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain text",
        "salt:x,iterations:1",
        CASES[0]["encoded"].replace("iterations:4096", "iterations:99999999999"),
        CASES[0]["encoded"].replace("iterations:4096", "iterations:-1"),
        CASES[0]["encoded"].replace("salt:", "salt:!"),
        CASES[0]["encoded"].replace("AES/CBC/PKCS5Padding", "RC4"),
        CASES[0]["encoded"].replace("keyLength:128", "keyLength:8"),
        CASES[0]["encoded"].replace("PBKDF2WithHmacSHA512", "Jndi"),
    ],
)
def test_what_is_no_encoded_password_is_refused(text):
    with pytest.raises(PasswordError) as raised:
        PasswordEncoder("s3cret", os.urandom).decode(text)
    assert "hallo" not in str(raised.value)


@pytest.mark.parametrize(
    "settings",
    [EncoderSettings(cipher="DES/CBC/PKCS5Padding"), EncoderSettings(key_factory="x"), EncoderSettings(key_bits=64)],
)
def test_algorithms_that_are_not_served_are_refused_by_name(settings):
    with pytest.raises(PasswordError):
        PasswordEncoder("s", os.urandom, settings)
