"""Records of a megabyte in every compression, with headers and a timestamp, from each client to another one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.support.clients.foreign import CLIENTS, COMPRESSIONS, KAFKA_PYTHON, KCAT, LIBRARIES, Client, Sent

pytestmark = pytest.mark.slow
START = 1_700_000_000_000
HEADERS = (("h", b"x" * 1_000), ("null", None))


def megabyte() -> bytes:
    """Half of it noise, half the same again and again: larger than any codec's block either way."""
    return random.Random(17).randbytes(500_000) + b"again and again " * 31_250


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("writer", CLIENTS, ids=lambda client: client.name)
def test_a_megabyte_in_every_compression(
    broker: str, topic: str, writer: Client, compression: str, tmp_path: Path
) -> None:
    value = megabyte()
    others = [client for client in LIBRARIES if client is not writer]
    reader = others[COMPRESSIONS.index(compression) % len(others)]
    if writer is KCAT:  # one file, one record; it cannot say the rest
        (tmp_path / "record").write_bytes(value)
        KCAT.write_file(broker, topic, tmp_path / "record", compression=compression)
        assert [record.value for record in reader.read(broker, topic, 1)] == [value]
        return
    headers = HEADERS[:1] if writer is KAFKA_PYTHON else HEADERS  # it takes no null there
    sent = [
        Sent(b"k", value, headers, START),
        Sent(b"null", None, (), START + 1),
        Sent(b"", value[::-1], (), START - 1),
    ]
    writer.write(broker, topic, sent, compression=compression)
    seen = reader.read(broker, topic, len(sent))
    assert [(r.key, r.value, r.headers, r.timestamp) for r in seen] == [
        (r.key, r.value, r.headers, r.timestamp) for r in sent
    ]
    assert [record.offset for record in seen] == [0, 1, 2]
