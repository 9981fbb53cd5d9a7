"""axe-core finds nothing on any page of the desk and the console, in light and in dark colours."""

import pytest

from tests.faces.site_accessibility import html_pages, of_the_desk, pages_of_the_site, problems_of
from tests.security.site import empty_site, open_pages
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(1200)]


def test_every_page_of_the_desk_is_accessible(browser, db):
    with made_once(empty_site) as site:
        open_pages(site, of_the_desk)
        pages = html_pages(pages_of_the_site(site))
        problems = problems_of(pages, browser)
    assert len(pages) > 90
    assert problems == [], "\n".join(problems)
