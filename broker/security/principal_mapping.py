"""Names out of certificates: `ssl.principal.mapping.rules`, as Kafka's SslPrincipalMapper reads them (KIP-371). Pure.

    RULE:^CN=(.*?),OU=ServiceUsers.*$/$1/,     the first rule whose pattern matches the whole name decides
    RULE:^CN=(.*?),.*$/$1@example/L,           L, U: in lower or upper case
    DEFAULT                                    the name as it stands

A `/` inside a pattern or replacement is written `\\/`. Patterns are Java's in Kafka; here they are Python's, which is
the same for all but a few forms, and those are refused when the configuration is read rather than misunderstood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_RULE: Final = r"(DEFAULT)|RULE:((\\.|[^\\/])*)/((\\.|[^\\/])*)/([LU]?).*?|(.*?)"
_SPLITTER: Final = re.compile(rf"\s*({_RULE})\s*(?:,\s*|$)")
_PARSER: Final = re.compile(_RULE)
_JAVA_ONLY: Final = re.compile(r"(?<!\\)(?:\\\\)*(\\[pPQEGhHRXk]|&&)")
_REFERENCE: Final = re.compile(r"\\(.)|\$\{(\w+)\}|\$(\d+)", re.DOTALL)


class NoMatchingRule(Exception):
    """No rule applies to a name: its owner gets no principal."""


class _Rule:
    """One RULE: a pattern and what takes the name's place.

    Attributes:
        parts: text, or the number of a group.
    """

    __slots__ = ("case", "parts", "pattern")

    def __init__(self, pattern: str, replacement: str, case: str) -> None:
        found = _JAVA_ONLY.search(pattern)
        if found is not None:
            raise ValueError(f"the pattern {pattern!r} uses {found.group(1)}, which only Java knows")
        try:
            self.pattern = re.compile(re.sub(r"\(\?<(?=[A-Za-z])", "(?P<", pattern))
        except re.error as error:
            raise ValueError(f"the pattern {pattern!r} is none: {error}") from None
        self.parts = list(_replacement_parts(replacement, self.pattern))
        self.case = case

    def apply(self, name: str) -> str | None:
        """Returns the name's replacement; None: the rule is not for it."""
        if self.pattern.fullmatch(name) is None:
            return None
        text = self.pattern.sub(self._replaced, name)
        return text.lower() if self.case == "L" else text.upper() if self.case == "U" else text

    def _replaced(self, found: re.Match[str]) -> str:
        return "".join(part if isinstance(part, str) else found.group(part) or "" for part in self.parts)


class PrincipalMapping:
    """The rules of one listener.

    Args:
        text: the property's value.

    Raises:
        ValueError: it holds what is no rule.
    """

    __slots__ = ("_rules", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._rules = list(_parsed(text))

    def name_of(self, distinguished_name: str) -> str:
        """Returns a principal's name for a distinguished name.

        Args:
            distinguished_name: as RFC 2253 writes it.

        Raises:
            NoMatchingRule: no rule is for it.
        """
        for rule in self._rules:
            if rule is None:
                return distinguished_name
            name = rule.apply(distinguished_name)
            if name is not None:
                return name
        raise NoMatchingRule(f"no rule of ssl.principal.mapping.rules applies to {distinguished_name!r}")


def _parsed(text: str) -> Iterator[_Rule | None]:
    """The rules in order; None stands for DEFAULT."""
    for split in _SPLITTER.finditer(text.strip()):
        rule = split.group(1)
        found = _PARSER.match(rule)
        if found is None or found.end() != len(rule):
            raise ValueError(
                f"{rule!r} is neither DEFAULT nor RULE:pattern/replacement/ with L, U or nothing behind it"
            )
        if found.group(1) is not None:
            yield None
        elif found.group(2) is not None:
            yield _Rule(found.group(2), found.group(4), found.group(6))


def _replacement_parts(replacement: str, pattern: re.Pattern[str]) -> Iterator[str | int]:
    """Java's replacement syntax: `$1`, `${name}`, and a backslash before what is meant literally.

    Of more digits than there are groups as many count as name one; a number that no group has stands for itself.
    """
    end = 0
    for found in _REFERENCE.finditer(replacement):
        yield replacement[end : found.start()]
        end = found.end()
        escaped, name, digits = found.groups()
        if escaped is not None:
            yield escaped
        elif name is not None:
            if name not in pattern.groupindex:
                raise ValueError(f"the replacement {replacement!r} names the group {name}, which the pattern has not")
            yield pattern.groupindex[name]
        else:
            used = _group_digits(digits, pattern.groups)
            yield from (int(digits[:used]), digits[used:]) if used else ("$" + digits,)
    yield replacement[end:]


def _group_digits(digits: str, groups: int) -> int:
    """How many of the digits name a group; 0: not even the first."""
    if int(digits[0]) > groups:
        return 0
    used = 1
    while used < len(digits) and int(digits[: used + 1]) <= groups:
        used += 1
    return used
