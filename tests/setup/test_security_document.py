"""docs/security.md answers each requirement of ASVS 5.0.0, levels 1 and 2, once, and names existing tests."""

import re

from tests.paths import ROOT

DOCUMENT = ROOT / "docs" / "security.md"
# The requirements of levels 1 and 2 by section; those of level 3 alone are left out.
LAST = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1
5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1
8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3
12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
17.1:1 17.2:4 17.3:2
"""
REQUIREMENTS = [
    f"{section}.{number}"
    for section, last in (part.split(":") for part in LAST.split())
    for number in range(1, int(last) + 1)
]


def answers() -> dict[str, tuple[str, str]]:
    """By number: yes, no or n/a, and the test or the reason."""
    result: dict[str, tuple[str, str]] = {}
    for line in DOCUMENT.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.match(r"\d", cells[0]):
            for number in cells[0].split(", "):
                assert number not in result, f"{number} is answered twice"
                result[number] = (cells[2], cells[3])
    return result


def test_every_requirement_has_an_answer_with_its_ground() -> None:
    result = answers()
    assert len(REQUIREMENTS) == 253
    assert list(result) and set(result) == set(REQUIREMENTS)
    assert {holds for holds, _ in result.values()} <= {"yes", "no", "n/a"}
    assert [number for number, (_, ground) in result.items() if not ground] == []


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", DOCUMENT.read_text())
    assert len(named) > 60
    missing = [
        (path, name)
        for path, name in named
        if not (ROOT / path).exists() or (name and f"def {name}(" not in (ROOT / path).read_text())
    ]
    assert missing == []
