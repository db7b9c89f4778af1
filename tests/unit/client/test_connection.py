"""One connection: answers go to their questions, every wait ends, garbage closes."""

import asyncio
import contextlib
import gc

import pytest

from kavka import __version__
from kavka.client.connection import Connection
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.messages import ListOffsetsRequest, MetadataRequest, ProduceRequest
from kavka.wire.connection_core import CLIENT_SOFTWARE_VERSION
from tests.support.clients.fake_broker import CLOSE, RANGES, SILENCE, FakeCluster


@pytest.fixture
async def fake():
    async with FakeCluster(topics={"t": 1}) as cluster:
        yield cluster


async def connect(fake, **options):
    return await Connection.open("127.0.0.1", fake.brokers[0].port, client_id="test", **options)


def ask_metadata(connection, **options):
    return connection.request(MetadataRequest(topics=None), version=5, **options)


async def test_an_answer_arrives(fake):
    async with await connect(fake) as connection:
        response = await ask_metadata(connection)
        assert [topic.name for topic in response.topics] == ["t"]
        assert not connection.is_closed
    assert connection.is_closed


async def test_questions_are_pipelined_and_each_gets_its_own_answer(fake):
    async with await connect(fake) as connection:
        futures = [
            connection.start_request(MetadataRequest(topics=[]), version=1),
            connection.start_request(MetadataRequest(topics=None), version=9),
            connection.start_request(ListOffsetsRequest(), version=3),
        ]
        assert connection.in_flight == 3
        nothing, everything, offsets = await asyncio.gather(*futures)
        assert nothing.topics == []
        assert everything.topics[0].name == "t"
        assert offsets.topics == []
        assert connection.in_flight == 0


async def test_more_than_the_limit_waits_for_its_turn(fake):
    async with await connect(fake, in_flight_max=2) as connection:
        answers = await asyncio.gather(*(ask_metadata(connection) for _ in range(20)))
        assert len(answers) == 20


async def test_a_mute_broker_is_given_up_in_time_and_the_connection_with_it(fake):
    fake.inject(ApiKey.METADATA, SILENCE)
    async with await connect(fake) as connection:
        second = None
        with pytest.raises(TimeoutError, match=r"METADATA v5 within 20 ms"):
            await ask_metadata(connection, timeout_ms=20)
        assert connection.is_closed
        with pytest.raises(ConnectionError, match="METADATA"):
            second = await ask_metadata(connection)
        assert second is None


async def test_everybody_who_waits_hears_of_a_lost_connection(fake):
    fake.inject(ApiKey.METADATA, SILENCE, CLOSE)
    async with await connect(fake) as connection:
        answers = await asyncio.gather(ask_metadata(connection), ask_metadata(connection), return_exceptions=True)
        assert all(isinstance(answer, ConnectionError) for answer in answers)
        assert connection.is_closed


async def test_close_fails_what_is_under_way(fake):
    fake.inject(ApiKey.METADATA, SILENCE)
    connection = await connect(fake)
    future = connection.start_request(MetadataRequest(topics=None), version=5)
    await connection.close()
    with pytest.raises(ConnectionError):
        await future
    await connection.close()


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xff\xff\xff",  # a negative length
        b"\x7f\xff\xff\xff",  # more than any answer may have
        b"\x00\x00\x00\x02\x00\x00",  # too short for a correlation id
        b"\x00\x00\x00\x04\x00\x00\x00\x63",  # the answer to another question
        b"\x00\x00\x00\x06\x00\x00\x00\x01\x00\x00",  # the right one, cut off
    ],
)
async def test_garbage_closes_the_connection(fake, garbage):
    fake.inject(ApiKey.METADATA, garbage)
    async with await connect(fake) as connection:
        with pytest.raises(DecodeError):
            await ask_metadata(connection)
        assert connection.is_closed


async def test_an_answer_that_nobody_asked_for_closes_the_connection(fake):
    async with await connect(fake) as connection:
        await ask_metadata(connection)  # now the broker knows of the connection
        [peer] = fake.brokers[0].connections
        peer.transport.write(b"\x00\x00\x00\x04\x00\x00\x00\x01")
        with pytest.raises(DecodeError):
            await ask_metadata(connection)


async def test_a_message_that_cannot_be_written_harms_nobody(fake):
    async with await connect(fake) as connection:
        with pytest.raises(EncodeError):
            await connection.request(MetadataRequest(topics=None), version=99)
        assert (await ask_metadata(connection)).topics


async def test_a_cancelled_question_does_not_shift_the_answers(fake):
    async with await connect(fake) as connection:
        first = connection.start_request(MetadataRequest(topics=[]), version=5)
        second = connection.start_request(MetadataRequest(topics=None), version=5)
        first.cancel()
        assert (await second).topics[0].name == "t"


async def test_nobody_listening_is_an_os_error():
    with pytest.raises(OSError, match=r"."):
        await Connection.open("127.0.0.1", 1, client_id="test")


async def test_failures_that_nobody_awaits_leave_no_warning(fake):
    fake.inject(ApiKey.METADATA, CLOSE)
    connection = await connect(fake)
    future = connection.start_request(MetadataRequest(topics=None), version=5)
    await asyncio.wait((future,))
    del future
    gc.collect()  # an unseen exception would be reported here, and warnings are errors
    await connection.close()


async def test_a_produce_without_acks_is_only_sent(fake):
    async with await connect(fake) as connection:
        await connection.send(ProduceRequest(acks=0), version=7)
        assert (await ask_metadata(connection)).topics  # no answer came in between
        assert len(fake.asked(ApiKey.PRODUCE)) == 1


class TestNegotiation:
    async def test_the_ranges_are_kept(self, fake):
        async with await connect(fake) as connection:
            assert connection.api_versions == {}
            await connection.negotiate()
            assert connection.api_versions[ApiKey.METADATA] == RANGES[ApiKey.METADATA]
            assert len(fake.asked(ApiKey.API_VERSIONS)) == 1

    async def test_our_name_is_told(self, fake):
        async with await connect(fake) as connection:
            await connection.negotiate()
        (request,) = fake.asked(ApiKey.API_VERSIONS)
        assert request.client_software_name == "kavka"
        assert request.client_software_version == CLIENT_SOFTWARE_VERSION == __version__

    @pytest.mark.parametrize("highest", [0, 1, 2])
    async def test_an_older_broker_is_asked_again_in_its_own_version(self, fake, highest):
        fake.ranges[ApiKey.API_VERSIONS] = (0, highest)
        async with await connect(fake) as connection:
            await connection.negotiate()
            assert connection.api_versions[ApiKey.API_VERSIONS] == (0, highest)
        (_, _, version) = fake.requests[-1]
        assert version == highest

    async def test_a_refusal_with_an_unreadable_list_is_followed_by_version_0(self, fake):
        # librdkafka's mock broker answers so: error 35, then bytes of no version.
        body = bytes.fromhex("00000001 0023 01 0012 0000 0002 00 00000000")
        fake.inject(ApiKey.API_VERSIONS, len(body).to_bytes(4, "big") + body)
        async with await connect(fake) as connection:
            await connection.negotiate()
            assert connection.api_versions
        assert fake.requests[-1][2] == 0


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "looks like an HTTP server"),
        (b"\x15\x03\x03\x00\x02\x02\x28", "wants TLS"),
        (b"\xff\xff\xff\xff", "announces a frame of -1 bytes"),
    ],
)
async def test_who_speaks_another_protocol_is_told_by_what_it_speaks(sent, told):
    is_over = asyncio.Event()

    async def answer(reader, writer):
        await reader.read(1)
        writer.write(sent)
        with contextlib.suppress(ConnectionError):
            await reader.read()
            writer.close()
            await writer.wait_closed()
        is_over.set()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with await Connection.open("127.0.0.1", port, client_id="test") as connection:
            with pytest.raises(DecodeError, match=f"127.0.0.1:{port} {told}"):
                await connection.negotiate()
        await is_over.wait()  # closing the server closes no connection
