"""The loads beside Apache Kafka: what is sent, what is counted, and what the table says of rounds."""

import shutil
import socket
import struct
import threading

import pytest

from benchmarks import flood, page_cache, versus, versus_cells
from benchmarks.versus import KAFKA, KAVKA, Outcome
from benchmarks.versus_cells import ALL, FETCH_VERSION, ONE_BROKER, PARTITIONS, THREE_BROKERS, Cell
from kavka.build_info import BuildInfo
from kavka.protocol.codec import decode_message
from kavka.protocol.header import decode_request_header
from kavka.protocol.messages import FetchRequest, ProduceRequest
from tests.support.processes.cluster import skip_or_fail

RESPONSE = struct.pack(">ii", 4, 1)


def decoded(cls, frame):
    assert struct.unpack_from(">i", frame) == (len(frame) - 4,)
    header, body = decode_request_header(frame[4:])
    return header.api_version, decode_message(cls, header.api_version, frame[4:], body)


@pytest.mark.parametrize(
    "cell", [cell for cell in (*ONE_BROKER, *THREE_BROKERS) if cell.kind == "produce"], ids=lambda cell: cell.name
)
def test_each_connection_produces_to_its_partition(cell):
    frames = versus_cells.frames(cell, "t")
    assert len(frames) == cell.connections
    for index, frame in enumerate(frames):
        version, request = decoded(ProduceRequest, frame)
        data = request.topic_data[0].partition_data[0]
        assert (version, request.acks, data.index) == (cell.version, cell.acks, index % PARTITIONS)
        assert struct.unpack_from(">i", data.records, 57) == (cell.records,)


@pytest.mark.parametrize("cell", [cell for cell in ONE_BROKER if cell.kind == "fetch"], ids=lambda cell: cell.name)
def test_fetches_go_through_what_was_written_and_no_further(cell):
    written = versus_cells.FILLED_BATCHES * versus_cells.FILLED_BATCH_BYTES // 1_024
    offsets = set()
    for frame in versus_cells.frames(cell, "t"):
        version, request = decoded(FetchRequest, frame)
        wanted = request.topics[0].partitions[0]
        assert (version, wanted.partition_max_bytes) == (FETCH_VERSION, cell.bytes)
        assert wanted.fetch_offset * 1_024 + cell.bytes <= written * 1_024
        offsets.add(wanted.fetch_offset)
    assert len(offsets) > 1


def test_a_cell_names_what_it_does():
    assert Cell("produce", 100, 16_384, 10, 5, acks=ALL).name == "produce 16 kB of 100 B records, 10 × 5, acks=all"
    assert Cell("produce", 100, 100, 1, 1, version=9).name == "produce v9 100 B, 1 × 1"


class Echo:
    """A server that responds to each frame, and ends a connection after so many."""

    def __init__(self, ends_after=None):
        self.requests = []
        self._ends_after = ends_after
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self):
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self._threads.append(threading.Thread(target=self._serve, args=(sock,), daemon=True))
            self._threads[-1].start()

    def _serve(self, sock):
        count = 0
        with sock, sock.makefile("rb") as stream:
            while prefix := stream.read(4):
                body = stream.read(struct.unpack(">i", prefix)[0])
                self.requests.append(body)
                count += 1
                if count == self._ends_after:
                    return
                try:
                    sock.sendall(RESPONSE[:3])  # a response comes in two pieces, cut within its length
                    sock.sendall(RESPONSE[3:])
                except OSError:
                    return

    def close(self):
        self._listener.close()
        for thread in self._threads[1:]:
            thread.join(10)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        skip_or_fail("no C compiler is installed: apt-get install gcc libc6-dev")
    return flood.build(tmp_path_factory.mktemp("flood"))


def framed(body):
    return struct.pack(">i", len(body)) + body


def test_the_load_counts_every_response_and_sends_each_connections_frames_in_turn(program):
    server = Echo()
    big = b"b" * 300_000  # more than a socket takes at once
    frames = [framed(b"a0"), framed(big), framed(b"c0"), framed(b"c1")]
    done = flood.flood(program, server.port, frames, connections=2, depth=3, seconds=0.3)
    server.close()
    assert done.requests > 6
    assert done.bytes >= done.requests * len(RESPONSE)
    assert len(server.requests) >= done.requests
    assert 0 < done.p50_ms <= done.p99_ms
    counts = {body: server.requests.count(body) for body in (b"a0", big, b"c0", b"c1")}
    assert sum(counts.values()) == len(server.requests)
    assert 0 <= counts[b"a0"] - counts[big] <= 1
    assert 0 <= counts[b"c0"] - counts[b"c1"] <= 1


def test_a_server_that_closes_is_told_of(program):
    server = Echo(ends_after=5)
    with pytest.raises(RuntimeError, match=r"the server ended|reset"):
        flood.flood(program, server.port, [framed(b"a")], connections=1, depth=1, seconds=5)
    server.close()


class Recorded:
    """What a rival responds, round by round; the order in which both were asked."""

    def __init__(self, name, rates, asked):
        self.name = name
        self._rates = iter(rates)
        self._asked = asked

    def begin(self, topic):
        self._asked.append((self.name, topic))

    def load(self, cell, seconds):
        self._asked.append((self.name, seconds))
        rate = next(self._rates)
        if not rate:
            raise RuntimeError("the server ended")
        return Outcome(rate, 10.0, 1.0, 2.0)


def test_rounds_take_turns_and_a_ratio_is_the_median_of_the_rounds():
    asked = []
    kafka = Recorded(KAFKA, [100.0, 100.0, 400.0], asked)
    kavka = Recorded(KAVKA, [150.0, 110.0, 2_000.0], asked)
    (row,) = versus.measure((kafka, kavka), [ONE_BROKER[0]], rounds=3, seconds=1.5, memory="cold")
    assert [who for who, what in asked if what == 1.5] == [KAFKA, KAVKA, KAVKA, KAFKA, KAFKA, KAVKA]
    assert (row.ratio, row.ratio_min, row.ratio_max) == (1.5, 1.1, 5.0)
    assert row.kavka.per_second == 150.0
    assert "| produce 100 B, 1 × 1 | cold | 100/s | 150/s | 1.50 (1.10, 5.00) | 1.3 |" in versus.table([row])


def test_a_load_that_fails_costs_its_round_alone_and_a_row_without_rounds_is_left_out(capsys):
    kafka = Recorded(KAFKA, [100.0, 100.0, 0.0], [])
    kavka = Recorded(KAVKA, [0.0, 0.0, 300.0, 300.0], [])
    (row,) = versus.measure((kafka, kavka), [ONE_BROKER[0]], rounds=4, seconds=1.5, memory="cold")
    assert row.ratio == 3.0
    assert capsys.readouterr().err.count("failed in this round: the server ended") == 3
    kafka, kavka = Recorded(KAFKA, [100.0], []), Recorded(KAVKA, [0.0], [])
    assert versus.measure((kafka, kavka), [ONE_BROKER[0]], rounds=1, seconds=1.5, memory="cold") == []


def test_memory_is_filled_again_before_each_load_that_writes_much():
    asked = []
    kafka, kavka = Recorded(KAFKA, [1.0] * 2, asked), Recorded(KAVKA, [1.0] * 2, asked)
    small, large = ONE_BROKER[0], Cell("produce", 1_024, 1_000_000, 4, 2)
    versus.measure(
        (kafka, kavka), [small, large], rounds=1, seconds=1.5, memory="recycled", refill=lambda: asked.append("filled")
    )
    loads = [what for what in asked if what == "filled" or what[1] == 1.5]
    assert loads == [(KAFKA, 1.5), (KAVKA, 1.5), "filled", (KAFKA, 1.5), "filled", (KAVKA, 1.5)]


def test_the_hole_is_read_as_far_as_memory_is_free_and_goes_on_where_it_was(tmp_path):
    free = iter([page_cache.SPARED_BYTES + 5_000_000, 0, page_cache.SPARED_BYTES + 7])
    with page_cache.Filled(tmp_path, lambda: next(free)) as filled:
        assert [filled.refill() for _ in range(3)] == [5_000_000, 0, 7]
        (hole,) = tmp_path.iterdir()
        assert (hole.stat().st_size, hole.stat().st_blocks) == (5_000_007, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_python_without_optimizations_is_not_recorded(monkeypatch):
    monkeypatch.setattr(versus, "build_info", lambda: BuildInfo(1, 1, "3.11", is_optimized=False))
    with pytest.raises(SystemExit, match="built without optimizations"):
        versus.main(["--record"])


def test_some_rows_are_not_recorded():
    with pytest.raises(SystemExit, match="a recorded run has every row"):
        versus.main(["--record", "--any-python", "--load", "1 MB"])


def test_loads_are_chosen_by_a_part_of_their_name():
    chosen = [cell.name for cell in versus_cells.chosen(ONE_BROKER, None, "1 MB, 4")]
    assert chosen == ["fetch 1 MB, 4 × 1", "fetch 1 MB, 4 × 1, TLS"]
    assert versus_cells.chosen(ONE_BROKER, "produce", "1 MB, 4") == []
    assert versus_cells.chosen(ONE_BROKER, None) == list(ONE_BROKER)


def test_a_program_without_tls_is_given_no_load_over_it():
    without = versus_cells.chosen(ONE_BROKER, None, speaks_tls=False)
    assert without == [cell for cell in ONE_BROKER if "TLS" not in cell.name]
    assert len(without) < len(ONE_BROKER)
