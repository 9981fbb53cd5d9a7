"""Changes of settings of an existing section, and its leaving of the mode of regulations."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tavleya.ratings.tournament import TYPED
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments import regimes
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import SECTION_EDITED, SECTION_MODE_LEFT
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.services import broadcast
from tournaments.services.matches import keep_system_terms
from tournaments.services.rechecking import paired_otherwise
from tournaments.services.sections import check_section, give_rating
from tournaments.services.settled import last_round, mode_name, settled_of, warning_of_change
from tournaments.services.shared import change, lock_section

#: Which rating an entry has follows from these.
_RATED_BY = frozenset({"rating_kind", "rating_method", "rating_order", "national_list"})
# Settings that games already on the boards depend on.
_FIXED_BY_GAMES = frozenset({"game", "rules", "regime", "format", "options"})


@transaction.atomic
def edit_section(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    changes: Mapping[str, object],
    confirmed: Collection[str] = (),
) -> Section:
    """Change a section.  Game, rules, regime and format stand once boards are set: Conflict `section_has_games`.

    Game, rules, regime and format are fixed once boards are set.  Other settings that the first pairing settled change
    only if they are `confirmed`, and the tournament report states the change.
    Raises: Conflict ("section_has_games", "fewer_rounds_than_paired"; "already_paired" for rules of pairing that make
    it another system; "fixed_by_mode" for settings that the regulations fix with the first pairing (`leave_mode`);
    "settled_by_pairing" with the names in `fields`, and in `otherwise` the rounds that would have been paired
    otherwise; "broadcast_delay_in_play", until `confirmed`, for another delay of the broadcast while live games are
    being played).
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    system, planned = section.system, section.rounds_planned
    before, after = change(section, changes)
    if set(after) & _FIXED_BY_GAMES and Pairing.objects.filter(round__section=section).exists():
        raise Conflict(say("section_has_games"))
    if "rounds_planned" in after:
        _check_rounds(section)
    if after:
        if section.system is not system and section.rounds.exists():
            raise Conflict(say("already_paired"), field="edition")
        settled = settled_of(section, after)
        if "game" in after:
            regimes.check_offered(section.game)
        regime = check_section(section)
        if {"scoring", "options", "edition", "format"} & set(after):
            section.points.check_regular(section.games_of_a_match)
        if "regime" in after:
            regimes.check_day(regime, regimes.day_of(section.event, now))
        common = _insist(section, settled, planned, confirmed) if settled else {}
        delay_before = int(str(before.get(broadcast.NAME, section.broadcast_delay)))
        if broadcast.NAME in after and broadcast.in_play(section):
            insist([broadcast.warning_in_play(delay_before, section.broadcast_delay)], Consent(confirmed))
        section.save(update_fields=list(after))
        if broadcast.NAME in after:
            broadcast.delay_games(section, delay_before)
        if {"format", "edition", "options"} & set(after):
            keep_system_terms(section)
        if "accelerated" in after:
            # Points that were laid down player by player are over: the Baku method gives its own, or nothing does.
            section.registrations.exclude(virtual_points=[]).update(virtual_points=[])
        if _RATED_BY & set(after) and not section.rounds.exists():
            _rate_again(section)
        happened(SECTION_EDITED, section, actor=actor, now=now, before=before, after={**after, **common})
    return section


def _insist(
    section: Section, settled: list[str], planned: int | None, confirmed: Collection[str]
) -> dict[str, object]:
    """Return log data about a late change: the settled settings, the last paired round, the affected rounds."""
    otherwise = paired_otherwise(section, settled, planned)
    insist([warning_of_change(settled, otherwise)], Consent(confirmed))
    return {"after_pairing": settled, "after_round": last_round(section), "otherwise": list(otherwise)}


def _rate_again(section: Section) -> None:
    """Recompute the ratings of the entries by the section's method, except typed and imported ones."""
    entries = [
        entry
        for entry in section.registrations.select_related("player")
        if entry.rating_source not in ("", TYPED)
    ]
    entries += list(section.registrations.filter(rating=None).select_related("player"))
    for entry in entries:
        give_rating(section, entry, entry.player.ratings)
    Registration.objects.bulk_update(entries, ["rating", "rating_source"])


def _check_rounds(section: Section) -> None:
    """Check that at least as many rounds are planned as exist."""
    last = section.rounds.aggregate(last=Max("number"))["last"] or 0
    if section.rounds_planned and section.rounds_planned < last:
        raise Conflict(
            say("fewer_rounds_than_paired", number=last),
            field="rounds_planned",
        )


@transaction.atomic
def leave_mode(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    confirmed: Collection[str] = (),
    typed: str = "",
) -> Section:
    """Run a section without the regulations of its game from now on.  There is no way back.

    The report states the round after which it happened, and every page and print mentions it.
    Raises: Conflict ("leaving_mode", level 4, until `confirmed` and the address of the section is `typed`; "no_mode" if
    no mode is in force).
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if section.mode is None or not section.regulated:
        raise Conflict(say("no_mode"))
    words = say("leaving_mode", mode=mode_name(section.mode))
    insist([Warned(Level.DOUBLE, words, word=section.slug)], Consent(confirmed, typed=typed))
    section.regulated = False
    section.save(update_fields=["regulated"])
    happened(
        SECTION_MODE_LEFT,
        section,
        actor=actor,
        now=now,
        after={"mode": section.mode.report, "after_round": last_round(section)},
    )
    return section
