"""Where Spark looks for the format `kavka`: any importable package called pyspark_* with a DefaultSource."""

from kavka.pipeline.source.kavka_source import KavkaSource as DefaultSource  # noqa: F401
