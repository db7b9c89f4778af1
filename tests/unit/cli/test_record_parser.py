"""Records read by a format: what consume -f wrote comes back, whatever it holds and however it is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.cli.record_format import compile_format
from kavka.cli.record_parser import ParsedRecord, RecordParser, RecordSyntaxError
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

content = st.none() | st.binary(max_size=20) | st.just(b"\n")
records = st.lists(
    st.builds(
        Record,
        st.integers(0, 2**40),
        st.integers(0, 2**41),
        st.just(0),
        content,
        content,
        st.lists(st.tuples(st.text(max_size=4), content), max_size=3),
    ),
    max_size=4,
)

MIRRORS = [
    "%p %T %K{big32}%k%V{big32}%v%H{big16}%h{%K{big16}%k%V{little64}%v}",
    "%t:%o:%p;%T|%K %k{hex}%S %s{base64}%H %h{%K %k{hex}%V %v{base64raw}}\\n",
    "%p %d{strftime[%F %T.%f]};%R%s%K{little32}%k%H{byte}%h{%K{byte}%k%V{big16}%v}",
]


def read(text, *chunks, null=None):
    parser = RecordParser(text, null=null)
    found = [record for chunk in chunks for record in parser.feed(chunk)]
    return found + list(parser.end())


@pytest.mark.parametrize("text", MIRRORS)
@given(records=records, cut=st.integers(1, 30))
def test_what_a_format_writes_it_reads(text, records, cut):
    written = compile_format(text)(TopicPartition("t", 3), records)
    chunks = [written[start : start + cut] for start in range(0, len(written), cut)]
    assert read(text, *chunks) == [
        ParsedRecord(record.key, record.value, tuple(record.headers), record.timestamp, 3) for record in records
    ]


@pytest.mark.parametrize(
    ("text", "content", "found"),
    [
        ("%s\\n", b"a\nb", [ParsedRecord(value=b"a"), ParsedRecord(value=b"b")]),
        ("%k:%v\\n", b"k:a:b\n", [ParsedRecord(b"k", b"a:b")]),
        (
            "%h\\t%k\\t%s\\n",
            b"a=1,b,c=,d=NULL\tk\tv\n",
            [ParsedRecord(b"k", b"v", (("a", b"1"), ("b", None), ("c", b""), ("d", None)))],
        ),
        ("%p;%T;%s\\n", b"2;99;x\n", [ParsedRecord(None, b"x", (), 99, 2)]),
        ("%R%s", b"\0\0\0\1a\xff\xff\xff\xff", [ParsedRecord(value=b"a"), ParsedRecord(value=None)]),
        ("%s{hex}|%k{base64} ", b"ff00|AA== ", [ParsedRecord(b"\0", b"\xff\0")]),
        ("%%%{%s%}\\n", b"%{x}\n", [ParsedRecord(value=b"x")]),
    ],
)
def test_formats(text, content, found):
    assert read(text, content) == found
    assert read(text, *(content[place : place + 1] for place in range(len(content)))) == found


def test_what_is_empty_is_null_where_that_is_wanted():
    assert read("%k:%s\\n", b":\n", null=b"") == [ParsedRecord(None, None)]
    assert read("%k:%s\\n", b":\n") == [ParsedRecord(b"", b"")]


@pytest.mark.parametrize(
    ("text", "content", "message"),
    [
        ("%k:%s\\n", b"a:b\nc", "record 2: the input ends where the format has b':'"),
        ("%R%s", b"\0\0\0\5ab", "record 1: the input ends in the middle"),
        ("%R%s", b"\x7f\xff\xff\xff", "a length of 2147483647 is more than"),
        ("%s{hex}\\n", b"xyz\n", "is no hex"),
        ("%p %s\\n", b"x y\n", "b'x y.*' is no number"),
        ("<%s>", b"<a>[b>", r"record 2: b'\[' stands where the format has b'<'"),
        ("%d{strftime[%F]} %s\\n", b"yesterday x\n", "record 1: .*does not match"),
    ],
)
def test_what_is_not_of_the_format_is_said(text, content, message):
    with pytest.raises(RecordSyntaxError, match=message):
        read(text, content)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "reads nothing"),
        ("%s", "nothing says where %s ends"),
        ("%k%s\\n", "put a literal between"),
        ("%h{%k=%v;}\\n", "number of headers before"),
        ("%x", "%x is not known"),
        ("%s{hex", "has no end"),
    ],
)
def test_a_format_that_cannot_be_read_by_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        RecordParser(text)
