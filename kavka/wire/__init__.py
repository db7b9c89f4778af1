"""The client's protocol without I/O: bytes, values and moments in, requests and decisions out.

None of the cores waits, dials, or reads a clock: `now_ms` and chances are arguments. `kavka.client` (asyncio) and
`kavka.pipeline.wire` (blocking sockets) drive them, each with its own way of waiting, and decide nothing twice.

Two modules are drivers themselves, for whoever stands below the bundled client and dials brokers, too: `connection`
(one connection of an event loop) and `peer_link` (a kept connection to a peer). No core imports them.
"""
