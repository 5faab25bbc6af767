"""``python -m pushbox`` is the command line."""

from pushbox.cli import main

main()
