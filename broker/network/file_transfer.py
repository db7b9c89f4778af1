"""A response with records in files, given to its socket at once and uncopied: sendfile, and the bytes around.

    head │ records in a file │ … │ end         what the socket takes goes there past the transport, which has nothing
    send ─▶ sendfile ────────▶ … ─▶ send       unsent of this connection; the rest is returned, read into memory

Only from the turn of the loop in which the records were found, and never waiting. An error of the socket is left to the
transport, which meets it with the rest. Not here: who has such a response (`log.transferable_records`), and the rest's
way (`output`).
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence
from typing import Any, Final

from kavka.broker.log.transferable_records import TransferableRecords, in_memory

_MORE: Final = getattr(socket, "MSG_MORE", 0)
"""Says that more bytes follow at once: a packet for a response's head alone would wake its reader twice."""


def transferred(socket_fd: int, parts: Sequence[Any]) -> list[Any]:
    """Gives a socket what it takes at once of a response; returns the rest of it, in memory.

    Args:
        socket_fd: of a TCP connection that does not block.
        parts: the response's buffers and records.

    Raises:
        OSError: records that the socket did not take cannot be read.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, fileno=socket_fd)  # the family is not looked at
    try:
        for number, part in enumerate(parts):
            taken = _taken(sock, part, is_last=number == len(parts) - 1)
            if taken < len(part):
                rest = part.read(taken) if type(part) is TransferableRecords else memoryview(part)[taken:]
                return [rest, *in_memory(parts[number + 1 :])]
    finally:
        sock.detach()
    return []


def _taken(sock: socket.socket, part: Any, *, is_last: bool) -> int:
    """Gives a socket one part; returns how many of its bytes were taken."""
    with contextlib.suppress(OSError):
        if type(part) is TransferableRecords:
            return part.transfer_to(sock.fileno())
        return sock.send(part, 0 if is_last else _MORE)
    return 0
