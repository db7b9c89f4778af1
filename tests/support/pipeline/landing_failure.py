"""A landing task whose first attempt fails when it has written everything: what a lost executor looks like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyspark.taskcontext import TaskContext

from kavka.pipeline.landing.landing_file import LandedFile, LandingTask
from kavka.pipeline.source.ranges import OffsetRange


class FailsAfterWriting(LandingTask):
    """Fails once; its file stays, as a killed worker's would."""

    def __call__(self, ranges: Iterable[OffsetRange]) -> Iterator[LandedFile]:
        """Writes, then fails in the first attempt."""
        files = list(super().__call__(ranges))
        context = TaskContext.get()
        assert context is not None
        if context.attemptNumber() == 0:
            raise ConnectionResetError("the result was lost")
        yield from files
