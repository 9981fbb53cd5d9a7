"""The three ratings of FIDE have their names in the language of the reader."""

import pytest
from django.utils import translation

from tournaments.models.section import Section
from tournaments.views.desk.labels import source_words
from tournaments.views.desk.settled import changes_of


@pytest.mark.parametrize(("language", "name"), [("ru", "Рапид"), ("uk", "Рапід"), ("en", "Rapid")])
def test_a_rating_from_another_list_is_named_in_the_language_of_the_reader(language: str, name: str) -> None:
    with translation.override(language):
        assert source_words("standard", "rapid") == name


def test_a_change_of_the_rating_is_named_in_the_language_of_the_reader() -> None:
    with translation.override("ru"):
        (change,) = changes_of(Section(rating_kind="standard"), ["rating_kind"], {"rating_kind": "blitz"})
    assert (change.before, change.after) == ("Классика", "Блиц")
