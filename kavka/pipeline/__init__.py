"""Topics through Spark: a data source in Python, no jar, and the jobs of `kavka-spark`. Needs the extra `[spark]`."""
