"""Golden vectors of the three record formats: bytes taken apart field by field, and what they say."""

from __future__ import annotations

from kavka.protocol.records.batch import Record


def from_hex(text: str) -> bytes:
    """Bytes from commented hex: everything behind a # is for the reader."""
    return bytes.fromhex("".join(line.split("#")[0] for line in text.splitlines()))


BATCH_V2 = from_hex("""
    00 00 00 00 00 00 00 00   # base offset 0
    00 00 00 51               # 81 bytes follow
    ff ff ff ff               # partition leader epoch −1
    02                        # magic
    f4 fd 5f eb               # crc32c
    00 00                     # attributes: no compression, create time
    00 00 00 02               # last offset delta
    00 00 00 00 00 00 03 e8   # base timestamp 1000
    00 00 00 00 00 00 04 4c   # max timestamp 1100
    00 00 00 00 00 00 00 07   # producer id
    00 01                     # producer epoch
    00 00 00 05               # base sequence
    00 00 00 03               # three records

    18 00 00 00               # 12 bytes, attributes, timestamp +0, offset +0
    02 6b 02 76               # key "k", value "v"
    02 02 68 02 78            # one header: "h" = "x"

    0e 00 13 02               # 7 bytes, attributes, timestamp −10, offset +1
    01 02 77 00               # null key, value "w", no headers

    14 00 c8 01 04            # 10 bytes, attributes, timestamp +100, offset +2
    00 01                     # empty key, null value
    02 02 6e 01               # one header: "n" = null
""")
BATCH_V2_RECORDS = [
    Record(0, 1000, 0, b"k", b"v", [("h", b"x")]),
    Record(1, 990, 0, None, b"w", []),
    Record(2, 1100, 0, b"", None, [("n", None)]),
]

MESSAGES_V0 = from_hex("""
    00 00 00 00 00 00 00 04   # offset 4
    00 00 00 10               # 16 bytes follow
    1f ec d7 0a               # crc32
    00 00                     # magic, attributes
    00 00 00 01 6b            # key "k"
    00 00 00 01 76            # value "v"

    00 00 00 00 00 00 00 05   # offset 5
    00 00 00 0e 79 57 48 e0 00 00
    ff ff ff ff               # null key
    00 00 00 00               # empty value
""")
MESSAGES_V0_RECORDS = [Record(4, -1, -1, b"k", b"v", []), Record(5, -1, -1, None, b"", [])]

MESSAGES_V1 = from_hex("""
    00 00 00 00 00 00 00 04   # offset 4
    00 00 00 18               # 24 bytes follow
    e4 e3 21 bc               # crc32
    01 00                     # magic, attributes
    00 00 00 00 00 00 03 e8   # timestamp 1000
    00 00 00 01 6b 00 00 00 01 76

    00 00 00 00 00 00 00 05   # offset 5
    00 00 00 16 6f 36 d5 89 01 00
    00 00 00 00 00 00 03 e9   # timestamp 1001
    ff ff ff ff 00 00 00 00
""")
MESSAGES_V1_RECORDS = [Record(4, 1000, 0, b"k", b"v", []), Record(5, 1001, 0, None, b"", [])]

COMMIT_MARKER = from_hex(
    """
    00 00 00 00 00 00 00 00   # base offset
    00 00 00 42               # 66 bytes follow
    ff ff ff ff 02
    e2 e4 05 44               # crc32c
    00 30                     # attributes: transactional, control
    00 00 00 00
    00 00 00 00 00 00 00 09   # base and max timestamp
    00 00 00 00 00 00 00 09
    00 00 00 00 00 00 03 e8   # producer id 1000
    00 02                     # producer epoch
    ff ff ff ff               # no sequence
    00 00 00 01
    20 00 00 00               # 16 bytes
    08 00 00 00 01            # key: version 0, type 1 (commit)
    0c 00 00 00 00 00 04      # value: version 0, coordinator epoch 4
    00
"""
)
