"""A response whose peer is gone is dropped, on Python's own event loop as on uvloop (findings C3).

`writelines` of a transport that has lost its peer raises TypeError in Python 3.12.1 and 3.13.0: `make test-pythons`.
"""

from __future__ import annotations

import asyncio
import socket

import pytest
import uvloop

from kavka.broker.network.output import GATHER_BYTES_MAX, SLICE_BYTES, WRITE_HIGH_WATER_BYTES, Output
from kavka.broker.network.unread_output import UnreadOutput


class Peerless(asyncio.Protocol):
    """A connection's protocol that tells when its peer is gone."""

    def __init__(self):
        self.gone = asyncio.get_running_loop().create_future()

    def connection_lost(self, error):
        self.gone.set_result(error)


async def answer_nobody(size):
    ours, theirs = socket.socketpair()
    transport, protocol = await asyncio.get_running_loop().create_connection(Peerless, sock=ours)
    output = Output(transport, UnreadOutput(1 << 30))
    theirs.close()
    await protocol.gone
    reader = object()
    if output.send(reader, [b"a", bytes(size - 1)], size):
        output.send_all(reader)
    assert transport.get_write_buffer_size() == 0


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
@pytest.mark.parametrize("size", [GATHER_BYTES_MAX, WRITE_HIGH_WATER_BYTES, SLICE_BYTES + 1])
def test_what_is_answered_to_a_peer_that_is_gone_is_dropped(loop, size):
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(answer_nobody(size))
