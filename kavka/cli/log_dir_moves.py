"""The data directories of brokers on the command line: what is in them, and moving replicas between them.

    a plan's log_dirs ─▶ ask each broker ─▶ moves within a broker begin; what is yet to come will be made there
                         … replicas move between brokers …
                         ask again ─▶ wait until everything is where it shall be

Not here: moving between brokers (`cluster`), what a broker does (AlterReplicaLogDirs).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from kavka.cli.cli_error import CliError
from kavka.cli.reassignment_plan import Directories
from kavka.client.admin import Admin
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ReplicaNotAvailable

POLL_MS: Final = 250
"""How often moves that are waited for are looked at."""
NOT_MOVING: Final = "not on its way"
COLUMNS: Final = ["broker", "directory", "partitions", "bytes", "arriving", "lag", "error"]


async def describe_directories(admin: Admin, broker_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Returns one row for each data directory of the brokers."""
    return [
        {
            "broker": broker_id,
            "directory": info.path,
            "partitions": len(info.sizes),
            "bytes": sum(info.sizes.values()),
            "arriving": len(info.arriving) or None,
            "lag": sum(move.lag for move in info.arriving.values()) if info.arriving else None,
            "error": info.error,
        }
        for broker_id in broker_ids
        for info in await admin.describe_log_dirs(broker_id)
    ]


async def begin_moves(admin: Admin, directories: Directories) -> None:
    """Asks every broker to have its replicas where they shall be.

    Raises:
        CliError: one refuses; what was asked before goes on.
    """
    for broker_id, wanted in directories.items():
        for partition, error in (await admin.alter_replica_log_dirs(broker_id, wanted)).items():
            if error is not None and not isinstance(error, ReplicaNotAvailable):
                raise CliError(
                    f"broker {broker_id} does not move {partition} to {wanted[partition]}: {error}. "
                    "Its directories are listed by: kavka cluster dirs"
                )


async def missing_moves(admin: Admin, directories: Directories) -> dict[tuple[TopicPartition, int], str]:
    """Finds the replicas that are not in their wanted directory yet. (partition, broker) → how far it is."""
    missing: dict[tuple[TopicPartition, int], str] = {}
    for broker_id, wanted in directories.items():
        infos = await admin.describe_log_dirs(broker_id)
        for partition, path in wanted.items():
            is_at = next((info.path for info in infos if partition in info.sizes), None)
            if is_at == path:
                continue
            lag = next((info.arriving[partition].lag for info in infos if partition in info.arriving), None)
            text = (
                f"not on its way to {path}, it is in {is_at}" if lag is None else f"on its way to {path}, {lag} behind"
            )
            missing[partition, broker_id] = text
    return missing


async def wait_for_moves(admin: Admin, directories: Directories) -> None:
    """Returns when every replica is in its directory.

    Raises:
        CliError: one is not on its way any more: its disk failed, or another request moved it elsewhere.
    """
    while missing := await missing_moves(admin, directories):
        for (partition, broker_id), text in missing.items():
            if text.startswith(NOT_MOVING):
                raise CliError(f"{partition} on broker {broker_id} is {text}")
        await asyncio.sleep(POLL_MS / 1000)
