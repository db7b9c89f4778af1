"""Who may ask the admin endpoint: hosts, origins, tokens."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from broker.http.guard import Guard
from broker.http.messages import HttpError, Request
from broker.http.server import AdminServer, AdminServerError


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
    guard = Guard("0.0.0.0", token="s3cret-ü")
    assert refusal(guard, host="kafka.example", authorization="Bearer s3cret-ü") is None
    assert refusal(guard, host="kafka.example", target="/?token=s3cret-%C3%BC") is None
    for headers in ({}, {"authorization": "Bearer s3cret"}, {"authorization": "Basic s3cret-ü"}):
        assert refusal(guard, host="localhost", **headers) == HTTPStatus.UNAUTHORIZED


def test_the_consoles_files_and_nothing_else_are_given_without_a_token():
    guard = Guard("0.0.0.0", token="s3cret")
    for target in ("/console", "/console/app.js"):
        assert refusal(guard, host="kafka.example", target=target) is None
    for target in ("/", "/consoles", "/state", "/x/console"):
        assert refusal(guard, host="kafka.example", target=target) == HTTPStatus.UNAUTHORIZED
    assert refusal(Guard("127.0.0.1"), host="attacker.example", target="/console") == HTTPStatus.MISDIRECTED_REQUEST


def test_read_only_means_that_nothing_is_changed():
    guard = Guard("127.0.0.1", is_read_only=True)
    assert refusal(guard, "POST", host="localhost") == HTTPStatus.FORBIDDEN
    assert refusal(guard, "DELETE", host="localhost") == HTTPStatus.FORBIDDEN
    assert refusal(guard, "GET", host="localhost") is None


def test_an_address_that_others_reach_needs_a_token():
    with pytest.raises(AdminServerError, match=r"kavka\.admin\.token"):
        AdminServer(None, host="0.0.0.0", port=0)
    AdminServer(None, host="0.0.0.0", port=0, token="t")
    AdminServer(None, host="::1", port=0)
