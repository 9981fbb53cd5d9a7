"""A move is sealed on the player's own device: no request to the server reveals it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Dialog, Request, expect

from arbiter.services import adjournment
from games.models.record import RecordEntry
from games.services.moves import start_game
from tavleya.law.sealing import SealedMove, unseal
from tests.browser.conftest import NewPage
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.long]
MOVE = "e2-e4 as I wrote it"


@pytest.fixture
def sealing_world(world: World) -> World:
    """Charlie, who plays White, has been asked to seal."""
    now = timezone.now() - timedelta(minutes=5)
    start_game(actor=world.artur, now=now, game_id=world.board.pk)
    adjournment.call_to_seal(actor=world.artur, now=now, game_id=world.board.pk)
    return world


def page_of(world: World) -> str:
    return reverse("live-seal", args=[world.slug, world.board.pk])


def test_the_plain_move_never_leaves_the_device(sealing_world: World, signed_in: NewPage) -> None:
    tab = signed_in("charlie")
    sent: list[str] = []

    def record_request(request: Request) -> None:
        sent.append(request.url + (request.post_data or ""))

    tab.on("request", record_request)
    tab.goto(page_of(sealing_world))
    expect(tab.locator("[data-by-device]")).to_be_visible()
    expect(tab.locator("[data-by-server]")).to_be_hidden()
    tab.fill("#move", MOVE)
    tab.click("text=Seal move")
    expect(tab.locator("[data-cards]")).to_be_visible()
    cards = tab.locator(".seal-card[data-holder] code").all_inner_texts()
    assert len(cards) == 3
    assert any('"ciphertext"' in request for request in sent)
    everything = "".join(sent)
    assert "e2-e4" not in everything and "e2%2De4" not in everything and "wrote" not in everything
    stored = SealedMove.from_json(RecordEntry.objects.get(kind="sealing").data["sealed"])
    assert unseal(stored, cards[:2]).move == MOVE
    # The page warns before it is left with unconfirmed cards; afterwards it has none.
    warned: list[str] = []

    def warns(dialog: Dialog) -> None:
        warned.append(dialog.type)
        dialog.accept()

    tab.once("dialog", warns)
    tab.goto(reverse("events"))
    assert warned == ["beforeunload"]
    tab.go_back()
    expect(tab.locator("[data-cards]")).to_be_hidden()
    assert not any(card in tab.content() for card in cards)


def test_a_seal_with_a_lost_answer_is_sent_again_unchanged(sealing_world: World, signed_in: NewPage) -> None:
    tab = signed_in("charlie")
    tab.goto(page_of(sealing_world))
    tab.fill("#move", MOVE)
    lost: list[str] = []

    def swallow(route, request):  # type: ignore[no-untyped-def]
        """The server accepts the first seal, and its response is lost."""
        if request.method == "POST" and not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    tab.route("**" + page_of(sealing_world), swallow)
    tab.click("text=Seal move")
    expect(tab.locator("[data-problem]")).to_contain_text("send it again")
    assert tab.input_value("#move") == MOVE
    tab.click("text=Seal move")
    expect(tab.locator("[data-cards]")).to_be_visible()
    assert RecordEntry.objects.filter(kind="sealing").count() == 1
