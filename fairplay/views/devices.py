"""Devices handed in: the players of a round with their bags, bags not yet handed back, and the list on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.views.desk import fresh
from documents.views.answers import pdf_answer
from documents.views.fill import head
from fairplay.models import DeviceBag
from fairplay.selectors import PlayerBag, bags_left, bags_of_round
from fairplay.services.devices import hand_back_bag, hand_in_devices, undo_bag
from fairplay.views.frame import FairPlayFrame, clock, key_in, listed, number_in, player_in
from games.views.problems import Refused
from tavleya.documents.contents import ListDocument
from tavleya.documents.lists import draw_list
from tournaments.views.frame import language
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in


@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bags; on POST, `do` is `in`, `back` or `undo`."""
    frame, refused = FairPlayFrame.keeping(request, slug, "fair-play-devices"), None
    if request.method == "POST":
        answer = frame.act(
            {
                "in": lambda given: _hand_in(frame, given),
                "back": lambda given: _hand_back(frame, given),
                "undo": lambda given: _undo(frame, given),
            }
        )
        if not isinstance(answer, Refused):
            return answer
        refused = answer
    return frame.page("fairplay/devices.html", _context(frame) if frame.row else {}, refused)


def _hand_in(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    own = given.get("registration")
    key = key_in(given, "registration") if own else player_in(frame.players(), given, "player")
    hand_in_devices(
        **frame.who(),
        section_id=frame.section.pk,
        round_number=frame.number,
        registration_id=key,
        bag=number_in(given, "bag"),
    )
    return f"player-{key}" if own else ""


def _hand_back(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    row = hand_back_bag(**frame.who(), event_id=frame.event.pk, bag=number_in(given, "bag"))
    return f"player-{row.registration_id}" if given.get("listed") else ""


def _undo(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    undo_bag(**frame.who(), event_id=frame.event.pk, bag_id=key_in(given, "entry"))
    return ""


def _context(frame: FairPlayFrame) -> dict[str, Any]:
    assert frame.row is not None
    found = bags_of_round(frame.row)
    lines = [_line(frame, one) for one in found]
    left = [_left(one) for one in bags_left(frame.event) if not _playing(one, found)]
    return {
        "lines": lines,
        "held": sum(one.held for one in found),
        "left": left,
        "players": [listed(one.registration) for one in found if not one.held],
    }


def _playing(bag: DeviceBag, found: list[PlayerBag]) -> bool:
    """Return whether the owner of the devices is still playing in the chosen round."""
    return any(one.bag == bag and not one.over for one in found)


def _line(frame: FairPlayFrame, one: PlayerBag) -> dict[str, Any]:
    bag = one.bag
    return {
        "key": one.registration.pk,
        "seat": seat_in(frame.event.slug, frame.section, one.registration),
        "board": one.board,
        "bag": bag,
        "held": one.held,
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
        tuple(_printed(one) for one in bags_of_round(frame.chosen)),
        numbers=frozenset({0, 1, 3}),
        wide=frozenset({2, 6}),
    )
    name = f"{slug}-{section.slug}-{frame.number}-devices"
    return fresh(pdf_answer(request, name, lambda *on: draw_list(content, *on)))


def _printed(one: PlayerBag) -> tuple[str, ...]:
    bag = one.bag
    return (
        str(bag.bag) if bag else "",
        str(one.registration.number),
        one.registration.player.name_in(language()),
        str(one.board or ""),
        clock(bag.handed_in_at) if bag else "",
        clock(bag.handed_back_at) if bag and bag.handed_back_at else "",
        "",
    )
