"""No first request of an everyday API loads a module; one of another loads what its API names, one by one, and no more.

In processes of their own, without any.
"""

from __future__ import annotations

import json
import subprocess
import sys

from kavka.broker.requests.api_modules import EVERYDAY
from kavka.broker.requests.served_apis import HANDLERS
from kavka.doctor.gather_machine import PACKAGES

_FIRST_REQUESTS = """
import asyncio, json, sys

from kavka.local.cluster import LocalCluster
from kavka.broker.requests.api_modules import EVERYDAY, modules_of
from kavka.broker.requests.served_apis import HANDLERS
from kavka.protocol.api_keys import ApiKey
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
        paid = {"everyday": {}, "others": {}}
        for api in HANDLERS:
            before = ours()
            async with asyncio.timeout(30):
                await ask(broker, api, request_class(api).MAX_VERSION)
            named = set() if api in EVERYDAY else set(modules_of({api}))
            paid["everyday" if api in EVERYDAY else "others"][api.name] = [
                sorted(ours() - before & named), sorted(ours() - before - named)
            ]
        print(json.dumps({"loaded when idle": len(settled - at_start), **paid}))


asyncio.run(main())
"""


def test_first_requests_load_no_module_that_their_api_does_not_name():
    ran = subprocess.run([sys.executable, "-c", _FIRST_REQUESTS], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["loaded when idle"] > 30
    assert (len(found["everyday"]), len(found["others"])) > (15, 50)
    assert {api: loaded for api, loaded in found["everyday"].items() if loaded != [[], []]} == {}
    assert {api: beyond for api, (_, beyond) in found["others"].items() if beyond} == {}
    assert all(named for named, _ in found["others"].values())  # nobody has asked for it before, so it costs no memory


_ALL_LOADED = """
import importlib, json, os, sys

import kavka.broker.app  # what a broker has when it starts
from kavka.broker.requests.api_modules import EVERYDAY, everyday_modules, modules_of
from kavka.broker.requests.served_apis import HANDLERS


def ours():
    return {name for name in sys.modules if name.partition(".")[0] == "kavka"}


def brought_along(api):
    found = {}
    for name in modules_of({api}):
        before = ours()
        importlib.import_module(name)
        if more := sorted(ours() - before - {name}):
            found[name] = more
    return found


for name in everyday_modules(HANDLERS):
    importlib.import_module(name)
for api in HANDLERS:
    if api in EVERYDAY:
        continue
    if os.fork() == 0:
        print(json.dumps([api.name, brought_along(api)]), flush=True)
        os._exit(0)
    os.wait()
"""


def test_no_module_of_an_api_brings_another_along():
    ran = subprocess.run([sys.executable, "-c", _ALL_LOADED], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    found = dict(map(json.loads, ran.stdout.splitlines()))
    assert len(found) == len(HANDLERS) - len(EVERYDAY)
    assert {api: modules for api, modules in found.items() if modules} == {}


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
