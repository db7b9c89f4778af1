"""Every key of a broker by its name, a listener's own settings included, and what a slip of the pen may have meant.

The keys themselves are tables (`keys`, `kraft_keys`, `later_keys`, `security_keys`, `share_coordinator_keys`,
`share_keys`, `streams_keys`); a listener's prefix is taken apart in `listener_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.broker.config.keys import KEYS as DATA_KEYS
from kavka.broker.config.kraft_keys import KRAFT_KEYS
from kavka.broker.config.later_keys import LATER_KEYS
from kavka.broker.config.listener_keys import PREFIX, parse_listener_key, prefixed
from kavka.broker.config.security_keys import SECURITY_KEYS
from kavka.broker.config.share_coordinator_keys import SHARE_COORDINATOR_KEYS
from kavka.broker.config.share_keys import SHARE_KEYS
from kavka.broker.config.streams_keys import STREAMS_KEYS
from kavka.broker.config.types import PASSWORD, ConfigKey, Use

_ALL: Final = (
    *DATA_KEYS,
    *KRAFT_KEYS,
    *LATER_KEYS,
    *SECURITY_KEYS,
    *SHARE_COORDINATOR_KEYS,
    *SHARE_KEYS,
    *STREAMS_KEYS,
)

KEYS: Final[Mapping[str, ConfigKey]] = {key.name: key for key in _ALL}
"""Every key that a server.properties may hold, by name."""


PLUGIN_PREFIXES: Final = ("rsm.config.", "rlmm.config.")
"""How the settings of tiered storage's two Java classes begin, in Kafka and in every server.properties that has it."""


def key_named(name: str) -> ConfigKey | None:
    """Returns the key of a name, listener prefix or not; None where there is none."""
    key = KEYS.get(name)
    if name.startswith(PLUGIN_PREFIXES):
        # Hidden, as by Kafka, which does not know what they mean either: some are secrets.
        return ConfigKey(name, PASSWORD, None, "Tiered storage: a setting of its Java class.", use=Use.INERT)
    if key is not None or not name.startswith(PREFIX):
        return key
    parts = parse_listener_key(name)
    return None if parts is None or parts.key not in KEYS else prefixed(KEYS[parts.key], name)


def known_key(name: str) -> ConfigKey:
    """Returns the key of a name that was found to be one."""
    key = key_named(name)
    assert key is not None, name
    return key


def did_you_mean(name: str) -> str:
    """Suggests the known key that an unknown key resembles, as a sentence's end, or nothing."""
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, KEYS, n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""
