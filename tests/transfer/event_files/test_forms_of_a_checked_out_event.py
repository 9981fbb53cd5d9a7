"""While another machine runs an event, no form changes it here, and its pages name the machine."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from tests.security.addresses import Pattern
from tests.security.site import Site, effective, open_site
from tests.tournaments.conftest import made_once
from tournaments.models.event import Event

pytestmark = [pytest.mark.django_db, pytest.mark.long]

#: Forms that change nothing of the event, create another one, or bring it back.
_OF_NO_EVENT = {
    *("set_language", "set_theme", "logout", "my_data", "desk_set_up"),
    *("my_person", "desk_person"),  # a person belongs to no event
    *("desk_event_new", "desk_event_file", "desk_event_file_new", "desk_hand_off"),
}


def _may_have_forms(pattern: Pattern) -> bool:
    """Return whether the address is neither of the API nor a file."""
    return not pattern.route.startswith("api/") and "." not in pattern.route


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    with django_db_blocker.unblock(), made_once(lambda: open_site(wanted=_may_have_forms)) as created:
        yield created


def test_no_form_of_it_changes_anything(site: Site) -> None:
    deeds = {kind: deed for kind, deed in effective(site).items() if deed is not None}
    Event.objects.filter(pk=site.ours.event.pk).update(checked_out_at=timezone.now())
    writing, failing = [], []
    for (name, act), deed in deeds.items():
        if name in _OF_NO_EVENT:
            continue
        response = site.ask(deed.by, "post", deed.page.address, deed.filled())
        if response.wrote:
            writing.append((name, act))
        if response.status == 500:
            failing.append((name, act))
    assert len(deeds) > 40
    assert not writing
    assert not failing


def test_a_form_without_a_specific_response_gets_409(site: Site) -> None:
    Event.objects.filter(pk=site.ours.event.pk).update(checked_out_at=timezone.now())
    slug = site.ours.event.slug
    response = site.ask("organiser", "post", reverse("desk_rehearse", args=[slug]), {})
    assert response.status == 409
    assert 'data-code="checked_out"' in response.body.decode()


def test_its_pages_say_so(site: Site) -> None:
    Event.objects.filter(pk=site.ours.event.pk).update(checked_out_at=timezone.now())
    page = Client().get(reverse("event", args=[site.ours.event.slug]))
    assert 'data-code="checked_out"' in page.content.decode()
    other = Client().get(reverse("event", args=[site.theirs.event.slug]))
    assert 'data-code="checked_out"' not in other.content.decode()
