"""Principals as text."""

from __future__ import annotations

import pytest

from kavka.broker.security.principal import ANONYMOUS, KafkaPrincipal, parse_principal


def test_a_principal_reads_as_it_is_written():
    assert str(parse_principal("User:alice")) == "User:alice"
    assert parse_principal("User:CN=a:b,O=c") == KafkaPrincipal("User", "CN=a:b,O=c")
    assert str(ANONYMOUS) == "User:ANONYMOUS"


@pytest.mark.parametrize("text", ["", "alice", "User:", ":alice", ":"])
def test_half_a_principal_is_none(text):
    with pytest.raises(ValueError, match="expected a principal like User:alice"):
        parse_principal(text)
