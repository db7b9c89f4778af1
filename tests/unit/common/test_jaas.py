"""JAAS entries are read as Kafka's JaasConfig reads them, and nothing of them is shown or loaded."""

from __future__ import annotations

import pytest

from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE, JaasError, parse_jaas, parse_jaas_for


def test_an_entry_with_users():
    entry = parse_jaas(f'{PLAIN_MODULE} required username="admin" password="a;b=\\"c" user_bob=\'x y\' n=1-2_$;')
    assert entry.module == PLAIN_MODULE
    assert entry.options == {"username": "admin", "password": 'a;b="c', "user_bob": "x y", "n": "1-2_$"}


def test_comments_lines_and_escapes():
    entry = parse_jaas(f'/* of\nold */ {PLAIN_MODULE} REQUIRED // flag\n  a = "\\101\\t\\\\" ;  ')
    assert entry.options == {"a": "A\t\\"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X",
        "X required",
        "X perhaps ;",
        "X required a;",
        "X required a=;",
        'X required a="b"',
        'X required a="b;',
        'X required a="1" a="2";',
        "X required; Y required;",
        "X required a=b=c;",
        "X required a=hunter2!;",
    ],
)
def test_what_is_no_entry_is_refused_without_its_values(text):
    with pytest.raises(JaasError) as refused:
        parse_jaas(text)
    assert "hunter2" not in str(refused.value)


def test_cve_2025_27819_no_other_login_module_is_taken():
    text = 'com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://x";'
    with pytest.raises(JaasError, match="not loaded"):
        parse_jaas_for("PLAIN", text)
    assert parse_jaas_for("SCRAM-SHA-512", f"{SCRAM_MODULE} required;") == {}


def test_an_entry_does_not_show_its_values():
    assert "hunter2" not in repr(parse_jaas('X required password="hunter2";'))
