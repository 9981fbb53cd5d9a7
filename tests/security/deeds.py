"""Extra input for the forms, so that pressing the button changes something."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.security.hall import PGN
from tests.tavleya.formats.samples import file as report_file
from tests.tavleya.formats.samples import player as report_line

_GAMES = PGN.format(white="New, A", black="New, B").encode()
_REPORT = report_file(report_line(1, "   2 w 1"), report_line(2, "   1 b 0"))


def _file(name: str, content: bytes) -> Callable[[], Any]:
    return lambda: SimpleUploadedFile(name, content)


TYPED: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("live-action", "move"): {"move": "Nf3"},
    ("own-sheet", "save"): {"text": "1. e4 e5"},
    ("board-sheets", "save"): {"text": "1. e4 e5"},
    ("sessions", ""): {"starts_at": "2999-01-01T10:00", "ends_at": "2999-01-01T14:00"},
    ("committee", "appoint"): {"username": "stranger"},
    ("appeal-decision", "decide"): {"decision": "The clock was right."},
    ("appeal", "hearing"): {"at": "2999-01-01T10:00"},
    ("appeal", "suspend"): {"reason": "The next round depends on it"},
    ("desk_event_new", ""): {"name_en": "New", "slug": "new"},
    ("desk_set_up", ""): {"name": "Quick", "game": "chess", "format": "swiss", "players": "Tal Mikhail"},
    ("desk_event_edit", ""): {"place": "Elsewhere"},
    ("desk_event_file", ""): {"slug": "brought-in"},
    ("desk_hand_off", "out"): {"holder": "Laptop"},
    ("desk_officials", ""): {"username": "stranger"},
    ("desk_keys", ""): {"name": "new"},
    ("desk_tokens", ""): {"name": "new"},
    ("desk_section_new", ""): {"name_en": "New", "slug": "new"},
    ("desk_section_edit", ""): {"name_en": "Another"},
    ("desk_player_list", "import"): {"text": "New, Person"},
    ("desk_player_new", ""): {"family_name": "New"},
    ("desk_player", ""): {"club": "Other"},
    ("desk_games", ""): {"file": _file("games.pgn", _GAMES)},
    ("desk_trf_new", ""): {"report": _file("report.trf", _REPORT)},
    ("desk_trf", ""): {"report": _file("report.trf", _REPORT)},
    ("desk_team", ""): {"captain": "Other"},
    ("desk_match", "forfeit"): {"reason": "A bus"},
    ("desk_unpublish", ""): {"reason": "A slip"},
    ("desk_knockout_action", "award"): {"reason": "By lot"},
    ("desk_round_action", "reschedule"): {"starts_at": "2999-01-01T10:00"},
    ("desk_schedule", "fill"): {"first_at": "2999-01-01T10:00", "gap": "1", "unit": "days", "rounds": "3"},
    ("desk_schedule", "save"): {"start_1": "2999-01-01T10:00"},
    ("desk_electronic_boards", "assign"): {"board-serial": "24018", "board-table": "2"},
    ("desk_electronic_boards", "pgn"): {"address": "https://example.org/other.pgn"},
    ("desk_broadcast", "save"): {"token": "lip_other", "round_1": "hgfedcba"},
    ("desk_prizes", "prizes"): {"currency": "UAH", "list_": "300"},
    ("desk_category_new", ""): {"name_en": "Juniors", "slug": "juniors"},
    ("desk_no_shows", ""): {"reason": "Did not come"},
    ("board-action", "stop"): {"reason": "Noise"},
    ("board-action", "time"): {"add_white": "1:00", "add_black": "", "reason": "Noise"},
    ("board-clocks", ""): {"read_white": "30:00", "read_black": "30:00"},
    ("fair-play", "add"): {"player": "2"},
    ("fair-play-devices", "in"): {"player": "2", "bag": "8"},
    ("fair-play-complaints", "receive"): {"complainant": "1", "about": "2", "facts": "Noise"},
    ("fair-play-complaint", ""): {"state": "passed_on"},
    ("fair-play-declarations", "add"): {"player": "2"},
    ("duty", ""): {"task": "Doors"},
}


def typed(name: str, act: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The body to post, with new files each time."""
    added = {key: value() if callable(value) else value for key, value in TYPED.get((name, act), {}).items()}
    return {**body, **added}
