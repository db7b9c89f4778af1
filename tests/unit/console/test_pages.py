"""The console's files as they are shipped: small, whole, and without a way for data to become markup."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest

from kavka.broker.http.messages import HttpError, Request
from kavka.console.pages import FOLDER, START_PAGE, TYPES, respond

BYTES_MAX = 300_000
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.iterdir())}
SCRIPTS = {name: text for name, text in FILES.items() if name.endswith(".js")}


def get(name, others=(), **headers):
    return respond(Request("GET", "/console/x", headers), name or START_PAGE, others=others)


def test_the_console_is_small():
    assert sum(len(text.encode()) for text in FILES.values()) <= BYTES_MAX


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_scripts_have_no_way_to_make_markup_or_code_of_data(name):
    found = re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|srcdoc", SCRIPTS[name]
    )
    assert found is None, found


@pytest.mark.parametrize("name", sorted(FILES))
def test_nothing_is_loaded_from_elsewhere(name):
    urls = set(re.findall(r"(?:https?:)?//[\w.]+", re.sub(r"^\s*//.*$", "", FILES[name], flags=re.MULTILINE)))
    assert urls <= {"http://www.w3.org"}, urls  # a namespace's name
    assert "@import" not in FILES[name]


def test_the_page_has_nothing_that_its_policy_forbids():
    page = FILES["index.html"]
    assert re.search(r"<script(?![^>]*src=)", page) is None
    assert re.search(r"<style|\sstyle=|\son\w+=", page) is None


def test_every_file_that_is_named_is_there_and_every_script_is_used():
    named = set(re.findall(r"/console/([\w.]+)", FILES["index.html"]))
    for text in SCRIPTS.values():
        named |= set(re.findall(r'from "\./([\w.]+)"', text))
    assert named | {"index.html"} == set(FILES)


@pytest.mark.parametrize("name", [*FILES, None])
def test_files_are_given_with_their_type_and_a_tag(name):
    answer = get(name)
    assert answer.content_type in TYPES.values()
    assert answer.body
    again = get(name, **{"if-none-match": answer.headers["ETag"]})
    assert (again.status, again.body) == (HTTPStatus.NOT_MODIFIED, b"")


def test_the_page_may_ask_other_brokers_endpoints_and_a_browser_hears_of_new_ones():
    alone, together = get(None), get(None, others=["http://127.0.0.1:19093"])
    assert "connect-src 'self';" in alone.headers["Content-Security-Policy"]
    assert "connect-src 'self' http://127.0.0.1:19093;" in together.headers["Content-Security-Policy"]
    changed = get(None, others=["http://127.0.0.1:19093"], **{"if-none-match": alone.headers["ETag"]})
    assert changed.status == HTTPStatus.OK


@pytest.mark.parametrize("name", ["..", "../pages.py", "/etc/passwd", "nothing.js", "a/b.js", "."])
def test_nothing_else_is_given(name):
    with pytest.raises(HttpError) as refused:
        get(name)
    assert refused.value.status == HTTPStatus.NOT_FOUND
