"""What programs on Spark import: reads of topics by Spark's own Parquet scan, and copies of topics past Spark's JVM.

    import kavka.spark

    options = {"kafka.bootstrap.servers": "localhost:9092", "subscribe": "orders"}
    with kavka.spark.read(spark, options) as orders:
        orders.where("partition = 2").groupBy("key").count().show()
    kavka.spark.copy(spark, options, "orders-2", checkpoint="…").trigger(availableNow=True).start()

The format `kavka` needs no import. Importing this imports PySpark, pyarrow and numpy (the extra `[spark]`).
"""

from kavka.pipeline.copying.query import copy
from kavka.pipeline.landing.landing import available_now, read

__all__ = ["available_now", "copy", "read"]
