"""The models of `tournaments`, by subject; here they are found by Django."""

from tournaments.models import access, activity, boards, entry, event, match, pairing, penalties, player, round, section, swiss  # noqa: A004

__all__ = ["access", "activity", "boards", "entry", "event", "pairing", "player", "round", "section", "swiss"]
