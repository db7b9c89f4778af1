"""Clients that make a broker hold memory, and how much it holds."""

from __future__ import annotations

import socket
from pathlib import Path

import confluent_kafka

from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest
from tests.support.clients.foreign import CLIENT_SECONDS_MAX

RECORD_BYTES = 100_000
RECORDS = 100


def resident_bytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def fill(bootstrap: str, topic: str) -> None:
    producer = confluent_kafka.Producer({"bootstrap.servers": bootstrap, "batch.size": 2 * RECORD_BYTES})
    for number in range(RECORDS):
        producer.produce(topic, b"%d" % number + bytes(RECORD_BYTES), partition=0)
    assert producer.flush(CLIENT_SECONDS_MAX) == 0


def connect(bootstrap: str) -> socket.socket:
    """A socket that takes little before somebody reads."""
    host, port = bootstrap.rsplit(":", 1)
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.settimeout(CLIENT_SECONDS_MAX)
    sock.connect((host, int(port)))
    return sock


def fetch_frame(topic: str, size: int) -> bytes:
    wanted = FetchRequest.FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=size)
    topics = [FetchRequest.FetchTopic(topic=topic, partitions=[wanted])]
    fetch = FetchRequest(replica_id=-1, max_wait_ms=500, min_bytes=1, max_bytes=size, topics=topics)
    return b"".join(encode_request_frame(fetch, version=4, correlation_id=1, client_id="idler"))
