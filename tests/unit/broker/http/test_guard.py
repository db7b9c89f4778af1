"""Who may ask the admin endpoint: hosts, origins, tokens."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

import pytest

from kavka.broker.http.guard import Guard
from kavka.broker.http.messages import HttpError, Request
from kavka.broker.http.server import AdminAddress, AdminServerError
from kavka.broker.http.token import AdminToken


def refusal(guard, method="GET", target="/", **headers):
    request = Request(method, target, {name.replace("_", "-"): value for name, value in headers.items()})
    try:
        guard.check(request)
    except HttpError as error:
        return error.status
    return None


@pytest.mark.parametrize("host", ["127.0.0.1:19092", "localhost:1", "[::1]:19092", "localhost"])
def test_on_loopback_whoever_names_this_machine_may_ask(host):
    assert refusal(Guard("127.0.0.1"), host=host) is None


@pytest.mark.parametrize("host", ["attacker.example", "127.0.0.1.attacker.example", "", "10.0.0.1:19092"])
def test_a_name_that_was_rebound_to_this_machine_is_refused(host):
    assert refusal(Guard("127.0.0.1"), host=host) == HTTPStatus.MISDIRECTED_REQUEST


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, None),
        ({"origin": "http://localhost:19092"}, None),
        ({"origin": "http://attacker.example"}, HTTPStatus.FORBIDDEN),
        ({"origin": "http://localhost:8080"}, HTTPStatus.FORBIDDEN),
        ({"origin": "null"}, HTTPStatus.FORBIDDEN),
        ({"sec_fetch_site": "cross-site"}, HTTPStatus.FORBIDDEN),
    ],
)
def test_a_page_of_another_site_changes_nothing(headers, status):
    guard = Guard("127.0.0.1")
    assert refusal(guard, "POST", host="localhost:19092", **headers) == status
    assert refusal(guard, "GET", host="localhost:19092", **headers) is None


def test_with_a_token_whoever_shows_it_may_ask_from_anywhere():
    guard = Guard("0.0.0.0", token=AdminToken("s3cret-ü"))
    assert refusal(guard, host="kafka.example", authorization="Bearer s3cret-ü") is None
    for headers in ({}, {"authorization": "Bearer s3cret"}, {"authorization": "Basic s3cret-ü"}):
        assert refusal(guard, host="localhost", **headers) == HTTPStatus.UNAUTHORIZED
    in_the_address = refusal(guard, host="localhost", target="/?token=s3cret-%C3%BC")
    assert in_the_address == HTTPStatus.UNAUTHORIZED, "addresses end in histories and logs"


def test_the_consoles_files_and_nothing_else_are_given_without_a_token():
    guard = Guard("0.0.0.0", token=AdminToken("s3cret"))
    for target in ("/console", "/console/app.js"):
        assert refusal(guard, host="kafka.example", target=target) is None
    for target in ("/", "/consoles", "/state", "/x/console"):
        assert refusal(guard, host="kafka.example", target=target) == HTTPStatus.UNAUTHORIZED
    assert refusal(Guard("127.0.0.1"), host="attacker.example", target="/console") == HTTPStatus.MISDIRECTED_REQUEST


def test_what_is_open_is_told_without_the_token_and_changed_by_nobody():
    guard = Guard("127.0.0.1", token=AdminToken("s3cret"), open_paths=("metrics", "health"))
    for target in ("/metrics", "/health", "/health/live", "/metrics?x=y"):
        assert refusal(guard, host="localhost", target=target) is None
        assert refusal(guard, "HEAD", host="localhost", target=target) is None
        assert refusal(guard, "POST", host="localhost", target=target) == HTTPStatus.UNAUTHORIZED
    for target in ("/", "*", "", "/state", "/metricsx", "/state/metrics", "//metrics", "/faults"):
        assert refusal(guard, host="localhost", target=target) == HTTPStatus.UNAUTHORIZED


def test_a_name_that_was_rebound_sees_not_even_what_is_open_but_the_token_holds_under_any_name():
    guard = Guard("127.0.0.1", token=AdminToken("s3cret"), open_paths=("metrics",))
    assert refusal(guard, host="attacker.example", target="/metrics") == HTTPStatus.MISDIRECTED_REQUEST
    assert refusal(guard, host="tunnel.example", target="/metrics", authorization="Bearer s3cret") is None
    other_site = {"origin": "http://attacker.example", "authorization": "Bearer s3cret"}
    assert refusal(guard, "POST", host="localhost", **other_site) == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize(("host", "is_told"), [("127.0.0.1", True), ("0.0.0.0", False)])
def test_only_this_machine_is_told_where_the_token_stands(host, is_told):
    guard = Guard(host, token=AdminToken("s3cret", Path("/data/admin.token")))
    with pytest.raises(HttpError, match="a token is needed") as refused:
        guard.check(Request("GET", "/state", {"host": "localhost"}))
    assert ("/data/admin.token" in refused.value.message) == is_told
    assert "s3cret" not in refused.value.message


def test_read_only_means_that_nothing_is_changed():
    guard = Guard("127.0.0.1", is_read_only=True)
    assert refusal(guard, "POST", host="localhost") == HTTPStatus.FORBIDDEN
    assert refusal(guard, "DELETE", host="localhost") == HTTPStatus.FORBIDDEN
    assert refusal(guard, "GET", host="localhost") is None


def test_an_address_that_others_reach_needs_a_token():
    with pytest.raises(AdminServerError, match=r"kavka\.admin\.token"):
        AdminAddress(host="0.0.0.0", port=0)
    AdminAddress(host="0.0.0.0", port=0, token=AdminToken("t"))
    AdminAddress(host="::1", port=0)
