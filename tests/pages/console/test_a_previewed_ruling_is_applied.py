"""Every kind of ruling with a free article is applied exactly as the preview page submits it."""

import pytest
from django.db import transaction
from django.urls import reverse

from arbiter.models import Ruling
from arbiter.selectors.regimes import kinds_at
from tavleya.law.facts import FactKind
from tavleya.law.kinds import KINDS
from tests.arbiter.ruling import rule
from tests.pages.forms import form_values
from tests.pages.html import page_of
from tournaments.models.section import Section

SOURCES = {"Regulations 12": "regulations:12", "Б.4": "tavreli-1997:B.4", "13.4": "tavreli-1997:13.4"}
#: The facts of one ruling of each kind.
FACTS = {
    "time": {"white_ms": "0:00", "black_ms": "2:00", "reason": "The clock\nwas set wrongly."},
    "penalty": {"offender": "white", "measure": "opponent_time", "ms": "2:00"},
    "incident": {"what": "noise", "reason": "A spectator shouted."},
    "score": {"result": "1/2-1/2", "reason": "Nobody can win."},
}
FREE = [key for key, kind in KINDS.items() if any(fact.kind is FactKind.ARTICLE for fact in kind.facts)]


def test_there_are_facts_for_every_kind_with_a_free_article():
    assert set(FACTS) == set(FREE)


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", FREE)
def test_a_typed_article_is_applied_as_it_was_previewed(table, kind, source):
    Section.objects.filter(pk=table.world.section.pk).update(regulations={"articles": {"12": "No talking."}})
    client, url = table.client("artur"), reverse("board-ruling", args=[table.world.slug, table.game.pk])
    values = form_values(client.get(url, {"kind": kind}), url)
    form_data = {**values, **FACTS[kind], "article": "", "article_other": source, "do": "preview"}
    preview = client.post(url, form_data)
    values = form_values(preview, url)
    assert values["article_other"] == [source] or values["article"] == [source]
    second = form_values(client.post(url, {**values, "do": "preview"}), url)
    assert second == values, "a second preview keeps the facts"
    answer = client.post(url, {**second, "do": "apply"})
    assert answer.status_code == 302, page_of(answer).words
    ruling = Ruling.objects.get()
    assert (ruling.facts["article"], ruling.article) == (source, SOURCES[source])
    card = page_of(client.get(reverse("board-card", args=[table.world.slug, table.game.pk])))
    assert "Regulations 12" in card.words or source != "Regulations 12"
    report = client.get(reverse("rulings-report", args=[table.world.slug]))
    assert [b"<dd>No talking." in page.content for page in (preview, report)] == [source == "Regulations 12"] * 2


def test_a_typed_article_that_is_nowhere_is_refused_at_its_field(table):
    client, url = table.client("artur"), reverse("board-ruling", args=[table.world.slug, table.game.pk])
    form_data = {"kind": "incident", **FACTS["incident"], "article_other": "12", "do": "preview"}
    answer = client.post(url, form_data)
    assert answer.status_code == 422 and "There is no article “12”" in page_of(answer).words


def test_a_ruling_from_a_page_that_shows_no_entry_is_stale(table):
    """Otherwise a second tap would count twice."""
    client, url = table.client("artur"), reverse("board-ruling", args=[table.world.slug, table.game.pk])
    form_data = {"kind": "incident", "seq": table.game.seq, **FACTS["incident"], "do": "preview"}
    values = form_values(client.post(url, form_data), url)
    for seq in ("", values["seq"], values["seq"]):
        client.post(url, {**values, "seq": seq, "do": "apply"})
    assert Ruling.objects.count() == 1


def test_an_article_of_the_list_is_applied_as_it_was_previewed(table):
    client, url = table.client("artur"), reverse("board-ruling", args=[table.world.slug, table.game.pk])
    reference = "tavreli-1997:13.4"
    for article, other in ((reference, ""), ("", reference)):
        form_data = {"kind": "incident", "seq": table.game.seq, **FACTS["incident"], "do": "preview"}
        values = form_values(client.post(url, {**form_data, "article": article, "article_other": other}), url)
        assert (values["article"], values["article_other"]) == ([reference], [""])
        answer = client.post(url, {**values, "do": "apply"})
        assert answer.status_code == 302, page_of(answer).words
        assert Ruling.objects.latest("number").facts["article"] == reference


@pytest.mark.long
@pytest.mark.parametrize("kind", FREE)
def test_a_ruling_is_replaced_as_its_page_opens(table, kind):
    """The opened form previews the facts of the old ruling; they are applied unchanged."""
    client, slug = table.client("artur"), table.world.slug
    url = reverse("board-ruling", args=[slug, table.game.pk])
    form_data = {"kind": kind, "seq": table.game.seq, **FACTS[kind], "article_other": "13.4", "do": "preview"}
    values = form_values(client.post(url, form_data), url)
    assert client.post(url, {**values, "do": "apply"}).status_code == 302
    url = reverse("board-ruling-replace", args=[slug, table.game.pk, 1])
    values = form_values(client.get(url), url)
    answer = client.post(url, {**values, "do": "apply"})
    assert answer.status_code == 302, page_of(answer).words
    old, new = Ruling.objects.order_by("number")
    assert {name: new.facts[name] for name in old.facts} == old.facts


def test_a_text_of_several_lines_from_a_program_opens_ready_to_be_applied(table):
    """A browser submits line breaks as CRLF."""
    facts = {"what": "noise", "article": "13.4", "reason": "First line.\nSecond line."}
    rule(table.world, "incident", 1, **facts)
    url = reverse("board-ruling-replace", args=[table.world.slug, table.game.pk, 1])
    client = table.client("artur")
    answer = client.post(url, {**form_values(client.get(url), url), "do": "apply"})
    assert answer.status_code == 302, page_of(answer).words


def test_an_amendment_with_a_typed_article_is_entered_as_it_was_previewed(court):
    court.heard()
    client, url = court.client("dora"), court.url("appeal-decision", 1)
    values = form_values(client.get(url, {"outcome": "amended", "kind": "score"}), url)
    form_data = {**values, **FACTS["score"], "article_other": "13.4", "do": "preview"}
    values = form_values(client.post(url, form_data), url)
    answer = client.post(url, {**values, "decision": "A draw.", "do": "decide"})
    assert answer.status_code == 302, page_of(answer).words
    assert court.appeal.outcome == "amended"


@pytest.mark.long
def test_every_decision_that_opens_with_a_preview_is_entered_as_its_page_opens(court):
    """The preview is made from the facts that the opened form submits, its defaults included."""
    court.heard()
    client, url, previewed = court.client("dora"), court.url("appeal-decision", 1), []
    for kind in kinds_at(court.world.board):
        values = form_values(client.get(url, {"outcome": "amended", "kind": kind.key}), url)
        if "decision" not in values or not values["looked_at"][0]:
            continue
        previewed.append(kind.key)
        with transaction.atomic():
            answer = client.post(url, {**values, "decision": "So decided.", "do": "decide"})
            transaction.set_rollback(True)
        assert not page_of(answer).find(data_code="facts_changed"), kind.key
    assert previewed


@pytest.mark.long
def test_every_ruling_that_opens_with_a_preview_is_applied_as_its_page_opens(table):
    client, previewed = table.client("artur"), []
    url = reverse("board-ruling", args=[table.world.slug, table.game.pk])
    for kind in kinds_at(table.game):
        values = form_values(client.get(url, {"kind": kind.key}), url)
        if not values["looked_at"][0]:
            continue
        previewed.append(kind.key)
        with transaction.atomic():
            answer = client.post(url, {**values, "do": "apply"})
            transaction.set_rollback(True)
        assert answer.status_code == 302, (kind.key, page_of(answer).words)
    assert previewed
