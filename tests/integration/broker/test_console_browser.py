"""The console in a browser: what a person sees who has never seen Kafka's inside."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal

import pytest
from aiokafka import AIOKafkaConsumer

from kavka import Admin, ConfigResource, LocalCluster, NewTopic, Producer, ShareConsumer
from kavka.client.configs import Changes
from kavka.console import search
from kavka.local.secrets import console_url
from tests.support.http.admin_state import state, urls
from tests.support.http.browser import chromium
from tests.support.http.web import ask

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

FORMS = "return document.querySelectorAll(arguments[0]).length"
MARKUP = "<img src=x onerror=alert(1)>"
VIEWS = (
    ("", ".broker .state", "ready"),
    ("topics", "table a", "orders"),
    ("topics/orders", ".partition .isr", "ISR {0}"),
    ("topics/orders/messages", "td.value", MARKUP),
    ("topics/orders/replicas", "main [role=status]", "nothing moves"),
    ("topics/orders/producers", "main [role=status]", "partition 0"),
    ("topics/orders/settings", "table th", "cleanup.policy"),
    ("topics/orders/manage", ".card h2", "Delete this topic"),
    ("brokers/0/settings", "table th", "log.retention.ms"),
    ("brokers/0/connections", "main .lead", "to this broker"),
    ("brokers/all", ".empty", "Nothing is set"),
    ("transactions", "main .lead", "transactional id"),
    ("security/acls", "main .lead", "No broker has an authorizer"),
    ("security/users", "main .lead", "log in by SCRAM"),
    ("security/quotas", "main .lead", "Nobody has a quota"),
    ("groups", "main .lead", "group"),
    ("controller", ".event .what", "TopicChange"),
    ("waiting/0/Fetch", ".figures dd", "0"),
)


@contextlib.contextmanager
def stopped(cluster, broker):
    """Stops a broker's process for as long as it lasts."""
    os.kill(cluster.brokers[broker].pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(cluster.brokers[broker].pid, signal.SIGCONT)


async def test_a_produce_waits_in_the_purgatory_a_follower_stops_the_isr_shrinks_and_the_request_completes():
    """Issue 8: done when all of that can be watched in the console."""
    config = {"replica.lag.time.max.ms": "5000", "default.replication.factor": "2"}
    async with LocalCluster(2, config=config) as cluster, chromium() as browser:
        shown = [await state(url, "controller") for url in urls(cluster)]
        leader = 0 if shown[0]["is_active"] else 1  # who stops is not the controller: its election takes a session
        follower = 1 - leader
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [leader, follower]})])
        url = urls(cluster)[leader]
        assert (await ask(f"{url}/wait?for=isr&topic=t&size=2&timeout_ms=60000")).status == 200
        await browser.open(f"{url}/console#/topics/t")
        await browser.until_text(".replica .role", "in sync")
        os.kill(cluster.brokers[follower].pid, signal.SIGSTOP)
        try:
            await browser.type(".writer [name=value]", "waits for a follower")
            await browser.click(".writer button", "Produce")
            await browser.until_text(".waits .wait", "t-0 until the high watermark is 1")
            assert "waits" in await browser.text(".sent .going")
            pending = f".replica[data-broker='{leader}'] .pending"
            await browser.until(f'return document.querySelector("{pending}").getBoundingClientRect().width > 0')
            await browser.until("return document.querySelector('.isr').dataset.isr === arguments[0]", str(leader))
            await browser.until_text(f".replica[data-broker='{follower}'] .role", "out of sync")
            await browser.until_text(".sent .done", "acknowledged: partition 0, offset 0")
        finally:
            os.kill(cluster.brokers[follower].pid, signal.SIGCONT)
        await browser.until("return document.querySelector('.isr').dataset.isr.length === 3")
        assert await browser.complaints() == []


async def test_behind_logins_the_printed_address_opens_the_console_and_leaves_no_token_in_it(tmp_path):
    config = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}
    async with LocalCluster(2, in_loop=True, data_dir=tmp_path, config=config) as cluster, chromium() as browser:
        for broker in (0, 1):  # one of them asks the other for the controller's events
            url = urls(cluster)[broker]
            await browser.open(console_url(url, cluster.admin_token))
            await browser.until_text(".broker .state", "ready")
            assert await browser.run("return location.href") == f"{url}/console#/"
            async with Admin(cluster.bootstrap) as admin:
                await admin.create_topics([NewTopic(name=f"made-{broker}", num_partitions=1)])
            await browser.until_text(".event", f"made-{broker}-0")
            await browser.click("#nav a", "Topics")
            await browser.until_text("table a", f"made-{broker}")
        assert await browser.complaints() == []


async def test_a_follower_is_held_back_and_let_go_in_the_page_alone():
    config = {"replica.lag.time.max.ms": "3000"}
    async with LocalCluster(2, in_loop=True, config=config) as cluster, chromium() as browser:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [1, 0]})])
        await browser.open(f"{urls(cluster)[0]}/console#/topics/t")  # the page comes from one broker, another leads
        await browser.click(".hold", "Hold back")
        await browser.until_text(".hold", "Let go")
        await browser.type(".writer [name=value]", "waits for a follower")
        await browser.click(".writer button", "Produce")
        await browser.open(f"{urls(cluster)[0]}/console#/waiting")  # it waits at the other broker, and is found there
        await browser.until_text(".wheelcard h2", "Timing wheel of Produce, broker 1")
        await browser.until_text(".operation .why", "until the high watermark of t-0 is 1: it is 0")
        await browser.until("return document.querySelector('.bucket[data-held=one]') !== null")
        await browser.open(f"{urls(cluster)[0]}/console#/topics/t")
        await browser.until("return document.querySelector('.isr')?.dataset.isr === '1'")
        await browser.click(".hold", "Let go")
        await browser.until("return document.querySelector('.isr').dataset.isr === '1,0'")


async def test_every_view_shows_what_there_is_as_text_and_fits_its_window():
    async with LocalCluster(1, in_loop=True) as cluster, chromium() as browser:
        [url] = urls(cluster)
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="orders", num_partitions=3)])
        async with Producer(cluster.bootstrap) as producer:
            await producer.send("orders", MARKUP.encode(), key=b"k" * 300, partition=1)
        for width, height in ((1280, 800), (360, 740)):
            await browser.resize(width, height)
            for view, selector, wanted in VIEWS:
                await browser.open(f"{url}/console#/{view}")
                await browser.until_text(selector, wanted)
                spill = await browser.run("return document.documentElement.scrollWidth - innerWidth")
                assert spill <= 0, f"#/{view} is {spill} px too wide for a window of {width}"
                assert await browser.run(FORMS, "main h1") == 1
                unlabelled = """return [...document.querySelectorAll("main input, main select, main textarea")]
                    .filter(e => !e.labels.length && !e.ariaLabel).map(e => e.outerHTML)"""
                assert await browser.run(unlabelled) == []
        assert await browser.run(FORMS, "main img") == 0
        assert await browser.complaints() == []


async def test_who_is_silent_is_named_and_the_page_goes_on_at_another_broker_when_its_own_is():
    config = {"zookeeper.session.timeout.ms": "60000"}  # who is stopped stays registered: ZooKeeper knows nothing
    async with LocalCluster(3, config=config) as cluster, chromium() as browser:
        first, _, third = urls(cluster)
        await browser.open(f"{first}/console#/")
        await browser.until_text("main .lead", "3 brokers alive")
        await browser.until_text("#via", "by broker 0")
        with stopped(cluster, 1):
            await browser.until_text("main .lead", "2 of 3 brokers alive, broker 1 does not answer")
            assert "UTC" in await browser.text(".broker[data-state=bad] .as-of")
            assert await browser.text("#pulse-text") == "live"
            with stopped(cluster, 0):
                await browser.until("return location.origin === arguments[0]", third)  # the one that answers
                await browser.until_text("#toasts", "Broker 0 ")
                await browser.until_text("main .lead", "1 of 3 brokers alive, brokers 0, 1 do not answer")
                assert await browser.run("return location.search") == ""
        await browser.until_text("main .lead", "3 brokers alive")
        os.kill(cluster.brokers[1].pid, signal.SIGKILL)
        await browser.until_text("main .lead", "2 of 3 brokers alive, broker 1 left the cluster")
        await browser.open(f"{first}/console#/topics")
        await browser.until_text("#via", "by broker 0")
        os.kill(cluster.brokers[0].pid, signal.SIGKILL)
        await browser.until("return location.hash === '#/topics' && location.origin === arguments[0]", third)


async def test_a_page_with_a_token_stays_says_that_it_is_old_and_names_the_others(tmp_path):
    config = {
        "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
        "super.users": "User:ANONYMOUS",
        "zookeeper.session.timeout.ms": "60000",
    }
    async with LocalCluster(2, data_dir=tmp_path, config=config) as cluster, chromium() as browser:
        first, second = urls(cluster)
        await browser.open(console_url(first, cluster.admin_token))
        await browser.until_text("main .lead", "2 brokers alive")
        await browser.until_text("#via", "by broker 0")
        with stopped(cluster, 0):
            await browser.until_text("#pulse-text", "no answer")
            assert "has not answered since" in await browser.text("#stale")
            await browser.until_text("main .lead", "1 of 2 brokers alive, broker 0 does not answer")
            assert await browser.run("return document.querySelector('#stale a').href") == f"{second}/console#/"
        await browser.until_text("#pulse-text", "live")
        await browser.until_text("main .lead", "2 brokers alive")
        await browser.until("return document.getElementById('stale').hidden")


async def test_contains_searches_the_whole_log_and_can_be_stopped_and_gone_on_with(monkeypatch):
    monkeypatch.setattr(search, "SCANNED_MAX", 1_000)
    async with LocalCluster(1, in_loop=True) as cluster, chromium() as browser:
        [url] = urls(cluster)
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=2)])
        async with Producer(cluster.bootstrap) as producer:
            await producer.send("t", b"the needle", partition=0)
            for number in range(7_999):
                await producer.send("t", b"hay %d" % number, partition=number % 2)
            await producer.flush()
        slow = {"api": "FETCH", "action": "delay", "delay_ms": 700, "client_id": "kavka-console"}
        assert (await ask(f"{url}/faults", method="POST", body=[slow])).status == 201
        await browser.open(f"{url}/console#/topics/t/messages?contains=needle")
        await browser.until("return document.querySelector('progress')?.value > 0")
        await browser.click("button", "Stop")
        await browser.until_text("main [role=status]", "stopped: 0 found")
        assert (await ask(f"{url}/faults", method="DELETE")).status == 200
        await browser.click("button", "search on")
        await browser.until_text("td.value", "the needle")
        await browser.until_text("main [role=status]", "1 of the newest 8,000 records of all 2 partitions match")
        assert await browser.complaints() == []


async def test_messages_stand_in_the_address_open_whole_and_come_live():
    async with LocalCluster(1, in_loop=True) as cluster, chromium() as browser:
        [url] = urls(cluster)
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=3)])
        async with Producer(cluster.bootstrap) as producer:
            value = b'{"id":9007199254740993,"who":{"name":"Milena"}}'
            await producer.send_and_wait("t", value, key=b"k", partition=2, headers=[("trace", b"abc")])
            await producer.send_and_wait("t", b"\x00\xff", partition=0)
            await browser.open(f"{url}/console#/topics/t/messages")
            await browser.until_text("main [role=status]", "2 records of all 3 partitions, the newest first")
            await browser.type("[name=field]", "who.name")
            await browser.type("[name=is]", "Milena")
            await browser.click("button", "Read")
            await browser.until("return document.querySelectorAll('td.value').length === 1")
            await browser.click("td.value", "Milena")
            await browser.until_text(".record pre", '"id": 9007199254740993,\n')  # not rounded
            assert "trace" in await browser.text(".record .headers")
            await browser.click(".record .chip", "hex")
            address = await browser.run("return location.href")
            assert address.endswith("?partition=all&from=latest&field=who.name&is=Milena&open=2:0")
            await browser.open(address)  # as somebody else would, whom it was sent to
            await browser.until_text(".record pre", "Milena")
            await browser.until("return document.querySelectorAll('td.value').length === 1")
            await browser.open(f"{url}/console#/topics/t/messages?live=1")
            await browser.until_text("main [role=status]", "live: 0 came since")
            await producer.send_and_wait("t", b"news", partition=1)
            await browser.until_text("tbody tr:first-child td.value", "news")
            await browser.until_text("main [role=status]", "live: 1 came since")
        assert await browser.complaints() == []


async def test_an_address_that_leads_nowhere_says_so():
    async with LocalCluster(1, in_loop=True) as cluster, chromium() as browser:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1)])
        for address in ("topicz", "groups/a/b/c", "controller/7", "%E0%A4%A", "topics/t/nonsense"):
            await browser.open(f"{urls(cluster)[0]}/console#/{address}")
            await browser.until_text("main h1", "There is no such page")
            assert await browser.run("return document.title") == "Not found · kavka"
        await browser.click("main a", "Topics")
        await browser.until_text("main h1", "Topics")
        assert await browser.complaints() == []


async def test_forms_make_a_topic_write_read_and_move_a_group():
    async with LocalCluster(1, in_loop=True) as cluster, chromium() as browser:
        [url] = urls(cluster)
        await browser.open(f"{url}/console#/topics")
        await browser.click("button", "New topic")
        await browser.type("dialog [name=name]", "made-here")
        await browser.type("dialog [name=partitions]", "1")
        await browser.click("dialog button", "Create")
        for number in range(3):
            await browser.type(".writer [name=value]", f"record {number}")
            await browser.click(".writer button", "Produce")
            await browser.until_text(".sent .done", f"offset {number}")
        await browser.open(f"{url}/console#/topics/made-here/messages")
        await browser.until_text("td.value", "record 2")
        await browser.type("[name=contains]", "record 1")
        await browser.click("button", "Read")
        await browser.until("return document.querySelectorAll('td.value').length === 1")
        consumer = AIOKafkaConsumer(
            "made-here", bootstrap_servers=cluster.bootstrap, group_id="g", auto_offset_reset="earliest"
        )
        await consumer.start()
        for _ in range(3):
            await asyncio.wait_for(consumer.getone(), 60)
        await consumer.commit()
        await consumer.stop()
        await browser.open(f"{url}/console#/groups")
        await browser.until_text("td.topics", "made-here")
        await browser.click("table a", "g")
        await browser.until_text(".lead", "0 records behind")
        await browser.click("button", "Show what would be")
        await browser.until_text("[role=status]", "So it would be.")
        await browser.click("button", "Move")
        await browser.until_text(".lead", "3 records behind")
        await browser.open(f"{url}/console#/groups/g")
        await browser.type("[name=confirm]", "g")
        await browser.click("button", "Delete")
        await browser.until_text("main .empty", "No consumer group has committed anything")
        await browser.open(f"{url}/console#/topics/made-here/settings")
        await browser.type("[aria-label='retention.ms']", "60000")
        await browser.click("button", "Save")
        await browser.until_text("tr.own th", "retention.ms")
        await browser.until_text("tr.own .unit", "1 min")
        await browser.open(f"{url}/console#/topics/made-here/manage")
        await browser.click("button", "Add")
        await browser.until_text(".field small", "Now 2.")
        await browser.click("button", "Show what would go")
        await browser.until_text(".card td", "3")
        await browser.click("button", "Delete them")
        await browser.until_text(".card p", "They are gone.")
        await browser.type("[name=confirm]", "made-here")
        await browser.click("button", "Delete")
        await browser.until_text("main .empty", "There is no topic yet")
        assert await browser.complaints() == []


async def test_replicas_move_by_a_plan_that_is_seen_first():
    async with LocalCluster(2, in_loop=True) as cluster, chromium() as browser:
        url = urls(cluster)[0]
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [0], 1: [0]})])
        await browser.open(f"{url}/console#/topics/t/replicas")
        await browser.until_text("main [role=status]", "nothing moves")
        await browser.run("document.querySelector('[name=broker-0]').click()")
        await browser.click("button", "Make a plan")
        await browser.until("return document.querySelector('td input[name=\"1\"]')?.value === '1'")
        await browser.click("button", "Begin")
        await browser.until(
            "return [...document.querySelectorAll('tr')].filter(r => r.children[2].innerText === '1').length === 2"
        )
        assert await browser.complaints() == []


async def test_acls_users_quotas_and_transactions_are_managed(tmp_path):
    config = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=config) as cluster, chromium() as browser:
        [url] = urls(cluster)
        await browser.open(console_url(url, cluster.admin_token))
        await browser.click("#nav a", "Security")
        await browser.type("[name=principal]", "User:alice")
        await browser.type("[name=name]", "orders")
        await browser.click("button", "Add")
        await browser.until_text("table th", "User:alice")
        await browser.click(".tabs a", "Users")
        await browser.type("[name=name]", "alice")
        await browser.type("[name=password]", "secret")
        await browser.click("button", "Set")
        await browser.until_text("table td", "SCRAM-SHA-512, 4,096 iterations")
        await browser.click(".tabs a", "Quotas")
        await browser.type("[name=user]", "*")
        await browser.type("[name=value]", "1000000")
        await browser.click("button", "Set")
        await browser.until_text("table th", "every other user")
        await browser.until_text("table td", "1.0 MB/s written")
        await browser.click("table button", "Take away")
        await browser.until_text("main .empty", "There is none yet")
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1)])
        async with Producer(cluster.bootstrap, transactional_id="pay/1") as producer:
            await producer.init_transactions()
            producer.begin_transaction()
            await producer.send_and_wait("t", b"open")
            await browser.click("#nav a", "Transactions")
            await browser.click("table button", "pay/1")
            await browser.until_text("aside dd", "open")
            await browser.click("button", "Abort it")
            await browser.until_text("aside dd", "nothing begun yet")  # by its producer, which is another one now
        assert await browser.complaints() == []


async def test_events_are_told_in_words():
    async with LocalCluster(1, in_loop=True) as cluster, chromium() as browser:
        await browser.open(f"{urls(cluster)[0]}/console#/controller")
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="orders", num_partitions=2)])
        await browser.until_text(".event .what", "orders is to be created")
        await browser.until_text(".event .what", "broker 0 knows whom it leads and follows: orders-0, orders-1")
        shown = await browser.text(".events")
        assert not re.search(r"TopicPartition\(|NewTopic\(|mappingproxy|: error 0\b", shown), shown


async def test_a_share_groups_page_shows_what_is_in_flight():
    config = {
        "group.share.heartbeat.interval.ms": "50",
        "group.share.min.heartbeat.interval.ms": "50",
        "group.share.max.record.lock.duration.ms": "3600000",
        "group.share.record.lock.duration.ms": "3600000",
    }
    async with LocalCluster(1, in_loop=True, config=config) as cluster, chromium() as browser:
        url = urls(cluster)[0]
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="jobs", num_partitions=1)])
            earliest = Changes(set={"share.auto.offset.reset": "earliest"})
            await admin.alter_configs(ConfigResource.group("workers"), earliest)
        async with Producer(cluster.bootstrap) as producer:
            await producer.send_and_wait("jobs", b"one")
        async with ShareConsumer(cluster.bootstrap, group_id="workers") as consumer:
            consumer.subscribe("jobs")
            while not await consumer.poll():
                pass
            await browser.open(f"{url}/console#/groups")
            await browser.until_text("td .under", "share")
            await browser.click("table a", "workers")
            await browser.until_text("main .lead", "a share group")
            acquired = "document.querySelectorAll('section')[1].querySelector('tbody tr')?.children[3].innerText"
            await browser.until(f"return {acquired} === '1'")
            look = "document.querySelector('aside form [type=submit]')"
            assert await browser.run(f"return {look}.disabled"), "its members would go on from where they are"
        await browser.until_text("main .empty", "Nobody is in the group now.")
        await browser.until_text(".lead", "0 records left")
        await browser.until(f"return !{look}.disabled")
        await browser.click("button", "Show what would be")
        await browser.until_text("[role=status]", "So it would be.")
        await browser.click("button", "Move")
        await browser.until_text("main .lead", "1 record left")
        await browser.click("aside button", "Forget")
        await browser.until("return document.querySelectorAll('section')[1].querySelectorAll('tbody tr').length === 0")
        assert await browser.complaints() == []
