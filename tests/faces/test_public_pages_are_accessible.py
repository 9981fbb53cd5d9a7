"""axe-core finds nothing on any page outside the desk, in light and in dark colours.

These are the public pages, the screens of the hall, players' pages, accounts and the administration of the service.
"""

import pytest
from django.test import Client

from tests.faces.site_accessibility import html_pages, of_the_desk, pages_of_no_event, pages_of_the_site, problems_of
from tests.security.site import empty_site, open_pages
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(1200)]


def test_every_other_page_is_accessible(browser, db):
    with made_once(empty_site) as site:
        open_pages(site, lambda pattern: not of_the_desk(pattern))
        pages = html_pages((*pages_of_the_site(site), *pages_of_no_event(), (Client(), "/nowhere/")))
        problems = problems_of(pages, browser)
    assert len(pages) > 60
    assert problems == [], "\n".join(problems)
