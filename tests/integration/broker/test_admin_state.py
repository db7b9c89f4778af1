"""What the admin endpoint shows of a running cluster: state, events, and waiting for both."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from kavka import Admin, LocalCluster, NewTopic, Producer
from tests.support.http.admin_state import DEADLINE_S, Stream, state, urls
from tests.support.http.web import ask


@pytest.mark.slow
async def test_an_isr_shrinks_and_the_produce_that_waited_for_it_completes_before_our_eyes():
    config = {"replica.lag.time.max.ms": "1500", "default.replication.factor": "2"}
    async with LocalCluster(2, config=config) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            shown = [await state(url, "controller") for url in urls(cluster)]
            leader = (
                0 if shown[0]["is_active"] else 1
            )  # who dies is not the controller: its election would take a session
            follower = 1 - leader
            await admin.create_topics([NewTopic(name="t", assignments={0: [leader, follower]})])
        url = urls(cluster)[leader]
        assert (await ask(f"{url}/wait?for=isr&topic=t&size=2&timeout_ms=60000")).status == 200
        async with Stream(f"{url}/events?kinds=isr,leadership") as events:
            os.kill(cluster.brokers[follower].pid, signal.SIGSTOP)
            async with Producer(cluster.bootstrap.split(",")[leader], acks="all") as producer:
                sent = await producer.send("t", b"waits")
                async with asyncio.timeout(DEADLINE_S):
                    while not (waiting := (await state(url, "purgatories"))[0]["operations"]):
                        pass
                assert waiting[0]["keys"] == ["t-0"]
                assert waiting[0]["partitions"][0]["waits_for_high_watermark"] == 1
                assert waiting[0]["waited_ms"] + waiting[0]["left_ms"] == waiting[0]["timeout_ms"]
                timers = await state(url, "timers")
                assert sum(map(sum, timers[0]["levels"])) == 1
                shrunk = await events.until("isr", lambda what: what["partition"] == "t-0")
                assert (shrunk["before"], shrunk["isr"]) == ([leader, follower], [leader])
                await sent
        here = (await state(url, "topics/t"))["partition_states"][0]["here"]
        os.kill(cluster.brokers[follower].pid, signal.SIGCONT)  # from here on it may come back into the ISR
        assert (here["high_watermark"], here["log_end_offset"], here["isr"]) == (1, 1, [leader])


async def test_topics_come_in_pages_and_one_by_one():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=f"t{number}", num_partitions=2) for number in range(5)])
        page = await state(url, "topics?offset=1&limit=2&match=t")
        assert page["count"] == 5
        assert [topic["name"] for topic in page["topics"]] == ["t1", "t2"]
        assert page["topics"][0]["partitions"] == 2
        whole = await state(url, "topics/t3")
        assert [one["here"]["is_leader"] for one in whole["partition_states"]] == [True, True]
        for path in ("topics/nobody", "nothing", "topics?match=(", "topics?limit=-1"):
            assert (await ask(f"{url}/state/{path}")).status in (400, 404)


async def test_the_controller_shows_its_cluster_and_what_it_did():
    async with LocalCluster(2, in_loop=True) as cluster:
        async with asyncio.timeout(30):
            while True:  # brokers are ready before the controller is through with its last event
                shown = [await state(url, "controller") for url in urls(cluster)]
                [active] = [one for one in shown if one["is_active"]]
                if "Startup" in {event["what"].get("event") for event in active["recent"]}:
                    break
                await asyncio.sleep(0.02)
        assert [broker["id"] for broker in active["brokers"]] == [0, 1]
        everything = (await ask(f"{urls(cluster)[0]}/state")).json()
        inside = {"broker", "brokers", "topics", "controller", "purgatories", "timers"}
        assert set(everything) == inside | {"groups", "share_partitions", "transactions", "connections", "clients"}
        assert everything["broker"]["is_ready"]


async def test_waiting_ends_when_it_is_true_and_when_the_time_is_up():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        late = await ask(f"{url}/wait?for=topic&topic=t&timeout_ms=50")
        assert (late.status, late.json()["is_met"]) == (408, False)
        waiting = asyncio.ensure_future(ask(f"{url}/wait?for=topic&topic=t&timeout_ms=60000"))
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1)])
            assert (await waiting).json()["found"] == {"leaders": {"0": 0}}
            assert (await ask(f"{url}/wait?for=leader&topic=t&partition=0&broker=0")).status == 200
            assert (await ask(f"{url}/wait?for=brokers&count=1")).status == 200
            await admin.delete_topics(["t"])
            assert (await ask(f"{url}/wait?for=no-topic&topic=t&timeout_ms=60000")).status == 200
        for query in ("", "for=rain", "for=isr&topic=t", "for=leader"):
            assert (await ask(f"{url}/wait?{query}")).status == 400
