"""Findings of axe-core on a page: WCAG 2.2 A and AA and its best practice.

An undecided result of axe ("incomplete") is either settled here, once and with the reason, or a finding as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# The only rules whose results depend on the colour scheme.
OF_COLOURS = ("color-contrast", "link-in-text-block")
RUN = """async (only) => {
  // Colours that were changed a moment ago are on the screen after two frames, or after their transitions.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(ending.map((animation) => animation.finished));
  for (const details of document.querySelectorAll("main details")) details.open = true;
  const results = await axe.run(document, { runOnly: only, resultTypes: ["violations", "incomplete"] });
  const findings = (kind) => results[kind].flatMap((rule) => rule.nodes.map((node) => ({
    kind, rule: rule.id, impact: rule.impact, target: node.target.flat().join(" "), html: node.html,
    why: [...node.any, ...node.all, ...node.none].map((check) => check.data?.messageKey ?? check.id),
  })));
  return [...findings("violations"), ...findings("incomplete")];
}"""

# Half of the time for the contrast of a page goes into reading the same few colours at each of its elements.
READ_A_COLOUR_ONCE = """
{
  const colours = new Map(), { prototype } = axe.commons.color.Color, { parseString } = prototype;
  prototype.parseString = function (text) {
    if (!colours.has(text)) {
      const { r, g, b, alpha } = parseString.call(this, text);
      colours.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, colours.get(text));
  };
  null;  // Playwright would call a function that is the value of a script
}
"""


@dataclass(frozen=True)
class AcceptedFinding:
    """An undecided rule, limited to these reasons given by axe (`why`) and to elements like this."""

    rule: str
    why: str
    html: str
    reason: str


_PAIRS = "every pair of our colours is computed in tests/pages/public/test_language_and_appearance.py"
SETTLED = (
    AcceptedFinding(
        "color-contrast", "shortTextContent", "", f"One letter or digit, which axe does not judge: {_PAIRS}."
    ),
    AcceptedFinding("color-contrast", "nonBmp", "", f"A sign and no letter (an arrow, a fraction): {_PAIRS}."),
    AcceptedFinding("color-contrast", "bgOverlap", "", f"In a part that scrolls or under a bar that stays: {_PAIRS}."),
    AcceptedFinding("color-contrast", "elmPartiallyObscured", "", f"Cut by the edge of a part that scrolls: {_PAIRS}."),
    AcceptedFinding("color-contrast", "elmPartiallyObscuring", "", f"Wraps around its neighbour: {_PAIRS}."),
    AcceptedFinding("link-in-text-block", "bgOverlap", "", "Under a bar that stays; links are underlined or in bold."),
    AcceptedFinding("color-contrast", "imgNode", "", "A label in the drawing of a board, or a form opened over one."),
    AcceptedFinding(
        "color-contrast",
        "bgGradient",
        "tile-ring",
        "The number of a board inside the ring of its clock: the ground under the number is one colour.",
    ),
)


@dataclass(frozen=True)
class Finding:
    kind: str
    rule: str
    impact: str
    target: str
    html: str
    why: tuple[str, ...]

    @property
    def settled(self) -> bool:
        return self.kind == "incomplete" and any(
            item.rule == self.rule and item.why in self.why and item.html in self.html for item in SETTLED
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.rule} ({', '.join(self.why)}) at {self.target}: {' '.join(self.html.split())[:200]}"


@cache
def axe_script() -> str:
    """Return axe-core. As the `script` of a `Stage` it is compiled once for all pages of the window."""
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8") + READ_A_COLOUR_ONCE


def findings(page: Page, rules: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Yield the findings on the current page, with its folded parts open; `rules`: only these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    only: dict[str, Any] = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
    for item in page.evaluate(RUN, only):
        finding = Finding(**{**item, "why": tuple(item["why"]), "impact": item["impact"] or ""})
        if not finding.settled:
            yield finding
