"""Takes the pictures of docs/inside.md from a cluster that runs.

    python -m tests.support.http.console_pictures docs/images

Three brokers, topics with records of a shop, groups that read them; then one follower is held back and a record is
produced with acks=all, so that something waits. A reader who does the same sees the same, with other times and ids. It
needs Chromium with its driver.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any, Final

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer
from tests.support.http.admin_state import urls
from tests.support.http.browser import Browser, chromium
from tests.support.http.web import ask

WIDTH: Final = 1200
PNG_BYTES_MAX: Final = 150_000
ORDERS: Final = 600
CONFIG: Final = {"replica.lag.time.max.ms": "60000"}
"""Long enough for a request to wait while pictures are taken."""
GROUPS: Final = {"billing": ORDERS, "shipping": 380, "reports": 40}
NAMES: Final = ("Franz", "Milena", "Max", "Felice", "Ottla")


async def take(folder: Path) -> None:
    """Takes every picture."""
    async with LocalCluster(3, config=CONFIG) as cluster, chromium() as browser:
        await _fill(cluster.bootstrap)
        url = urls(cluster)[0]
        await browser.hide_scrollbars()
        await browser.resize(WIDTH, 780)
        await browser.open(f"{url}/console#/topics/orders/messages?contains=Milena&open={await _one(url)}")
        await browser.until_text(".record pre", "Milena")
        await browser.until_text("main [role=status]", "match")
        await _save(browser, folder, "console-messages")
        await browser.resize(WIDTH, 420)
        await browser.open(f"{url}/console#/groups?by=lag")
        await browser.until_text("td.topics", "orders")
        await _save(browser, folder, "console-groups")
        await browser.resize(WIDTH, 640)
        await browser.open(f"{url}/console#/topics/payments")
        await browser.click(".hold", "Hold back")
        await browser.until_text(".hold", "Let go")
        await browser.type(".writer [name=value]", "paid: 42")
        await browser.click(".writer button", "Produce")
        await browser.until_text(".waits .wait", "until the high watermark is")
        await browser.until("return document.querySelector('.missing').getBoundingClientRect().width > 12")  # it grows
        await _save(browser, folder, "console-partitions")
        await browser.resize(WIDTH, 700)
        await browser.open(f"{url}/console#/waiting")
        await browser.until_text(".operation .why", "until the high watermark")
        await browser.until_text(".chip .count", "1")
        await _save(browser, folder, "console-purgatory")


async def _fill(bootstrap: str) -> None:
    """Creates topics, writes records, and lets groups read some of them."""
    rng = random.Random(1883)
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic("orders", 6, 3), NewTopic("payments", 1, 3)])
    async with Producer(bootstrap) as producer:
        for number in range(ORDERS):
            key, value = str(rng.randrange(100)), json.dumps(_order(rng, number))
            await producer.send("orders", value.encode(), key=key.encode(), headers=[("source", b"web")])
        for number in range(9):
            await producer.send("payments", b"paid: %d" % number)
    for group, wanted in GROUPS.items():
        async with Consumer(bootstrap, group_id=group, offset_reset="earliest", auto_commit=False) as consumer:
            consumer.subscribe("orders")
            read = 0
            while read < wanted:
                read += sum(map(len, (await consumer.poll(records_max=wanted - read)).values()))
            await consumer.commit()


def _order(rng: random.Random, number: int) -> dict[str, Any]:
    return {
        "id": 9007199254740993 + number,
        "customer": {"name": rng.choice(NAMES), "city": "Praha"},
        "items": [{"sku": f"A-{rng.randrange(99)}", "count": rng.randrange(1, 5)}],
        "total": round(rng.random() * 100, 2),
        "paid": rng.random() < 0.5,
    }


async def _one(url: str) -> str:
    """Finds a record to open."""
    found = (await ask(f"{url}/messages?topic=orders&partition=all&contains=Milena&limit=1")).json()["records"][0]
    return f"{found['partition']}:{found['offset']}"


async def _save(browser: Browser, folder: Path, name: str) -> None:
    await browser.until("return document.getElementById('via').innerText !== ''")
    picture = await browser.picture()
    assert len(picture) < PNG_BYTES_MAX, f"{name} has {len(picture)} bytes"
    (folder / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1])))
