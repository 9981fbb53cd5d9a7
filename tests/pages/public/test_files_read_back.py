"""A game taken away as a file is the same game when it is read again."""

import pytest
from django.conf import settings
from django.test import Client

from games.services.play import play_move
from games.states import state_of
from tavleya import languages
from tavleya.formats.players_csv import PlayerRow, read_players
from tavleya.rules import pdn, pgn
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.results import set_forfeit


def moves_of(pairing: Pairing) -> tuple[str, ...]:
    assert pairing.game is not None
    return tuple(ply.text for ply in state_of(pairing.game).line.plies)


def test_every_chess_game_reads_back(visitor: Client, masters: Section) -> None:
    for pairing in Pairing.objects.select_related("game", "white__player", "round"):
        response = visitor.get(f"/events/tata-steel-2022/games/{pairing.game_id}.pgn")
        assert response["Content-Type"] == "application/vnd.chess-pgn; charset=utf-8"
        assert "attachment" in response["Content-Disposition"]
        reading = pgn.read_pgn(response.content.decode())
        assert reading.clean
        (game,) = reading.games
        assert game.moves == moves_of(pairing)
        assert game.result == pairing.result
        assert game.tags["White"] == pairing.white.player.full_name
        assert game.tags["Round"] == f"{pairing.round.number}.{pairing.board}"
        assert game.tags["Event"].startswith("Tata Steel Masters")


def test_every_draughts_game_reads_back(visitor: Client, championship: Section) -> None:
    for pairing in Pairing.objects.select_related("game"):
        text = visitor.get(f"/events/ussr/games/{pairing.game_id}.pdn").content.decode()
        reading = pdn.read_pdn(text)
        assert reading.clean
        assert [game.moves for game in reading.games] == [moves_of(pairing)]


def test_a_game_of_tavreli_reads_back_with_its_clock_times(visitor: Client, world: World) -> None:
    world.started()
    world.play("e2-e4", "e7-e5", seconds=15)
    text = visitor.get(f"/events/spring-cup/games/{world.board.pk}.pgn").content.decode()
    (game,) = pgn.read_pgn(text).games
    assert game.moves == ("e2-e4", "e7-e5")
    assert game.tags["Variant"] == "Tavreli"
    # 60 min with a delay of 10 s: a Fischer reader must not take it for an increment.
    assert game.tags["TimeControl"] == "3600"
    assert "[%clk" in text


def test_a_forfeit_says_that_it_was_not_played(visitor: Client, world: World) -> None:
    set_forfeit(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="+/-", reason="absent")
    text = visitor.get(f"/events/spring-cup/games/{world.board.pk}.pgn").content.decode()
    assert '[Termination "unplayed"]' in text
    assert '[Result "1-0"]' in text


def test_a_draw_offer_is_in_the_file(visitor: Client, world: World) -> None:
    world.started()
    play_move(actor=SYSTEM, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", offer=True)
    assert "(=)" in visitor.get(f"/events/spring-cup/games/{world.board.pk}.pgn").content.decode()


def test_each_game_has_the_file_form_of_its_kind_only(visitor: Client, world: World) -> None:
    assert visitor.get(f"/events/spring-cup/games/{world.board.pk}.pdn").status_code == 404
    assert visitor.get(f"/events/spring-cup/games/{world.board.pk}.exe").status_code == 404


def player_facts(rows: tuple[PlayerRow, ...]) -> list[tuple[object, ...]]:
    return [
        (row.number, row.name.full, row.federation, row.fide_id, row.ratings.get("standard")) for row in rows
    ]


@pytest.mark.parametrize("language", languages.codes())
def test_a_list_of_players_reads_back_in_every_language(
    client: Client, masters: Section, language: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    address = "/events/tata-steel-2022/masters"
    existing = [
        (
            registration.number,
            registration.player.name.full,
            registration.player.federation,
            registration.player.fide_id,
            registration.rating,
        )
        for registration in masters.registrations.select_related("player").order_by("number")
    ]
    for name in (f"{address}/players.csv", f"{address}.xlsx", f"{address}.trf"):
        reading = read_players(client.get(name).content)
        assert not reading.problems and player_facts(reading.rows) == existing, name
