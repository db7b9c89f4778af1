LISTS: dict[int, tuple[tuple[str, ...], ...]]
