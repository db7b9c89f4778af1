"""A broker as a process, whose event loop can be made to hang: `python -m … PROPERTIES_AS_JSON FLAG`.

SIGUSR1 has a plain blocking call run on its loop, as an endless computation would be; it returns when the file FLAG is
there. Everything else is the broker that `python -m kavka.broker` runs.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

import uvloop

from kavka.broker.config.broker_config import BrokerConfig
from tests.support.broker.whole_broker import machine_broker

HANGS_SECONDS_MAX = 120


def hang(flag: Path) -> None:
    sys.stdout.write("hangs\n")
    sys.stdout.flush()
    for _ in range(HANGS_SECONDS_MAX * 100):
        if flag.exists():
            break
        time.sleep(0.01)
    sys.stdout.write("goes on\n")
    sys.stdout.flush()


async def serve(values: dict[str, str], flag: Path) -> None:
    broker = machine_broker(BrokerConfig.from_properties(values))
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, broker.stop)
    loop.add_signal_handler(signal.SIGUSR1, hang, flag)

    def on_ready(ready: Any) -> None:
        sys.stdout.write(f"{ready.port}\n")
        sys.stdout.flush()

    await broker.run(on_ready)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(json.loads(sys.argv[1]), Path(sys.argv[2])))
