"""Circles in a directed graph: its strongly connected components, and a shortest circle through one of them.

    components   Tarjan's algorithm with a stack of its own: chains are longer than Python's recursion allows
    shortest     from each of at most `STARTS` nodes breadth first, where a step to a free node costs nothing

Nodes are numbers; those below `costly` count, the others are joints of chains. Not here: what nodes and arrows mean.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

STARTS: Final = 64
"""How many nodes a shortest circle is looked for from: a component of thousands has many short ones."""


class Arrow(NamedTuple):
    """An arrow to a node."""

    target: int
    kind: int
    why: str = ""
    """In words, if the arrow says something."""


def components(arrows: Sequence[Sequence[Arrow]], wanted: Callable[[Arrow], bool]) -> Iterator[list[int]]:
    """Yields the sets of nodes that reach each other, or themselves, by wanted arrows.

    Args:
        arrows: of each node.
        wanted: tells which arrows there are.
    """
    walk = _Walk(arrows, wanted)
    for root in range(len(arrows)):
        if root not in walk.order:
            yield from walk.components_from(root)


class _Walk:
    """Tarjan's depth-first walk; what it has closed is not entered again."""

    __slots__ = ("_arrows", "_is_open", "_low", "_open", "_path", "_wanted", "order")

    def __init__(self, arrows: Sequence[Sequence[Arrow]], wanted: Callable[[Arrow], bool]) -> None:
        self._arrows = arrows
        self._wanted = wanted
        self.order: dict[int, int] = {}
        self._low: dict[int, int] = {}
        self._open: list[int] = []
        self._is_open: set[int] = set()
        self._path: list[tuple[int, Iterator[Arrow]]] = []

    def components_from(self, root: int) -> Iterator[list[int]]:
        """Yields the components that can be reached from a node and were not yet."""
        self._enter(root)
        while self._path:
            node, following = self._path[-1]
            child = self._unvisited(node, following)
            if child is not None:
                self._enter(child)
                continue
            self._path.pop()
            if self._path:
                parent = self._path[-1][0]
                self._low[parent] = min(self._low[parent], self._low[node])
            if self._low[node] == self.order[node]:
                component = self._close(node)
                if len(component) > 1 or self._reaches_itself(node):
                    yield component

    def _enter(self, node: int) -> None:
        self.order[node] = self._low[node] = len(self.order)
        self._open.append(node)
        self._is_open.add(node)
        self._path.append((node, filter(self._wanted, self._arrows[node])))

    def _unvisited(self, node: int, following: Iterator[Arrow]) -> int | None:
        for arrow in following:
            if arrow.target not in self.order:
                return arrow.target
            if arrow.target in self._is_open:
                self._low[node] = min(self._low[node], self.order[arrow.target])
        return None

    def _close(self, node: int) -> list[int]:
        component: list[int] = []
        while not component or component[-1] != node:
            component.append(self._open.pop())
            self._is_open.discard(component[-1])
        return sorted(component)

    def _reaches_itself(self, node: int) -> bool:
        return any(arrow.target == node for arrow in self._arrows[node] if self._wanted(arrow))


def shortest(
    arrows: Sequence[Sequence[Arrow]], component: Sequence[int], wanted: Callable[[Arrow], bool], *, costly: int
) -> list[tuple[int, Arrow]]:
    """Returns a circle of few costly nodes, as (node, the arrow that leaves it).

    Args:
        arrows: of each node.
        component: as `components` yields it.
        wanted: tells which arrows there are.
        costly: nodes below it count.
    """
    inside = set(component)
    best: list[tuple[int, Arrow]] = []
    best_length = len(component) + 1
    for start in [node for node in component if node < costly][:STARTS]:
        circle, length = _back_to(start, arrows, inside, wanted, costly)
        if circle and length < best_length:
            best, best_length = circle, length
    assert best, "a component has a circle through each of its nodes"
    return best


def _back_to(
    start: int, arrows: Sequence[Sequence[Arrow]], inside: set[int], wanted: Callable[[Arrow], bool], costly: int
) -> tuple[list[tuple[int, Arrow]], int]:
    """The shortest way from a node to itself, and how many costly nodes it has."""
    came_by: dict[int, tuple[int, Arrow]] = {}
    queue = deque([(start, 0)])
    settled: set[int] = set()
    distances = {start: 0}
    while queue:
        node, distance = queue.popleft()
        if node in settled:
            continue
        settled.add(node)
        for arrow in arrows[node]:
            if not wanted(arrow) or arrow.target not in inside:
                continue
            if arrow.target == start:
                return _unwound(start, (node, arrow), came_by), distance + 1
            step = distance + (arrow.target < costly)
            if step < distances.get(arrow.target, len(inside) + 1):
                distances[arrow.target] = step
                came_by[arrow.target] = node, arrow
                (queue.append if arrow.target < costly else queue.appendleft)((arrow.target, step))
    return [], 0


def _unwound(start: int, last: tuple[int, Arrow], came_by: dict[int, tuple[int, Arrow]]) -> list[tuple[int, Arrow]]:
    circle = [last]
    while circle[-1][0] != start:
        circle.append(came_by[circle[-1][0]])
    return circle[::-1]
