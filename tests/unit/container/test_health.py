"""The health check, beside what it asks."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kavka.container.health import STATE_NAME, ill


@pytest.fixture
def node(tmp_path):
    """Writes a node's state, whose admin endpoint answers with a status; returns the folder."""
    servers = []

    def serve(status, body=b"", **changed):
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status if self.path == "/health" else 404)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Answer)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        state = {"host": "127.0.0.1", "port": port, "admin": f"http://127.0.0.1:{port}", **changed}
        (tmp_path / STATE_NAME).write_text(json.dumps(state))
        return tmp_path

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_broker_that_is_ready_is_healthy(node):
    assert ill(node(200)) is None


def test_one_that_is_not_says_why(node):
    assert ill(node(503, b'{"ready": false, "why": "no controller"}\n')) == '{"ready": false, "why": "no controller"}'


@pytest.mark.parametrize("status", [401, 403])
def test_one_that_tells_only_who_shows_a_token_is_alive(node, status):
    assert ill(node(status)) is None


def test_without_an_admin_endpoint_the_open_port_counts(node):
    assert ill(node(500, admin=None)) is None
    assert ill(node(500, admin=None, port=0)) is None


def test_nobody_at_the_port_is_unhealthy(tmp_path):
    (tmp_path / STATE_NAME).write_text(json.dumps({"host": "127.0.0.1", "port": 1, "admin": None}))
    assert ill(tmp_path).startswith("it does not answer")


def test_before_the_start_and_after_the_stop_there_is_nothing(tmp_path):
    assert ill(tmp_path) == "it has not started yet, or has stopped"
    (tmp_path / STATE_NAME).write_text("{")
    assert STATE_NAME in ill(tmp_path)
