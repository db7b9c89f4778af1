"""docs/tutorial: every console block runs as it stands. A file apart, since the tests of one file run one by one."""

from __future__ import annotations

import shutil

import pytest

from tests.support.pages.pages import pages_to_run, run_page

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("bash") is None, reason="pages are written for bash"),
]


@pytest.mark.parametrize("page", [page for page in pages_to_run() if "/tutorial/" in page])
def test_the_console_blocks_of_the_tutorial_run_as_printed(page, tmp_path):
    run_page(page, tmp_path)
