"""Questions to one broker at a time: asked when somebody runs the questions, however early they come."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from kavka.common.asked_together import AskedTogether
from kavka.common.supervised import Supervisor


@dataclass
class Question:
    items: list[str] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)


def ask(asked, whom, item):
    question = asked.next(whom)
    question.items.append(item)
    asked.start(whom)
    return question


async def test_what_is_asked_before_anybody_runs_the_questions_is_put_then():
    put = []

    async def told(whom, question):
        put.append((whom, question.items))

    asked = AskedTogether(Question, told, name="questions", supervisor=Supervisor())
    first = ask(asked, 1, "a")
    assert ask(asked, 1, "b") is first
    async with asyncio.TaskGroup() as group:
        running = group.create_task(asked.run())
        await first.done.wait()
        await ask(asked, 2, "c").done.wait()
        running.cancel()
    assert put == [(1, ["a", "b"]), (2, ["c"])]
