"""One request to one chosen broker, with the bytes that went and came: what `kavka request` does on the wire.

    addresses of -b ─▶ the first that answers ─▶ it, or the broker with the id that was asked for ─▶ request, response

Not a client: nothing is retried, and nothing is known of leaders or coordinators.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.client.connection import Connection
from kavka.client.metadata import BrokerAddress
from kavka.client.versions import choose_version
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import MetadataRequest
from kavka.wire.cluster_view import WaysIn, parse_bootstrap
from kavka.wire.connection_core import ConnectionCore
from kavka.wire.errors import FAILURES

if TYPE_CHECKING:
    from kavka.client.security import ConnectionSecurity

CLIENT_ID = "kavka-request"
DUMP_BYTES = 16
"""Bytes in a line of a dump."""


class RecordedConnection(Connection):
    """A connection that keeps the bytes of its last request and response.

    Attributes:
        sent: The request, its length before it.
        received: What came since.
    """

    def __init__(self, core: ConnectionCore, **settings: Any) -> None:
        super().__init__(core, **settings)
        self.sent = b""
        self.received = bytearray()
        self._filled = memoryview(b"")

    def _write(self, parts: list[Any]) -> None:
        self.sent = b"".join(parts)
        self.received.clear()
        super()._write(parts)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Returns the buffer of any connection, and knows it."""
        self._filled = super().get_buffer(sizehint)
        return self._filled

    def buffer_updated(self, nbytes: int) -> None:
        """Keeps the bytes, and takes them as any connection does."""
        self.received += self._filled[:nbytes]
        super().buffer_updated(nbytes)


@asynccontextmanager
async def connected(
    bootstrap: str, broker_id: int | None, *, security: ConnectionSecurity | None, timeout_ms: int
) -> AsyncIterator[RecordedConnection]:
    """Opens the connection to a broker: the first address that answers, or the one with an id.

    Args:
        bootstrap: "host:port,…".
        broker_id: which; None: whoever answers first.
        security: TLS and login.
        timeout_ms: for each address.

    Raises:
        BootstrapFailed: no address answers.
        CliError: the cluster has no such broker.
        OSError, TimeoutError: that broker does not answer.
    """
    connection = await _first(parse_bootstrap(bootstrap), security, timeout_ms)
    try:
        if broker_id is not None:
            brokers = await _brokers(connection)
            await connection.close()
            if broker_id not in brokers:
                there = ", ".join(map(str, sorted(brokers)))
                raise CliError(
                    f"there is no broker {broker_id} in this cluster now; alive are: {there}", ExitCode.NOT_FOUND
                )
            connection = await _open(brokers[broker_id], security, timeout_ms)
        yield connection
    finally:
        await connection.close()


async def _first(
    addresses: Iterable[BrokerAddress], security: ConnectionSecurity | None, timeout_ms: int
) -> RecordedConnection:
    ways = WaysIn()
    for address in addresses:
        try:
            return await _open(address, security, timeout_ms)
        except FAILURES as error:
            ways.failed(address, error)
    raise ways.exhausted()


async def _open(address: BrokerAddress, security: ConnectionSecurity | None, timeout_ms: int) -> RecordedConnection:
    connection = await RecordedConnection.open(
        address.host, address.port, client_id=CLIENT_ID, connect_timeout_ms=timeout_ms, security=security
    )
    assert isinstance(connection, RecordedConnection)
    try:
        await connection.negotiate(timeout_ms)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _brokers(connection: Connection) -> Mapping[int, BrokerAddress]:
    where = f"{connection.host}:{connection.port}"
    version = choose_version(ApiKey.METADATA, connection.api_versions, broker=where)
    response = await connection.request(MetadataRequest(topics=[]), version=version)
    return {node.node_id: BrokerAddress(node.node_id, node.host, node.port) for node in response.brokers}


def hex_dump(data: bytes | bytearray) -> Iterator[str]:
    """Yields the lines of a dump: position, sixteen bytes, and those that are letters."""
    for start in range(0, len(data), DUMP_BYTES):
        line = data[start : start + DUMP_BYTES]
        halves = [line[:8].hex(" "), line[8:].hex(" ")]
        letters = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in line)
        yield f"{start:08x}  {halves[0]:<23}  {halves[1]:<23}  |{letters}|"
