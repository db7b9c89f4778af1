"""Written by `make generate` from protocol/messages/streams_group_heartbeat.py. Do not edit."""

from collections.abc import Callable, Generator
from typing import Any

SCANNERS: tuple[Callable[..., Generator[int, None, tuple[int, int]]], ...]
PIECES: tuple[tuple[bool, tuple[Any, ...]] | None, ...]
