"""A schema registry of a few lines: it has what a test registers, and answers the GETs of Confluent's API over HTTP."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote


class FakeRegistry:
    """Schemas by id and by subject.

    Args:
        login: "user:password" that requests must show; None: none.
    """

    def __init__(self, login: str | None = None) -> None:
        self.url = ""
        self.asked: list[str] = []
        self.broken: dict[str, tuple[int, bytes]] = {}
        """Path → status and body that are sent instead."""
        self._login = login
        self._by_id: dict[int, dict[str, Any]] = {}
        self._by_subject: dict[str, list[dict[str, Any]]] = {}

    def register(
        self,
        subject: str,
        text: str,
        *,
        kind: str = "AVRO",
        references: Sequence[tuple[str, str, int]] = (),
    ) -> int:
        """Adds a version to a subject; returns the schema's id."""
        schema_id = len(self._by_id) + 1
        versions = self._by_subject.setdefault(subject, [])
        schema: dict[str, Any] = {"schema": text}
        if kind != "AVRO":
            schema["schemaType"] = kind
        if references:
            schema["references"] = [{"name": n, "subject": s, "version": v} for n, s, v in references]
        self._by_id[schema_id] = schema
        versions.append({**schema, "subject": subject, "version": len(versions) + 1, "id": schema_id})
        return schema_id

    def answer(self, path: str, headers: dict[str, str]) -> tuple[int, bytes]:
        """Returns what a GET gets."""
        self.asked.append(path)
        if path in self.broken:
            return self.broken[path]
        if self._login is not None:
            expected = "Basic " + base64.b64encode(self._login.encode()).decode()
            if headers.get("Authorization") != expected:
                return 401, json.dumps({"error_code": 401, "message": "Unauthorized"}).encode()
        found = self._find([unquote(part) for part in path.strip("/").split("/")])
        if found is None:
            return 404, json.dumps({"error_code": 40403, "message": "Schema not found"}).encode()
        return 200, json.dumps(found).encode()

    def _find(self, parts: Sequence[str]) -> dict[str, Any] | None:
        if parts[:2] == ["schemas", "ids"]:
            return self._by_id.get(int(parts[2]))
        assert parts[0] == "subjects"
        assert parts[2] == "versions"
        versions = self._by_subject.get(parts[1], [])
        number = len(versions) if parts[3] == "latest" else int(parts[3])
        return versions[number - 1] if 0 < number <= len(versions) else None


@contextmanager
def serving(registry: FakeRegistry) -> Iterator[FakeRegistry]:
    """Serves a registry on a port of its own; `url` says where."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = registry.answer(self.path, dict(self.headers.items()))
            self.send_response(status)
            self.send_header("Content-Type", "application/vnd.schemaregistry.v1+json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, the name of its base class
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    registry.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield registry
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
