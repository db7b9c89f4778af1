"""Components and shortest circles, against brute force over random graphs."""

from __future__ import annotations

import random

import pytest

from kavka.simulation.checks.cycles import Arrow, components, shortest


def graph(size, pairs):
    arrows = [[] for _ in range(size)]
    for source, target, kind in pairs:
        arrows[source].append(Arrow(target, kind))
    return arrows


def reachable(arrows, start, wanted):
    """What can be reached in one step or more."""
    found, waiting = set(), [start]
    while waiting:
        for arrow in arrows[waiting.pop()]:
            if wanted(arrow) and arrow.target not in found:
                found.add(arrow.target)
                waiting.append(arrow.target)
    return found


def fewest(arrows, start, wanted, costly):
    """The least costly nodes on a way from a node back to itself, by relaxing until nothing changes."""
    costs = {}
    for _ in range(len(arrows) + 1):
        for node, following in enumerate(arrows):
            for arrow in filter(wanted, following):
                before = 0 if node == start else costs.get(node)
                if before is not None:
                    cost = before + (arrow.target < costly)
                    costs[arrow.target] = min(costs.get(arrow.target, cost), cost)
    return costs[start]


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs(seed):
    chance = random.Random(seed)
    size = chance.randint(1, 12)
    costly = chance.randint((size + 1) // 2, size)
    arrows = graph(
        size,
        [
            (chance.randrange(size), chance.randrange(size), chance.randrange(2))
            for _ in range(chance.randint(0, 2 * size))
        ],
    )
    kinds = chance.choice([(0,), (0, 1)])

    def wanted(arrow):
        return arrow.kind in kinds

    reach = [reachable(arrows, node, wanted) for node in range(size)]
    expected = {
        tuple(other for other in range(size) if other == node or (other in reach[node] and node in reach[other]))
        for node in range(size)
        if node in reach[node]
    }
    found = list(components(arrows, wanted))
    assert sorted(map(tuple, found)) == sorted(expected)
    for component in found:
        if not any(node < costly for node in component):
            continue
        circle = shortest(arrows, component, wanted, costly=costly)
        targets = [arrow.target for _, arrow in circle]
        assert [node for node, _ in circle[1:]] + [circle[0][0]] == targets
        assert all(arrow in arrows[node] and wanted(arrow) for node, arrow in circle)
        starts = [node for node in component if node < costly]
        assert sum(node < costly for node, _ in circle) == min(fewest(arrows, n, wanted, costly) for n in starts)


def test_a_chain_longer_than_the_recursion_limit():
    size = 50_000
    arrows = graph(size, [(node, (node + 1) % size, 0) for node in range(size)])
    (component,) = components(arrows, lambda _: True)
    assert len(component) == size
    assert len(shortest(arrows, component, lambda _: True, costly=2)) == size
