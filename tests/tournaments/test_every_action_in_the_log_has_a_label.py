"""The kinds of lines in the log: each is written by a service, and stored names stay."""

import re
from collections import Counter
from importlib import import_module

from django.utils import translation

from tests.paths import PACKAGES, ROOT
from tests.tournaments.conftest import World
from tests.world import NOW
from tournaments.models.log import Log
from tournaments.registry import KINDS, Kind, webhook_names
from tournaments.services.events import edit_event
from tournaments.services.players import add_player, edit_player
from tournaments.views.desk.log_lines import log_lines

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
    kinds = {
        name for app in PACKAGES if (ROOT / app / "kinds.py").exists() for name in declared_in(f"{app}.kinds")
    }
    assert len(kinds) == len(KINDS)
    assert sorted(name for name in kinds if names[name] < 2) == []


def declared_in(module: str) -> list[str]:
    return [name for name, value in vars(import_module(module)).items() if isinstance(value, Kind)]


def test_every_stored_name_is_still_a_kind() -> None:
    names = {
        f"{group.strip()}.{name}"
        for group, _, names in (line.partition(":") for line in STORED.strip().splitlines())
        for name in names.split()
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
