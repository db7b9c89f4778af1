"""`kavka completion bash | zsh | fish`: the script that teaches a shell the verbs, options and names.

The script asks kavka at each TAB: `completing` for names of the cluster, click for all else.
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from kavka.cli.exit_codes import ExitCode

SHELLS = ("bash", "zsh", "fish")


EPILOG = """\b
bash:  eval "$(kavka completion bash)"   in ~/.bashrc
zsh:   eval "$(kavka completion zsh)"    in ~/.zshrc
fish:  kavka completion fish | source    in ~/.config/fish/config.fish"""


@click.command(epilog=EPILOG)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(*, shell: str) -> int:
    """Print a shell's completion script: verbs, options, and names of topics, groups, brokers, keys and contexts.

    Names are asked of the cluster that the line itself would ask.
    """
    from kavka.cli.main import cli

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(cli, {}, "kavka", "_KAVKA_COMPLETE").source())
    return ExitCode.OK
