"""Studies: a level with a tree of lines, comments, marks, arrows and questions, as a value and as text.

>>> from pushbox import builtin
>>> from pushbox.studies import add_line, read_study, say, study_of_level, write_study
>>> study = study_of_level(builtin("lessons")[9])
>>> study = say(study, 0, comment="Which goal comes first?", question="Solve it from here.")
>>> read_study(write_study(study)) == study
True
"""

from .edit import Edited, add_line, collection_of, promote, remove, say, study_of_level, study_of_session
from .replay import ReplayedStudy, StudyProblem, replay_study
from .serialize import study_from_json, study_to_json
from .text_format import ENDING, is_study, read_study, write_study
from .values import MARKS, Study, StudyNode

__all__ = [
    "ENDING", "MARKS", "Edited", "ReplayedStudy", "Study", "StudyNode", "StudyProblem", "add_line", "collection_of",
    "is_study", "promote", "read_study", "remove", "replay_study", "say", "study_from_json", "study_of_level",
    "study_of_session", "study_to_json", "write_study",
]  # fmt: skip
