"""No request pays for what a start left out: its modules are loaded by then. In a process of its own, without any."""

from __future__ import annotations

import json
import subprocess
import sys

from kavka.doctor.gather_machine import PACKAGES

_FIRST_REQUESTS = """
import asyncio, json, sys

from kavka.local.cluster import LocalCluster
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.inter_broker_versions import DEFAULT_PROFILE
from kavka.protocol.codec import request_class
from kavka.protocol.header import encode_request_frame

NOT_OURS = 99  # the broker that is asked to be shut down


def ours():
    return {name for name in sys.modules if name.partition(".")[0] == "kavka"}


async def ask(broker, api, version):
    request = request_class(api)()
    if api is ApiKey.CONTROLLED_SHUTDOWN:
        request.broker_id = NOT_OURS
    if api is ApiKey.PRODUCE:
        request.acks = 1
    reader, writer = await asyncio.open_connection(broker.host, broker.port)
    for part in encode_request_frame(request, version=version, correlation_id=1, client_id="first"):
        writer.write(part)
    await reader.read(4)  # or the end of the stream: it is an odd request
    writer.close()


async def main():
    async with LocalCluster(1, in_loop=True) as cluster:
        [broker] = cluster.brokers
        at_start = ours()
        loading = [task for task in asyncio.all_tasks() if task.get_name() == "loading of modules"]
        await asyncio.wait(loading)
        await ask(broker, ApiKey.API_VERSIONS, 0)
        settled = ours()
        paid = {}
        for api, (_, version) in PROFILES[DEFAULT_PROFILE].items():
            before = ours()
            async with asyncio.timeout(30):
                await ask(broker, api, version)
            paid[api.name] = sorted(ours() - before)
        print(json.dumps({"loaded when idle": len(settled - at_start), "paid": paid}))


asyncio.run(main())
"""


def test_no_first_request_of_an_api_loads_a_module():
    ran = subprocess.run([sys.executable, "-c", _FIRST_REQUESTS], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["loaded when idle"] > 50
    assert len(found["paid"]) > 50
    assert {api: names for api, names in found["paid"].items() if names} == {}


_A_BROKERS_DAY = """
import asyncio, sys

from kavka import Consumer, Producer
from kavka.local.cluster import LocalCluster


async def main():
    async with LocalCluster(1, in_loop=True) as cluster:
        async with Producer(cluster.bootstrap) as producer, Consumer(cluster.bootstrap, group_id="g") as consumer:
            await producer.send_and_wait("t", b"a record")
            consumer.subscribe(["t"])
        await asyncio.wait([task for task in asyncio.all_tasks() if task.get_name() == "loading of modules"])
        print(*sys.modules)


asyncio.run(main())
"""


def test_a_broker_loads_of_other_peoples_packages_what_it_uses_and_no_more():
    ran = subprocess.run([sys.executable, "-c", _A_BROKERS_DAY], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert {*ran.stdout.split()} & {*PACKAGES, "construct"} == {"fastcrc", "kazoo"}
