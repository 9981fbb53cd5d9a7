"""Kinds of acts that `documents` writes to the log."""

from __future__ import annotations

from tavleya.messages import N_
from tournaments.registry import Kind

AWARDS_APPROVED = Kind("awards.approved", N_("Awards approved"))
AWARDS_CANCELLED = Kind("awards.cancelled", N_("Awards withdrawn"))
CATEGORY_ADDED = Kind("category.added", N_("Prize category added"))
CATEGORY_CHANGED = Kind("category.changed", N_("Prize category changed"))
CATEGORY_REMOVED = Kind("category.removed", N_("Prize category deleted"))
PRIZES_HIDDEN = Kind("prizes.hidden", N_("Prizes hidden"))
PRIZES_PUBLISHED = Kind("prizes.published", N_("Prizes published"))
PRIZES_SET = Kind("prizes.set", N_("Prizes set"))
