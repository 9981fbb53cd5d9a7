"""Hands that never leave the keys: a walk by Tab that minds where the focus is and whether it is seen."""

from typing import Any

from playwright.sync_api import Page

STOP = """(wanted) => {
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none"
    || [...element.children].some((part) => getComputedStyle(part).strokeWidth !== "1px"
        && getComputedStyle(part).stroke !== "none" && part.namespaceURI.endsWith("svg"));
  return {
    there: element.matches(wanted), ring, first: element === document.body,
    name: element.outerHTML.slice(0, 150), inside: Boolean(element.closest("main")),
    top: box.top, bottom: box.bottom, left: box.left, right: box.right, page: scrollY,
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""
MOST_STOPS = 80


class Keys:
    """`stops`: what has had the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops: list[str] = []

    def to(self, selector: str, most: int = MOST_STOPS) -> None:
        """Tab on to the first element of this selector; each stop on the way is seen, and none is before the last."""
        before: dict[str, Any] | None = None
        for _ in range(most):
            self.page.keyboard.press("Tab")
            evaluate = self.page.evaluate(STOP, selector)
            assert not evaluate["first"], f"the walk has gone round without {selector}: {self.stops}"
            self.stops.append(evaluate["name"])
            assert evaluate["seen"], f"out of sight: {evaluate['name']}"
            assert evaluate["ring"], f"the focus is not shown: {evaluate['name']}"
            if before and before["inside"] and evaluate["inside"]:
                above = evaluate["bottom"] + evaluate["page"] <= before["top"] + before["page"] + 1
                assert not above or evaluate["left"] >= before["left"], (
                    f"{evaluate['name']} after {before['name']}"
                )
            before = evaluate
            if evaluate["there"]:
                return
        raise AssertionError(f"{selector} is further away than {most} stops: {self.stops}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
