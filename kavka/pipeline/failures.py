"""What can go wrong in a pipeline that a user can mend, and how any failure becomes one line.

Spark wraps what happens in a worker three times: the Python exception in a traceback, the traceback in a Java
exception, that in a StreamingQueryException. `cause_of` finds the line that says why; the rest is for `-v`.
"""

from __future__ import annotations

import re
from typing import Final

OWN_MODULES: Final = ("kavka.",)
LINE_CHARS_MAX: Final = 2_000
"""Of a cause: some of Spark's have a plan in them."""

_PYTHON_CAUSE: Final = re.compile(r"^\s*((?:[a-z_]\w*\.)*)([A-Z]\w+): (.+)$")
_JAVA_CAUSE: Final = re.compile(r"^\s*Caused by: (?:[\w$]+\.)+([\w$]+): (.+)$")
_STATE: Final = re.compile(r"\.?\s*SQLSTATE: \w+")
_CONDITION: Final = re.compile(r"^\[[A-Z0-9_.]+\]\s*")


class PipelineError(Exception):
    """A user's mistake, or something that they can mend. Its text is a whole sentence: what, why, what to do."""


class OptionError(PipelineError, ValueError):
    """An option of the data source that makes no sense; names the right one where there is one."""


HINT: Final = "with failOnDataLoss=false the source goes on with what is there"
"""What a user may do about lost data, at the end of each message."""


class DataLossError(PipelineError):
    """Records that were to be read are gone; `failOnDataLoss=false` skips them."""


class MarkerError(PipelineError):
    """Raised when nothing tells whether a batch was written: writing it might double its records."""


class LandingError(PipelineError):
    """Raised when records cannot land in files for Spark to scan."""

    HINT: Final = "read less at once (columns, endingOffsets, maxOffsetsPerTrigger), or name a larger directory"


class MissingRequirement(PipelineError):
    """PySpark, pyarrow, numpy or Java is not there; says what to install."""


def cause_of(error: BaseException) -> str:
    """Finds the one line that names a failure's cause, in the driver or a worker.

    Args:
        error: what was raised in the driver: one of ours, or one of Spark's with a worker's traceback in its text.

    Returns:
        A sentence without its class, for our own errors; `Class: text` for others.
    """
    if type(error).__module__.startswith(OWN_MODULES):
        return str(error)
    text = str(error)
    lines = text.splitlines()
    python = _last_python_line(lines)
    if python is not None:
        return python[:LINE_CHARS_MAX]
    for line in reversed(lines):
        if match := _JAVA_CAUSE.match(line):
            return f"{match[1]}: {match[2]}"[:LINE_CHARS_MAX]
    first = next((line for line in lines if line.strip()), type(error).__name__)
    return _STATE.sub("", _CONDITION.sub("", first.strip())).rstrip(";")[:LINE_CHARS_MAX]


def _last_python_line(lines: list[str]) -> str | None:
    """What the last traceback in a text ends with, None where there is no traceback."""
    starts = [number for number, line in enumerate(lines) if "Traceback (most recent call last)" in line]
    if not starts:
        return None
    for number in range(starts[-1] + 1, len(lines)):
        line = lines[number]
        if line.startswith((" ", "\t")) or not (match := _PYTHON_CAUSE.match(line)):
            continue
        text = _CONDITION.sub("", match[3].strip())
        # Our own classes say all in their text; of others the class is half of what they say.
        return text if match[1].startswith(OWN_MODULES) else f"{match[2]}: {text}"
    return None
