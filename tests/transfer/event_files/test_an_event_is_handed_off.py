"""An event goes to another machine, is continued there, and comes back completely or is refused."""

import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.db import connection, transaction

from arbiter.models import Ruling
from arbiter.services.reversal import reverse
from arbiter.services.ruling import rule
from games.models.game import Game
from games.models.record import RecordEntry
from games.services.moves import play_move, resign, start_game
from games.services.sheets import Picture
from games.verification import verify
from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError, ImportRefused
from tests.refusals import refused
from tests.transfer.event_files.files import changed, event_file_bytes, members, rows, signed
from tests.uploads import pdf_file, png, png_file
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.activity import EventUpload, Log, UploadKind
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.swiss import PlayerLink
from tournaments.selectors.standings import standings_of
from tournaments.services.removal import delete_section
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.sections import create_section, enter_player
from tournaments.services.uploads import add_upload, remove_upload
from transfer.models import HandOff
from transfer.services.eventfile.hand_off import check_in_event, check_out_event, take_back_event
from transfer.services.eventfile.importing import import_event, look_into
from transfer.services.eventfile.tables import Scope

pytestmark = [pytest.mark.django_db, pytest.mark.long]


class _Undone(Exception):
    pass


def elsewhere(file: bytes, play: Callable[[Event], object], *, now=None) -> bytes:
    """Return the file that another machine hands back: imported there, played on, exported; nothing stays here."""
    content = b""
    try:
        with transaction.atomic():
            HandOff.objects.all().delete()
            PlayerLink.objects.all().delete()
            event = import_event(
                actor=SYSTEM, now=now or later(minutes=5), source=io.BytesIO(file), slug="on-the-laptop"
            )
            play(event)
            check_out_event(actor=SYSTEM, now=now or later(hours=5), event_id=event.pk, holder="")
            content = event_file_bytes(event)
            raise _Undone
    except _Undone:
        return content


def handed_off(world: World) -> bytes:
    check_out_event(actor=world.olga, now=later(minutes=4), event_id=world.event.pk, holder="laptop")
    return event_file_bytes(world.event)


def come_back(world: World, file: bytes, **arguments: object) -> Event:
    values = {"event_id": world.event.pk, "source": io.BytesIO(file), **arguments}
    return check_in_event(actor=world.olga, now=later(hours=6), **values)


def first_board(event: Event) -> Game:
    pairing = Pairing.objects.get(round__section__event=event, round__number=1, board=1)
    return pairing.game


def play_on(event: Event) -> None:
    """Continue and finish the game at board 1, close the round, and begin the next one."""
    game = first_board(event)
    for minute, text in enumerate(("e4", "e5", "Nf3"), start=6):
        play_move(actor=SYSTEM, now=later(minutes=minute), game_id=game.pk, text=text)
    pairing = game.pairing
    for other in pairing.round.pairings.exclude(pk=pairing.pk).filter(game__isnull=False):
        enter_result(actor=SYSTEM, now=later(minutes=10), pairing_id=other.pk, result="1-0")
    resign(actor=SYSTEM, now=later(minutes=11), game_id=game.pk)
    section = event.sections.get()
    publish_round(actor=SYSTEM, now=later(minutes=20), round_id=section.rounds.get(number=2).pk)


@pytest.fixture
def world() -> World:
    created = World(game="chess", regime="fide-2023", control="60", others=("dora", "egor"))
    created.started()
    return created


def test_a_ruling_that_was_undone_goes_along_and_one_is_undone_there(world):
    """Rulings are never changed: each ruling follows the ruling that it supersedes."""

    def warn(game: Game, minutes: int) -> Ruling:
        facts = {"offender": "white", "measure": "warning"}
        return rule(actor=SYSTEM, now=later(minutes=minutes), game_id=game.pk, kind="penalty", facts=facts)

    def rule_there(event: Event) -> None:
        ruling = warn(first_board(event), 7)
        reverse(actor=SYSTEM, now=later(minutes=8), ruling_id=ruling.pk, note="A slip")

    first = warn(world.board, 1)
    reverse(actor=SYSTEM, now=later(minutes=2), ruling_id=first.pk, note="A slip")
    come_back(world, elsewhere(handed_off(world), rule_there))
    rulings = Ruling.objects.filter(game=world.board).order_by("number")
    assert list(rulings.values_list("supersedes__number", flat=True)) == [None, 1, None, 3]


def test_moves_played_elsewhere_are_here_after_the_check_in(world):
    before = list(world.board.entries.order_by("seq").values_list("seq", "digest", "actor", "user"))
    file = handed_off(world)
    lines = list(Log.objects.filter(event=world.event).order_by("pk").values_list("actor", "subject"))
    event = come_back(world, elsewhere(file, play_on))
    game = first_board(event)
    assert game.pk == world.board.pk
    assert list(game.entries.order_by("seq").values_list("seq", "digest", "actor", "user"))[: len(before)] == before
    after = Log.objects.filter(event=event).order_by("pk").values_list("actor", "subject")
    assert list(after)[: len(lines)] == lines
    assert [entry.move for entry in game.entries.filter(kind="move")] == ["e2e4", "e7e5", "g1f3"]
    assert game.phase == "finished"
    assert not [check for check in verify(Game.objects.filter(pk__in=Scope(event).games)) if check.broken]
    section = event.sections.get()
    assert section.rounds.get(number=2).status == "published"
    assert max(row.row.points for row in standings_of(section).rows) == 2
    assert event.checked_out_at is None
    hand_off = HandOff.objects.get(event=event)
    assert (hand_off.outcome, hand_off.ended_by) == ("returned", world.olga.key)
    actions = list(Log.objects.filter(event=event).order_by("pk").values_list("action", flat=True))
    assert actions.count("event.checked_out") == 1
    assert actions.index("event.checked_out") < actions.index("event.imported")
    assert actions[-1] == "event.checked_in"
    connection.check_constraints()
    start_game(actor=world.artur, now=later(hours=7), game_id=section.rounds.get(number=2).pairings.first().game_id)


def test_a_file_is_taken_once_and_not_after_the_event_was_taken_back(world):
    back = elsewhere(handed_off(world), play_on)
    come_back(world, back)
    assert refused_in(world, io.BytesIO(back)).code == "hand_off_over"
    second = elsewhere(handed_off(world), lambda event: None)
    take_back_event(actor=Actor.of_system("tests"), now=later(hours=5), event_id=world.event.pk)
    assert refused_in(world, io.BytesIO(second)).code == "hand_off_over"


def test_rows_that_changed_places_or_went_elsewhere_do_here_too(world):
    fields = {"names": {"en": "Other"}, "game": "chess", "regime": "fide-2023", "format": "round_robin"}

    def change(event: Event) -> None:
        first, second = Registration.objects.filter(section__event=event).order_by("number")[:2]
        for registration, number in ((first, 999), (second, first.number), (first, second.number)):
            Registration.objects.filter(pk=registration.pk).update(number=number)
        section = create_section(actor=SYSTEM, now=later(minutes=6), event_id=event.pk, slug="blitz", **fields)
        player = event.players.order_by("pk")[0]
        enter_player(actor=SYSTEM, now=later(minutes=7), section_id=section.pk, player_id=player.pk)
        delete_section(actor=SYSTEM, now=later(minutes=8), section_id=event.sections.get(slug="rapid").pk)

    removed = create_section(actor=world.olga, now=NOW, event_id=world.event.pk, slug="rapid", **fields)
    numbers = dict(Registration.objects.filter(section=world.section).values_list("pk", "number"))
    event = come_back(world, elsewhere(handed_off(world), change))
    after = dict(Registration.objects.filter(section=world.section).values_list("pk", "number"))
    assert after.keys() == numbers.keys()
    assert sum(after[key] != numbers[key] for key in numbers) == 2
    assert not event.sections.filter(pk=removed.pk).exists()
    blitz = event.sections.get(slug="blitz")
    assert blitz.registrations.get().player.event_id == event.pk
    assert standings_of(blitz).rows
    connection.check_constraints()


@pytest.mark.long
def test_a_full_event_comes_back_as_it_went(hall):
    check_out_event(actor=hall.olga, now=hall.now, event_id=hall.event.pk, holder="laptop")
    file = event_file_bytes(hall.event)
    back = elsewhere(file, lambda event: None, now=hall.now + timedelta(minutes=1))
    tables = {name for name in members(file) if name.startswith("tables/")}
    differ = {name for name in tables if members(back).get(name) != members(file)[name]}
    # The accounts there are other ones with the same names.
    assert differ == {"tables/log.ndjson", "tables/people.ndjson"}
    entries = RecordEntry.objects.count()
    check_in_event(actor=hall.olga, now=hall.now + timedelta(hours=1), event_id=hall.event.pk, source=io.BytesIO(back))
    assert RecordEntry.objects.count() == entries
    connection.check_constraints()


def refused_in(world: World, source: io.BytesIO, **arguments: object) -> DomainError:
    before = Log.objects.count(), RecordEntry.objects.count()
    with pytest.raises(DomainError) as excinfo:
        come_back(world, source.getvalue(), **arguments)
    assert (Log.objects.count(), RecordEntry.objects.count()) == before
    return excinfo.value


def test_uploads_come_back_as_they_are_where_the_event_was_run(world, django_capture_on_commit_callbacks):
    def put_up(event: Event, kind: UploadKind, file: Picture) -> EventUpload:
        return add_upload(actor=SYSTEM, now=later(minutes=3), event_id=event.pk, kind=kind, file=file)

    stays = put_up(world.event, UploadKind.REGULATIONS, pdf_file("stays.pdf"))
    goes = put_up(world.event, UploadKind.IMAGE, png_file("goes.png"))

    def change(event: Event) -> None:
        event_upload = event.uploads.get(title="goes")
        remove_upload(actor=SYSTEM, now=later(minutes=6), event_id=event.pk, upload_id=event_upload.pk)
        put_up(event, UploadKind.IMAGE, png_file("new.png", width=80))

    world.event.refresh_from_db()
    before = world.event.uploads_version
    back = elsewhere(handed_off(world), change)
    with django_capture_on_commit_callbacks(execute=True):
        event = come_back(world, back)
    assert dict(event.uploads.values_list("title", "kind")) == {"stays": "regulations", "new": "image"}
    upload = event.uploads.get(title="stays")
    assert (upload, upload.stored) == (stays, stays.stored)
    new = event.uploads.get(title="new")
    assert default_storage.open(new.stored).read() == png(80)
    assert not default_storage.exists(goes.stored)
    event.refresh_from_db()
    assert event.uploads_version > before


def test_a_copy_or_a_file_of_another_hand_off_is_refused(world):
    copy = event_file_bytes(world.event)
    file = handed_off(world)
    take_back_event(actor=SYSTEM, now=later(minutes=5), event_id=world.event.pk)
    check_out_event(actor=world.olga, now=later(minutes=6), event_id=world.event.pk, holder="another laptop")
    assert refused_in(world, io.BytesIO(elsewhere(file, play_on))).code == "hand_off_over"
    other = World(slug="other")
    assert refused_in(other, io.BytesIO(file)).code == "hand_off_other"
    assert refused_in(world, io.BytesIO(copy)).code == "hand_off_other"


def test_a_record_that_is_shorter_and_a_log_that_was_changed_are_named(world):
    file = handed_off(world)
    stored = rows(file, "recordentry")[0]

    def cut(entries: list[dict[str, object]]) -> None:
        del entries[1]

    def shorten(games: list[dict[str, object]]) -> None:
        games[0]["seq"], games[0]["digest"] = 1, stored["digest"]

    def change_actor(lines: list[dict[str, object]]) -> None:
        lines[0]["actor"] = "system:nobody"

    game = {"tables/game.ndjson": changed(file, "game", shorten)["tables/game.ndjson"]}
    for contents, named in (
        ({**changed(file, "recordentry", cut), **game}, "entry 2"),
        (changed(elsewhere(file, play_on), "log", change_actor), "log"),
    ):
        forged = signed(contents)
        refusal = refused_in(world, forged, trusted=look_into(forged).fingerprint)
        assert isinstance(refusal, ImportRefused)
        assert refusal.code == "event_file_other"
        assert named in str(refusal.problems[0].message)


def test_an_event_is_checked_out_once_and_not_imported_where_it_went_out(world):
    file = handed_off(world)
    with refused(Conflict, "checked_out"):
        check_out_event(actor=world.olga, now=later(hours=1), event_id=world.event.pk, holder="another")
    with refused(Conflict, "hand_off_here"):
        import_event(actor=SYSTEM, now=NOW, source=io.BytesIO(file), slug="again")
