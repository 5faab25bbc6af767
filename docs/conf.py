"""The documentation as a site: `make site` writes it, `make check-docs` checks it alone; a warning is an error."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pushbox import __version__

sys.path.insert(0, str(Path(__file__).parent))

os.environ["PUSHBOX_CONFIG"] = os.devnull  # the pages of the commands show pushbox's own defaults

project = "pushbox"
author = "the pushbox authors"
copyright = "the pushbox authors, MIT licence"  # noqa: A001
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "extensions.boards",
    "extensions.pages",
    "extensions.sessions",
]
exclude_patterns = ["notebooks/*", "extensions", "package.md"]
default_role = "py:obj"  # what stands in `single` quotes in a docstring is a link where it leads somewhere

myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["ref.python"]  # a word in `single` quotes that several modules have, such as State

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True

smartquotes = False

html_theme = "furo"
html_title = f"pushbox {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
html_show_sourcelink = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
