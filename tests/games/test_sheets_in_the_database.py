"""Score sheets stored by version, read by permitted users, entered into the record with a reason, and photographed."""

import io
import struct
import threading
import zlib

import pytest
from django.db import IntegrityError, transaction
from PIL import Image, ImageFile

from games.models.sheet import ScoreSheet
from games.services import checking, sheets
from games.services.moves import stop_clocks
from games.services.results import import_moves, record_result
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.record.fold import fold, snapshot
from tavleya.record.merging import Keeper
from tests.refusals import refused
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
        with refused(NotPermitted, "not_your_sheet"):
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
    with refused(Conflict, "sheet_handed_in"):
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
    with refused(Conflict, "nothing_to_enter"):
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
    with refused(Conflict, "stop_the_clocks"):
        checking.enter_reconstruction(moves=["e2-e4", "e7-e5", "g1-f3"], **options)
    stop_clocks(actor=world.artur, now=later(minutes=5), game_id=world.board.pk, reason="8.5")
    with pytest.raises(Conflict) as excinfo:
        checking.enter_reconstruction(moves=["e2-e4", "d7-d5"], **options)
    assert (excinfo.value.code, excinfo.value.detail["ply"]) == ("record_differs", 2)
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


def png(width: int, height: int) -> bytes:
    """Return the header of a PNG of this size, without image data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def image_bytes(format_: str, width: int, height: int, **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, format_, **options)
    return file.getvalue()


@pytest.fixture
def decoded(monkeypatch):
    """The sizes of the decoded pictures."""
    sizes: list[tuple[int, int]] = []
    load = ImageFile.ImageFile.load

    def noting(self):
        sizes.append(self.size)
        return load(self)

    monkeypatch.setattr(ImageFile.ImageFile, "load", noting)
    return sizes


@pytest.mark.parametrize("content", [
    png(8_000, 7_500),  # 60 million in a file of a hundred bytes, as the limit of a JPEG would allow
    png(40_000, 40_000), image_bytes("WEBP", 3_000, 3_000, lossless=True, quality=0, method=0),
    image_bytes("JPEG", 4_500, 4_500, progressive=True),
], ids=["png", "larger than any", "webp", "progressive"])  # fmt: skip
def test_a_picture_that_would_take_too_much_is_refused_before_it_is_decoded(content, decoded):
    assert len(content) < 400_000
    with pytest.raises(BadInput) as excinfo:
        sheets.examine(sheets.Picture(content, "sheet"))
    assert excinfo.value.code in ("photo_too_large", "not_a_photo")
    assert decoded == []


@pytest.mark.parametrize(("content", "size"), [
    (image_bytes("JPEG", 8_000, 6_000), (8_000, 6_000)),  # a camera of 48 million pixels
    (image_bytes("JPEG", 4_000, 3_000, progressive=True), (4_000, 3_000)),
    (image_bytes("PNG", 2_480, 3_508), (2_480, 3_508)),  # A4 as scanners have it
    (image_bytes("WEBP", 2_000, 1_500), (2_000, 1_500)),
], ids=["jpeg", "progressive", "png", "webp"])  # fmt: skip
def test_photographs_of_cameras_and_scanners_are_accepted(content, size, decoded):
    result = sheets.examine(sheets.Picture(content, "sheet"))
    assert (result.width, result.height) == size
    assert decoded


def test_half_a_picture_is_none():
    whole = image_bytes("PNG", 200, 200)
    with refused(BadInput, "not_a_photo"):
        sheets.examine(sheets.Picture(whole[: len(whole) // 2], "sheet"))


def test_pictures_are_decoded_one_at_a_time(monkeypatch):
    both = threading.Barrier(2, timeout=0.5)  # passed only if two are being decoded at once
    met: list[bool] = []

    def load(self):
        try:
            both.wait()
        except threading.BrokenBarrierError:
            return
        met.append(True)

    monkeypatch.setattr(ImageFile.ImageFile, "load", load)
    picture = sheets.Picture(image_bytes("PNG", 20, 20), "sheet")
    threads = [threading.Thread(target=sheets.examine, args=(picture,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert met == []
