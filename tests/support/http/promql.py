"""Reads the names of metrics out of expressions of Prometheus, as far as ours go; what it does not know it refuses."""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_METRIC = re.compile(r"(kafka|kavka|process|python)_\w+|up")
_OPERATORS = frozenset({"and", "or", "unless", "sum", "max", "min", "avg", "count", "topk"})
_FUNCTIONS = frozenset({"time", "rate", "increase", "deriv", "histogram_quantile", "clamp_min"})


def metric_names(expression: str) -> set[str]:
    """The metrics that an expression reads.

    Raises:
        ValueError: it has a word that is neither a metric's name nor one of the functions that are known here.
    """
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", expression)
    bare = re.sub(r"\b(by|without|on|ignoring)\s*\([^)]*\)", " ", bare)
    names = set()
    for word in _NAME.findall(bare):
        if _METRIC.fullmatch(word):
            names.add(word)
        elif word not in _OPERATORS | _FUNCTIONS:
            raise ValueError(f"{word!r} in {expression!r}")
    return names


def filled_in(expression: str) -> str:
    """A dashboard's expression as Grafana sends it when everything is chosen."""
    return re.sub(r"\$\w+", ".*", expression.replace("$__rate_interval", "1m"))
