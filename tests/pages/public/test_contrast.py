"""The colours: light and dark can both be read (WCAG 2.2: 4.5 for text, 3 for edges), and dark is one set."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TOKENS = Path(settings.BASE_DIR, "static", "css", "tokens.css").read_text()

TEXT = [
    (text, ground)
    for text in ("ink", "ink-soft", "accent")
    for ground in ("paper", "surface", "sunken", "mark")
]
TEXT += [("good", "good-ground"), ("warn", "warn-ground"), ("bad", "bad-ground"), ("on-accent", "accent")]
TEXT += [("on-accent", "accent-strong"), ("bad", "surface"), ("surface", "ink")]
EDGES = [(edge, ground) for edge in ("rule-strong", "focus") for ground in ("paper", "surface")]


def colours(start: str) -> dict[str, str]:
    block = TOKENS[TOKENS.index(start) :].split("}")[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


LIGHT = colours(":root {")
DARK = {**LIGHT, **colours(':root[data-theme="dark"]')}


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(name: str, other: str) -> float:
    darker, lighter = sorted((luminance(name), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("pair", TEXT, ids=" on ".join)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(theme: dict[str, str], pair: tuple[str, str]) -> None:
    assert contrast(theme[pair[0]], theme[pair[1]]) >= 4.5


@pytest.mark.parametrize("pair", EDGES, ids=" on ".join)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_controls_can_be_seen(theme: dict[str, str], pair: tuple[str, str]) -> None:
    assert contrast(theme[pair[0]], theme[pair[1]]) >= 3


def test_dark_by_choice_and_dark_by_system_are_the_same() -> None:
    by_system = colours('  :root:not([data-theme="light"])')
    assert by_system == colours(':root[data-theme="dark"]')
    assert by_system.keys() <= LIGHT.keys()


def test_the_measure_of_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
