"""Teams that enter online: their line-up, the team created from the entry, and later changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q

from entries.messages import say
from entries.selectors.online_entries import OPEN_STATES, listed_ratings
from entries.services.online_entries.identity import other_owners
from ratings.models.rated import RatedPlayer
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.formats.name_order import NameOrder, guess_order, split_in_order
from tavleya.formats.names import folded
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.team import Team
from tournaments.selectors.teams import options_of
from tournaments.services.entries import enter_person
from tournaments.services.sections import withdraw_player
from tournaments.services.teams import add_team, edit_team, members_of, set_members, withdraw_team

LONGEST_NAME = 80


def takes_teams(section: Section) -> bool:
    """Return whether teams can enter online: those whose captains hand in line-ups."""
    return section.system.teams and section.system.line_ups


def most_players(section: Section, terms: EntryTerms) -> int:
    return options_of(section).boards + terms.most_reserves


def read_line_up(
    section: Section, terms: EntryTerms, items: Sequence[Mapping[str, Any]]
) -> list[dict[str, object]]:
    """Return the players in board order, as stored. `given`: `name`, `fide_id`, `birth_year` of each.

    The rating list completes players with a FIDE ID.
    Raises: BadInput ("too_few_players", "too_many_players", "player_in_line_up_twice").
    """
    named = [item for item in items if str(item.get("name") or "").strip()]
    order = guess_order(str(item["name"])[:200] for item in named).order
    rows = [_player(section, item, order) for item in named]
    boards = options_of(section).boards
    if len(rows) < boards:
        raise BadInput(say("too_few_players", boards=boards), field="line_up")
    if len(rows) > most_players(section, terms):
        raise BadInput(say("too_many_players", most=most_players(section, terms)), field="line_up")
    seen: set[object] = set()
    for row in rows:
        for key in (row["fide_id"], (folded(_name(row)), row["birth_year"])):
            if key in seen:
                raise BadInput(say("player_in_line_up_twice", player=_name(row)), field="line_up")
            seen |= {key} if key else set()
    return rows


def _player(section: Section, values: Mapping[str, Any], order: NameOrder) -> dict[str, object]:
    """Return a player, completed from the rating list unless it gives the ID to another person."""
    name = split_in_order(str(values["name"])[:200], order)
    fide_id = values.get("fide_id") or None
    person: dict[str, object] = {
        "family_name": name.family[:LONGEST_NAME],
        "given_name": name.given[:LONGEST_NAME],
        "patronymic": name.patronymic[:LONGEST_NAME],
        "fide_id": fide_id,
        "birth_year": values.get("birth_year") or None,
    }
    rated = RatedPlayer.objects.filter(pk=int(fide_id)).first() if fide_id else None
    if rated is not None and other_owners(section, person):
        rated = None
    return {
        **person,
        "birth_year": person["birth_year"] or (rated.birth_year if rated else None),
        "federation": rated.federation if rated and len(rated.federation) == 3 else "",
        "title": (rated.title or rated.women_title) if rated else "",
        "sex": rated.sex if rated else "",
    }


def _name(row: Mapping[str, object]) -> str:
    return " ".join(filter(None, (str(row["family_name"]), str(row["given_name"]), str(row["patronymic"]))))


def check_new_team(entry: Entry, section: Section) -> None:
    """Check that no other team has this name. Raises: Conflict ("team_name_taken")."""
    others = section.entries.filter(team_name=entry.team_name, state__in=OPEN_STATES).exclude(pk=entry.pk)
    teams = section.teams.filter(~Q(pk=entry.team_id), name=entry.team_name)
    if others.exists() or teams.exists():
        raise Conflict(say("team_name_taken", name=entry.team_name), field="team_name")


def enter_team(
    entry: Entry,
    section: Section,
    *,
    actor: Actor,
    now: datetime,
    answers: Sequence[int] = (),
    owns_id: bool = True,
) -> Team:
    """Make the entry a team of the section with its players, as the desk does it.

    `answers` identify players with a known name, in board order. Without `owns_id` its players do not get IDs that the
    rating list gives to others.
    Raises: Conflict ("same_name" if an answer is missing); the errors of `add_team`.
    """
    line_up = [
        row if owns_id or not other_owners(section, row) else {**row, "fide_id": None}
        for row in entry.line_up
    ]
    rest = list(answers)
    rows = [_enter(entry, row, section, actor=actor, now=now, answers=rest) for row in line_up]
    return add_team(
        actor=actor,
        now=now,
        section_id=section.pk,
        name=entry.team_name,
        captain=entry.captain,
        federation=entry.federation,
        members=[row.pk for row in rows],
    )


def _enter(
    entry: Entry, row: Mapping[str, Any], section: Section, *, actor: Actor, now: datetime, answers: list[int]
) -> Registration:
    """Enter a player of the team. A player of the section without a team joins this one."""
    person = {**row, "club": entry.club, "ratings": listed_ratings(section, row["fide_id"], "")}
    user: int | None = None
    while True:
        try:
            return enter_person(actor=actor, now=now, section_id=section.pk, person=person, who=user)
        except Conflict as error:
            if error.code == "already_entered":
                return section.registrations.get(player=int(str(error.detail["player"])))
            if error.code != "same_name" or not answers or user is not None:
                raise
            user = answers.pop(0)


def change_team(entry: Entry, section: Section, *, actor: Actor, now: datetime) -> None:
    """Update the team after its captain changed a confirmed entry before the first round.

    Removed players leave the section.
    Raises: Conflict ("same_name") if an official must identify a player.
    """
    team = entry.team
    if team is None:
        return
    changes = {"name": entry.team_name, "captain": entry.captain, "federation": entry.federation}
    edit_team(actor=actor, now=now, team_id=team.pk, changes=changes)
    before = members_of(team)
    registrations = {
        (registration.player.fide_id, folded(registration.player.name.full)): registration
        for registration in before
    }
    wanted = []
    for row in entry.line_up:
        same = registrations.get((row["fide_id"], folded(_name(row))))
        wanted.append(same or _enter(entry, row, section, actor=actor, now=now, answers=[]))
    set_members(
        actor=actor, now=now, team_id=team.pk, registration_ids=[registration.pk for registration in wanted]
    )
    _remove(set(before) - set(wanted), actor=actor, now=now)


def remove_team(entry: Entry, *, actor: Actor, now: datetime) -> None:
    """Remove the team and its players after its entry was withdrawn before the first round."""
    if entry.team is None:
        return
    rows = set(members_of(entry.team))
    withdraw_team(actor=actor, now=now, team_id=entry.team.pk)
    _remove(rows, actor=actor, now=now)


def _remove(rows: set[Registration], *, actor: Actor, now: datetime) -> None:
    for row in sorted(rows, key=lambda registration: registration.number):
        withdraw_player(actor=actor, now=now, registration_id=row.pk)
