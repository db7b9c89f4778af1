MODULES: dict[str, str]
APIS: dict[int, tuple[str, str, int]]
