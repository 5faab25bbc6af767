"""The commands by purpose, in the order of use, each with its line of help; a command is the module of its name."""

from __future__ import annotations

GROUPS: dict[str, dict[str, str]] = {
    "Play": {
        "play": "Play a level in the terminal.",
        "levels": "List the levels that come with pushbox.",
    },
    "Read, check and convert": {
        "info": "Identify a file and list its problems.",
        "convert": "Write levels in another format, and name losses.",
        "verify": "Replay solutions by the rules.",
        "metrics": "Count moves, pushes, box lines ... of a solution.",
        "path": "Push one box to a cell, as a LURD line.",
        "transcript": "Show picture, legal moves and outcome at each ply.",
        "study": "Read, check and convert studies: lines with comments.",
    },
    "Solve and analyse": {
        "solve": "Solve levels; every solution is replayed by the rules.",
        "optimize": "Shorten the solutions in a file.",
        "explain": "Explain whether a level can still be won.",
        "rate": "Rate how long and how hard levels are.",
        "graph": "Write all positions of a small level as a graph.",
        "certify": "Prove a claim about a level, or check a proof.",
    },
    "Make levels": {
        "generate": "Make new levels, each with a solution.",
        "review": "Review the design of a level.",
        "reconstruct": "Draw the level that a solution was played on.",
    },
    "Draw": {
        "render": "Draw levels and solutions: pictures, animations, sheets.",
        "plot": "Plot searches, solutions and runs of solvers.",
    },
    "Collect": {
        "library": "Keep collections, solutions and progress in a database.",
        "duplicates": "Find levels that are the same, and write the others.",
        "dataset": "Make and check data sets of levels with proofs.",
    },
    "Serve and connect": {
        "serve": "Serve the web app.",
        "site": "Write a site of levels that any static host serves.",
        "mcp": "Serve tools for language models, and a board in their chat.",
        "engine": "Speak the solver protocol on standard input and output.",
        "evaluate": "Score a language model on tasks about levels.",
        "completion": "Print the completion script of a shell.",
    },
    "About pushbox": {
        "config": "Show and change your settings: language, threads, skin ...",
        "games": "List the games, or describe one.",
        "formats": "List the file formats, or describe one.",
        "about": "Print the version, sources of games, libraries and licences.",
        "doctor": "Check the installation.",
        "bench": "Run the project's benchmarks.",
    },
}

COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
