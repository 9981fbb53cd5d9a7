"""Devices handed in: the players of a round with their bags, bags not yet handed back, and the list on paper."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from documents.views.answers import pdf_answer
from documents.views.fill import head
from fairplay.models import DeviceBag
from fairplay.selectors import PlayerBag, bags_left, bags_of_round
from fairplay.services.devices import hand_back_bag, hand_in_devices, undo_bag
from fairplay.views.frame import FairPlayFrame, clock, key_in, number_in, player_in, suggestion_label
from games.views.caching import fresh
from tavleya.documents.contents import ListDocument
from tavleya.documents.lists import draw_list
from tournaments.views.frame import language
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in


@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bags; on POST, `do` is `in`, `back` or `undo`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-devices")
    attempt = frame.attempt(
        {
            "in": lambda form_data: _hand_in(frame, form_data),
            "back": lambda form_data: _hand_back(frame, form_data),
            "undo": lambda form_data: _undo(frame, form_data),
        }
    )
    if attempt:
        return attempt.result
    return frame.page("fairplay/devices.html", _context(frame) if frame.row else {}, attempt.refused)


def _hand_in(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    own = form_data.get("registration")
    key = key_in(form_data, "registration") if own else player_in(frame.players(), form_data, "player")
    hand_in_devices(
        **frame.who(),
        section_id=frame.section.pk,
        round_number=frame.number,
        registration_id=key,
        bag=number_in(form_data, "bag"),
    )
    return f"player-{key}" if own else ""


def _hand_back(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    row = hand_back_bag(**frame.who(), event_id=frame.event.pk, bag=number_in(form_data, "bag"))
    return f"player-{row.registration_id}" if form_data.get("listed") else ""


def _undo(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    undo_bag(**frame.who(), event_id=frame.event.pk, bag_id=key_in(form_data, "entry"))
    return ""


def _context(frame: FairPlayFrame) -> dict[str, Any]:
    assert frame.row is not None
    player_bags = bags_of_round(frame.row)
    lines = [_line(frame, player_bag) for player_bag in player_bags]
    left = [
        _left(player_bag) for player_bag in bags_left(frame.event) if not _playing(player_bag, player_bags)
    ]
    return {
        "lines": lines,
        "held": sum(player_bag.held for player_bag in player_bags),
        "left": left,
        "players": [
            suggestion_label(player_bag.registration) for player_bag in player_bags if not player_bag.held
        ],
    }


def _playing(bag: DeviceBag, player_bags: list[PlayerBag]) -> bool:
    """Return whether the owner of the devices is still playing in the chosen round."""
    return any(player_bag.bag == bag and not player_bag.over for player_bag in player_bags)


def _line(frame: FairPlayFrame, player_bag: PlayerBag) -> dict[str, Any]:
    bag = player_bag.bag
    return {
        "key": player_bag.registration.pk,
        "seat": seat_in(frame.event.slug, frame.section, player_bag.registration),
        "board": player_bag.board,
        "bag": bag,
        "held": player_bag.held,
        "in_at": clock(bag.handed_in_at) if bag else "",
        "back_at": clock(bag.handed_back_at) if bag and bag.handed_back_at else "",
    }


def _left(bag: DeviceBag) -> dict[str, Any]:
    section = bag.registration.section
    return {
        "bag": bag.bag,
        "name": bag.registration.player.name_in(language()),
        "where": f"{section.name_in(language())}, {round_name(bag.round_number)}",
    }


@require_safe
def devices_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list of bags of the round (`round`) for print; `?paper=letter`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-devices")
    section = frame.section
    title = ", ".join((gettext("Devices handed in"), round_name(frame.number)))
    heads = (gettext("Bag"), gettext("No."), gettext("Player"), gettext("Board"), gettext("Handed in"),
             gettext("Handed back"), gettext("Signature"))  # fmt: skip
    content = ListDocument(
        head(frame.event, section, title, timezone.now()),
        heads,
        tuple(_printed(bag) for bag in bags_of_round(frame.chosen)),
        numbers=frozenset({0, 1, 3}),
        wide=frozenset({2, 6}),
    )
    name = f"{slug}-{section.slug}-{frame.number}-devices"
    return fresh(pdf_answer(request, name, lambda *on: draw_list(content, *on)))


def _printed(player_bag: PlayerBag) -> tuple[str, ...]:
    bag = player_bag.bag
    return (
        str(bag.bag) if bag else "",
        str(player_bag.registration.number),
        player_bag.registration.player.name_in(language()),
        str(player_bag.board or ""),
        clock(bag.handed_in_at) if bag else "",
        clock(bag.handed_back_at) if bag and bag.handed_back_at else "",
        "",
    )
