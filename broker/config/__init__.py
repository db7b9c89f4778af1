"""A broker's configuration: keys, types, values, sources and checks. Pure: no I/O but reading what it is given."""
