"""Code that asks the machine for the time or for chance gets the simulation's, and afterwards the machine's again."""

from __future__ import annotations

import asyncio
import datetime
import functools
import os
import pickle
import random
import secrets
import sys
import threading
import time
import types
import uuid
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from time import time as wall_time

import pytest

from kavka.simulation.host_clock import WALL_MS_AT_BEGIN, HostClock
from kavka.simulation.patched_time import BlockingCall, patched_time
from kavka.simulation.virtual_loop import VirtualLoop, running
from kavka.timer.clock import SystemClock

BEGIN = datetime.datetime.fromtimestamp(WALL_MS_AT_BEGIN / 1_000, datetime.UTC)
DAY = 86_400


class Bound:
    """Binds clocks when it is defined."""

    clock = time.monotonic

    def by_default(self, now=time.time, *, ticks=time.perf_counter_ns):
        return now(), ticks()

    @staticmethod
    def static(now=monotonic):
        return now()


def live(main, *, seed=1, clocks=None, names=("a",)):
    """Runs `main` on one host after the other; returns what each returned."""
    loop = VirtualLoop(random.Random(seed))

    async def whole():
        return [await loop.start(loop.host(name), main()) for name in names]

    with running(loop), patched_time(loop, seed=seed, clocks=clocks):
        return loop.run_until_complete(whole())


def after_a_day(read):
    """What `read` returns in a simulation of which a day has passed, less what it returned at the begin."""

    async def main():
        before = read()
        await asyncio.sleep(DAY)
        return read() - before

    return live(main)[0]


@pytest.mark.parametrize(
    "read",
    [
        lambda: time.time(),
        lambda: time.time_ns() / 1e9,
        lambda: time.monotonic(),
        lambda: time.monotonic_ns() / 1e9,
        lambda: time.perf_counter(),
        lambda: time.perf_counter_ns() / 1e9,
        lambda: time.clock_gettime(time.CLOCK_MONOTONIC),
        lambda: time.clock_gettime_ns(time.CLOCK_REALTIME) / 1e9,
        lambda: time.mktime(time.localtime()),
        lambda: time.mktime(time.strptime(time.ctime())),
        lambda: time.mktime(time.strptime(time.asctime())),
        lambda: int(time.strftime("%s")),
        lambda: monotonic(),
        lambda: wall_time(),
        lambda: Bound.clock(),
        lambda: Bound().clock(),
        lambda: Bound().by_default()[0],
        lambda: Bound().by_default()[1] / 1e9,
        lambda: Bound.static(),
        lambda: datetime.datetime.now().timestamp(),
        lambda: datetime.datetime.now(datetime.UTC).timestamp(),
        lambda: datetime.datetime.utcnow().timestamp(),
        lambda: datetime.datetime.today().timestamp(),
        lambda: datetime.date.today().toordinal() * DAY,
        lambda: uuid.uuid1().time / 1e7,
        lambda: SystemClock().monotonic_ms() / 1e3,
        lambda: SystemClock().now_ms() / 1e3,
    ],
)
def test_clocks_go_by_virtual_time(read):
    assert after_a_day(read) == pytest.approx(DAY, abs=1)


def test_wall_clocks_agree_on_the_begin():
    async def main():
        return datetime.datetime.now(datetime.UTC), time.time(), time.gmtime()[:6], datetime.datetime.utcnow()

    now, seconds, parts, utc = live(main)[0]
    assert now.replace(microsecond=0) == BEGIN
    assert int(seconds) == BEGIN.timestamp()
    assert parts == BEGIN.timetuple()[:6]
    assert utc.tzinfo is None
    assert utc.replace(microsecond=0) == BEGIN.replace(tzinfo=None)


def test_a_host_with_a_clock_of_its_own_goes_by_it():
    async def main():
        await asyncio.sleep(100)
        return time.time(), time.monotonic()

    loop = VirtualLoop(random.Random(1))
    clocks = {"fast": HostClock(loop, boot_ms=50_000, skew_ms=7_000, drift=0.5)}

    async def whole():
        return await asyncio.gather(*(loop.start(loop.host(name), main()) for name in ("fast", "true")))

    with running(loop), patched_time(loop, seed=1, clocks=clocks):
        fast, true = loop.run_until_complete(whole())
    assert true == pytest.approx((BEGIN.timestamp() + 100, 100), abs=0.001)
    assert fast == pytest.approx((BEGIN.timestamp() + 7 + 150, 50 + 150), abs=0.001)


class Stamp(datetime.datetime):
    """A subclass, as libraries have them."""


def test_datetimes_are_what_they_always_were():
    async def main():
        return datetime.datetime.now(), Stamp.now(), Stamp.utcnow(), pickle.dumps(datetime.datetime.now())

    now, stamp, utc_stamp, pickled = live(main)[0]
    assert type(now) is datetime.datetime
    assert type(stamp) is type(utc_stamp) is Stamp
    assert isinstance(pickle.loads(pickled), datetime.datetime)


async def draw():
    """Draws from all that has chance."""
    numbers = list(range(20))
    random.shuffle(numbers)
    return (
        numbers,
        random.random(),
        random.randint(1, 10**9),
        random.choice(range(10**9)),
        random.sample(range(10**9), 3),
        random.gauss(),
        random.Random().random(),
        random.SystemRandom().random(),
        os.urandom(8),
        uuid.uuid4(),
        uuid.uuid1(),
        secrets.token_hex(8),
        secrets.randbits(64),
        secrets.choice(range(10**9)),
    )


def test_chance_is_the_seeds_and_each_hosts_own():
    first, other_host = live(draw, names=("a", "b"))
    assert live(draw, names=("a", "b")) == [first, other_host]
    assert all(one != other for one, other in zip(first, other_host, strict=True))
    assert all(one != other for one, other in zip(first, live(draw, seed=2)[0], strict=True))


def test_seeding_module_random_decides_no_ids():
    async def main():
        random.seed(1)
        return random.random(), uuid.uuid4()

    (one, one_id), (other, other_id) = live(main, names=("a", "b"))
    assert one == other
    assert one_id != other_id


def test_the_programs_own_chance_is_untouched():
    random.seed(5)
    expected = random.random()
    random.seed(5)
    live(draw)
    assert random.random() == expected


def test_all_is_as_it_was_afterwards():
    functions = (time.time, monotonic, Bound.clock, Bound.static.__defaults__, Bound.by_default.__kwdefaults__)
    methods = dict(vars(datetime.datetime)), vars(random.Random)["seed"], random.random, os.urandom
    live(draw)
    assert (time.time, monotonic, Bound.clock, Bound.static.__defaults__, Bound.by_default.__kwdefaults__) == functions
    assert (dict(vars(datetime.datetime)), vars(random.Random)["seed"], random.random, os.urandom) == methods
    assert abs(datetime.datetime.now().timestamp() - time.time()) < 60
    assert datetime.datetime.now(datetime.UTC) > BEGIN + datetime.timedelta(days=365)


def test_it_ends_with_a_failure_too():
    async def main():
        raise LookupError

    with pytest.raises(LookupError):
        live(main)
    assert monotonic.__name__ == "monotonic"
    assert time.time() > BEGIN.timestamp() + DAY


def module_of(source):
    made = types.ModuleType("late_module")
    exec(source, vars(made))
    return made


def test_a_module_that_is_imported_meanwhile_has_real_clocks_afterwards(monkeypatch):
    async def main():
        late = module_of("from time import monotonic, time")
        monkeypatch.setitem(sys.modules, "late_module", late)
        return late.monotonic()

    assert live(main)[0] < 1
    late = sys.modules["late_module"]
    assert late.monotonic is monotonic

    async def again():
        return late.monotonic()

    assert live(again)[0] < 1


def test_what_kept_a_clock_of_a_simulation_finds_the_real_one_behind_it():
    kept = []

    async def main():
        kept.append(functools.partial(time.time))

    live(main)
    assert abs(kept[0]() - time.time()) < 60


def test_other_threads_have_real_time_meanwhile():
    loop = VirtualLoop(random.Random(1))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()  # it has its thread
        with running(loop), patched_time(loop, seed=1):
            real = pool.submit(lambda: (time.time(), datetime.datetime.now(datetime.UTC), time.sleep(0))).result()
            simulated = time.time()
    assert simulated == BEGIN.timestamp()
    assert real[0] > simulated + DAY
    assert real[1] > BEGIN + datetime.timedelta(days=1)


def test_two_threads_have_each_their_own_simulation():
    def simulate(name, seed):
        return live(draw, seed=seed, names=(name,))

    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(simulate, "a", seed) for seed in (1, 2)]
        found = [result.result() for result in results]
    assert found == [live(draw, seed=1), live(draw, seed=2)]


def test_a_thread_simulates_one_world_at_a_time():
    loop = VirtualLoop(random.Random(1))
    with (
        running(loop),
        patched_time(loop, seed=1),
        pytest.raises(RuntimeError, match="a simulation runs"),
        patched_time(loop, seed=2),
    ):
        pass
    assert time.time() > BEGIN.timestamp() + DAY


def test_sleep_is_refused():
    async def main():
        time.sleep(1)  # noqa: ASYNC251 - that is it

    with pytest.raises(BlockingCall, match=r"await asyncio\.sleep"):
        live(main)


def test_a_thread_is_refused():
    async def main():
        threading.Thread(target=int).start()

    before = threading.active_count()
    with pytest.raises(BlockingCall, match=r"asyncio\.to_thread"):
        live(main)
    assert threading.active_count() == before


def test_work_for_an_executor_is_done():
    async def main():
        return await asyncio.to_thread(lambda: time.time())

    assert live(main)[0] == pytest.approx(BEGIN.timestamp(), abs=0.001)
