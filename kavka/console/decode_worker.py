"""`python -m kavka.console.decode_worker`: decodes the contents of one page of records, in a process of its own.

    standard input   one job, JSON: the registry's URL (no argument: it may hold a password), and contents in base64
    standard output  a line for each content as soon as it is known: {"at": 3, "decoded": "{…}", "schema_id": 7}, or
                     {"at": 3, "undecoded": "why"}

A process, because contents are foreign: what takes too long, too much memory or the interpreter with it ends here. It
has limits of its own, so it ends soon even when its broker has gone. Not here: how long it is waited for (`decoding`).
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import sys
from typing import Any, BinaryIO, Final

from kavka.registry.client import RegistryClient
from kavka.registry.decoder import SchemaDecoder
from kavka.registry.errors import RegistryError

NICENESS: Final = 10
CPU_S_MAX: Final = 5
MEMORY_BYTES_MAX: Final = 1024 * 1024 * 1024
REGISTRY_TIMEOUT_MS: Final = 2_000
"""How long a registry may be silent, so that there is time left to say so."""


async def decode_job(job: dict[str, Any], output: BinaryIO) -> None:
    """Decodes a job's contents one after the other."""
    try:
        decoder = SchemaDecoder(RegistryClient(job["url"], timeout_ms=REGISTRY_TIMEOUT_MS))
    except ValueError as error:
        for at in range(len(job["contents"])):
            _say(output, at, undecoded=str(error))
        return
    for at, text in enumerate(job["contents"]):
        try:
            decoded = await decoder.decode_one(base64.b64decode(text))
            value = json.dumps(decoded.value, ensure_ascii=False)
        except RegistryError as error:
            _say(output, at, undecoded=str(error))
            continue
        except (RecursionError, MemoryError) as error:
            _say(output, at, undecoded=f"it is too large or too deep: {type(error).__name__}")
            continue
        if len(value) > job["chars_max"]:
            _say(output, at, undecoded=job["too_long"])
        else:
            _say(output, at, decoded=value, schema_id=decoded.schema_id)


def _say(output: BinaryIO, at: int, **members: Any) -> None:
    output.write(json.dumps({"at": at, **members}).encode() + b"\n")
    output.flush()


def main() -> None:
    """Runs the worker process: one job."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S_MAX, CPU_S_MAX))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    asyncio.run(decode_job(json.load(sys.stdin.buffer), sys.stdout.buffer))


if __name__ == "__main__":
    main()
