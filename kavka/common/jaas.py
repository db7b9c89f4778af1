"""One entry of a JAAS configuration, as Kafka writes logins into a property: read strictly, and nothing is loaded.

    org.apache.kafka.common.security.plain.PlainLoginModule required username="admin" password="s;\\"x" user_b="y";
    └ login module                                         └ flag   └ options, quoted or not                     end ┘

The class name only says which mechanism's options follow; it is compared with names that are known and never looked
up (CVE-2023-25194, CVE-2025-27819: a class from a configuration is somebody else's code). Messages never show a
value, for most are passwords. The tokens are those of Java's StreamTokenizer as Kafka's JaasConfig sets it up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

PLAIN_MODULE: Final = "org.apache.kafka.common.security.plain.PlainLoginModule"
SCRAM_MODULE: Final = "org.apache.kafka.common.security.scram.ScramLoginModule"
OAUTHBEARER_MODULE: Final = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"

MODULES: Final = {
    "PLAIN": PLAIN_MODULE,
    "SCRAM-SHA-256": SCRAM_MODULE,
    "SCRAM-SHA-512": SCRAM_MODULE,
    "OAUTHBEARER": OAUTHBEARER_MODULE,
}
"""Mechanism → the login module whose options it takes."""

_FLAGS: Final = frozenset({"required", "requisite", "sufficient", "optional"})

_TOKENS: Final = re.compile(
    r"""
    (?P<skip> \s+ | //[^\n]* | /\*.*?\*/ )
  | (?P<quoted> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
  | (?P<word> [\w.$\-\u00a0-\uffff]+ )
  | (?P<sign> [=;] )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\([0-7]{1,3}|.)", re.DOTALL)
_ESCAPES: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class JaasError(ValueError):
    """A login configuration that cannot be read; the message holds no value of it."""


class JaasEntry(NamedTuple):
    """One login module and its options."""

    module: str
    options: Mapping[str, str]

    def __repr__(self) -> str:
        return f"JaasEntry(module={self.module!r}, options={sorted(self.options)})"


def parse_jaas(text: str) -> JaasEntry:
    """Reads the one entry of a `sasl.jaas.config`.

    Raises:
        JaasError: it is none, is not ended by a semicolon, names an option twice, or more follows.
    """
    tokens = _tokens(text)
    module = _next_word(tokens, "it is empty")
    flag = _next_word(tokens, f"a control flag must follow {module}, such as required")
    if flag.lower() not in _FLAGS:
        raise JaasError(f"the control flag behind {module} must be one of {', '.join(sorted(_FLAGS))}")
    options: dict[str, str] = {}
    for kind, token in tokens:
        if (kind, token) == ("sign", ";"):
            break
        if kind == "sign":
            raise JaasError("an option must begin with its name")
        if next(tokens, None) != ("sign", "="):
            raise JaasError(
                f"the option {token!r} lacks an = and a value" if kind == "word" else "an option lacks an ="
            )
        value = next(tokens, None)
        if value is None or value[0] == "sign":
            raise JaasError(f"the option {token!r} has no value")
        if token in options:
            raise JaasError(f"the option {token!r} is given twice")
        options[token] = value[1]
    else:
        raise JaasError("a semicolon must end it")
    if next(tokens, None) is not None:
        raise JaasError("it must be one entry, and more follows")
    return JaasEntry(module, options)


def parse_jaas_for(mechanism: str, text: str) -> Mapping[str, str]:
    """Returns the options of a JAAS entry whose login module is the mechanism's.

    Raises:
        JaasError: it cannot be read, or names another login module.
    """
    entry = parse_jaas(text)
    if entry.module != MODULES[mechanism]:
        raise JaasError(
            f"the login module of {mechanism} is {MODULES[mechanism]}; a class of any other name is not loaded"
        )
    return entry.options


def _next_word(tokens: Iterator[tuple[str, str]], complaint: str) -> str:
    kind, token = next(tokens, ("", ""))
    if kind != "word":
        raise JaasError(complaint)
    return token


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while position < len(text):
        found = _TOKENS.match(text, position)
        if found is None:
            raise JaasError(f"the character at position {position + 1} does not belong there; quote what holds signs")
        position = found.end()
        kind = found.lastgroup
        assert kind is not None
        if kind == "quoted":
            yield kind, _ESCAPE.sub(_unescaped, found[0][1:-1])
        elif kind != "skip":
            yield kind, found[0]


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code, 8) & 0xFF) if code[0] in "01234567" else _ESCAPES.get(code, code)
