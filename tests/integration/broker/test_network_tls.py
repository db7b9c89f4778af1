"""What only a TLS listener can meet: handshakes that fail, never end, or are none. The rest is in `test_network`."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import struct

import pytest

from kavka.broker.network import tls_transport
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.security.principal_mapping import NoMatchingRule
from kavka.protocol.messages import ApiVersionsRequest
from tests.support.broker.served import CA, Server, broker_tls, client_tls, frame_of, serve, until


@pytest.fixture(autouse=True)
def over_tls(monkeypatch):
    monkeypatch.setattr(Server, "is_tls", True)


async def raw_connection(server):
    return await asyncio.open_connection("127.0.0.1", server.port)


async def is_closed(reader):
    """Reads to the end; what comes before it may be an alert."""
    async with asyncio.timeout(30):
        with contextlib.suppress(ConnectionError):
            await reader.read()
    return True


async def still_serves(server):
    client = await server.connect()
    client.send(ApiVersionsRequest(), 1, 7)
    assert (await client.receive())[0] == 7
    await client.close()
    await server.wait_for_connections(0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (frame_of(ApiVersionsRequest(), 3), "this looks like Kafka without TLS, and this listener speaks SSL"),
        (b"GET / HTTP/1.1\r\n\r\n", "this looks like something other than TLS"),
        (bytes(range(256)) * 200, "this looks like"),
        (b"\x16\x03\x01\x00\x05hello", "the TLS handshake failed"),
    ],
)
async def test_what_is_no_tls_is_named_and_closed(data, words, caplog):
    async with serve() as server:
        reader, writer = await raw_connection(server)
        writer.write(data)
        assert await is_closed(reader)
        writer.close()
        assert words in caplog.text
        assert server.metrics.network.tls_failures == 1
        await still_serves(server)


async def test_a_handshake_that_never_ends_is_given_up(monkeypatch, caplog):
    monkeypatch.setattr(tls_transport, "HANDSHAKE_MS_MAX", 30)
    async with serve() as server:
        silent, hesitant = await raw_connection(server), await raw_connection(server)
        hesitant[1].write(b"\x16\x03\x01\x02\x00\x01")  # the beginning of a ClientHello
        for reader, writer in (silent, hesitant):
            assert await is_closed(reader)
            writer.close()
        assert caplog.text.count("no TLS handshake within 30 ms") == 2
        await server.wait_for_connections(0)


async def test_handshakes_that_nobody_ends_meet_the_limits(caplog):
    """A flood of half-open handshakes from one address leaves room for others."""
    limits = ConnectionLimits(per_ip_max=5)
    async with serve(limits=limits) as server:
        open_ones = [await raw_connection(server) for _ in range(8)]
        await until(lambda: server.metrics.network.connections_refused == 3)
        assert server.metrics.network.connections == 5
        for _, writer in open_ones:
            writer.close()
        await server.wait_for_connections(0)
        await still_serves(server)


async def test_a_client_that_goes_in_the_middle_of_its_handshake_leaves_nothing():
    async with serve() as server:
        for _ in range(20):
            _, writer = await raw_connection(server)
            writer.write(b"\x16\x03\x01\x02\x00")
            await server.wait_for_connections(1)
            writer.transport.abort()
            await server.wait_for_connections(0)


async def test_broken_records_after_a_handshake_close_the_connection(caplog):
    async with serve() as server:
        to_broker, from_broker = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = client_tls().wrap_bio(from_broker, to_broker, server_hostname="127.0.0.1")
        reader, writer = await raw_connection(server)
        while True:
            try:
                tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                writer.write(to_broker.read())
                from_broker.write(await reader.read(65536))
        writer.write(to_broker.read())
        tls.write(frame_of(ApiVersionsRequest(), 1, 1))
        record = bytearray(to_broker.read())
        record[-1] ^= 1
        writer.write(record)
        assert await is_closed(reader)
        assert "what came is broken TLS" in caplog.text
        writer.close()
        await still_serves(server)


async def test_old_versions_are_not_spoken(caplog):
    async with serve() as server:
        old = client_tls()
        with pytest.warns(DeprecationWarning, match="TLSv1_1"):
            old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection("127.0.0.1", server.port, ssl=old)
        await until(lambda: server.metrics.network.tls_failures == 1)
        assert "the TLS handshake failed" in caplog.text


async def test_a_certificate_that_is_nobody_s_is_not_let_in(caplog):
    tls = broker_tls()

    def nobody(_):
        raise NoMatchingRule("no rule applies to 'CN=stranger'")

    tls.principal_of = nobody
    async with serve(tls=tls) as server:
        client = await server.connect()
        assert await client.is_closed_by_peer()
        assert "its certificate is nobody's: no rule applies to 'CN=stranger'" in caplog.text
        await client.close()


async def test_a_client_s_certificate_of_another_authority_is_refused_with_an_alert(caplog):
    settings = {"ssl.truststore.certificates": CA.pem()}
    tls = broker_tls(**settings)
    tls.context.verify_mode = ssl.CERT_REQUIRED
    async with serve(tls=tls) as server:
        client = await server.connect()  # with TLS 1.3 the client is done before the broker has looked
        with pytest.raises(ssl.SSLError, match="CERTIFICATE_REQUIRED"):
            await client.receive()
        assert "peer did not return a certificate" in caplog.text
        client.abort()


async def test_another_context_counts_from_the_next_handshake_on():
    tls = broker_tls()
    async with serve(tls=tls) as server:
        first = await server.connect()
        before = first.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        renewed = CA.issue("broker")
        tls.context = broker_tls(
            **{"ssl.keystore.key": renewed.key_pem(), "ssl.keystore.certificate.chain": renewed.chain_pem()}
        ).context
        second = await server.connect()
        after = second.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        assert (before == after, after == renewed.der()) == (False, True)
        for client in (first, second):
            client.send(ApiVersionsRequest(), 1, 7)
            assert (await client.receive())[0] == 7
            await client.close()


async def test_half_a_frame_and_then_close_notify_ends_the_connection():
    async with serve() as server:
        client = await server.connect()
        client.writer.write(struct.pack(">i", 100) + b"half")
        client.writer.close()
        await server.wait_for_connections(0)
