"""A failure becomes the one line that says why."""

from __future__ import annotations

import pytest

from kavka.pipeline.failures import DataLossError, PipelineError, cause_of

WORKER = """\
[STREAM_FAILED] Query [id = 1] terminated with exception: Job aborted due to stage failure: Task 0 failed 4 times
org.apache.spark.api.python.PythonException: Traceback (most recent call last):
  File "worker.py", line 1, in main
    process()
kavka.pipeline.failures.DataLossError: orders-0 would be read from 5 to 9

	at org.apache.spark.api.python.BasePythonRunner.handlePythonException(PythonRunner.scala:500)
"""

FOREIGN = """\
Traceback (most recent call last):
  File "x.py", line 3, in read
    raise ValueError("Error: not the end")
ValueError: the disk is full
	at java.base/java.lang.Thread.run(Thread.java:840)
"""

JAVA = """\
An error occurred while calling o1.start.
: java.lang.IllegalStateException: outer
Caused by: java.io.FileNotFoundException: /no/such/file (No such file)
	... 12 more
"""


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (DataLossError("orders-0 is gone"), "orders-0 is gone"),
        (RuntimeError(WORKER), "orders-0 would be read from 5 to 9"),
        (RuntimeError(FOREIGN), "ValueError: the disk is full"),
        (RuntimeError(JAVA), "FileNotFoundException: /no/such/file (No such file)"),
        (RuntimeError("[UNRESOLVED_COLUMN.WITH_SUGGESTION] No column `x`.\nat line 1"), "No column `x`."),
        (RuntimeError("[A.B] Mean `k`? [`key`]. SQLSTATE: 42703; line 1 pos 7;"), "Mean `k`? [`key`]; line 1 pos 7"),
        (RuntimeError(""), "RuntimeError"),
        (PipelineError("a\nb"), "a\nb"),
    ],
)
def test_cause(error, line):
    assert cause_of(error) == line
