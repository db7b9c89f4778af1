"""Names of partitions' directories: what is made of one, and what is read out of it."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.disk.directory_names import (
    DELETE_SUFFIX,
    NAME_LENGTH_MAX,
    UNIQUE_BITS,
    can_be_copied,
    directory_name,
    future_name,
    parse_directory_name,
    parse_future_name,
    unique_name,
)

LONG = "t" * 249
"""As long as a topic's name may be."""


@pytest.mark.parametrize("partition", [("orders", 3), ("orders-eu", 0), ("a.b_c", 2**31 - 1)])
def test_a_partition_is_read_out_of_its_directorys_name(partition):
    assert parse_directory_name(directory_name(partition)) == partition
    assert directory_name(partition) == str(TopicPartition(*partition))
    assert parse_future_name(directory_name(partition)) is None


@pytest.mark.parametrize("unique", [0, 1, 2**UNIQUE_BITS - 1])
def test_a_copys_name_says_of_which_partition_and_is_no_logs(unique):
    name = future_name(("orders-eu", 3), unique)
    assert name == f"orders-eu-3.{unique:032x}-future"
    assert parse_future_name(name) == ("orders-eu", 3)
    assert parse_directory_name(name) is None


def test_a_name_that_is_too_long_is_cut_before_its_unique_part():
    name = unique_name((LONG, 12), DELETE_SUFFIX, 255)
    assert len(name) == NAME_LENGTH_MAX
    assert name.endswith("." + "0" * 30 + "ff" + DELETE_SUFFIX)
    assert unique_name(("orders", 3), DELETE_SUFFIX, 255) == "orders-3." + "0" * 30 + "ff-delete"


def test_a_copy_is_refused_where_its_name_would_be_cut():
    longest = "t" * (NAME_LENGTH_MAX - len(future_name(("", 0), 0)))
    assert can_be_copied((longest, 0))
    assert len(future_name((longest, 0), 0)) == NAME_LENGTH_MAX
    assert not can_be_copied((longest + "t", 0))
    assert not can_be_copied((longest, 10))
