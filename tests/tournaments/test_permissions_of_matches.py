"""Matches, knockouts and drawn openings: done by those whom the table of permissions names, refused to all others."""

from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, Given, World, requiring
from tests.who_may import EveryRole, Table, made_for_module
from tournaments.models.pairing import Match
from tournaments.services.drawn_openings import add_public_word, commit_draw, reveal_seed
from tournaments.services.knockout import add_tiebreak_games, award_match, pair_knockout_stage
from tournaments.services.matches import clear_match_terms, set_match_terms
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.sections import enter_player


class MatchWorld(World):
    def __init__(self) -> None:
        super().__init__()
        draughts = {"format": "knockout", "game": "draughts", "regime": "draughts64"}
        self.fresh, self.bound, self.played = (self.section(**draughts).pk for _ in range(3))
        for section in (self.fresh, self.bound, self.played):
            set_match_terms(actor=self.olga, now=NOW, section_id=section)
        commit_draw(actor=self.olga, now=NOW, section_id=self.bound, table="idf")
        for name in ("Kuperman", "Kaplan"):
            player = add_player(actor=self.olga, now=NOW, event_id=self.event.pk, family_name=name)
            for section in (self.fresh, self.played):
                enter_player(actor=self.olga, now=NOW, section_id=section, player_id=player.pk)
        round_ = pair_knockout_stage(actor=self.olga, now=NOW, section_id=self.played)
        publish_round(actor=self.olga, now=NOW, round_id=round_.pk)
        self.match = Match.objects.get()
        for game in self.match.games.all():
            enter_result(actor=self.olga, now=NOW, pairing_id=game.pk, result="1-0")


GIVEN: Given = {
    Action.EDIT_SECTION: {
        set_match_terms: lambda w: {"section_id": w.fresh, "games": 4},
        clear_match_terms: lambda w: {"section_id": w.fresh},
        commit_draw: lambda w: {"section_id": w.fresh, "table": "idf"},
        add_public_word: lambda w: {"section_id": w.bound, "word": "dice 3 5"},
        reveal_seed: lambda w: {"section_id": w.bound},
    },
    Action.PAIR_ROUND: {
        pair_knockout_stage: lambda w: {"section_id": w.fresh},
        add_tiebreak_games: lambda w: {"match_id": w.match.pk},
    },
    Action.CORRECT_RESULT: {
        award_match: lambda w: {"match_id": w.match.pk, "registration_id": w.match.first_id, "reason": "lots"}
    },
}
CALLS: Table = requiring(GIVEN)


prepared = made_for_module(MatchWorld)


class TestMatches(EveryRole):
    calls = CALLS
