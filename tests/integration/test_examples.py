"""examples/: each program runs as it stands, and says what its reader is told to look for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"

SAID = {
    "hello.py": "acknowledged by all of them: partition 0, offset 0\nbird says 'hello, jackdaw'\n",
    "rebalance.py": r"first gets 0, 1, 2, 3\n(?:.*\n)+both .* have seen 20 jobs\n(?:.*\n)+first gets 0, 1, 2, 3\n",
    "exactly_once.py": "crashed with 5 orders in an open transaction\n100 invoices, 100 of them different\n",
    "without_a_loop.py": "Prague: 7 °C\nBrno: 11 °C\nPlzeň: 5 °C\n",
    "purgatory.py": r"parked under \[.*slow-0.*\], \d+ ms until it times out\nthe follower has it: .* offset 0",
    "test_broken_leader.py": "2 passed",
    "test_service_in_a_seed.py": "1 passed",
}
"""Program → what its output must match."""


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SAID)


@pytest.mark.parametrize("name", SAID)
def test_it_runs_as_it_stands(name, tmp_path):
    plugins = ["-p", "no:cacheprovider", "-p", "asyncio", "-p", "kavka.pytest_plugin", "--disable-plugin-autoload"]
    under_pytest = ["-m", "pytest", "-c", "/dev/null", "--rootdir", str(tmp_path), *plugins]
    command = [*(under_pytest if name.startswith("test_") else ["-W", "error"]), str(EXAMPLES / name)]
    result = subprocess.run(
        [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.search(SAID[name], result.stdout), result.stdout
