"""Addresses of events and sections: suggestions from a name, and reserved words."""

from collections.abc import Mapping

from tavleya.formats.names import latin
from tavleya.languages import default_first

LONGEST = 60
#: First words after `/desk/`, and after `/desk/<event>/` or `/events/<event>/`, that are pages.
RESERVED_EVENTS = frozenset({"keys", "new-event", "organisations", "suggest"})
RESERVED_SECTIONS = frozenset(
    {
        "archive", "boards", "calls", "claims", "decisions", "displays", "edit", "fees", "files", "games", "hand-off",
        "jobs", "links", "log", "messages", "new-section", "notifications", "officials", "organisation", "people",
        "publish", "queue", "rehearse", "repeat", "rulings", "template", "tokens", "undo", "webhooks",
    }
)  # fmt: skip


def suggest_slug(names: Mapping[str, str], kind: str = "") -> str:
    """Suggest an address from the name, preferably the English one: `Кубок весны 2026` gives `kubok-vesny-2026`.

    `kind`, the type of the named object, is the prefix if the name is too short or has no usable letters: section `A`
    gives `section-a`.  Without it, the result is empty in that case.
    """
    short = ""
    for language in default_first(names):
        words = "".join(letter if letter.isascii() else " " for letter in latin(names[language]))
        slug = ""
        for word in words.split():
            longer = f"{slug}-{word}" if slug else word[:LONGEST]
            if len(longer) > LONGEST:
                break
            slug = longer
        if len(slug) >= 2:
            return slug
        short = short or slug
    return f"{kind}-{short}".strip("-") if kind else ""
