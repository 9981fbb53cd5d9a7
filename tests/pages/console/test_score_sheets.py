"""Score sheets on the arbiters' pages: compared, reconstructed and entered with a reason; private photographs."""

import io

import boto3
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse
from moto import mock_aws
from PIL import Image

from config import databases
from games.models.record import RecordEntry
from games.models.sheet import ScoreSheet, SheetPhoto
from games.services import sheets
from games.services.results import import_moves, record_result
from games.states import state_of
from tavleya.record.merging import Keeper
from tests.pages.html import page_of
from tests.world import NOW

pytestmark = pytest.mark.long

WHITE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 (=) 1/2-1/2"
BLACK = "1. e4 e5 2. Кf3 Кc6 3. Сc4 a6 4. Сa4 Кf6 (=) ½-½"
FIDE = {"game": "chess", "regime": "fide-2023", "control": "90+30", "tracking": "result", "started": False}


@pytest.fixture
def table(table_of):
    return table_of(**FIDE)


def address(table, name="board-sheets", *more):
    return reverse(name, args=[table.world.slug, table.game.pk, *more])


def post(table, username="artur", name="board-sheets", **fields):
    return table.client(username).post(address(table, name), fields)


def picture(form="JPEG", size=(40, 60), name="sheet.jpg", colour="white"):
    content = io.BytesIO()
    Image.new("RGB", size, colour).save(content, form)
    return SimpleUploadedFile(name, content.getvalue(), content_type="text/plain")


def write(table, keeper, text, username="artur", language=""):
    actor = table.world.people[username]
    sheets.write_sheet(actor=actor, now=NOW, game_id=table.game.pk, keeper=Keeper(keeper), text=text, language=language)


@pytest.fixture
def two(table):
    write(table, "white", WHITE, "alice")
    write(table, "black", BLACK, "bob", "ru")
    return table


@pytest.mark.article("tavreli:8.5")
def test_both_sheets_stand_side_by_side_with_the_first_difference_marked(two):
    page = page_of(two.client("artur").get(address(two)))
    assert page.problems == []
    assert "The score sheets agree for 4 half-moves and differ at 3." in page.words
    marked = page.find(id="first-difference")
    assert len(marked) == 1 and marked[0]["class"] == "row-parts"
    # Bc4 followed by Ba4 is impossible: White's Bb5 agrees with Black's later moves.
    assert "The other score sheets support it." in page.words
    assert "after 3. Bb5" in page.words and "after 3. Bc4" in page.words
    assert "Result written on this score sheet: ½ – ½." in page.words
    assert "Nf6 (=)" in page.words


def test_a_way_that_ends_in_mate_says_so(table):
    write(table, "white", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#")
    write(table, "black", "1. e4 e5 2. Bc4 Nc6 3. Qf3 Nf6 4. Qb3")
    words = page_of(table.client("artur").get(address(table))).words
    assert "The game would have ended there: 1 – 0, by checkmate." in words
    assert "No result follows from it." in words


@pytest.mark.article("tavreli:8.5")
def test_the_reconstruction_is_shown_before_it_is_entered_and_entered_with_the_reason(two):
    before = RecordEntry.objects.count()
    values = {"moves": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", "result": "1/2-1/2", "seq": two.game.seq}
    page = page_of(post(two, do="preview", **values))
    assert page.problems == []
    assert "8 half-moves are added: 1. e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6" in page.words
    assert "The game gets the result ½ – ½." in page.words
    assert "will now have its moves" in page.words
    assert RecordEntry.objects.count() == before
    refused = post(two, do="enter", **values)
    assert refused.status_code == 422
    assert "State what the moves were reconstructed from." in page_of(refused).words
    assert post(two, do="enter", reason="both sheets and the DGT log", **values).status_code == 302
    game = two.game
    assert (game.tracking, game.result, game.snapshot["ply"]) == ("sheets", "1/2-1/2", 8)
    decision = game.entries.get(kind="decision").data
    assert decision["reason"] == "both sheets and the DGT log"
    assert {sheet["keeper"] for sheet in decision["sheets"]} == {"white", "black"}


def test_moves_struck_out_and_corrected_by_a_reconstruction_are_listed_and_stay_in_the_record(two):
    actor = two.world.artur
    import_moves(actor=actor, now=NOW, game_id=two.game.pk, moves=["e4", "e5", "Nf3", "Nc6", "Bc4"], result="1-0")
    values = {"moves": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "result": "1/2-1/2", "seq": two.game.seq}
    words = page_of(post(two, do="preview", **values)).words
    assert "4 half-moves of the record are kept." in words
    assert "1 half-move is struck out but stays visible: f1c4" in words
    assert "The result 1 – 0 is corrected to ½ – ½." in words
    assert post(two, do="enter", reason="White's sheet is wrong", **values).status_code == 302
    state = state_of(two.game)
    assert [ply.text for ply in state.plies if ply.struck] == ["f1c4"]
    assert (two.game.result, two.game.snapshot["ply"]) == ("1/2-1/2", 6)
    assert two.game.entries.filter(kind="correction").count() == 1


def test_a_reconstruction_of_another_board_than_is_there_now_is_refused(two):
    stale = two.game.seq - 1
    answer = post(two, do="enter", moves="1. e4", reason="x", seq=stale)
    assert answer.status_code == 409
    assert two.game.tracking == "result"


@pytest.mark.parametrize(
    ("moves", "message"), [("1. e4 e5\n2. Ke3", "Line 2, 2. Ke3:"), ("1. e4\n\nxyz9", "Line 3, 1… xyz9:")]
)
def test_a_bad_move_of_the_reconstruction_is_named_by_its_line_and_nothing_typed_is_lost(two, moves, message):
    answer = post(two, do="preview", moves=moves)
    page = page_of(answer)
    assert message in page.words and moves in page.text
    assert page.find(id="moves-error")


@pytest.mark.article("tavreli:8.1")
@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("chess", "1. e4 e5\n2. Nf3 Nc6\n3. Bb6", "Line 3, 3. Bb6:"),
        ("draughts", "1. c3-d4 d6-c5\n2. a1-b2", "Line 2, 2. a1-b2:"),
        ("tavreli", "1. e2-e4 e7-e5\n2. e4-e6", "Line 2, 2. e4-e6:"),
    ],
)
def test_errors_of_a_sheet_are_reported_by_line_and_move_in_every_game(table_of, game, text, message):
    regime = {"chess": "fide-2023", "draughts": "draughts64", "tavreli": "tavreli-1997"}[game]
    table = table_of(**{**FIDE, "game": game, "regime": regime, "control": ""})
    answer = post(table, do="check", keeper="black", text=text)
    page = page_of(answer)
    assert answer.status_code == 200 and page.problems == []
    assert message in page.words and text in page.text
    assert not ScoreSheet.objects.exists()
    assert post(table, do="save", keeper="black", text=text, version="0").status_code == 302
    assert ScoreSheet.objects.get().text == text  # a sheet is kept as it is written, wrong moves and all


@pytest.mark.article("tavreli:8.1")
def test_photographs_are_kept_as_they_came_and_named_in_the_decision(two):
    uploads = [picture(), picture("PNG", name="b.png"), picture("WEBP", name="c.txt")]
    assert post(two, do="save", keeper="white", text=WHITE, version="1", photos=uploads).status_code == 302
    assert ScoreSheet.objects.count() == 2  # the text was there already
    photos = list(SheetPhoto.objects.all())
    assert [photo.kind for photo in photos] == ["image/jpeg", "image/png", "image/webp"]
    for sent, photo in zip(uploads, photos, strict=True):
        answer = two.client("artur").get(address(two, "board-photo", photo.pk))
        sent.seek(0)
        assert b"".join(answer.streaming_content) == sent.read()
        assert answer["Content-Type"] == photo.kind
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer["Content-Security-Policy"]
        assert "no-store" in answer["Cache-Control"]
    post(two, do="enter", moves="1. e4", reason="the photographs", seq=two.game.seq)
    cited = two.game.entries.get(kind="decision").data["photos"]
    assert [photo["sha256"] for photo in cited] == [photo.sha256 for photo in photos]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"<script>alert(1)</script>", "sheet.jpg"),
        (b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04", "sheet.png"),
        (b"\x89PNG\r\n\x1a\n and then nothing", "sheet.png"),
        (b"%PDF-1.7", "sheet.webp"),
    ],
)
def test_a_file_that_is_not_a_photograph_is_refused_under_any_name_and_the_text_is_kept(table, content, name):
    file = SimpleUploadedFile(name, content, content_type="image/jpeg")
    answer = post(table, do="save", keeper="white", text="1. e4", version="0", photos=[picture(), file])
    assert answer.status_code == 422
    page = page_of(answer)
    assert f"“{name}” is not a JPEG" in page.words and "1. e4" in page.text
    assert not SheetPhoto.objects.exists() and not ScoreSheet.objects.exists()


def test_half_a_photograph_and_one_too_large_are_refused_and_no_file_is_left(table, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    whole = picture(size=(400, 400)).read()
    half = SimpleUploadedFile("half.jpg", whole[: len(whole) // 2])
    large = SimpleUploadedFile("large.jpg", whole + b"\0" * (12 * 1024 * 1024))
    for bad in (half, large):
        answer = post(table, do="save", keeper="white", text="", photos=[picture(), bad])
        assert answer.status_code == 422
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_same_photograph_twice_and_a_thirteenth_are_refused(table):
    for number in range(12):
        photo = picture(colour=(number, 0, 0), form="PNG")
        assert post(table, do="save", keeper="white", photos=[photo]).status_code == 302
    assert post(table, do="save", keeper="white", photos=[picture()]).status_code == 409
    response = post(table, do="save", keeper="white", photos=[picture(colour=(3, 0, 0), form="PNG")])
    assert response.status_code == 409 and "has already been uploaded" in page_of(response).words


@pytest.mark.article("tavreli:8.1")
def test_a_wrong_photograph_is_voided_with_a_reason_and_never_removed(table):
    post(table, do="save", keeper="white", photos=[picture()])
    photo = SheetPhoto.objects.get()
    assert post(table, do="void", photo=photo.pk, reason=" ").status_code == 422
    assert post(table, do="void", photo=photo.pk, reason="board 2").status_code == 302
    assert post(table, do="void", photo=photo.pk, reason="again").status_code == 409
    words = page_of(table.client("artur").get(address(table))).words
    assert "Void: board 2 (artur)" in words
    assert table.client("artur").get(address(table, "board-photo", photo.pk)).status_code == 200
    for change in (
        lambda: SheetPhoto.objects.filter(pk=photo.pk).update(keeper="black"),
        lambda: SheetPhoto.objects.filter(pk=photo.pk).delete(),
        lambda: photo.void.delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.article("tavreli:8.2", "tavreli:8.3")
def test_a_player_types_and_photographs_their_own_sheet_and_sees_no_other_before_the_game_is_over(table):
    own = {"do": "save", "keeper": "white", "text": "1. e4 e5", "version": "0", "photos": [picture()]}
    assert post(table, "alice", "own-sheet", **own).status_code == 302
    opponent = {"do": "save", "keeper": "black", "text": "1. d4", "version": "0"}
    assert post(table, "alice", "own-sheet", **opponent).status_code == 403
    assert post(table, "bob", "own-sheet", **{**opponent, "photos": [picture("PNG")]}).status_code == 302
    white, black = SheetPhoto.objects.order_by("-keeper")
    page = page_of(table.client("alice").get(address(table, "own-sheet")))
    assert page.problems == [] and "1. e4 e5" in page.text and "1. d4" not in page.text
    assert table.client("alice").get(address(table, "own-photo", white.pk)).status_code == 200
    assert table.client("alice").get(address(table, "own-photo", black.pk)).status_code == 404
    record_result(actor=table.world.artur, now=NOW, game_id=table.game.pk, result="1-0")
    page = page_of(table.client("alice").get(address(table, "own-sheet")))
    assert page.problems == [] and "1. d4" in page.text
    assert table.client("alice").get(address(table, "own-photo", black.pk)).status_code == 200
    assert post(table, "alice", "own-sheet", **{**own, "photos": [picture("WEBP")]}).status_code == 409


def test_a_player_voids_only_what_they_have_sent(table):
    post(table, do="save", keeper="white", photos=[picture()])
    photo = SheetPhoto.objects.get()
    assert post(table, "alice", "own-sheet", do="void", photo=photo.pk, reason="not mine").status_code == 403
    post(table, "alice", "own-sheet", do="save", keeper="white", photos=[picture("PNG")])
    own = SheetPhoto.objects.get(number=2)
    assert post(table, "bob", "own-sheet", do="void", photo=own.pk, reason="x").status_code == 403
    assert post(table, "alice", "own-sheet", do="void", photo=own.pk, reason="blurred").status_code == 302


@pytest.mark.article("tavreli:8.2")
def test_access_to_the_sheets_and_photographs_depends_on_the_role(two):
    post(two, do="save", keeper="white", photos=[picture()])
    photo = SheetPhoto.objects.get()
    statuses = {}
    for user in ("artur", "olga", "hana", "alice", "charlie", ""):
        client = two.client(user)
        page = client.get(address(two))
        statuses[user] = (page.status_code, client.get(address(two, "board-photo", photo.pk)).status_code)
    assert statuses == {
        "artur": (200, 200),
        "olga": (200, 200),
        "hana": (200, 404),  # a helper types sheets in and does not read them
        "alice": (403, 403),
        "charlie": (403, 403),
        "": (302, 302),
    }
    helper_page = page_of(two.client("hana").get(address(two)))
    assert helper_page.problems == [] and "Nf3" not in helper_page.words
    assert "Reconstruction" not in page_of(two.client("olga").get(address(two))).words
    assert post(two, "olga", do="enter", moves="1. e4", reason="x").status_code == 403
    assert post(two, "hana", do="save", keeper="black", text="1. e4").status_code == 302


def test_a_newer_version_of_a_sheet_is_not_overwritten(two):
    answer = post(two, do="save", keeper="white", text="1. d4", version="0")
    assert answer.status_code == 409
    page = page_of(answer)
    assert "There is a newer version of this score sheet" in page.words and "1. d4" in page.text


def test_the_card_and_the_players_pages_lead_to_the_sheets(two):
    card = two.client("artur").get(reverse("board-card", args=[two.world.slug, two.game.pk]))
    assert address(two) in page_of(card).links
    game = reverse("game", args=[two.world.slug, two.game.pk])
    assert address(two, "own-sheet") in page_of(two.client("alice").get(game)).links
    assert address(two, "own-sheet") not in page_of(two.client("charlie").get(game)).links
    assert two.client("charlie").get(address(two, "own-sheet")).status_code == 403
    assert two.client().get(address(two, "own-sheet")).status_code == 302


@pytest.mark.parametrize("keeper", ["", "referee"])
def test_a_sheet_without_a_keeper_is_refused(table, keeper):
    assert post(table, do="save", keeper=keeper, text="1. e4").status_code == 422
    assert post(table, do="burn", keeper="white").status_code == 404


@pytest.fixture
def bucket(settings, monkeypatch):
    values = {
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "MEDIA_S3_BUCKET": "sheets-of-the-cup",
        "MEDIA_S3_REGION": "us-east-1",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        s3_bucket = boto3.resource("s3", region_name="us-east-1").create_bucket(Bucket="sheets-of-the-cup")
        settings.STORAGES = {**settings.STORAGES, "default": databases.photo_storage()}
        yield s3_bucket


def test_a_photograph_is_kept_in_the_bucket_and_shown_by_the_view_alone(table, bucket, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    sent = picture()
    assert post(table, do="save", keeper="white", text="", photos=[sent]).status_code == 302
    photo = SheetPhoto.objects.get()
    assert [stored.key for stored in bucket.objects.all()] == [photo.stored]
    assert [*tmp_path.rglob("*")] == []
    answer = table.client("artur").get(address(table, "board-photo", photo.pk))
    sent.seek(0)
    assert b"".join(answer.streaming_content) == sent.read()  # the file itself, not an address of the bucket
    assert "no-store" in answer["Cache-Control"]
    assert table.client("bob").get(address(table, "own-photo", photo.pk)).status_code == 404


def test_a_refused_photograph_is_not_stored_in_the_bucket(table, bucket):
    photos = [picture(), picture()]  # the same one twice is refused
    assert post(table, do="save", keeper="white", photos=photos).status_code == 409
    assert [*bucket.objects.all()] == []


def test_a_photograph_that_the_bucket_has_lost_is_not_found(table, bucket):
    post(table, do="save", keeper="white", photos=[picture()])
    bucket.objects.all().delete()
    photo = SheetPhoto.objects.get()
    assert table.client("artur").get(address(table, "board-photo", photo.pk)).status_code == 404
