"""An illegal try is explained and not recorded, unless it was so played on the board."""

import pytest
from django.urls import reverse

from games.models.record import Move
from games.states import state_of
from tavleya.sides import Side


def test_the_reason_and_the_nearest_legal_moves_are_shown_and_nothing_is_recorded(table, read):
    answer = table.move("alice", "e2-e5")
    text = read(answer)
    assert answer.status_code == 422
    assert "e2 to e5" in text and "Not saved." not in text, "a slip of the finger is no failure to save"
    assert "e2-e4" in text and "e2-e3" in text
    assert "It was played like this" in text
    assert not Move.objects.exists()


def test_played_so_on_the_board_it_stands_and_the_opponent_can_call_the_arbiter(table, read):
    answer = table.move("alice", "e2-e5", irregular="1")
    assert answer.status_code == 200
    assert Move.objects.get().data["irregular"] is True
    assert "e2-e5 (illegal)" in read(answer), "a mark of exclamation would praise it"
    assert "Call the arbiter: illegal move" in read(table.part("bob"))
    assert "Call the arbiter: illegal move" not in read(table.part("alice"))


@pytest.mark.article("chess:A.5.2")
def test_a_king_that_was_taken_in_blitz_is_recorded_and_ruled_on(table_of, read):
    table = table_of(game="chess", regime="fide-2023-blitz")
    table.world.play("e2e4", "f7f6", "d1h5")
    table.at = 10
    assert table.move("bob", "a7a6", irregular="1").status_code == 200
    offered = table.move("alice", "h5e8")
    assert offered.status_code == 422 and "It was played like this" in read(offered)
    taken = table.move("alice", "h5e8", irregular="1")
    assert taken.status_code == 200 and "h5e8 (illegal)" in read(taken)
    assert "Call the arbiter: illegal move" in read(table.part("bob"))
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    text = read(table.client("artur").get(card))
    assert "A king is never captured." in text and "illegal moves of White in this game: 1" in text.replace(
        "I", "i"
    )
    table.client("artur").post(
        reverse("board-action", args=[table.world.slug, table.game.pk, "rule"]), {"resume": "1"}
    )
    state = state_of(table.game)
    assert (state.illegal[Side.WHITE], state.illegal[Side.BLACK]) == (1, 0), "Black's was replied to"
    assert state.position.figures()["e8"][0].kind == "K"


def test_an_ambiguous_move_cannot_stand(table, read):
    answer = table.move("alice", "Q-e5")
    assert answer.status_code == 422
    assert "It was played like this" not in read(answer)


def test_a_legal_move_is_never_recorded_as_irregular(table, read):
    answer = table.move("alice", "e2-e4", irregular="1")
    assert answer.status_code == 409
    assert "is a legal move" in read(answer)


def test_input_stays_in_the_field(table):
    answer = table.do("alice", "move", move="hello")
    assert 'value="hello"' in answer.content.decode()


def test_a_text_that_fits_several_moves_lets_the_player_choose(table_of, read):
    table = table_of(game="chess", regime="fide-2023")
    table.world.play("d2d4", "a7a6", "g1f3", "a6a5")
    answer = table.move("alice", "Nd2")
    assert answer.status_code == 422
    body = answer.content.decode()
    assert 'value="b1d2"' in body and 'value="f3d2"' in body
    assert "Nbd2" in body and "Nfd2" in body


@pytest.mark.parametrize(
    ("game", "regime", "typed"), [("tavreli", "tavreli-1997", "e2-e5"), ("chess", "fide-2023", "e2e5")]
)
def test_where_mates_are_played_the_opponent_sees_the_ruling_at_once(table_of, read, game, regime, typed):
    from arbiter.services.illegal_moves import rule_illegal_move

    table = table_of(game=game, regime=regime)
    table.move("alice", typed, irregular="1")
    table.at = 10
    table.do("bob", "call")
    table.at = 60
    rule_illegal_move(actor=table.world.artur, now=table.now(), game_id=table.game.pk)
    text = read(table.part("bob"))
    assert "The arbiter has made a ruling" in text and "Illegal move: upheld." in text
    assert "Illegal moves of White in this game: 1." in text
    table.move("alice", {"tavreli": "e2-e4", "chess": "e4"}[game])
    later = read(table.part("bob"))
    assert "The arbiter has made a ruling" not in later and "1 ruling in this game" in later


def test_the_arbiters_note_is_for_those_at_the_board(table, read):
    from arbiter.services.time import adjust_time
    from tavleya.sides import Side

    adjust_time(
        actor=table.world.artur,
        now=table.now(),
        game_id=table.game.pk,
        add={Side.WHITE: 60_000},
        article="tavreli-1997:6.10",
        reason="The clock stood still.",
    )
    assert "The clock stood still." in read(table.part("alice"))
    watching = read(table.part())
    assert "The clock stood still." not in watching
    assert "Tavreli 6.10" in watching
