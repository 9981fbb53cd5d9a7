"""A world is built once a process and copied afterwards, but only into an empty database."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from tests.databases import remembered
from tests.world import person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def calls() -> list[str]:
    return []


@pytest.fixture
def build(calls: list[str]) -> Callable[[str], dict[str, int]]:
    @remembered
    def users(name: str) -> dict[str, int]:
        calls.append(name)
        user_id = person(name).user_id
        assert user_id is not None
        return {name: user_id}

    return users


def usernames() -> set[str]:
    return set(get_user_model().objects.values_list("username", flat=True))


def test_the_second_call_restores_the_rows_and_a_separate_result(
    build: Callable[[str], dict[str, int]], calls: list[str]
) -> None:
    with transaction.atomic():
        first = build("olga")
        transaction.set_rollback(True)
    assert usernames() == set()
    second = build("olga")
    assert calls == ["olga"]
    assert second == first and second is not first
    assert get_user_model().objects.get(username="olga").pk == first["olga"]


def test_other_arguments_are_another_world(build: Callable[[str], dict[str, int]], calls: list[str]) -> None:
    with transaction.atomic():
        build("olga")
        transaction.set_rollback(True)
    build("pia")
    assert calls == ["olga", "pia"]
    assert usernames() == {"pia"}


def test_nothing_is_copied_into_a_database_with_rows(
    build: Callable[[str], dict[str, int]], calls: list[str]
) -> None:
    with transaction.atomic():
        build("olga")
        transaction.set_rollback(True)
    person("sam")
    build("olga")
    assert calls == ["olga", "olga"]
    assert usernames() == {"sam", "olga"}


def test_nothing_is_copied_under_changed_settings(
    build: Callable[[str], dict[str, int]], calls: list[str], settings: object
) -> None:
    with transaction.atomic():
        build("olga")
        transaction.set_rollback(True)
    settings.MEDIA_ROOT = "/elsewhere"  # type: ignore[attr-defined]
    build("olga")
    assert calls == ["olga", "olga"]
