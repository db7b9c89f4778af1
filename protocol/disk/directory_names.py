"""How a partition's directory is called, and what is told by its name.

    orders-3                   the partition's log
    orders-3.<hex>-future      a copy of it that grows here, while the log is in another data directory
    orders-3.<hex>-delete      one that was put away, to be removed later
    orders-3.<hex>-stray       one that should not be here, says the controller; whoever runs the broker removes it

A partition is its topic and its number, as a tuple. The 32 hex digits are whatever number a caller makes up.
"""

from __future__ import annotations

from typing import Final

DELETE_SUFFIX: Final = "-delete"
STRAY_SUFFIX: Final = "-stray"
FUTURE_SUFFIX: Final = "-future"
NAME_LENGTH_MAX: Final = 255
"""What file systems allow; a deleted partition's name is cut to fit."""
UNIQUE_BITS: Final = 128
"""Bits of the number that makes a name unique."""
_HEX_DIGITS: Final = UNIQUE_BITS // 4


def directory_name(partition: tuple[str, int]) -> str:
    """Returns the name of a partition's directory: `orders-3`."""
    topic, index = partition
    return f"{topic}-{index}"


def parse_directory_name(name: str) -> tuple[str, int] | None:
    """Parses a partition's directory name, None for another: `orders-eu-3` → (orders-eu, 3)."""
    topic, dash, partition = name.rpartition("-")
    if not dash or not topic or not partition.isascii() or not partition.isdigit():
        return None
    return topic, int(partition)


def parse_future_name(name: str) -> tuple[str, int] | None:
    """Parses the directory name of a partition's growing copy, None for another."""
    if not name.endswith(FUTURE_SUFFIX):
        return None
    partition, dot, unique = name.removesuffix(FUTURE_SUFFIX).rpartition(".")
    return parse_directory_name(partition) if dot and unique else None


def unique_name(partition: tuple[str, int], suffix: str, unique: int) -> str:
    """Makes a name that a recreated and again removed partition cannot meet (KAFKA-6324)."""
    ending = f".{unique:0{_HEX_DIGITS}x}{suffix}"
    return directory_name(partition)[: NAME_LENGTH_MAX - len(ending)] + ending


def future_name(partition: tuple[str, int], unique: int) -> str:
    """Makes the directory name of a copy; never cut, since a startup must read it."""
    return f"{directory_name(partition)}.{unique:0{_HEX_DIGITS}x}{FUTURE_SUFFIX}"


def can_be_copied(partition: tuple[str, int]) -> bool:
    """Tells whether the name of a copy would fit the file system (KAFKA-4893)."""
    return len(directory_name(partition)) + 1 + _HEX_DIGITS + len(FUTURE_SUFFIX) <= NAME_LENGTH_MAX
