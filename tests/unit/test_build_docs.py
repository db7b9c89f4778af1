"""Links of pages lead to the same place on the site as in the tree; the menu has all pages of a folder."""

from __future__ import annotations

import pytest

from kavka import build_docs

SOURCES = "https://example.org/kavka/blob/v1"


@pytest.mark.parametrize(
    ("page", "in_tree", "on_site"),
    [
        ("index.md", "[a](docs/tls.md#stores)", "[a](tls.md#stores)"),
        ("index.md", "[a](docs/decisions/README.md)", "[a](decisions/README.md)"),
        ("index.md", "[a](docs/decisions/)", "[a](decisions/README.md)"),
        ("index.md", "[a](ARCHITECTURE.md)", "[a](architecture.md)"),
        ("index.md", "[a](LICENSE)", f"[a]({SOURCES}/LICENSE)"),
        ("index.md", "[a](#try-it) [b](https://example.org)", "[a](#try-it) [b](https://example.org)"),
        ("index.md", "`[a](LICENSE)`\n```\n[a](LICENSE)\n```", "`[a](LICENSE)`\n```\n[a](LICENSE)\n```"),
        ("tls.md", "[a](doors.md)", "[a](doors.md)"),
        ("tls.md", "[a](../README.md#try-it)", "[a](index.md#try-it)"),
        ("tls.md", "[a](../timer/timer.py)", f"[a]({SOURCES}/timer/timer.py)"),
        ("reference/cli.md", "[a](../hands-on.md)", "[a](../hands-on.md)"),
        ("reference/cli.md", "[a](../../CHANGELOG.md)", "[a](../changelog.md)"),
    ],
)
def test_a_link_is_led_to_the_site(page, in_tree, on_site):
    assert build_docs.led(in_tree, page, SOURCES) == on_site


def test_without_an_address_of_the_sources_their_links_become_text():
    assert build_docs.led("[the timer](../timer/timer.py)", "tls.md", None) == "the timer"


def test_a_folder_in_the_menu_stands_for_its_pages(tmp_path):
    (tmp_path / "why").mkdir()
    for name in ("0002-b.md", "README.md", "0001-a.md"):
        (tmp_path / "why" / name).touch()
    menu = [{"Start": "index.md"}, {"More": [{"Why": "why/"}]}]
    whys = ["why/README.md", "why/0001-a.md", "why/0002-b.md"]
    assert build_docs.expanded(menu, tmp_path) == [{"Start": "index.md"}, {"More": [{"Why": whys}]}]
    assert list(build_docs.pages_of(menu, tmp_path)) == ["index.md", *whys]
