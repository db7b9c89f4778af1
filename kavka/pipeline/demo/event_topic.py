"""A cluster's own events as a topic: each broker's `/events`, one JSON record an event, as they happen.

    broker 0  GET /events ─▶ thread ─┐
    broker 1  GET /events ─▶ thread ─┼─▶ Producer ─▶ topic        {"broker": 1, "kind": "isr", …}
    broker 2  GET /events ─▶ thread ─┘

A broker's thread ends with its stream, when the broker stops; who starts it again follows it again.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any, Final

from kavka.admin_http import AdminHttp, AdminRefused
from kavka.sync import Producer
from kavka.wire.errors import ClientError, KafkaError

SINCE_THE_START: Final = 0


class EventTopic:
    """Follows brokers, and writes what happens in them to a topic; safe to ask from any thread.

    Args:
        producer: of the cluster that has the topic.
        topic: where to.
    """

    def __init__(self, producer: Producer, topic: str) -> None:
        self._producer = producer
        self._topic = topic
        self._heard = threading.Condition()
        self._kinds: set[str] = set()
        self.count = 0

    def follow(self, broker_id: int, admin_url: str) -> None:
        """Follows one broker until its stream ends."""
        threading.Thread(target=self._follow, args=(broker_id, admin_url), daemon=True).start()

    def wait_for(self, kind: str, *, timeout_ms: int) -> bool:
        """Waits until an event of this kind has been written; returns whether one has."""
        with self._heard:
            return self._heard.wait_for(lambda: kind in self._kinds, timeout_ms / 1000)

    def _follow(self, broker_id: int, admin_url: str) -> None:
        try:
            for kind, event in AdminHttp(admin_url).follow("/events", {"since": SINCE_THE_START}):
                self._write(broker_id, kind, event)
        except (OSError, ValueError, AdminRefused, KafkaError, ClientError):
            return  # the broker has gone, which is worth a record of the others; or the producer is closed

    def _write(self, broker_id: int, kind: str, event: Mapping[str, Any]) -> None:
        what = {name: value for name, value in event.items() if name not in ("number", "time_ms")}
        line = {"broker": broker_id, "kind": kind, "time_ms": event.get("time_ms"), "what": what}
        self._producer.send(self._topic, json.dumps(line).encode(), key=b"%d" % broker_id)
        with self._heard:
            self._kinds.add(kind)
            self.count += 1
            self._heard.notify_all()
