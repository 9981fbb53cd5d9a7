"""Boards with score sheets on paper: the fields of rulings, the stored facts, and values that are unknown."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from arbiter.models import Ruling
from arbiter.selectors.boards import boards_of
from arbiter.selectors.queue import queue_of
from arbiter.selectors.sheet_findings import findings_of
from games.models.record import milliseconds
from games.services.results import import_moves
from games.services.sheets import write_sheet
from tavleya.record.entries import GamePhase
from tavleya.record.merging import Keeper
from tests.pages.live.table import Table
from tests.world import NOW, World, later
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round

PAPER = {"game": "chess", "regime": "fide-2023", "control": "90", "tracking": "result", "started": False}


@pytest.fixture
def table(table_of, settings, tmp_path):
    table = table_of(**PAPER)
    settings.MEDIA_ROOT = tmp_path  # only now: a world is not copied under changed settings
    return table


def url(table: Table) -> str:
    return reverse("board-ruling", args=[table.world.slug, table.game.pk])


def card_url(table: Table) -> str:
    return reverse("board-card", args=[table.world.slug, table.game.pk])


def send(table: Table, kind: str, do: str, **fields: object):
    values = {"kind": kind, "seq": table.game.seq, "do": do, **fields}
    return table.client("artur").post(url(table), values)


def rule(table: Table, kind: str, *, photos: object = (), **fields: object):
    """Preview a ruling as an arbiter does, then apply it."""
    seen = looked_at(send(table, kind, "preview", **fields))
    return send(table, kind, "apply", looked_at=seen, photos=photos, **fields)


def looked_at(response) -> str:
    match = re.search(r'name="looked_at" value="(\w*)"', response.content.decode())
    return match[1] if match else ""


def test_the_counts_of_the_game_stand_on_the_form_before_the_next_ruling(table, read):
    rule(table, "illegal_move", offender="black")
    rule(table, "penalty", offender="black", measure="warning")
    rule(table, "draw_claim", claimant="black", claim="repetition", decision="rejected")
    text = read(table.client("artur").get(f"{url(table)}?kind=illegal_move"))
    assert "White Black Illegal moves 0 1 Warnings and penalties 0 1 Draw claims 0 1" in text


FIVEFOLD = ("Nf3", "Nf6", "Ng1", "Ng8") * 4
WRONG_CLAIM = {"claimant": "white", "claim": "repetition", "decision": "upheld"}


def type_in(table: Table, *moves: str) -> None:
    import_moves(actor=table.world.artur, now=table.now(), game_id=table.game.pk, moves=moves)


def act(table: Table, name: str, **fields: object):
    address = reverse("board-action", args=[table.world.slug, table.game.pk, name])
    return table.client("artur").post(address, {"seq": table.game.seq, **fields})


def waiting(table: Table) -> list[str]:
    event, now = table.world.event, later(hours=2)
    queue = queue_of(event, boards_of(event, milliseconds(now)), now)
    return [item.finding.finding.key for item in queue if item.finding is not None]


def test_a_claim_that_the_sheet_does_not_bear_out_is_flagged_on_card_queue_and_report(table, read):
    rule(table, "draw_claim", **WRONG_CLAIM)
    assert waiting(table) == []
    type_in(table, "e4", "e5", "Nf3")
    assert table.game.result == "1/2-1/2"
    text = "Ruling 1 upheld the claim; the score sheet does not support it"
    assert waiting(table) == ["claim_not_shown:1:0"]
    client, slug = table.client("artur"), table.world.slug
    assert text in read(client.get(card_url(table)))
    assert text in read(client.get(reverse("boards", args=[slug]) + "?show=all"))
    assert text in read(client.get(reverse("rulings-report", args=[slug])))
    assert client.get(reverse("rulings-report-pdf", args=[slug])).status_code == 200
    assert (table.game.result, Ruling.objects.count()) == ("1/2-1/2", 1)


def test_the_arbiter_lets_the_record_stand_and_says_why(table, read):
    rule(table, "draw_claim", **WRONG_CLAIM)
    type_in(table, "e4", "e5", "Nf3")
    statement = {"finding": "claim_not_shown:1:0", "note": "The sheet breaks off."}
    assert act(table, "stand", **statement).status_code == 302
    assert (waiting(table), table.game.result) == ([], "1/2-1/2")
    text = read(table.client("artur").get(card_url(table)))
    assert "The record stands." in text and "The sheet breaks off." in text
    assert act(table, "stand", finding="claim_not_shown:1:0").status_code == 404
    assert act(table, "stand", finding="past_end:1").status_code == 404


def test_moves_past_the_end_offer_the_result_that_should_have_been_in_one_tap(table, read):
    type_in(table, *FIVEFOLD, "e4", "e5")
    assert waiting(table) == ["past_end:16"]
    text = read(table.client("artur").get(card_url(table)))
    assert "By the rules the game ended with 8… f6g8" in text and "by fivefold repetition" in text
    assert "Set the result ½ – ½" in text and "9.6.1" in text
    act(table, "by-sheet", finding="past_end:16")
    ruling = Ruling.objects.get()
    assert (table.game.result, ruling.kind, ruling.article) == ("1/2-1/2", "score", "fide-2023:9.6.1")
    assert waiting(table) == []


def test_a_sheet_that_is_typed_in_and_not_yet_in_the_record_is_looked_at_too(table):
    rule(table, "draw_claim", **WRONG_CLAIM)
    write_sheet(actor=table.world.artur, now=table.now(), game_id=table.game.pk, keeper=Keeper.WHITE, text="1. e4 e5")
    assert waiting(table) == ["claim_not_shown:1:0"]


def test_a_ruling_leads_to_the_move_that_it_names_once_the_sheet_is_typed_in(table):
    rule(table, "illegal_move", offender="black", at_move_number="2")
    link = f"{reverse('game', args=[table.world.slug, table.game.pk])}?ply=4"
    assert link not in table.client("artur").get(card_url(table)).content.decode()
    type_in(table, "e4", "e5", "Nf3", "Nc6")
    assert link in table.client("artur").get(card_url(table)).content.decode()


def test_boards_on_paper_without_news_cost_one_query(table, django_assert_max_num_queries):
    type_in(table, *FIVEFOLD, "e4")
    findings_of([table.game])
    game = table.game
    with django_assert_max_num_queries(1):
        assert len(findings_of([game])[game.pk]) == 1


def picture(name: str = "sheet.png") -> SimpleUploadedFile:
    content = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(content, "PNG")
    return SimpleUploadedFile(name, content.getvalue(), "image/png")


def test_a_photograph_is_attached_to_the_ruling_and_kept_with_the_arbiters_sheet(table, read):
    rule(table, "draw_claim", **WRONG_CLAIM, photos=picture())
    photo, ruling = table.game.sheet_photos.get(), Ruling.objects.get()
    assert (photo.keeper, photo.number, ruling.facts["photos"]) == ("arbiter", 1, [1])
    assert "Photograph 1 of the arbiter's sheet" in read(table.client("artur").get(card_url(table)))


def test_a_ruling_with_a_file_that_is_no_photograph_is_not_made(table, read):
    no_picture = SimpleUploadedFile("sheet.png", b"no picture", "image/png")
    answer = rule(table, "draw_claim", **WRONG_CLAIM, photos=no_picture)
    assert answer.status_code == 422 and "is not a JPEG" in read(answer)
    assert (Ruling.objects.count(), table.game.result) == (0, "")


def test_the_moves_that_prove_a_claim_are_typed_into_the_form(table, read):
    facts = {"claimant": "white", "claim": "repetition", "decision": "moves", "at_move_number": "5"}
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
    assert "Missing" in read(send(table, "draw_claim", "preview", **facts))
    rule(table, "draw_claim", **facts, moves=moves)
    text = read(table.client("artur").get(card_url(table)))
    assert "Decided by the rules from the moves typed in" in text and "At move 5 of White." in text
    assert table.game.result == "1/2-1/2"


@pytest.mark.parametrize(
    ("query", "visible", "hidden"),
    [
        ("kind=penalty", "opponent_score", "ms half_points amount rounds"),
        ("incident=notation&side=white", "measure", "ms half_points amount rounds opponent_score"),
        ("kind=draw_claim", "decision at_move", "position moves"),
        ("kind=touch_move", "touches decision", "position moves"),
    ],
)
def test_a_form_asks_only_what_belongs_to_the_answers_given(table, query, visible, hidden):
    page = table.client("artur").get(f"{url(table)}?{query}").content.decode()
    hidden_names = re.findall(r'data-when="[^"]*" hidden>.*?name="(\w+)"', page, re.DOTALL)
    assert set(hidden_names) == set(hidden.split())
    for name in visible.split():
        assert name not in hidden_names
        assert f'name="{name}' in page


def test_a_field_of_another_answer_is_not_part_of_the_ruling(table):
    rule(table, "penalty", offender="white", measure="warning", ms="2:00", opponent_score="draw")
    assert set(Ruling.objects.get().facts) == {"offender", "measure", "opponent_score"}
    assert Ruling.objects.get().facts["opponent_score"] == "win"


def chosen(page: str) -> dict[str, str]:
    """Return the answers that are chosen on a form."""
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"(?: checked)', page))


def needed(page: str) -> set[str]:
    """Return the names of the choices that a form marks as needed."""
    return set(re.findall(r'<span class="needed">needed</span></legend>.*?name="(\w+)"', page, re.DOTALL))


def test_an_illegal_move_takes_two_taps(table, read):
    client = table.client("artur")
    link = f"{url(table)}?incident=illegal_move&amp;side=white"
    assert link in client.get(card_url(table)).content.decode()
    opened = client.get(f"{url(table)}?incident=illegal_move&side=white")
    assert "Illegal moves of White in this game: 1." in read(opened)
    page = opened.content.decode()
    seen = re.search(r'name="looked_at" value="(\w+)"', page)
    send(table, "illegal_move", "apply", looked_at=seen[1], **chosen(page))
    assert Ruling.objects.get().kind == "illegal_move"


@pytest.mark.article("chess:6.9", "chess:7.5.5", "chess:III.3.1")
@pytest.mark.parametrize(
    ("query", "kind", "missing", "answers", "result"),
    [
        ("incident=flag&side=white", "flag", "can_mate", {"can_mate": "yes"}, "0-1"),
        ("incident=illegal_move&side=white", "illegal_move", "can_mate", {"can_mate": "no"}, "1/2-1/2"),
        ("kind=both_flags", "both_flags", "first", {"first": "unknown", "last_period": "yes"}, "1/2-1/2"),
    ],
)
def test_a_fact_that_decides_a_result_is_asked_for_and_not_chosen_beforehand(
    table, read, query, kind, missing, answers, result
):
    if kind == "illegal_move":
        rule(table, kind, offender="white")
    page = table.client("artur").get(f"{url(table)}?{query}").content.decode()
    assert missing in needed(page) and not set(answers) & set(chosen(page))
    assert 'value="apply"' not in page and "notice notice-error refused" not in page
    refused = send(table, kind, "preview", **chosen(page))
    assert refused.status_code == 422 and "Missing:" in read(refused)
    assert missing in needed(refused.content.decode())
    rule(table, kind, **chosen(page), **answers)
    assert table.game.result == result


@pytest.mark.parametrize(("answer", "result"), [("yes", "0-1"), ("no", "1/2-1/2")])
def test_each_answer_to_the_open_question_is_previewed_and_can_be_applied(table, answer, result):
    page = table.client("artur").get(f"{url(table)}?incident=flag&side=white").content.decode()
    digests = dict(re.findall(r'name="(looked_at_\w+)" value="(\w+)"', page))
    assert set(digests) == {"looked_at_yes", "looked_at_no"}
    assert re.findall(r'name="do" value="(\w+)', page)[0] == "preview"  # what Enter in a field presses
    changed = send(table, "flag", f"apply can_mate={answer}", **chosen(page) | {"side": "black"}, **digests)
    assert changed.status_code == 422 and 'data-code="facts_changed"' in changed.content.decode()
    send(table, "flag", f"apply can_mate={answer}", **chosen(page), **digests)
    assert table.game.result == result


def test_a_question_whose_answers_ask_more_leads_on(table):
    page = table.client("artur").get(f"{url(table)}?incident=draw_claim&side=white").content.decode()
    assert 'value="preview claim=repetition"' in page
    page = send(table, "draw_claim", "preview claim=repetition", **chosen(page)).content.decode()
    assert 'value="apply decision=rejected"' in page and 'value="preview decision=moves"' in page


@pytest.mark.article("chess:11.3.2.1", "chess:11.3.2.2")
@pytest.mark.parametrize(
    ("incident", "article", "result"),
    [("phone", "fide-2023:11.3.2.2", "Result: 0 – 1"), ("device_put_away", "fide-2023:11.3.2.1", "")],
)
def test_a_device_is_on_the_person_or_put_away_and_only_one_of_them_loses(table, read, incident, article, result):
    opened = table.client("artur").get(f"{url(table)}?incident={incident}&side=white")
    assert f'value="{article}" selected' in opened.content.decode()
    assert ("Result: 0 – 1" in read(opened)) is bool(result)


@pytest.mark.parametrize("incident", ["touch_move", "draw_claim"])
def test_touch_move_and_draw_claims_are_one_tap_away_with_the_player_filled_in(table, incident):
    client = table.client("artur")
    assert f"{url(table)}?incident={incident}&amp;side=black" in client.get(card_url(table)).content.decode()
    opened = client.get(f"{url(table)}?incident={incident}&side=black").content.decode()
    assert re.search(r'name="(claimant|offender)" value="black" checked', opened)


def test_a_claimant_is_not_filled_in_even_if_only_a_player_may_claim(table_of):
    table = table_of(game="tavreli", regime="tavreli-1997-blitz", control="5", tracking="result", started=False)
    page = table.client("artur").get(f"{url(table)}?incident=touch_move&side=white").content.decode()
    assert "claimed_by" in needed(page) and "claimed_by" not in chosen(page)


def test_it_runs_with_its_round_until_it_has_a_result(db):
    world = World(game="chess", regime="fide-2023", control="15+10", tracking="result", published=False)

    def phases() -> list[GamePhase]:
        return [board.phase for board in boards_of(world.event, milliseconds(NOW))]

    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    assert phases() == [GamePhase.PENDING]
    start_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    assert phases() == [GamePhase.PLAYING]
    enter_result(actor=world.hana, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert phases() == [GamePhase.FINISHED]


def test_no_clock_no_diagram_and_no_side_to_move_before_moves_are_typed_in(table, read):
    client = table.client("artur")
    tiles = client.get(reverse("boards", args=[table.world.slug])).content.decode()
    assert "tile-clock" not in tiles and "to-move" not in tiles
    page = client.get(card_url(table)).content.decode()
    assert "board-frame" not in page and "to-move" not in page
    assert reverse("board-clocks", args=[table.world.slug, table.game.pk]) not in page
    assert "Playing" in read(client.get(card_url(table)))
    type_in(table, "e4", "e5")
    assert "board-frame" in client.get(card_url(table)).content.decode()


def test_the_time_of_a_ruling_is_shown_as_a_clock_setting_and_reversed_on_undo(table, read):
    fields = {"offender": "white"}
    assert "Set the clock at the board to: Black +2:00" in read(send(table, "illegal_move", "preview", **fields))
    applied = rule(table, "illegal_move", **fields)
    client = table.client("artur")
    client.cookies.update(applied.cookies)
    address = reverse("board-ruling-undo", args=[table.world.slug, table.game.pk, 1])
    opened = client.get(address)
    assert "Set the clock at the board to: Black −2:00" in read(opened)
    assert 'name="clock_' not in opened.content.decode() and 'name="resume"' not in opened.content.decode()
    undone = client.post(address, {"seq": table.game.seq, "note": "It was legal."}, follow=True)
    assert "Ruling 1 has been undone. Set the clock at the board: Black −2:00." in read(undone)
    assert "Ruling undone: undone" not in read(undone)
    assert table.game.rulings.get(number=2).clock_before is None


def test_the_page_lists_every_consequence_of_undoing_an_earlier_ruling(table, read):
    for _ in range(2):
        rule(table, "illegal_move", offender="white", can_mate="yes")
    rule(table, "incident", what="a note", reason="x")
    client = table.client("artur")
    address = reverse("board-ruling-undo", args=[table.world.slug, table.game.pk, 1])
    text = read(client.get(address))
    assert "Ruling 2 is decided again from its facts." in text
    assert "1 → 0" in text, "the points of Bob"
    undone = read(client.post(address, {"seq": table.game.seq, "note": "Another board."}, follow=True))
    assert "Ruling 1 has been undone." in undone and "Set the clock at the board" not in undone
    assert (table.game.result, table.game.snapshot["illegal"]["white"]) == ("", 1)


def test_replacing_a_ruling_shows_the_net_change_of_the_clock_at_the_board(table, read):
    rule(table, "illegal_move", offender="white")
    address = reverse("board-ruling-replace", args=[table.world.slug, table.game.pk, 1])
    fields = {"kind": "illegal_move", "what": "move", "offender": "black", "seq": table.game.seq, "resume": "yes"}
    preview = table.client("artur").post(address, {**fields, "do": "preview"})
    change = "Black −2:00, White +2:00"
    assert f"Set the clock at the board to: {change}" in read(preview)
    fields |= {"do": "apply", "looked_at": looked_at(preview)}
    replaced = table.client("artur").post(address, fields, follow=True)
    assert f"Ruling 2 replaces ruling 1. Set the clock at the board: {change}." in read(replaced)


@pytest.mark.parametrize("name", ["board-ruling-undo", "board-ruling-replace"])
def test_in_a_closed_round_the_page_asks_for_the_result_that_the_game_keeps(table, read, name):
    rule(table, "penalty", offender="white", measure="loss", reason="x")
    world, client = table.world, table.client("artur")
    close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    address = reverse(name, args=[table.world.slug, table.game.pk, 1])
    opened = client.get(address)
    assert "The round is closed: every board keeps a result." in read(opened)
    assert "Result that the game keeps" in read(opened)
    fields = {"seq": table.game.seq, "note": "x", "kept_result": "1/2-1/2"}
    if name == "board-ruling-replace":
        fields |= {"kind": "penalty", "offender": "white", "measure": "warning", "reason": "x"}
        preview = client.post(address, {**fields, "do": "preview"})
        assert "The result becomes 1/2-1/2." in read(preview)
        fields |= {"do": "apply", "looked_at": looked_at(preview)}
    client.post(address, fields)
    assert (table.game.result, table.world.pairing.result) == ("1/2-1/2", "1/2-1/2")


def test_a_ruling_lists_the_points_that_it_changes_and_folds_the_places(table_of, read):
    table = table_of(**PAPER, others=("dora", "emil", "fedor", "galina"))
    preview = send(table, "flag", "preview", side="white", can_mate="yes")
    page = preview.content.decode()
    remedy = page.partition('class="remedy"')[2].partition('class="remedy-articles"')[0]
    above, folded = remedy.split("<details")
    assert above.count('<tr><th scope="row">') == 1 and "0 → 1" in above
    assert folded.count('<tr><th scope="row">') == 5
    assert "5 players only change place" in read(preview)


@pytest.mark.parametrize(("do", "outcome"), [("answer", "applied"), ("dismiss", "dismissed")])
def test_a_call_is_quoted_as_the_language_quotes_and_answered_on_the_card(table, read, do, outcome):
    act(table, "call", side="white", reason="disturbance", text="Talks")
    page = table.client("artur").get(card_url(table))
    assert "disturbance, “Talks”" in read(page)
    call = re.search(r'name="call" value="(\d+)"', page.content.decode())[1]
    assert act(table, "answer", call=call, do=do, note="Both are asked to be quiet.").status_code == 302
    assert (Ruling.objects.get().outcome, table.game.calls) == (outcome, 0)
    assert "Both are asked to be quiet." in read(table.client("artur").get(card_url(table)))


def test_a_result_corrected_over_a_ruling_says_so_before_and_after(table, read):
    rule(table, "penalty", offender="white", measure="loss", reason="x")
    world, client = table.world, table.client("artur")
    page = reverse("desk_correction", args=[world.slug, world.section.slug, 1, 1])
    assert "Ruling 1 (Penalty) gave this result and stays in force" in read(client.get(page))
    client.post(page, {"version": world.pairing.version, "result": "1-0", "reason": "slip"})
    words = "The result was changed later: 1 – 0. This ruling is still in force."
    log = reverse("rulings", args=[world.slug])
    for address in (card_url(table), log):
        assert words in read(client.get(address))
    undo = reverse("board-ruling-undo", args=[world.slug, table.game.pk, 1])
    assert "The result 1-0 was entered later and stays." in read(client.get(undo))
