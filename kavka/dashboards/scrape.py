"""The configuration by which Prometheus finds a cluster's brokers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

JOB: Final = "kavka"
"""The job's name; the rule that watches for brokers that are down relies on it."""
INTERVAL: Final = "15s"


def scrape_config(admin_urls: Sequence[str], *, rules: str | None, token_file: str | None) -> dict[str, Any]:
    """Returns a whole `prometheus.yml`.

    Args:
        admin_urls: the brokers' admin endpoints; all by http or all by https.
        rules: the file that `kavka generate alerts` was written to.
        token_file: holds `kavka.admin.token`, where the endpoints want one.

    Raises:
        ValueError: one of the URLs is none.
    """
    parts = [urlsplit(url) for url in admin_urls]
    wrong = [url for url, part in zip(admin_urls, parts, strict=True) if part.scheme != "http" or not part.hostname]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not the URL of an admin endpoint, such as http://127.0.0.1:19092")
    job: dict[str, Any] = {"job_name": JOB}
    if token_file is not None:
        job["authorization"] = {"credentials_file": token_file}
    job["static_configs"] = [{"targets": [part.netloc for part in parts]}]
    return {
        "global": {"scrape_interval": INTERVAL, "evaluation_interval": INTERVAL},
        **({} if rules is None else {"rule_files": [rules]}),
        "scrape_configs": [job],
    }
