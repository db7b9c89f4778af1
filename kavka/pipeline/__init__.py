"""The data pipeline on Spark: topics to a lake of Parquet files and back, and an audit of the log. No jar of ours.

    columns/        record batches ↔ Arrow columns, vectorised with numpy; no sockets, no Spark
    wire/           a blocking client of Kafka's protocol: what Spark's worker processes read and write with
    sealed_batch    an encoded batch on its way from `columns` to `wire`
    source/         the data source `kavka`, on both
    jobs/           what `kavka-spark` runs

The only package that may import numpy, pyarrow and pyspark (the extra `[spark]`); the broker never does. Spark's
workers are forked processes that run plain functions, so `columns` and `wire` know no asyncio.
"""
