"""The levels of this process's loggers under Kafka's names for levels: what the BROKER_LOGGER resource is about.

    Kafka    TRACE   DEBUG   INFO   WARN   ERROR   FATAL
    Python   5       10      20     30     40      50

Listed are the loggers of our own packages, kazoo's and asyncio's, and the root, which Kafka calls "root" as well. A
change holds until the process ends: it is written nowhere. Python keeps its loggers for the whole process.
"""

from __future__ import annotations

import logging
from typing import Final

ROOT: Final = "root"
LEVELS: Final = {"TRACE": 5, "DEBUG": 10, "INFO": 20, "WARN": 30, "ERROR": 40, "FATAL": 50}
_PACKAGES: Final = ("asyncio", "kavka", "kazoo")


def levels() -> dict[str, str]:
    """Returns logger → effective level, its own or inherited; sorted by name, the root first."""
    named = sorted(name for name in logging.root.manager.loggerDict if _is_listed(name))
    return {ROOT: _level_name(logging.root)} | {name: _level_name(logging.getLogger(name)) for name in named}


def is_known(name: str) -> bool:
    """Tells whether there is such a logger."""
    return name == ROOT or (name in logging.root.manager.loggerDict and _is_listed(name))


def set_level(name: str, level: str | None) -> None:
    """Sets a logger's level; None: that of the logger above it.

    Args:
        name: of a logger that `is_known`.
        level: one of LEVELS.
    """
    logger = logging.root if name == ROOT else logging.getLogger(name)
    logger.setLevel(logging.NOTSET if level is None else LEVELS[level])


def _is_listed(name: str) -> bool:
    return name.partition(".")[0] in _PACKAGES


def _level_name(logger: logging.Logger) -> str:
    level = logger.getEffectiveLevel()
    return next((name for name, number in LEVELS.items() if level <= number), "FATAL")
