"""The format `kavka`, as Spark sees it."""

from __future__ import annotations

from pyspark.sql.datasource import DataSource


class KavkaSource(DataSource):
    """A source and sink of topics, in Python."""

    @classmethod
    def name(cls) -> str:
        """What follows `format(`."""
        return "kavka"
