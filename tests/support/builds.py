"""Which build the tests run on: plain Python, or the data plane that `make test-compiled` has built."""

from __future__ import annotations

import os
from typing import Final

import pytest

IS_COMPILED: Final = os.environ.get("KAVKA_EXPECT_COMPILED") == "1"

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="`make test-compiled` runs it")

plain_only = pytest.mark.skipif(IS_COMPILED, reason="changes a constant, or hands over a class, that C has built in")
"""For tests that look inside: mypyc compiles a module's constants into it, and checks each argument's class."""
