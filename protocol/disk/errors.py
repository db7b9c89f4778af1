"""What decoding a file of a broker's disk raises: the bytes are not what the file's name says.

All of these files are caches or can be rebuilt, so none of the errors may stop a broker (KAFKA-1758, KAFKA-2012).
"""

from __future__ import annotations


class CorruptFile(ValueError):
    """A file that is not what its name says; the message says where it stops to make sense."""


class CorruptCheckpoint(CorruptFile):
    """A checkpoint or a property file that is none."""


class CorruptIndex(CorruptFile):
    """An index whose entries contradict each other or the segment."""


class CorruptSnapshot(CorruptFile):
    """A producer snapshot that is none; an older one, or the log itself, is used instead."""
