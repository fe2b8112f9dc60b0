"""What readers get where a language has no confirmed translation of the present English."""

from __future__ import annotations

from enum import Enum


class Incomplete(Enum):
    """What is published for a message that is not translated, or whose English has changed."""

    ENGLISH = "english"
    """The English text, marked as such."""

    LAST = "last-translation"
    """The last confirmed translation with a note, and English where there never was one."""

    REFUSE = "refuse"
    """Nothing at all: the build fails."""


class State(Enum):
    """How far the translation of a message is."""

    TRANSLATED = "translated"
    SUSPECT = "suspect"  # translated, but the English has changed since, or it is a guess
    MISSING = "missing"
