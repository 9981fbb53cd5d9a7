"""Kinds of acts that `documents` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

AWARDS_APPROVED = Kind("awards.approved", N_("Awards approved"), table=True)
AWARDS_CANCELLED = Kind("awards.cancelled", N_("Awards withdrawn"), table=True)
CATEGORY_ADDED = Kind("category.added", N_("Prize category added"), table=True)
CATEGORY_CHANGED = Kind("category.changed", N_("Prize category changed"), table=True)
CATEGORY_REMOVED = Kind("category.removed", N_("Prize category deleted"), table=True)
PRIZES_HIDDEN = Kind("prizes.hidden", N_("Prizes hidden"), table=True)
PRIZES_PUBLISHED = Kind("prizes.published", N_("Prizes published"), table=True)
PRIZES_SET = Kind("prizes.set", N_("Prizes set"), table=True)
