"""Reports are written back byte for byte: every edition, line end and encoding."""

from dataclasses import replace

import pytest

from tavleya.formats.trf import TrfTournament, for_edition, read, write
from tavleya.formats.trf.records import Header, PlayerRecord, RawRecord
from tests.tavleya.formats.samples import DATA, EVERY_RECORD, EXERCISE

FILES = sorted((DATA / "swiss").glob("*.trf")) + sorted((DATA / "swiss-large").glob("*.trf"))
FILES += [*sorted((DATA / "tiebreaks").glob("*.trf")), EXERCISE]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reference_tournaments_are_read_without_adjustments_and_written_back(path):
    data = path.read_bytes()
    reading = read(data)
    assert reading.adjustments == ()
    assert write(reading.tournament) == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_is_rewritten_exactly_as_read(path):
    for record in read(path.read_bytes()).tournament.records:
        assert record.written() == record.source.rstrip()


def test_the_reference_tournaments_are_there():
    assert len(FILES) >= 60


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_every_record_comes_back_with_any_line_end(end, last):
    text = EVERY_RECORD.replace("\n", end)
    data = (text if last else text.removesuffix(end)).encode()
    assert write(read(data).tournament) == data


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("after", [b"", b"\x1a"])
def test_marks_before_and_after_the_text_come_back(mark, after):
    data = mark + EVERY_RECORD.encode() + after
    assert write(read(data).tournament) == data


def test_cyrillic_of_windows_is_read_with_a_warning_and_comes_back():
    data = EVERY_RECORD.encode("cp1251")
    reading = read(data)
    assert reading.adjustments[0].message.code == "guessed_encoding"
    assert reading.tournament.players[4].name == "Петренко Олена"
    assert write(reading.tournament) == data


def test_a_letter_that_windows_lacks_makes_the_file_utf_8():
    tournament = read(EVERY_RECORD.encode("cp1251")).tournament
    changed = _change(tournament, 4, name="Ōta Yuki")
    assert "Ōta Yuki" in write(changed).decode("utf-8")


def test_only_a_changed_line_is_rewritten():
    # Points are written another way than ours on every line: they stay so wherever nothing changed.
    data = EXERCISE.read_bytes().replace(b" 3.5  ", b"3.5   ")
    before = data.splitlines()
    after = write(_change(read(data).tournament, 2, rating=2151)).splitlines()
    assert [
        index for index, (first, second) in enumerate(zip(before, after, strict=True)) if first != second
    ] == [12]
    assert b" 2151 FID" in after[12]


def _change(tournament: TrfTournament, number: int, **values: object) -> TrfTournament:
    records = tuple(
        replace(record, **values) if isinstance(record, PlayerRecord) and record.number == number else record
        for record in tournament.records
    )
    return replace(tournament, records=records)


def test_the_old_edition_is_written_without_what_it_does_not_know():
    tournament = for_edition(read(EVERY_RECORD.encode()).tournament, 16)
    codes = {record.code for record in tournament.records if not isinstance(record, RawRecord)}
    assert {"001", "012", "132", "013", "XXR", "XXC"} <= codes
    assert not codes & {"142", "152", "162", "192", "202", "240", "250", "260", "310", "330"}
    second = read(write(tournament)).tournament
    assert second.rounds_planned == 2 and second.initial_colour == "white"


def test_new_lines_end_as_the_others_do():
    tournament = read(b"012 One\n" + EXERCISE.read_bytes()[33:].replace(b"\r\n", b"\n")).tournament
    added = replace(tournament, records=(*tournament.records, Header(code="102", text="Somebody")))
    assert write(added).endswith(b"\n102 Somebody\n")
    trf_tournament = TrfTournament((Header(code="012", text="New"),))
    assert write(trf_tournament) == b"012 New\r\n"
