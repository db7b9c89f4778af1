"""Keys and values by a schema registry's schemas, beside their bytes, in what GET /messages shows.

    records as `contents` shows them ─▶ what begins with a schema's id ─▶ `decode_worker`, a process ─▶ the same records
                                                                          a line each, until time is over

A content gets `decoded`, the value as JSON text, and `schema_id`; or `undecoded`, a line that says why not. Text, since
a browser's numbers have 53 bits. The bytes stay beside it, so a registry that is down costs a page seconds, never its
records.

A process, because contents are foreign and libraries of C read them: ten bytes can be twenty million nulls, and a
hundred kilobytes of nested records end an interpreter by SIGSEGV (0075). It ends with the request. Not here: what
decodes (`kavka.registry`), and any cache.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.console.contents import CONTENT_BYTES_MAX, WHOLE_BYTES_MAX
from kavka.registry.errors import NotFramed
from kavka.registry.wire_format import schema_id_of

if TYPE_CHECKING:
    from kavka.timer.clock import Clock

DECODE_MS_MAX: Final = 5_000
"""How long one request waits for its contents, the registry's answers among them."""
DECODED_CHARS_MAX: Final = 4 * CONTENT_BYTES_MAX
"""Of a decoded key or value in a list of records."""
WHOLE_CHARS_MAX: Final = WHOLE_BYTES_MAX
"""Of one that is looked at by itself."""
LINE_BYTES_MAX: Final = 8 * WHOLE_CHARS_MAX
"""Of what a worker says: JSON in JSON, so that a character may take seven."""
_HEAD_CHARS: Final = 8
"""Of base64: six bytes, one more than a schema's id takes."""
_LOOK_AT_IT: Final = "it is too long for a list; the record by itself shows it"


async def add_decoded(
    records: Sequence[dict[str, Any]], registry_url: str | None, clock: Clock, *, is_whole: bool = False
) -> None:
    """Adds what a registry's schemas make of keys and values.

    Args:
        records: as `contents.shown` describes them; changed.
        registry_url: where the registry is; None: there is none, and nothing is added.
        clock: ends it; the machine's, which nobody stops.
        is_whole: whether it is one record that is looked at by itself.
    """
    if registry_url is None:
        return
    wanted: list[dict[str, Any]] = []
    for content in _framed(records):
        if content["is_cut"]:
            content["undecoded"] = "it is longer than what is read here" if is_whole else _LOOK_AT_IT
        else:
            wanted.append(content)
    if not wanted:
        return
    job = {
        "url": registry_url,
        "chars_max": WHOLE_CHARS_MAX if is_whole else DECODED_CHARS_MAX,
        "too_long": "its JSON is longer than what is shown here" if is_whole else _LOOK_AT_IT,
        "contents": [content["base64"] for content in wanted],
    }
    left = dict(enumerate(wanted))
    reason = await _run(json.dumps(job).encode(), left, clock)
    for content in left.values():
        content["undecoded"] = reason


def _framed(records: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Finds the contents that begin with a schema's id; they have a zero byte, so they are no text."""
    for record in records:
        for content in (record["key"], record["value"]):
            if content is not None and "base64" in content and _is_framed(content["base64"]):
                yield content


def _is_framed(text: str) -> bool:
    try:
        schema_id_of(base64.b64decode(text[:_HEAD_CHARS]))
    except NotFramed:
        return False
    return True


async def _run(job: bytes, left: dict[int, dict[str, Any]], clock: Clock) -> str:
    """Gives contents to a worker; takes what it says out of `left`, and returns why the rest is not decoded."""
    try:
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "kavka.console.decode_worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE_BYTES_MAX,
        )
    except OSError as error:
        return f"nothing could be started that decodes: {error.strerror or error}"
    try:
        async with clock.timeout(DECODE_MS_MAX):
            await _exchange(worker, job, left)
            status = await worker.wait()
    except TimeoutError:
        return f"it was not decoded in {DECODE_MS_MAX // 1000} s; the registry may be slow, or the value is odd"
    except (OSError, ValueError, LookupError) as error:  # a pipe that broke; a line that is none of ours
        return f"what decodes failed: {error}"
    finally:
        if worker.returncode is None:
            worker.kill()
            await worker.wait()
    return f"what decodes ended with status {status}, at this value or one before it" if status else "it has no schema"


async def _exchange(worker: asyncio.subprocess.Process, job: bytes, left: dict[int, dict[str, Any]]) -> None:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(job)
    await worker.stdin.drain()
    worker.stdin.close()
    while line := await worker.stdout.readline():
        said = json.loads(line)
        content = left.pop(said.pop("at"))
        content.update(said)
