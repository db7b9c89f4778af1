"""The partition of a key is the same here as in Java and in kafka-python."""

import random
import warnings

import pytest

from kavka.wire.murmur2 import murmur2, partition_for_key

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its import reads resources in a way that Python deprecates
    from kafka.partitioner.default import murmur2 as kafka_python_murmur2


# The first seven are the cases of Kafka's own UtilsTest.testMurmur2, as unsigned numbers.
@pytest.mark.parametrize(
    ("key", "signed"),
    [
        (b"21", -973932308),
        (b"foobar", -790332482),
        (b"a-little-bit-long-string", -985981536),
        (b"a-little-bit-longer-string", -1486304829),
        (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
        (b"abc", 479470107),
        (b"", 275646681),
    ],
)
def test_java_computes_the_same(key, signed):
    assert murmur2(key) == signed & 0xFFFFFFFF


def test_kafka_python_computes_the_same():
    rng = random.Random(20)
    for length in range(70):
        for _ in range(20):
            key = rng.randbytes(length)
            assert murmur2(key) == kafka_python_murmur2(key) & 0xFFFFFFFF


def test_a_negative_hash_loses_its_sign_and_is_not_negated():
    assert partition_for_key(b"21", 1_000_000) == (-973932308 & 0x7FFFFFFF) % 1_000_000
