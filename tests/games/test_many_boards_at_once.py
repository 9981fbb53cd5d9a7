"""Open the games of a round, and enter results, in one call: the records equal those of single calls."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models.game import Game
from games.models.record import RecordEntry
from games.services.record import ADJOURNED, NewBoard, open_games, record_results
from games.services.results import record_result
from games.states import state_of
from games.texts import with_texts
from games.verification import entries_of, verify
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.record.entries import Entry
from tavleya.record.fold import fold, snapshot
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.world import SYSTEM
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section, StandingsVersion

pytestmark = pytest.mark.django_db


TERMS = {"game": "chess", "regime": "fide-2023", "control": "90+30", "tracking": "sheets"}
EMPTY_BOARD = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
BOARDS = [NewBoard(f"White {n}", f"Black {n}", EMPTY_BOARD if n % 3 == 0 else "start") for n in range(1, 41)]


def game_facts(game: Game) -> tuple[object, ...]:
    """Return the game and its record without keys, salts and values derived from them."""
    row = Game.objects.filter(pk=game.pk).values().get()
    entries = RecordEntry.objects.filter(game=game).order_by("seq").values()
    own = {"id", "key", "digest", "snapshot", "game_id"}
    plain = [{name: value for name, value in entry.items() if name not in own} for entry in entries]
    for entry in plain:
        # The digest of a name also depends on its salt.
        entry["data"] = {
            key: None if isinstance(value, dict) and "sha256" in value else value
            for key, value in entry["data"].items()
        }
    texts = list(game.texts.order_by("seq", "name").values_list("seq", "name", "text"))
    return ({name: value for name, value in row.items() if name not in own}, plain, texts)


def test_games_opened_together_are_as_those_opened_one_by_one() -> None:
    common = {"actor": SYSTEM, "now": NOW, **TERMS}
    together = open_games(**common, boards=BOARDS)
    one_by_one = [game for board in BOARDS for game in open_games(**common, boards=[board])]
    assert [game_facts(game) for game in together] == [game_facts(game) for game in one_by_one]
    assert len({game.key for game in together}) == len(BOARDS)
    for game in together:
        stored = Game.objects.get(pk=game.pk)
        state = fold(entry.entry() for entry in stored.entries.order_by("seq"))
        assert (stored.seq, stored.digest, stored.snapshot) == (1, state.digest, snapshot(state))
    out = StringIO()
    call_command("verify_records", stdout=out)
    assert "80 " in out.getvalue()


def test_one_bad_position_leaves_none_of_them_and_many_boards_take_a_handful_of_queries(
    django_assert_max_num_queries,
) -> None:
    with pytest.raises(BadInput):
        open_games(actor=SYSTEM, now=NOW, boards=[*BOARDS, NewBoard("A", "B", "not a position")], **TERMS)
    assert not Game.objects.exists()
    boards = [NewBoard(f"W{n}", f"B{n}") for n in range(150)]
    with django_assert_max_num_queries(12):  # SQLite writes in several parts
        open_games(actor=SYSTEM, now=NOW, boards=boards, **TERMS)


@pytest.mark.parametrize(("game", "regime", "own", "options"), [
    ("draughts", "fmjd64", {}, {"variant": "fmjd64"}),
    ("draughts", "fmjd64", {"variant": "seed003"}, {"variant": "seed003"}), ("draughts", "draughts64", {}, {}),
    ("draughts100", "fmjd64", {}, {}),
])  # fmt: skip
def test_a_game_has_the_rules_of_its_regime_unless_the_section_has_others(
    game: str, regime: str, own: dict[str, object], options: dict[str, object]
) -> None:
    terms = {"game": game, "regime": regime, "rules": own, "control": "45"}
    (row,) = open_games(actor=SYSTEM, now=NOW, boards=[NewBoard("A", "B")], **terms)
    assert row.rules == options


RESULTS = ["1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-", "0-0", "1/2-0"]


@pytest.fixture
def world() -> World:
    return World()


def played(world: World, slug: str) -> Section:
    """One public round of eight boards, none with a result."""
    return world.round_robin(*(f"{slug} {letter}" for letter in "ABCDEFGHIJKLMNOP"), slug=slug, published=1)


def keys(section: Section) -> list[int]:
    rows = Pairing.objects.filter(round__section=section, game__isnull=False).order_by("board")
    return [row.game_id for row in rows if row.game_id]


def entries(section: Section) -> list[tuple[object, ...]]:
    rows = RecordEntry.objects.filter(game__in=keys(section)).order_by("game", "seq")
    return list(rows.values_list("seq", "kind", "at", "user", "actor", "side", "ply", "data"))


def board_rows(section: Section) -> list[tuple[object, ...]]:
    names = ("phase", "result", "termination", "seq", "snapshot")
    rows = Pairing.objects.filter(game__in=keys(section)).order_by("board")
    return list(rows.values_list("result", "version", *(f"game__{name}" for name in names)))


def without_names(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Return the rows without the names of the players, in which alone two sections of these tests may differ."""

    def nameless(item: object) -> object:
        return {k: v for k, v in item.items() if k not in ("white", "black")} if isinstance(item, dict) else item

    return [tuple(map(nameless, row)) for row in rows]


def test_the_entries_and_the_boards_are_those_of_one_by_one_and_the_standings_new(world: World) -> None:
    section, many = played(world, "one"), played(world, "many")
    for key, result in zip(keys(section), RESULTS, strict=True):
        record_result(actor=world.olga, now=LATER, game_id=key, result=result, reason="TRF")
    results, before = dict(zip(keys(many), RESULTS, strict=True)), version(many)
    record_results(actor=world.olga, now=LATER, results=results, reason="TRF")
    assert without_names(entries(section)) == without_names(entries(many))
    assert len(entries(many)) == 16
    assert without_names(board_rows(section)) == without_names(board_rows(many))
    assert [record_check.broken for record_check in verify(Game.objects.all())] == [""] * 16
    for game in Game.objects.all():
        assert state_of(game) == fold(row.entry() for row in game.entries.order_by("seq"))
    assert version(many) > before


def test_the_queries_do_not_grow_with_the_boards(world: World) -> None:
    counts = []
    for slug, boards in (("few", 2), ("all", 8)):
        results = dict.fromkeys(keys(played(world, slug))[:boards], "1-0")
        with CaptureQueriesContext(connection) as queries:
            record_results(actor=world.olga, now=LATER, results=results)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def version(section: Section) -> int:
    return StandingsVersion.objects.get(section=section).number


def test_one_board_with_a_result_already_refuses_them_all(world: World) -> None:
    section = played(world, "many")
    first, *others = keys(section)
    record_result(actor=world.olga, now=NOW, game_id=first, result="1-0")
    with refused(Conflict, "already_finished"):
        record_results(actor=world.olga, now=LATER, results=dict.fromkeys([*others, first], "0-1"))
    assert Game.objects.exclude(result="").count() == 1
    with pytest.raises(NotFound):
        record_results(actor=world.olga, now=LATER, results={**dict.fromkeys(others, "0-1"), 0: "1-0"})


def test_a_board_adjourned_elsewhere_waits_and_can_get_its_result(world: World) -> None:
    section = played(world, "many")
    key = keys(section)[0]
    record_results(actor=world.olga, now=NOW, results={key: ADJOURNED})
    assert Game.objects.get(pk=key).phase == "adjourned"
    record_results(actor=world.olga, now=LATER, results={key: "1-0"})
    assert Pairing.objects.get(game=key).result == "1-0"
    assert [record_check.broken for record_check in verify(Game.objects.filter(pk=key))] == [""]


def test_games_opened_with_their_results_are_as_if_these_were_entered_after(world: World) -> None:
    terms = {"actor": world.olga, "now": NOW, "game": "chess", "regime": "fide-2023", "control": "90+30"}
    names = [NewBoard(f"White {number}", f"Black {number}") for number in range(len(RESULTS) + 2)]
    at_once = open_games(**terms, boards=names, results=[*RESULTS, "", ADJOURNED], reason="TRF")
    after = open_games(**terms, boards=names)
    results = dict(zip([game.pk for game in after], RESULTS, strict=False))
    for key, result in results.items():
        record_result(actor=Actor.of_system("olga"), now=NOW, game_id=key, result=result, reason="TRF")
    record_results(actor=world.olga, now=NOW, results={after[-1].pk: ADJOURNED}, reason="TRF")

    def entry_facts(entry: Entry) -> tuple[object, ...]:
        """Return the entry with texts instead of digests, because every digest has its own salt."""
        data = {**entry.data, **{text.name: text.text for text in entry.texts}}
        return entry.seq, entry.kind, entry.at, entry.side, entry.ply, data

    def record_facts(rows: list[Game]) -> list[object]:
        own = {"id", "key", "digest", "snapshot"}
        stored = Game.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")
        entries = [entry for row in stored for entry in with_texts(row, entries_of(row))]
        return [
            [{k: v for k, v in values.items() if k not in own} for values in stored.values()],
            [entry_facts(entry) for entry in entries],
        ]

    assert record_facts(at_once) == record_facts(after)
    assert [game.result for game in at_once] == [*RESULTS, "", ""]
    assert [record_check.broken for record_check in verify(Game.objects.all())] == [""] * (2 * len(names))
