"""A tournament system is described in one place: the comparisons with a system elsewhere are counted here."""

import re

from tests.paths import PACKAGES
from tests.setup.project_files import project_files, text_of

#: A comparison with a format by name, or a mention of a named system.
ASKS = re.compile(
    r"\bFormat\.[A-Z]|\bis_swiss\b|\bis_team\b|\b(?i:keizer|double_swiss|scheveningen)(?=[\"'_.,(\]:]|\b)"
    r"|\.format (==|!=|in|not in) "
)
#: The packages of the systems, and of made-up tournaments.
OWN = ("tavleya/pairing/", "tournaments/systems/", "portal/demo/")
PARTS = (*PACKAGES, "templates")
MOST = 12


def code_of(text: str) -> list[str]:
    """Its lines without docstrings and comments."""
    without = re.sub(r'"""(?:.|\n)*?"""', lambda match: "\n" * match.group().count("\n"), text)
    return [line.split("  # ")[0] for line in without.splitlines() if not line.lstrip().startswith("#")]


def test_few_places_ask_which_system_it_is():
    asking = [
        f"{path}:{number}: {line.strip()}"
        for path in project_files()
        if path.parts[0] in PARTS and path.suffix in (".py", ".html") and "migrations" not in path.parts
        if not str(path).startswith(OWN)
        for number, line in enumerate(code_of(text_of(path)), start=1)
        if ASKS.search(line)
    ]
    assert len(asking) <= MOST, "\n".join(asking)


def test_a_branch_on_the_format_would_be_counted():
    branches = ("if section.kind is Format.KNOCKOUT:", 'if section.format == "swiss":', "by = {'keizer': 1}")
    assert all(ASKS.search(line) for line in branches)
