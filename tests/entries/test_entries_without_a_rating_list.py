"""An entry while there is no rating list is not refused for a rating that could not be checked."""

import pytest

from entries.services.online_entries.decisions import approve_entry
from entries.services.online_entries.submission import change_entry, withdraw_entry
from ratings.models.rated import RatedPlayer, RatingList
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput
from tests.entries.test_players_enter_online import enter, open_entries, secret
from tests.tournaments.conftest import NOW, raises_code
from tournaments.models.entry import EntryState

pytestmark = pytest.mark.django_db


def test_an_unchecked_rating_needs_an_officer_also_from_the_waiting_list(world):
    section = open_entries(world, asked={"fide_id": "optional"}, highest_rating=2000, places=1)
    first, second = enter(section, "Tal", fide_id=1), enter(section, "Stein", fide_id=2)
    assert (first.state, second.state) == (EntryState.PENDING, EntryState.WAITING)
    assert first.question == second.question == "rating_list_away"
    RatingList.objects.create(name="fide", imported_at=NOW)
    withdraw_entry(actor=ANONYMOUS, now=NOW, secret=secret(first))
    second.refresh_from_db()
    assert (second.state, second.question) == (EntryState.PENDING, "rating_list_away")
    approve_entry(actor=world.olga, now=NOW, entry_id=second.pk)
    second.refresh_from_db()
    assert (second.state, second.question) == (EntryState.CONFIRMED, "")


def test_a_change_made_once_the_list_is_there_must_meet_the_limits(world):
    section = open_entries(world, asked={"fide_id": "optional"}, highest_rating=2000)
    entry = enter(section, "Tal", fide_id=1)
    RatingList.objects.create(name="fide", imported_at=NOW)
    RatedPlayer.objects.create(fide_id=1, name="Tal", standard=2600, search_key=" tal", family_key="tal")
    values = {"family_name": "Tal", "fide_id": 1}
    with raises_code(BadInput, "rated_too_high"):
        change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given=values)
    RatedPlayer.objects.update(standard=1900)
    assert change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given=values).question == ""
