"""axe-core finds nothing on any page outside the desk, in light and in dark colours.

These are the public pages, the screens of the hall, players' pages, accounts and the administration of the service.
"""

import pytest
from django.test import Client

from tests.faces.site_accessibility import (
    html_pages,
    of_the_desk,
    pages_of_no_event,
    pages_of_the_site,
    problems_of,
)
from tests.faces.stage import DESKTOP, PHONE
from tests.security.site import empty_site, open_pages
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker, browser):
    """All pages but those of the desk, each answered once for both devices."""
    with django_db_blocker.unblock(), made_once(empty_site) as site:
        open_pages(site, lambda pattern: not of_the_desk(pattern))
        yield html_pages((*pages_of_the_site(site), *pages_of_no_event(), (Client(), "/nowhere/")))


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_other_page_is_accessible(pages, browser, device):
    problems = problems_of(pages, browser, device)
    assert len(pages) > 60
    assert problems == [], "\n".join(problems)
