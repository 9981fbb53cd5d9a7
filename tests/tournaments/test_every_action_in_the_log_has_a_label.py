"""Kinds of log lines: stored names stay, services write each kind, and standings change as the kind declares."""

import re
from collections import Counter
from importlib import import_module

import pytest
from django.utils import translation

from people.kinds import ORGANISATION_EDITED
from people.services.organisations import create_organisation
from tavleya.actors import Actor
from tests.paths import PACKAGES, ROOT
from tests.tournaments.conftest import World
from tests.world import NOW
from tournaments.activity import Fact, happened, happened_to_many, place_of
from tournaments.kinds import EVENT_EDITED, PLAYER_EDITED, REGISTRATION_EDITED, REGISTRATION_LATE, TABLE_FIXED
from tournaments.models.activity import Log
from tournaments.models.event import OrganisationLog
from tournaments.models.section import Section, StandingsVersion
from tournaments.registry import KINDS, Kind, webhook_names
from tournaments.services.events import edit_event
from tournaments.services.players import add_player, edit_player
from tournaments.services.sections import enter_player
from tournaments.views.desk.log_lines import log_lines
from transfer.kinds import EVENT_IMPORTED

#: Names that the first installations have in their logs: programs read them, and old lines keep them.
STORED = """
appeal: decided effect filed hearing published withdrawn
appeals: regulation
awards: approved cancelled
board: assigned forgotten question_answered question_closed question_opened replayed
board: source_changed
broadcast: again set stopped
bye: cancelled recorded refused request_submitted request_withdrawn requested
category: added changed removed
check_in: opened removed
committee: appointed left
display: seated
drafts: discarded
draw: committed public revealed
duty: began ended
entries: terms
entry: approved changed moved moved_up refused reopened submitted withdrawal_requested withdrawn
event: archived checked_in checked_out created deleted edited exported handed_back imported joined
event: left move_asked move_cancelled moved rehearsed repeated taken_back template_saved
event: unarchived upload_added upload_removed
fair_play: bag_undone complaint complaint_handled declaration_removed declared drawn handed_back
fair_play: handed_in recorded reversed screened
fee: computed set
fees: terms
fine: paid unpaid
games: imported
invitation: accepted made revoked
knockout: paired replanned
line_up: cleared set
match: awarded forfeited prolonged terms
messages: bounced retried
norms: terms
openings: drawn
organisation: created edited logo_removed logo_set merged
pair: constraint_added constraint_removed
payment: report_settled reported taken voided
payments: terms
pgn: forgotten set
play_off: opened
player: added edited erased join_undone joined page_hidden page_shown split
player_link: renewed revoked
player_links: issued
players: imported qualified
points: adjusted restored
presence: cancelled noted
prizes: hidden published set
ratings: renewed
registration: absent added edited excluded late readmitted reinstated returned suspended withdrawn
registrations: exchanged numbered renumbered
result: agreed corrected corrected_for_rating disputed entered reported retyped verified withdrawn
role: granted listed revoked unlisted
round: changed_by_hand closed paired paired_by_hand published rescheduled scheduled started undone
round: unpublished
rounds: paired scheduled
section: archived created deleted edited mode_left regulations restored unarchived
series: created deleted edited section_added section_removed
session: altered announced cancelled
table: final fixed reopened
team: added edited members withdrawn
ties: decided
token: issued revoked
trf: imported
webhook: added revoked
"""


def test_every_kind_is_written_by_its_app_or_one_above() -> None:
    names = Counter(
        name
        for app in PACKAGES
        for path in ROOT.glob(f"{app}/**/*.py")
        for name in re.findall(r"[A-Z][A-Z_]+", path.read_text(encoding="utf-8"))
    )
    kinds = {name for app in PACKAGES if (ROOT / app / "kinds.py").exists() for name in declared_in(f"{app}.kinds")}
    assert len(kinds) == len(KINDS)
    assert sorted(name for name in kinds if names[name] < 2) == []


def declared_in(module: str) -> list[str]:
    return [name for name, value in vars(import_module(module)).items() if isinstance(value, Kind)]


def test_every_stored_name_is_still_a_kind() -> None:
    names = {
        f"{group.strip()}.{name}"
        for group, _, members in (line.partition(":") for line in STORED.strip().splitlines())
        for name in members.split()
    }
    assert len(names) > 200
    assert names - {kind.name for kind in KINDS.values() if kind.label} == set()
    assert webhook_names() == {"result.recorded", "round.published", "ruling.applied", "standings.final"}


def test_names_of_a_player_and_of_an_event_have_each_their_label(world: World) -> None:
    player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Dora")
    edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"names": {"ru": "Дора"}})
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"names": {"en": "May Cup"}})
    with translation.override("ru"):
        lines = log_lines(Log.objects.filter(action__endswith=".edited").order_by("pk"))
    assert [label for line in lines for label, _ in line.changes] == ["имя на других языках", "названия"]


ACTOR = Actor.of_system("test")


@pytest.fixture
def sections(world: World) -> tuple[Section, Section]:
    """Dora plays in both, Egor in the second."""
    first, second = world.section(), world.section()
    (dora,) = world.enter(first, "Dora")
    world.enter(second, "Egor")
    enter_player(actor=world.olga, now=NOW, section_id=second.pk, player_id=dora.player_id)
    return first, second


def versions() -> dict[int, int]:
    return dict(StandingsVersion.objects.values_list("section", "number"))


def changed_by(act) -> set[int]:
    """The sections whose standings have another version after `act`."""
    before = versions()
    act()
    return {key for key, number in versions().items() if number != before.get(key)}


def test_the_standings_of_a_subject_change_where_its_kind_says_so(world, sections):
    first, second = sections
    dora, registration = first.registrations.get().player, first.registrations.get()
    for kind, subject, expected in (
        (REGISTRATION_EDITED, registration, {first.pk}),
        (TABLE_FIXED, registration, set()),
        (PLAYER_EDITED, dora, {first.pk, second.pk}),
        (PLAYER_EDITED, second.registrations.get(player__family_name="Egor").player, {second.pk}),
        (EVENT_IMPORTED, world.event, {first.pk, second.pk}),
        (EVENT_EDITED, world.event, set()),
    ):
        assert changed_by(lambda k=kind, s=subject: happened(k, s, actor=ACTOR, now=NOW)) == expected, kind


def test_many_subjects_of_a_section_count_its_standings_once(world, sections):
    _, second = sections
    before, facts = versions(), [Fact(registration) for registration in second.registrations.all()]
    lines = happened_to_many(REGISTRATION_LATE, facts, actor=ACTOR, now=NOW)
    assert len(lines) == 2 and {line.event for line in lines} == {world.event}
    assert versions()[second.pk] == before[second.pk] + 1


def test_an_organisation_has_its_line_in_its_own_log(world):
    club = create_organisation(actor=world.olga, now=NOW, slug="club", names={"en": "Club"})
    lines = Log.objects.count()
    happened(ORGANISATION_EDITED, club, actor=ACTOR, now=NOW, before={"country": ""}, after={"country": "UA"})
    line = OrganisationLog.objects.filter(organisation=club).latest("pk")
    assert (line.action, line.actor, line.after) == ("organisation.edited", ACTOR.key, {"country": "UA"})
    assert Log.objects.count() == lines


def test_a_row_without_a_way_to_an_event_is_no_subject(db):
    with pytest.raises(TypeError):
        place_of(StandingsVersion())
