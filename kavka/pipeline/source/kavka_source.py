"""The format `kavka`, as Spark sees it: Spark's own `kafka` source in Python, by the same options.

    spark.read.format("kavka").option("kafka.bootstrap.servers", …).option("subscribe", "orders").load()
    rows.writeStream.format("kavka").option("kafka.bootstrap.servers", …).option("topic", "counts").start()

Found by itself where the package is installed (`pyspark_kavka`); where the code came by --py-files, after
`spark.dataSource.register(KavkaSource)`. Everything is checked where it is named: an unknown option fails at `load` or
`start`, not in a task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyspark.sql.datasource import DataSource

from kavka.pipeline.failures import OptionError
from kavka.pipeline.source.options import columns_of, is_ranges, parse_read, parse_write
from kavka.pipeline.source.readers import KavkaPushReader, KavkaReader, KavkaStreamReader, RangesStreamReader

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

    from kavka.pipeline.source.writers import KavkaStreamWriter, KavkaWriter

DDL: Final = {
    "key": "binary",
    "value": "binary",
    "topic": "string",
    "partition": "int",
    "offset": "bigint",
    "timestamp": "timestamp",
    "timestampType": "int",
    "headers": "array<struct<key:string,value:binary>>",
}
RANGES_DDL: Final = "topic string, partition int, start bigint, end bigint"


class KavkaSource(DataSource):
    """Topics as tables and streams."""

    @classmethod
    def name(cls) -> str:
        """Returns the name that Spark's `format(…)` takes."""
        return "kavka"

    def schema(self) -> str:
        """Returns the columns of a read, by the options columns and includeHeaders."""
        if is_ranges(self.options):
            return RANGES_DDL
        return ", ".join(f"`{name}` {DDL[name]}" for name in columns_of(self.options))

    def reader(self, schema: StructType) -> KavkaReader:
        """Returns the reader of a batch."""
        options = parse_read(self.options, is_stream=False)
        return KavkaPushReader(options) if options.is_pushdown else KavkaReader(options)

    def streamReader(self, schema: StructType) -> KavkaStreamReader:
        """Returns the reader of a stream."""
        options = parse_read(self.options, is_stream=True)
        return RangesStreamReader(options) if options.is_ranges else KavkaStreamReader(options)

    def writer(self, schema: StructType, overwrite: bool) -> KavkaWriter:
        """Returns the writer of a batch."""
        from kavka.pipeline.source.record_sink import check_columns
        from kavka.pipeline.source.writers import KavkaWriter

        if overwrite:
            raise OptionError('a topic cannot be overwritten; write with mode("append")')
        options = parse_write(self.options, is_stream=False)
        check_columns({field.name: field.dataType.typeName() for field in schema.fields}, options)
        return KavkaWriter(options)

    def streamWriter(self, schema: StructType, overwrite: bool) -> KavkaStreamWriter:
        """Returns the writer of a stream."""
        from kavka.pipeline.source.record_sink import check_columns
        from kavka.pipeline.source.writers import KavkaStreamWriter

        options = parse_write(self.options, is_stream=True)
        check_columns({field.name: field.dataType.typeName() for field in schema.fields}, options)
        return KavkaStreamWriter(options)
