"""What programs on Spark import: reads of topics by Spark's own Parquet scan, which costs less than a source in Python.

    import kavka.spark

    with kavka.spark.read(spark, {"kafka.bootstrap.servers": "localhost:9092", "subscribe": "orders"}) as orders:
        orders.where("partition = 2").groupBy("key").count().show()

The format `kavka` needs no import. Importing this imports PySpark, pyarrow and numpy (the extra `[spark]`).
"""

from kavka.pipeline.copying.query import copy
from kavka.pipeline.landing.landing import available_now, read

__all__ = ["available_now", "copy", "read"]
