"""docs/protocol-support.md, made from the tables: API × versions × profile × where flexible versions begin × served.

`python -m kavka.broker.requests.protocol_support docs/protocol-support.md` writes the page; `make generate` calls it,
and a tidy test holds the page to it. The protocol's own tables say what is read and written, the dispatcher's what is
answered. Not part of a running broker; the README's shorter table is `api_table`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from kavka.broker.requests.api_table import NOTES
from kavka.broker.requests.served_apis import served_ranges
from kavka.protocol._generated.index import APIS
from kavka.protocol.api_keys import INTER_BROKER_APIS, PROFILES, ApiKey
from kavka.protocol.codec import request_class
from kavka.protocol.inter_broker_versions import DEFAULT, DEFAULT_PROFILE, InterBrokerVersion
from kavka.protocol.message import NEVER

INTRODUCTION: Final = f"""# Protocol support

Written by `make generate` from the tables in the code; do not edit.

- **codec**: the versions that are read and written, for the request and the response alike. Each is equal to Kafka
  3.9's own definitions, field by field, and to bytes that Kafka itself wrote.
- **2.0**, **3.0**, **3.9**: the versions in the profile of that Kafka release, a broker in ZooKeeper mode;
  `inter.broker.protocol.version` chooses one.
- **flexible from**: the first version with compact lengths and tagged fields.
- **served**: what a broker with profile {DEFAULT_PROFILE}, the default, advertises and answers today, what Kafka 4
  brought included.
"""


def page() -> str:
    """Renders the whole page as Markdown."""
    served = served_ranges(InterBrokerVersion(DEFAULT).ranges(beyond=True))
    lines = ["| key | API | codec | 2.0 | 3.0 | 3.9 | flexible from | served | notes |"]
    lines.append("|---:|---|---|---|---|---|---|---|---|")
    for key in sorted(APIS):
        request, _, flexible_from = APIS[key]
        cells = [
            str(key),
            request.removesuffix("Request"),
            _range((0, request_class(key).MAX_VERSION)),
            *(_range(PROFILES[name].get(ApiKey(key))) for name in PROFILES),
            "never" if flexible_from == NEVER else str(flexible_from),
            _range(served.get(key)),
            _note(ApiKey(key), served=key in served),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    counts = f"{len(APIS)} APIs are read and written, {len(served)} of them served with profile {DEFAULT_PROFILE}."
    return "\n".join([INTRODUCTION, *lines, "", counts, ""])


def _range(versions: tuple[int, int] | None) -> str:
    if versions is None:
        return "–"
    low, high = versions
    return str(low) if low == high else f"{low}–{high}"


def _note(api: ApiKey, *, served: bool) -> str:
    parts = ["between brokers" if api in INTER_BROKER_APIS else "", NOTES.get(api, "") if served else "not served yet"]
    return "; ".join(filter(None, parts))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(page(), encoding="utf-8")
