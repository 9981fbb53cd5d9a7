"""Score sheets stored by version, read by permitted users, and entered into the record with a reason."""

import pytest
from django.db import IntegrityError, transaction

from games.models.sheet import ScoreSheet
from games.services import checking, sheets
from games.services.moves import stop_clocks
from games.services.results import import_moves, record_result
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.record.fold import fold, snapshot
from tavleya.record.merging import Keeper
from tests.refusals import raises_error
from tests.world import NOW, World, later

pytestmark = pytest.mark.django_db
W, B, A = Keeper.WHITE, Keeper.BLACK, Keeper.ARBITER


@pytest.fixture
def world() -> World:
    return World(game="chess", regime="fide-2023", control="90+30", tracking="sheets")


def write(world: World, actor: Actor, keeper: Keeper, text: str, **options: object) -> ScoreSheet:
    at = {"actor": actor, "now": NOW, "game_id": world.board.pk}
    return sheets.write_sheet(**at, keeper=keeper, text=text, **options)


@pytest.mark.article("tavreli:8.1")
def test_each_player_keeps_their_own_sheet_and_a_later_version_stands_beside_the_first(world: World) -> None:
    write(world, world.alice, W, "1. e4 e5")
    write(world, world.bob, B, "1. e4", language="ru")
    second = write(world, world.alice, W, "1. e4 e5 2. Nf3")
    assert second.version == 2
    assert [sheet.text for sheet in world.board.sheets.filter(keeper="white")] == ["1. e4 e5", "1. e4 e5 2. Nf3"]
    for actor, keeper in ((world.alice, B), (world.bob, W), (world.alice, A)):
        with raises_error(NotPermitted, "not_your_sheet"):
            write(world, actor, keeper, "1. d4")
    with pytest.raises(NotPermitted):
        write(world, world.charlie, W, "1. d4")


def test_a_version_cannot_be_changed_or_removed(world: World) -> None:
    sheet = write(world, world.alice, W, "1. e4")
    for change in (
        lambda: ScoreSheet.objects.filter(pk=sheet.pk).update(text="1. d4"),
        lambda: ScoreSheet.objects.filter(pk=sheet.pk).delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_two_writers_of_one_sheet_do_not_lose_a_version(world: World) -> None:
    write(world, world.alice, W, "1. e4", expected=0)
    with pytest.raises(Conflict) as excinfo:
        write(world, world.hana, W, "1. d4", expected=0)
    assert (excinfo.value.code, excinfo.value.detail["version"]) == ("stale_sheet", 1)


def test_a_photograph_is_named_by_its_hash(world: World) -> None:
    sheet = write(world, world.hana, B, "", file_name="board-1.jpg", file_sha256="ab" * 32)
    assert sheet.sha256 != write(world, world.hana, B, "", file_sha256="cd" * 32).sha256
    for text, options in (("", {"file_sha256": "not a hash"}), ("  ", {}), ("x" * 20_001, {})):
        with pytest.raises(BadInput):
            write(world, world.hana, B, text, **options)


@pytest.mark.article("tavreli:8.2")
def test_arbiters_read_every_sheet_at_any_time_and_a_player_only_their_own(world: World) -> None:
    for actor, keeper in ((world.alice, W), (world.bob, B), (world.artur, A)):
        write(world, actor, keeper, "1. e4")
    seen = {
        name: {sheet.keeper for sheet in sheets.sheets_for(actor=world.people[name], game=world.board)}
        for name in ("artur", "olga", "alice", "bob", "charlie", "hana")
    }
    assert seen == {
        "artur": {"white", "black", "arbiter"}, "olga": {"white", "black", "arbiter"}, "alice": {"white"},
        "bob": {"black"}, "charlie": set(), "hana": set(),
    }  # fmt: skip
    with pytest.raises(NotPermitted):
        sheets.compare_sheets(actor=world.alice, game=world.board)


@pytest.mark.article("tavreli:8.3")
def test_once_the_game_is_over_the_sheets_are_the_organiser_s(world: World) -> None:
    write(world, world.alice, W, "1. e4")
    write(world, world.artur, A, "1. e4")
    record_result(actor=world.artur, now=NOW, game_id=world.board.pk, result="1-0")
    with raises_error(Conflict, "sheet_handed_in"):
        write(world, world.alice, W, "1. e4 e5")
    write(world, world.olga, W, "1. e4 e5")
    # published with the game, except the arbiter's notes
    assert {sheet.keeper for sheet in sheets.sheets_for(actor=world.charlie, game=world.board)} == {"white"}


@pytest.mark.article("tavreli:8.5")
def test_the_arbiter_compares_the_newest_sheets_and_enters_what_was_played(world: World) -> None:
    write(world, world.alice, W, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6")
    write(world, world.bob, B, "1. e4 e5 2. Кf3 Кc6 3. Сc4 a6 4. Сa4", language="ru")
    merged = sheets.compare_sheets(actor=world.artur, game=world.board)
    assert merged.differences[0].number == 5
    common = {"actor": world.artur, "now": NOW, "game_id": world.board.pk, "reason": "both remember Bb5"}
    moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"]
    game = checking.enter_reconstruction(**common, moves=moves)
    decision = game.entries.get(kind="decision")
    assert decision.data["reason"] == "both remember Bb5"
    assert {(item["keeper"], item["version"]) for item in decision.data["sheets"]} == {("white", 1), ("black", 1)}
    assert game.snapshot["ply"] == 7
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert snapshot(state) == game.snapshot
    with raises_error(Conflict, "nothing_to_enter"):
        checking.enter_reconstruction(**common, moves=[ply.text for ply in state.line.plies])


@pytest.mark.article("tavreli:8.5")
def test_moves_typed_in_before_that_were_wrong_are_struck_out_and_stay(world: World) -> None:
    import_moves(actor=world.artur, now=NOW, game_id=world.board.pk, moves=["e4", "e5", "Nc3", "Nc6"])
    game = checking.enter_reconstruction(
        actor=world.artur, now=NOW, game_id=world.board.pk, moves=["e4", "e5", "Nf3"], reason="White's sheet"
    )
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert [ply.text for ply in state.plies] == ["e2e4", "e7e5", "b1c3", "b8c6", "g1f3"]
    assert [ply.text for ply in state.plies if ply.struck] == ["b1c3", "b8c6"]


@pytest.mark.article("tavreli:8.5")
def test_reconstruction_needs_stopped_clocks_and_does_not_overrule_what_was_followed_live() -> None:
    world = World(control="60")
    world.started()
    world.play("e2-e4", "e7-e5")
    options = {"actor": world.artur, "now": later(minutes=5), "game_id": world.board.pk, "reason": "sheets"}
    with raises_error(Conflict, "stop_the_clocks"):
        checking.enter_reconstruction(moves=["e2-e4", "e7-e5", "g1-f3"], **options)
    stop_clocks(actor=world.artur, now=later(minutes=5), game_id=world.board.pk, reason="8.5")
    with pytest.raises(Conflict) as exc_info:
        checking.enter_reconstruction(moves=["e2-e4", "d7-d5"], **options)
    assert (exc_info.value.code, exc_info.value.detail["ply"]) == ("record_differs", 2)
    before = world.board.snapshot["clock"]
    game = checking.enter_reconstruction(moves=["e2-e4", "e7-e5", "g1-f3", "b8-c6"], **options)
    assert (game.snapshot["ply"], game.snapshot["clock"], game.phase) == (4, before, "paused")


def test_a_bad_move_or_no_reason_enters_nothing(world: World) -> None:
    options = {"actor": world.artur, "now": NOW, "game_id": world.board.pk}
    seq = world.board.seq
    with pytest.raises(BadInput) as excinfo:
        checking.enter_reconstruction(moves=["e4", "e5", "Ke3"], reason="x", **options)
    assert (excinfo.value.code, excinfo.value.detail["ply"]) == ("bad_ply", 3)
    with pytest.raises(BadInput):
        checking.enter_reconstruction(moves=["e4"], reason=" ", **options)
    assert world.board.seq == seq
