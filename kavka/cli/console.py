"""`kavka console`: the address of the console, with the token that it needs, for a browser.

The token stands behind the #: a browser keeps that to itself, and the page takes it out of the address at once. It is
printed and not handed to a browser, whose command line everybody on the machine could read.
"""

from __future__ import annotations

from typing import Any

import click

from kavka.cli.admin_endpoint import endpoint_options, find_endpoints
from kavka.cli.exit_codes import ExitCode
from kavka.local.secrets import console_url


@click.command()
@endpoint_options
def console(**where: Any) -> int:
    """Print the address of the console, a page that shows the whole cluster, with the token that it needs."""
    http = find_endpoints(**where)[0].http
    click.echo(console_url(http.url.rstrip("/"), http.token))
    return ExitCode.OK
