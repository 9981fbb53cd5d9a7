"""The change that adds a field of a player: the club number, in a copy of the checkout."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.paths import PACKAGES, ROOT

#: By file written by hand: old text and new text.  Migration, client and catalogues are generated.
EDITS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "tournaments/models/player.py": (
        (
            "    user = models.ForeignKey(\n",
            (
                "    club_number = use(models.CharField(max_length=20, blank=True), "
                'OWN, N_("club number"), export=True)\n'
                "    user = models.ForeignKey(\n"
            ),
        ),
    ),
    "tavleya/formats/headings.py": (
        ('    CLUB = "club"\n', '    CLUB = "club"\n    CLUB_NUMBER = "club_number"\n'),
        (
            '    Column.CLUB: N_("a club"),\n',
            '    Column.CLUB: N_("a club"),\n    Column.CLUB_NUMBER: N_("a club number"),\n',
        ),
        ("Column.CLUB: 120}", "Column.CLUB: 120, Column.CLUB_NUMBER: 20}"),
        (
            '    Column.TEAM: "team;',
            '    Column.CLUB_NUMBER: "clubnumber; club number; club no",\n    Column.TEAM: "team;',
        ),
        ('clubnumber; "\n    "club number; club no; fs', "fs"),
    ),
}


def hand_written() -> int:
    """Return the number of files that a developer writes to add a field of a player."""
    return len(EDITS)


def changed_copy(folder: Path) -> Path:
    """A copy of the checkout with the change.  Raises: AssertionError if a text to be replaced is not there once."""
    for name in (*PACKAGES, "templates", "static", "locale", "clients"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    for name, edits in EDITS.items():
        text = (folder / name).read_text()
        for old, new in edits:
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        (folder / name).write_text(text)
    return folder
