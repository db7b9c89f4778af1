"""`kavka doctor`: looks at a machine, a configuration and a cluster, and says what is wrong, why, and what to do.

    gather_* (files, sockets, processes, HTTP) ─▶ facts ─▶ checks (pure functions) ─▶ findings ─▶ kavka.cli.doctor

What cannot be found out is a fact as well: a check then says so. Nothing here changes anything, but for a file of a few
kilobytes that is written, fsynced and removed to time a disk.
"""
