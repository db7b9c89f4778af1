"""Record batches as Arrow columns, and back: what `protocol.records` does record by record, done column by column.

    bytes of a fetch ─▶ decode_chunk ─▶ pyarrow.RecordBatch        pyarrow columns ─▶ encode_batches ─▶ batches to send

    schema        the columns, with the names and types of Spark's `kafka` source
    decode        the front door to reading: `batches` (which batches count, inflated) ─▶ `fields` (where everything is,
                  `varints`) ─▶ `gather` (bytes into Arrow), `headers`
    encode        the front door to writing
    freed_memory  how a worker process sets up its C library
    partitioner   murmur2 and Kafka's default partitioner

Errors are `protocol.records.CorruptRecords`, a `DecodeError`, whatever is wrong with the bytes: each position is
checked before anything is read from it.
"""

from __future__ import annotations

from kavka.pipeline.columns.decode import decode_chunk
from kavka.pipeline.columns.encode import encode_batches
from kavka.pipeline.columns.freed_memory import keep_freed_memory
from kavka.pipeline.columns.partitioner import choose_partitions, murmur2
from kavka.pipeline.columns.schema import COLUMNS, schema

__all__ = ["COLUMNS", "choose_partitions", "decode_chunk", "encode_batches", "keep_freed_memory", "murmur2", "schema"]
