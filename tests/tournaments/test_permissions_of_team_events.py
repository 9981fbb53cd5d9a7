"""Every service of team events and displays against every role."""

from typing import ClassVar

import pytest

from ratings.models import ListedRating, RatedPlayer, RatingList
from ratings.services.player_lists import enter_rated, renew_ratings, use_listed_rating
from ratings.services.rating_jobs import update_lists_of
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, Given, World, requiring
from tests.tournaments.team_events import make_teams, member, pair, publish, team
from tests.who_may import EveryRole, Table, made_for_module
from tournaments.services.draft_edits import swap_team_colours
from tournaments.services.pairing_again import unpublish_round
from tournaments.services.seeding import seat_display
from tournaments.services.swiss import pair_next_round
from tournaments.services.team_requests import (
    add_team,
    cancel_team_bye,
    edit_team,
    keep_teams_apart,
    let_teams_meet,
    request_team_bye,
    set_members,
    withdraw_team,
)
from tournaments.services.team_rounds import clear_line_up, forfeit_match, pair_teams, set_line_up


class SystemWorld(World):
    """`fresh`: two teams, not paired; `drafted`: paired; `public_round`: round 1 public; `display`: no seats yet."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh = make_teams(self, 2, 2, slug="fresh")
        (self.extra,) = self.enter(self.fresh, "Extra")
        self.drafted = make_teams(self, 2, 3, slug="drafted")
        (self.draft,) = pair(self, self.drafted)
        self.match = self.draft.team_matches.get()
        self.seats = [member(self.drafted, 1, 2), member(self.drafted, 1, 3)]
        self.open = make_teams(self, 2, 2, slug="open")
        self.public_round = publish(self, pair(self, self.open)[0])
        self.display = self.section(slug="display", format="simul")
        self.giver, _ = self.enter(self.display, "Giver", "Guest")
        club = RatingList.objects.create(name="CLUB")
        ListedRating.objects.create(list=club, number="17", name="Extra", rating=1850)
        self.extra.player.national_ids = {"CLUB": "17"}
        self.extra.player.save()
        self.league = make_teams(self, 4, 2, slug="league", format="team_swiss", rounds_planned=3)
        common = {"actor": self.olga, "now": NOW}
        request_team_bye(**common, team_id=team(self.league, 4).pk, round_number=3, kind="half")
        self.rule = keep_teams_apart(
            **common, section_id=self.league.pk, team_id=team(self.league, 3).pk, other_id=team(self.league, 4).pk
        )
        self.round = make_teams(self, 4, 2, slug="round", format="team_swiss", rounds_planned=3)
        pair_next_round(**common, section_id=self.round.pk, number=1, first_colour="white")
        self.listed = RatedPlayer.objects.create(fide_id=1503014, name="Carlsen, Magnus", federation="NOR")


def _line_up(world: SystemWorld) -> dict[str, object]:
    return {"now": NOW, "match_id": world.match.pk, "team_id": team(world.drafted, 1).pk}


GIVEN: Given = {
    Action.ENTER_PLAYERS: {
        request_team_bye: lambda w: {"team_id": team(w.league, 1).pk, "round_number": 2, "kind": "half"},
        cancel_team_bye: lambda w: {"team_id": team(w.league, 4).pk, "round_number": 3},
        add_team: lambda w: {"section_id": w.fresh.pk, "name": "Third", "members": [w.extra.pk]},
        edit_team: lambda w: {"team_id": team(w.fresh, 1).pk, "changes": {"captain": "Tal"}},
        set_members: lambda w: {
            "team_id": team(w.fresh, 1).pk,
            "registration_ids": [w.extra.pk, member(w.fresh, 1, 1)],
        },
        enter_rated: lambda w: {"section_id": w.display.pk, "fide_id": w.listed.pk},
        renew_ratings: lambda w: {"section_id": w.fresh.pk, "registration_ids": [w.extra.pk], "list_of": None},
        update_lists_of: lambda w: {"section_id": w.fresh.pk},
        use_listed_rating: lambda w: {"section_id": w.fresh.pk, "registration_id": w.extra.pk, "source": "CLUB"},
        withdraw_team: lambda w: {"team_id": team(w.fresh, 2).pk},
    },
    Action.PAIR_ROUND: {
        keep_teams_apart: lambda w: {
            "section_id": w.league.pk,
            "team_id": team(w.league, 1).pk,
            "other_id": team(w.league, 2).pk,
        },
        let_teams_meet: lambda w: {"rule_id": w.rule.pk},
        swap_team_colours: lambda w: {"match_id": w.round.rounds.get().team_matches.get(number=1).pk, "version": 0},
        pair_teams: lambda w: {"section_id": w.fresh.pk},
        unpublish_round: lambda w: {"round_id": w.public_round.pk},
        seat_display: lambda w: {"section_id": w.display.pk, "giver_id": w.giver.pk},
    },
    Action.ENTER_RESULT: {forfeit_match: lambda w: {"match_id": w.match.pk, "lost_by": "first", "reason": "a bus"}},
}
CALLS: Table = {
    **requiring(GIVEN),
    "set_line_up": (Action.SET_LINE_UP, lambda w, a: set_line_up(actor=a, **_line_up(w), seats=w.seats)),
    "clear_line_up": (Action.SET_LINE_UP, lambda w, a: clear_line_up(actor=a, **_line_up(w))),
}


prepared = made_for_module(SystemWorld)


class TestTeamEvents(EveryRole):
    pytestmark: ClassVar = [pytest.mark.long]
    calls = CALLS
