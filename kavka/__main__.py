"""`python -m kavka …`: the command line, as `kavka` runs it, for whoever has Python and no script on the path."""

from kavka.cli.main import main

if __name__ == "__main__":
    main()
