"""axe-core finds nothing on any page of the desk and the console, in light and in dark colours."""

import pytest

from tests.faces.site_accessibility import html_pages, of_the_desk, pages_of_the_site, problems_of
from tests.faces.stage import DESKTOP, PHONE
from tests.security.site import empty_site, open_pages
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker, browser):
    """The pages of the desk, each answered once for both devices."""
    with django_db_blocker.unblock(), made_once(empty_site) as site:
        open_pages(site, of_the_desk)
        yield html_pages(pages_of_the_site(site))


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_of_the_desk_is_accessible(pages, browser, device):
    problems = problems_of(pages, browser, device)
    assert len(pages) > 90
    assert problems == [], "\n".join(problems)
