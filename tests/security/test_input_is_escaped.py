"""Input is escaped on every page: a mark typed into every field never becomes an element."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.db import models
from pytest_django.plugin import DjangoDbBlocker

from tavleya.languages import LANGUAGES
from tests.amounts import EVERYBODY_EVERYWHERE
from tests.paths import APPS
from tests.security.access import words
from tests.security.site import Site, open_site
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(900)]

MARK = "\"'></script><b id=xq7>"
ROLES = ("organiser", "arbiter", "player", "anonymous")
IN_LANGUAGES = tuple(language.code for language in LANGUAGES) if EVERYBODY_EVERYWHERE else ("en",)
#: All names of query parameters on the site.
QUERIES = words(
    """
    q after show section month alter kind name_en control tiebreaks bottom next federation game incident who
    anyway round names
    """
)

#: Texts that no person types: digests, keys and codes that are checked against a list, texts of programs.
CODES = {
    "arbiter.Ruling": words(
        "kind regime article penalty_article offender clock_before clock_after result facts grounds"
    ),
    "arbiter.AppealRegulation": words("counted_from final_kinds"),
    "arbiter.Appeal": words("side outcome"),
    "arbiter.ChecklistTick": words("item"),
    "fairplay.CheckDraw": words("seed pool"),
    "fairplay.Inspection": words("kind means outcome"),
    "fairplay.Complaint": words("state"),
    "fairplay.Declaration": words("kind"),
    "arbiter.HallIncident": words("code article"),
    "arbiter.Envelope": words("side commitment policy"),
    "arbiter.Fine": words("currency"),
    "tournaments.Event": words("slug federation time_zone languages search_key"),
    "tournaments.EventUpload": words("stored media_type sha256"),
    "transfer.HandOff": words("heads made_by ended_by outcome"),
    "transfer.SigningKey": words("public private name"),
    "tournaments.ApiToken": words("digest scopes"),
    "tournaments.Invitation": words("roles email digest"),
    "documents.Award": words("approved_by cancelled_by"),
    "tournaments.Section": words(
        "slug game rules regime control scoring regulations options tiebreaks final_digest rating_order national_list"
        " planned_starts"
    ),
    "tournaments.EntryTerms": words("asked federations sex bye_rounds consent_link"),
    "tournaments.Entry": words(
        "digest state national_id federation title sex ratings email bye_rounds language question"
    ),
    "tournaments.StandingsVersion": words("stamp"),
    "tournaments.Job": words("actor report"),
    "tournaments.Log": words("actor action subject"),
    "tournaments.Player": words("federation title ratings rating_sources national_ids identity sort_key search_key"),
    "tournaments.Registration": words("virtual_points rating_source later_ratings"),
    "tournaments.Round": words("system edition"),
    "tournaments.MatchTerms": words("tiebreak_control"),
    "tournaments.OpeningDraw": words("table commitment seed"),
    "ratings.NormRules": words("code game name data"),
    "tournaments.Team": words("federation"),
    "tournaments.Organisation": words(
        "slug short_name country languages website logo logo_type logo_digest search_key"
    ),
    "tournaments.OrganisationRole": words("role"),
    "tournaments.OrganisationLog": words("actor action"),
    "people.PersonAct": words("actor undone_by"),
    "people.PersonJoin": words("source number"),
    "tournaments.GameSource": words("feed"),
    "tournaments.BoardQuestion": words("source mark shown answered_by"),
    "tournaments.ElectronicBoard": words("state battery"),
    "tournaments.PgnAddress": words("address host set_by tag changed digest problem answers"),
    "tournaments.Broadcast": words("token token_key"),
    "tournaments.BroadcastRound": words("key seen problem answers"),
    "tournaments.Pairing": words("result public_result start_position opening second_result"),
    "tournaments.PointAdjustment": words("article"),
    "tournaments.RoundExclusion": words("article"),
    "documents.Category": words("slug"),
    "documents.PrizeFund": words("currency"),
    "ratings.NormTerms": words("kind"),
    "ratings.RatingList": words("name filename tag problem"),
    "ratings.FormerRating": words("source number"),
    "entries.FeeTerms": words("currency"),
    "entries.Fee": words("currency"),
    "entries.Payment": words("taken_by provider_key"),
    "entries.PaymentReport": words("key currency problem settled_by"),
    "entries.PaymentTerms": words("link iban bic account bank_code correspondent inn provider secret"),
    "ratings.ListedRating": words("number"),
    "ratings.RatedPlayer": words("federation sex title women_title other_titles search_key family_key given_key"),
    "tournaments.PlayerLink": words("digest"),
    "tournaments.ResultReport": words("result"),
    "tournaments.Provenance": words("engine edition state digest boards trace waived"),
    "tournaments.RestorePoint": words("before actor"),
    "tournaments.RatingCorrection": words("result reason actor"),
    "notifications.Webhook": words("url kinds secret"),
    "notifications.Subscription": words("address keys digest kinds language zone ended_because players_told"),
    "people.Series": words("slug place_points tiebreaks"),
    "notifications.Notice": words("kind facts"),
    "notifications.Delivery": words("kind language title body path tag problem"),
    "notifications.Lane": words("name"),
    "games.Game": words("game rules regime control start_position phase result termination digest"),
    "games.IdempotencyKey": words("actor key request_digest answer"),
    "games.SheetPhoto": words("keeper stored kind sha256 actor"),
    "games.VoidPhoto": words("actor"),
    "games.RecordEntry": words("kind actor side move request digest"),
    "games.RecordText": words("name salt"),
    "games.ScoreSheet": words("keeper language file_sha256 actor"),
}


class Elements(HTMLParser):
    """Parser that collects the elements that the mark has become or changed."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id") == "xq7" or any("xq7" in name or "<" in name for name in values):
            self.elements.append(self.get_starttag_text() or tag)


def marked_elements(body: bytes) -> list[str]:
    parser = Elements()
    parser.feed(body.decode())
    parser.close()
    return parser.elements


@pytest.fixture(scope="module")
def marked(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """The site with the mark behind every input."""
    with django_db_blocker.unblock(), made_once(lambda: open_site(lambda text: text + MARK)) as opened:
        yield opened


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_no_page_makes_an_element_of_what_was_typed(marked: Site, language: str) -> None:
    visible = 0
    for page in marked.pages.values():
        for role in ROLES:
            answer = marked.ask(role, "get", page.address, headers={"accept-language": language})
            assert answer.status < 500, page.address
            if not answer.content_type.startswith(("text/html", "image/svg")):
                continue
            assert marked_elements(answer.body) == [], (role, page.address)
            assert b"</script><b" not in answer.body, (role, page.address)  # nor inside a script of data
            visible += b"b id=xq7" in answer.body
    assert visible > 200


def test_no_page_makes_an_element_of_what_its_address_asks(marked: Site) -> None:
    query = urlencode(dict.fromkeys(QUERIES, MARK))
    visible = 0
    for page in marked.pages.values():
        for role in ("organiser", "anonymous"):
            answer = marked.ask(role, "get", f"{page.address}?{query}")
            assert answer.status < 500, page.address
            if answer.content_type.startswith("text/html"):
                assert marked_elements(answer.body) == [], (role, page.address)
                visible += 1
    assert visible > 100


def test_no_form_that_is_refused_makes_an_element_of_what_was_typed(marked: Site) -> None:
    refused = 0
    for deeds in marked.deeds.values():
        deed = deeds[0]
        body = {key: value if key in ("act", "do") else MARK for key, value in deed.body.items()}
        answer = marked.ask(deed.by, "post", deed.page.address, body)
        assert answer.status < 500, str(deed)
        if answer.content_type.startswith("text/html"):
            assert marked_elements(answer.body) == [], str(deed)
            refused += b"b id=xq7" in answer.body
    assert refused > 40


def typed_fields() -> Iterator[tuple[type[models.Model], str]]:
    kinds = (models.CharField, models.TextField, models.JSONField)
    for model in apps.get_models():
        if model._meta.app_label in set(APPS) - {"accounts"} and not model._meta.proxy:
            for field in model._meta.concrete_fields:
                is_free = isinstance(field, kinds) and not field.choices and not isinstance(field, models.SlugField)
                if is_free and field.name not in CODES.get(model._meta.label, ()):
                    yield model, field.name


def test_every_field_of_text_was_typed_into(marked: Site) -> None:
    """Give a new field a mark in `tests.security.hall`, or name it in CODES."""
    without = []
    for model, name in typed_fields():
        values = model._default_manager.values_list(name, flat=True)
        if not any("b id=xq7" in json.dumps(value, default=str) for value in values):
            without.append(f"{model._meta.label}.{name}")
    assert without == [], without
