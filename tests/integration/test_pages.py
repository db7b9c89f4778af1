"""README.md and docs/: every console block runs as it stands, and prints what the page shows. Not the tutorial's."""

from __future__ import annotations

import shutil

import pytest

from tests.support.pages.pages import pages_to_run, run_page

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("bash") is None, reason="pages are written for bash"),
]


@pytest.mark.parametrize("page", [page for page in pages_to_run() if "/tutorial/" not in page])
def test_the_console_blocks_of_a_page_run_as_printed(page, tmp_path):
    run_page(page, tmp_path)
