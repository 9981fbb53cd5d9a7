"""Framework-independent form fields for the options of a system; the section form is built from them.

Labels and helps are msgids.  The default value is that of the options' dataclass.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class IntegerOption:
    """A whole number."""

    name: str
    label: str
    least: int
    most: int
    help: str = ""


@dataclass(frozen=True)
class Points:
    """Points of a result, in half-points."""

    name: str
    label: str
    help: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several values: text, number or truth, each with its label."""

    name: str
    label: str
    choices: tuple[tuple[str | int | bool, str], ...]
    help: str = ""


OptionField = IntegerOption | Points | Choice
