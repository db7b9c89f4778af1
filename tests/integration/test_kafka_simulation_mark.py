"""@pytest.mark.kafka_simulation as users have it: their bugs are found within the seeds, what they mended passes."""

from __future__ import annotations

import re
import textwrap

import pytest

pytest_plugins = ["pytester"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ARGUMENTS = ("-p", "kavka.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:timeout")

PRODUCE = """
    import asyncio

    import pytest
    from kavka.client.consumer import Consumer, RebalanceListener
    from kavka.client.producer import Producer

    RECORDS = 100


    async def produce(bootstrap, topic):
        async with Producer(bootstrap) as producer:
            for number in range(RECORDS):
                await producer.send(topic, b"%d" % number, key=b"%d" % number)
                await asyncio.sleep(0.2)
            await producer.flush()
"""

COMMITS_EARLY = """
    async def charge(bootstrap, charged, commits_early):
        consumer = Consumer(
            bootstrap, group_id="billing", offset_reset="earliest", auto_commit=False, fetch_wait_ms=5_000
        )
        async with consumer:
            consumer.subscribe("orders")
            async for order in consumer:
                if commits_early:
                    await consumer.commit()
                await asyncio.sleep(0.01)  # the bank's server responds
                charged.add(int(order.value))
                if not commits_early:
                    await consumer.commit()


    @pytest.mark.kafka_simulation(seeds=SEEDS)
    @pytest.mark.parametrize("commits_early", [FLAW])
    async def test_every_order_is_charged(kafka_simulation, commits_early):
        await kafka_simulation.create_topic("orders")
        charged = set()
        kafka_simulation.spawn("billing", charge, kafka_simulation.bootstrap, charged, commits_early)
        await produce(kafka_simulation.bootstrap, "orders")
        await kafka_simulation.quiet()
        await kafka_simulation.wait_until(lambda: len(charged) == RECORDS)
        assert charged == set(range(RECORDS))
"""

WITHOUT_IDEMPOTENCE = """
    from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition


    async def pay(bootstrap, is_idempotent):
        async with AIOKafkaProducer(bootstrap_servers=bootstrap, enable_idempotence=is_idempotent) as producer:
            for number in range(RECORDS):
                await producer.send_and_wait("payments", b"%d" % number, key=b"%d" % number)
                await asyncio.sleep(0.2)


    async def read_all(bootstrap):
        found, partitions = [], [TopicPartition("payments", number) for number in range(3)]
        async with AIOKafkaConsumer(bootstrap_servers=bootstrap, auto_offset_reset="earliest") as consumer:
            consumer.assign(partitions)
            ends = await consumer.end_offsets(partitions)
            while any([await consumer.position(tp) < ends[tp] for tp in partitions]):
                for records in (await consumer.getmany(timeout_ms=1_000)).values():
                    found += [int(record.value) for record in records]
        return found


    @pytest.mark.kafka_simulation(seeds=SEEDS, faults=("cut", "reset", "slow-link"))
    async def test_nothing_is_paid_twice(kafka_simulation):
        await kafka_simulation.create_topic("payments")
        payer = kafka_simulation.spawn("payer", pay, kafka_simulation.bootstrap, is_idempotent=not FLAW)
        await payer.wait_over()
        await kafka_simulation.quiet()
        assert sorted(await read_all(kafka_simulation.bootstrap)) == list(range(RECORDS))
"""

WITHOUT_LISTENER = """
    class Load(RebalanceListener):
        def __init__(self, consumer, rows, totals):
            self.consumer, self.rows, self.totals = consumer, rows, totals

        async def partitions_assigned(self, partitions):
            for tp in partitions:
                self.totals[tp.partition], offset = self.rows.get(tp.partition, (0, 0))
                self.consumer.seek(tp, offset)


    async def add_up(bootstrap, rows, listens):
        totals = {}
        consumer = Consumer(
            bootstrap, group_id="totals", offset_reset="earliest", session_timeout_ms=6_000, heartbeat_interval_ms=2_000
        )
        async with consumer:
            consumer.subscribe("sales", Load(consumer, rows, totals) if listens else None)
            async for sale in consumer:
                if sale.partition not in totals:
                    totals[sale.partition], _ = rows.get(sale.partition, (0, 0))
                totals[sale.partition] += int(sale.value)
                rows[sale.partition] = totals[sale.partition], sale.offset + 1  # one transaction of a database


    @pytest.mark.kafka_simulation(seeds=SEEDS, faults=("kill", "stop"))
    async def test_every_sale_counts_once(kafka_simulation):
        await kafka_simulation.create_topic("sales")
        rows = {}
        for number in (1, 2):
            kafka_simulation.spawn(f"adder-{number}", add_up, kafka_simulation.bootstrap, rows, listens=not FLAW)
        await produce(kafka_simulation.bootstrap, "sales")
        await kafka_simulation.quiet()
        await kafka_simulation.wait_until(lambda: sum(offset for _, offset in rows.values()) == RECORDS)
        assert sum(total for total, _ in rows.values()) == sum(range(RECORDS))
"""

SERVICES = {
    "commits before it has processed": COMMITS_EARLY,
    "a producer without idempotence": WITHOUT_IDEMPOTENCE,
    "no rebalance listener": WITHOUT_LISTENER,
}


@pytest.fixture
def tests(pytester, monkeypatch):
    """Runs a file of tests in a pytest of its own."""
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")

    def run(code, *arguments):
        pytester.makepyfile(textwrap.dedent(code))
        return pytester.runpytest_subprocess(*ARGUMENTS, *arguments, timeout=280)

    return run


def code_of(service, *, is_flawed, seeds):
    return PRODUCE + service.replace("SEEDS", str(seeds)).replace("FLAW", str(is_flawed))


def happened(text):
    """What a failure says of its faults."""
    return re.findall(r"^E +\d+\.\d{3} s  (.*)$", text, re.MULTILINE)


def found(tests, code):
    """The seed with which a flaw is found, and what its failure says."""
    result = tests(code)
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    seed = re.search(r"kafka_simulation: seed (\d+) of 1 to 50 fails", text)
    assert seed is not None
    result.stdout.fnmatch_lines([f"*PYTHONHASHSEED=0 pytest *--kafka-simulation-seed {seed[1]}"])
    assert happened(text)
    return seed[1], text


@pytest.mark.parametrize("service", [COMMITS_EARLY, WITHOUT_IDEMPOTENCE], ids=["commits early", "not idempotent"])
def test_a_flaw_is_found_within_the_seeds(tests, service):
    found(tests, code_of(service, is_flawed=True, seeds=50))


def test_a_flaw_is_found_within_the_seeds_and_its_seed_fails_alone_as_it_did_among_others(tests):
    code = code_of(WITHOUT_LISTENER, is_flawed=True, seeds=50)
    seed, text = found(tests, code)
    again = tests(code, "--kafka-simulation-seed", seed)
    again.assert_outcomes(failed=1)
    assert happened(again.stdout.str()) == happened(text)


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_the_mended_service_passes(tests, service):
    tests(code_of(service, is_flawed=False, seeds=5)).assert_outcomes(passed=1)


@pytest.mark.parametrize("plugin", ["asyncio", "no:asyncio"])
@pytest.mark.parametrize("mode", ["auto", "strict"])
def test_it_runs_with_pytest_asyncio_and_without(tests, plugin, mode):
    arguments = ["-p", plugin] if plugin.startswith("no:") else ["-o", f"asyncio_mode={mode}"]
    result = tests(
        """
        import asyncio
        import time

        import pytest

        seeds = []

        @pytest.mark.kafka_simulation(seeds=3, brokers=1, faults="none")
        class TestIt:
            async def test_of_a_class(self, kafka_simulation, tmp_path):
                assert tmp_path.is_dir()
                before = time.monotonic()
                await asyncio.sleep(1_000)
                assert 1_000 <= time.monotonic() - before < 1_001
                seeds.append(kafka_simulation.seed)

        def test_it_ran_once_for_each_seed():
            assert seeds == [1, 2, 3]
        """,
        *arguments,
    )
    result.assert_outcomes(passed=2)


def test_a_services_own_error_fails_the_test_and_a_clients_restarts_the_service(tests):
    result = tests(
        """
        import asyncio
        import pytest
        from kavka.client.errors import BootstrapFailed, ClientError
        from kavka.client.producer import Producer

        async def give_up(bootstrap, lives):
            lives.append(None)
            if len(lives) < 3:
                raise ConnectionError("gone")

        async def blunder():
            await asyncio.sleep(5)
            raise LookupError("no such customer")

        @pytest.mark.kafka_simulation(seeds=1, brokers=1, faults="none")
        async def test_restarts(kafka_simulation):
            lives = []
            service = kafka_simulation.spawn("fickle", give_up, kafka_simulation.bootstrap, lives)
            await service.wait_over()
            assert len(lives) == service.lives == 3

        @pytest.mark.kafka_simulation(seeds=1, brokers=1, faults="none")
        async def test_fails(kafka_simulation):
            kafka_simulation.spawn("blunderer", blunder)
            await asyncio.sleep(1_000)
        """
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E*LookupError: no such customer", "*It fails without any fault.*"])


def test_a_test_has_its_services_in_hand(tests):
    result = tests(
        """
        import asyncio
        import pytest

        async def tick(ticks, ends):
            try:
                while True:
                    await asyncio.sleep(1)
                    ticks.append(None)
            finally:
                ends.append(None)

        @pytest.mark.kafka_simulation(seeds=1, brokers=1, faults="none")
        async def test_hands(kafka_simulation):
            ticks, ends = [], []
            service = kafka_simulation.spawn("clock", tick, ticks, ends)
            await asyncio.sleep(10.5)
            assert len(ticks) == 10
            service.pause()
            await asyncio.sleep(10)
            assert len(ticks) == 10
            service.resume()
            await asyncio.sleep(10)
            assert 19 <= len(ticks) <= 20
            before = len(ticks)
            service.kill()
            await asyncio.sleep(10)
            assert (len(ticks), len(ends), service.is_running) == (before, 0, False)
            service.start()
            await asyncio.sleep(10.5)
            assert len(ticks) == before + 10
            service.stop()
            await service.wait_over()
            assert len(ends) == 1
        """
    )
    result.assert_outcomes(passed=1)


def test_a_failure_shows_what_was_logged_in_its_own_run_and_in_its_own_time(tests):
    result = tests(
        """
        import asyncio
        import logging
        import pytest

        @pytest.mark.kafka_simulation(seeds=3, brokers=1, faults="none")
        async def test_fails_at_last(kafka_simulation):
            await asyncio.sleep(90)
            logging.getLogger("shop").warning("seed %d is shut", kafka_simulation.seed)
            assert kafka_simulation.seed < 3, str(kafka_simulation)

        @pytest.mark.kafka_simulation(seeds=2, brokers=1, faults="none")
        async def test_may_look_at_what_is_logged(kafka_simulation, caplog):
            logging.getLogger("shop").warning("seed %d is open", kafka_simulation.seed)
            assert f"seed {kafka_simulation.seed} is open" in caplog.text
        """
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["E*AssertionError: <KafkaSimulation of seed 3>", "*90.0* s  test *warning*shop: seed 3 is shut"]
    )
    result.stdout.no_fnmatch_line("*seed 1 is shut*")


def test_what_hangs_is_told(tests):
    result = tests(
        """
        import asyncio
        import time
        import pytest

        @pytest.mark.kafka_simulation(seeds=1, brokers=1, faults="none")
        async def test_waits_for_ever(kafka_simulation):
            await asyncio.Event().wait()

        @pytest.mark.kafka_simulation(seeds=1, brokers=1, faults="none")
        async def test_blocks(kafka_simulation):
            time.sleep(1)

        @pytest.mark.kafka_simulation(seeds=3, brokers=1, faults="none")
        async def test_spins(kafka_simulation):
            until = time.monotonic() + 1
            while time.monotonic() < until:
                pass

        @pytest.mark.kafka_simulation(seeds=1, brokers=1, faults="none")
        async def test_skips(kafka_simulation):
            pytest.skip("not today")
        """,
        "--kafka-simulation-spin-seconds=1",
    )
    result.assert_outcomes(failed=3, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "E*SimulationStuck: the test has not ended after 3,600 virtual seconds",
            "E*BlockingCall: *await asyncio.sleep*",
            "E*SimulationSpins: test awaits nothing: 1 s of CPU time in one turn, at *in test_spins*",
            "E*kafka_simulation: seed 1 of 1 to 3 fails.*",
        ]
    )


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ("seed=1", "*has no 'seed'; it has seeds, brokers, faults, seconds, settings*"),
        ("seeds=0", "*seeds=0*at least 1*"),
        ("faults=('flood',)", "*there is no 'flood'; there are default, none, kill, *"),
        ("faults='poison'", "*there is no 'poison'; there are default, none, kill, *"),
        ("settings={'min.insync.replicas': 'two'}", "*settings: *min.insync.replicas*"),
        ("50", "*takes names only*"),
    ],
)
def test_a_wrong_mark_is_told(tests, mark, complaint):
    result = tests(
        f"""
        import pytest

        @pytest.mark.kafka_simulation({mark})
        async def test_it(kafka_simulation):
            pass
        """
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([complaint])


def test_it_needs_the_mark_and_an_async_test(tests):
    result = tests(
        """
        import pytest

        def test_without_a_mark(kafka_simulation):
            pass

        @pytest.mark.kafka_simulation
        def test_not_async(kafka_simulation):
            pass
        """
    )
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines(["*needs @pytest.mark.kafka_simulation*", "*write `async def test_not_async`*"])
