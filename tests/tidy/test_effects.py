"""A broker reaches its outside by its world alone: the rule over the tree, and the rule itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tidy import effects, rules

SOURCES = rules.sources(Path(__file__).resolve().parents[2])


def test_nothing_of_a_broker_reaches_around_its_world():
    complaints = [complaint for path, text in SOURCES.items() for complaint in effects.effects(path, text)]
    assert not complaints, "\n".join(complaints)


def test_no_exception_is_needless():
    complaints = list(effects.needless(SOURCES))
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    "line",
    [
        "import time",
        "import os, socket",
        "from pathlib import Path",
        "from concurrent.futures import ThreadPoolExecutor",
        "import asyncio.subprocess",
        "from os import urandom",
        "from os.path import exists",
        "clock = SystemClock()",
        "os.urandom(3)",
        "key = os.environ['KEY']",
        "found = os.path.isfile(path)",
        "open(path)",
        "random.choice(names)",
        "rng = random.Random()",
        "name = uuid.uuid4()",
        "await asyncio.to_thread(work)",
        "await loop.create_server(accept, sock=bound)",
        "await asyncio.get_running_loop().run_in_executor(None, work)",
    ],
)
def test_an_effect_is_found(line):
    planted = f"async def f():\n    {line}\n"
    assert list(effects.effects("broker/x.py", planted))
    assert list(effects.effects("controller/x.py", planted))
    assert not list(effects.effects("kavka/cli/x.py", planted)), "other programs have no world"


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import os.path",
        "import random",
        "path = os.path.join(directory, name)",
        "rng = random.Random(seed)",
        "fd = filesystem.open(path)",
        "stat = await zk.exists(path)",
        "name = uuid.UUID(int=bits, version=4)",
        "now_ms = clock.now_ms()",
    ],
)
def test_what_computes_or_asks_a_port_is_none(line):
    assert not list(effects.effects("broker/x.py", f"async def f():\n    {line}\n"))


def test_an_exception_that_nobody_needs_is_found():
    sources = dict.fromkeys((*effects.ADAPTERS, *effects.OTHERS), "import time\n")
    assert not list(effects.needless(sources))
    assert list(effects.needless(sources | {"broker/machine.py": "x = 1\n"}))
    sources.pop("broker/machine.py")
    assert list(effects.needless(sources))
