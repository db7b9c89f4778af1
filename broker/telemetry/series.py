"""What a client pushed, as names, labels and values that Prometheus can have: foreign input, made harmless and few.

    org.apache.kafka.producer.connection.creation.total{node_id="1"}   a sum that only grows
        ─▶ org_apache_kafka_producer_connection_creation_total{node_id="1"}, a counter

Names that are not Kafka's (`org.apache.kafka.`) begin with `client_pushed_`, so that no client has a broker's own
series. What has too long a name or too many labels, and what is more than a client may have, is left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.common.printable import printable

if TYPE_CHECKING:
    from kavka.common.steps import Steps
    from kavka.protocol.otlp import Point

CLIENT_SERIES_MAX: Final = 1_000
"""Series of one client instance; what comes later in a push is left out."""

NAME_CHARS_MAX: Final = 200
"""A metric's name; those of KIP-714 have some 80."""

LABELS_MAX: Final = 12
"""Labels of one series, beside those that the broker gives it."""

LABEL_NAME_CHARS_MAX: Final = 64
"""A label's name."""

LABEL_CHARS_MAX: Final = 200
"""A label's value; of a longer one the beginning is shown."""

OWN_PREFIX: Final = "org_apache_kafka_"
FOREIGN_PREFIX: Final = "client_pushed_"

INSTANCE_LABEL: Final = "client_instance_id"
CLIENT_LABEL: Final = "client_id"
RESERVED: Final = frozenset({INSTANCE_LABEL, CLIENT_LABEL, "job", "instance", "le", "quantile"})
"""Labels that a client does not give: the broker's, and those that mean something to Prometheus."""

_NOT_IN_NAMES: Final = re.compile(r"[^a-zA-Z0-9_]")

Labels = tuple[tuple[str, str], ...]


class Series(NamedTuple):
    """One value.

    Attributes:
        value: the latest; of a sum, since the client began.
        is_counter: whether it only grows.
        is_delta: whether the client says what came since its last push.
    """

    value: float
    is_counter: bool
    is_delta: bool


Found = dict[tuple[str, Labels], Series]
"""By name and labels, in the order of the push."""


def metric_name(name: str, *, is_counter: bool) -> str | None:
    """Returns a metric's name as Prometheus allows it; None where there is none."""
    if not 0 < len(name) <= NAME_CHARS_MAX:
        return None
    made = _NOT_IN_NAMES.sub("_", name)
    if not made.startswith(OWN_PREFIX):
        made = FOREIGN_PREFIX + made
    return made if not is_counter or made.endswith("_total") else f"{made}_total"


def labels_of(attributes: Iterable[tuple[str, str]]) -> Labels | None:
    """Returns attributes as labels, in order; of two with one name the later. None: there are too many."""
    found: dict[str, str] = {}
    for key, value in attributes:
        if not 0 < len(key) <= LABEL_NAME_CHARS_MAX:
            return None
        name = _NOT_IN_NAMES.sub("_", key).lstrip("_")
        if not name or name in RESERVED:
            continue
        found[f"_{name}" if name[0].isdigit() else name] = printable(value, LABEL_CHARS_MAX)
    return None if len(found) > LABELS_MAX else tuple(sorted(found.items()))


def gathered(points: Iterable[Point | None]) -> Steps[tuple[Found, int]]:
    """Gathers the series of one push, in steps; returns them, and how many data points are left out.

    Raises:
        DecodeError: what was pushed is no such protobuf.
    """
    found: Found = {}
    left_out = 0
    for point in points:
        yield
        if point is None:
            continue
        name = metric_name(point.name, is_counter=point.is_monotonic)
        labels = labels_of(point.attributes)
        if name is None or labels is None or (len(found) >= CLIENT_SERIES_MAX and (name, labels) not in found):
            left_out += 1
        else:
            found[name, labels] = Series(point.value, point.is_monotonic, point.is_delta)
    return found, left_out


def added(former: Found, latest: Found) -> Found:
    """Returns what a client pushed last. Sums of which it pushes the growth alone are added up since it began."""
    if not any(series.is_delta for series in (*latest.values(), *former.values())):
        return latest
    sums = {key: series for key, series in former.items() if series.is_delta}
    joined: Found = {}
    for key, series in latest.items():
        before = sums.pop(key, None)
        joined[key] = series._replace(value=series.value + before.value) if series.is_delta and before else series
    joined.update(islice(sums.items(), max(0, CLIENT_SERIES_MAX - len(joined))))
    return joined
