"""What authorization costs: a check that was made before, one that was not, and a guarded produce request.

    python -m benchmarks.security_authorizer            10,000 ACLs, 100 principals

The baseline of the guarded request is the same request with no authorizer: the difference is what a user pays. The
budget is 3 µs for a check that was made before.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from kavka.broker.authorization.rule import guard
from kavka.broker.authorization.rules import RULES
from kavka.broker.requests.context import ConnectionInfo, RequestContext
from kavka.broker.security.authorizer import Authorizer
from kavka.broker.security.principal import KafkaPrincipal
from kavka.common.acls import AclEntry, AclOperation, PatternType, PermissionType, ResourcePattern, ResourceType
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.timer.moments import MonotonicMs

BUDGET_US = 3.0
ROUNDS = 7
HOST = "10.0.0.9"
BATCH = bytes(16) + b"\x02" + bytes(60)
"""As much of a batch as a guard looks at: magic 2, no attributes."""


class Broker:
    """What the guard of a produce request decides by."""

    def __init__(self, authorizer: Authorizer) -> None:
        self.authorizer = authorizer


class Handler:
    """Answers at once, so that the guard is what is measured."""

    API = ApiKey.PRODUCE
    response = ProduceResponse()

    def handle(self, request: Any, ctx: RequestContext) -> ProduceResponse:
        """Returns the same response every time."""
        return self.response


def filled(acls: int, principals: int) -> Authorizer:
    """Builds an authorizer with that many ACLs: half of them of literal names, half of prefixes."""
    authorizer = Authorizer()
    stored: dict[ResourcePattern, frozenset[AclEntry]] = {}
    for number in range(acls):
        pattern_type = PatternType.PREFIXED if number % 2 else PatternType.LITERAL
        pattern = ResourcePattern(ResourceType.TOPIC, f"team-{number // 2}.events", pattern_type)
        entry = AclEntry(f"User:p{number % principals}", "*", AclOperation.WRITE, PermissionType.ALLOW)
        stored[pattern] = stored.get(pattern, frozenset()) | {entry}
    authorizer.replace(stored)
    return authorizer


def microseconds(act: Callable[[int], object], count: int) -> float:
    """Returns the median of some rounds, for one call: CPU time, since whoever else runs here is not meant."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.thread_time_ns()
        for number in range(count):
            act(number)
        rounds.append((time.thread_time_ns() - began) / count / 1000)
    return statistics.median(rounds)


def guarded(authorizer: Authorizer, principal: KafkaPrincipal, request: ProduceRequest) -> tuple[float, float]:
    """Measures a request with the guard and without."""
    info = ConnectionInfo(
        peer_host=HOST, peer_port=1, local_host="h", local_port=2, listener_name="L", principal=principal
    )
    channel: Any = None
    broker: Any = Broker(authorizer)
    ctx = RequestContext(info, channel, MonotonicMs(0), api_key=0, api_version=9)
    handler = Handler()
    decide = guard(RULES[ApiKey.PRODUCE], broker)
    assert decide is not None
    with_guard = microseconds(lambda _: decide(request, ctx) is None and handler.handle(request, ctx), 10_000)
    return with_guard, microseconds(lambda _: handler.handle(request, ctx), 10_000)


def request_of(topics: list[str]) -> ProduceRequest:
    """Builds a produce request with one small batch for each topic."""
    data = [ProduceRequest.PartitionProduceData(0, BATCH)]
    return ProduceRequest(
        acks=1, topic_data=[ProduceRequest.TopicProduceData(name, partition_data=data) for name in topics]
    )


def main() -> None:
    """Prints a table; ends with 1 when the budget is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--acls", type=int, default=10_000)
    parser.add_argument("--principals", type=int, default=100)
    parser.add_argument("--count", type=int, default=100_000, help="calls in a round")
    options = parser.parse_args()
    authorizer = filled(options.acls, options.principals)
    principal = KafkaPrincipal("User", "p0")
    topic, write = ResourceType.TOPIC, AclOperation.WRITE
    hit = microseconds(
        lambda number: authorizer.is_allowed(principal, HOST, write, topic, "team-0.events"), options.count
    )
    miss = microseconds(
        lambda number: authorizer.is_allowed(principal, HOST, write, topic, f"team-{number}.x", is_logged=False),
        options.count // 10,
    )
    rows: list[tuple[str, float, float | None]] = [
        ("a question that was asked before", hit, None),
        ("one that was not", miss, None),
    ]
    for topics in (1, 10):
        step = options.principals // 2
        request = request_of([f"team-{number * step}.events" for number in range(topics)])
        rows.append(
            (f"produce to {topics} topic{'s' * (topics > 1)}, guarded", *guarded(authorizer, principal, request))
        )
    print(f"{options.acls} ACLs, {options.principals} principals; median of {ROUNDS} rounds, µs")
    for name, value, baseline in rows:
        less = "" if baseline is None else f"   without an authorizer {baseline:5.2f}, so +{value - baseline:.2f}"
        print(f"{name:34} {value:7.2f}{less}")
    if hit > BUDGET_US:
        raise SystemExit(f"a question that was asked before costs more than {BUDGET_US} µs")


if __name__ == "__main__":
    main()
