"""The addresses, with the data to read at each (`READING`, `READS`) and the acts (`ACTS`), and the views of acts."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.conf import settings
from django.urls import URLPattern, include, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import activity, fees, outputs, people, tournaments, views
from api.acts import events, organisations, players, reading, record, rounds
from api.acts import fees as fee_acts
from api.acts import people as people_acts
from api.acts.places import ActTarget, find, given_to
from api.acts.reading import Read, view_of
from api.acts.record import BOARD, EVENT, GAME, ROUND, SECTION, Act, Shape
from api.bodies import JsonParser, NdjsonParser, PgnParser, PlainTextParser
from api.openapi import IF_MATCH, KEY, DocumentView, problems
from api.requests import check_match, no_later_change, once, tag_of
from api.tournaments import Listing

# The views of the acts: one for each address, built from its records of acts and of reads.

Handler = Callable[..., Response]
_REFUSED = (400, 401, 403, 404, 406, 409, 415, 422, 429)


def view_at(acts: Sequence[Act], reading: type[APIView] | None = None) -> type[APIView]:
    """Return the view of one address: the data to read there, and the acts."""
    handlers: dict[str, Any] = {act.method: _handler(act) for act in acts}
    assert len(handlers) == len(acts), [act.operation for act in acts]
    base = reading or Listing
    if any(act.lines for act in acts):
        handlers["parser_classes"] = [JsonParser, NdjsonParser]
    if any(act.text for act in acts):
        handlers["parser_classes"] = [JsonParser, PlainTextParser, PgnParser]
    return type(base.__name__ if reading else "Acts", (base,), handlers)


def _handler(act: Act) -> Handler:
    def handle(self: APIView, request: Request, **parts: Any) -> Response:
        place = find(request, parts, archived=act.archived)
        place.require(act.action)
        return _edit(act, request, place) if act.changes is not None else _do(act, request, place)

    return _documented(act)(handle)


def _do(act: Act, request: Request, place: ActTarget) -> Response:
    values = _read(act, request)

    def operation() -> tuple[int, Any]:
        result = act.service(actor=place.actor, now=timezone.now(), **given_to(act, place, values))
        return (204, None) if act.answer is None else (act.status, _serialize_result(act, act.answer, result))

    return once(request, place.actor, operation)


def _read(act: Act, request: Request) -> dict[str, Any]:
    if act.reads is None:
        return {}
    data = request.data
    if isinstance(data, list) and act.lines:
        data = {act.lines: data}
    elif isinstance(data, str) and act.text:
        data = {act.text: data}
    serializer = act.reads(data=data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _edit(act: Act, request: Request, place: ActTarget) -> Response:
    assert act.reads is not None
    assert act.answer is not None
    assert place.thing is not None
    current = act.show(place.thing)
    check_match(request, tag_of(act.answer(current).data))
    serializer = act.reads(current, data=request.data, partial=True)
    serializer.is_valid(raise_exception=True)
    changes = dict(serializer.validated_data)
    arguments = {
        argument.said: changes.pop(argument.said) for argument in act.asked.values() if argument.said in changes
    }
    with no_later_change():
        saved = act.service(actor=place.actor, now=timezone.now(), changes=changes, **given_to(act, place, arguments))
    saved.refresh_from_db()
    body = act.answer(act.show(saved)).data
    return Response(body, headers={"ETag": tag_of(body)})


def _serialize_result(act: Act, shape: Shape, result: Any) -> Any:
    if act.many:
        return {"results": [dict(shape(act.show(item)).data) for item in result]}
    return dict(shape(act.show(result)).data)


def _documented(act: Act) -> Callable[[Handler], Handler]:
    is_edit = act.changes is not None
    shape: Any = None if act.reads is None else act.reads(partial=True) if is_edit else act.reads
    statuses = (*_REFUSED, 412, 428) if is_edit else _REFUSED
    answer_shape = _many(act.answer) if act.many and act.answer else act.answer
    docstring = (act.service.__doc__ or "").strip().split("\n\n")[0]
    return extend_schema(
        request=shape,
        parameters=[IF_MATCH if is_edit else KEY],
        responses={act.status if act.answer else 204: answer_shape} | problems(*statuses),
        operation_id=act.operation,
        summary=act.summary,
        description=f"{' '.join(docstring.split())}\n\nScope: `{act.action}`.",
        extensions={"x-scope": str(act.action)},
    )


@lru_cache
def _many(shape: Any) -> Shape:
    name = "ListOf" + shape.__name__
    return type(name, (serializers.Serializer,), {"results": shape(many=True)})


_MODULES = (
    *(events, players, rounds, record, people_acts, fee_acts, organisations, reading),
    # A module that has the name of an optional app is loaded with the app.
    *(
        import_module(name)
        for app in settings.OPTIONAL_APPS
        if apps.is_installed(app) and find_spec(name := f"api.acts.{app}")
    ),
)
ACTS: tuple[Act, ...] = tuple(act for module in _MODULES for act in getattr(module, "ACTS", ()))
READS: tuple[Read, ...] = tuple(read for module in _MODULES for read in getattr(module, "READS", ()))
#: Views that need more than a record, by address, with the names of the addresses.
READING: dict[str, tuple[str, type[APIView]]] = {
    "events/": ("api-events", views.EventList),
    "people/<int:person_id>/": ("api-person", people.PersonDetail),
    "people/<int:person_id>/against/<int:other_id>/": ("api-head-to-head", people.HeadToHead),
    EVENT + "stream/": ("api-stream", activity.EventStream),
    EVENT + "games/": ("api-games", views.GameList),
    GAME: ("api-game", views.GameDetail),
    GAME + "entries/": ("api-entries", views.EntryList),
    EVENT + "players/": ("api-players", tournaments.PlayerList),
    EVENT + "rulings/": ("api-rulings", tournaments.RulingList),
    EVENT + "sections/": ("api-sections", tournaments.SectionList),
    SECTION + "registrations/": ("api-registrations", tournaments.RegistrationList),
    SECTION + "online-entries/": ("api-online-entries", tournaments.OnlineEntryList),
    SECTION + "rounds/": ("api-rounds", tournaments.RoundList),
    ROUND + "pairings/": ("api-pairings", tournaments.BoardList),
    BOARD: ("api-pairing", tournaments.BoardDetail),
    SECTION + "standings/": ("api-standings", tournaments.StandingsDetail),
    SECTION + "crosstable/": ("api-crosstable", outputs.CrosstableDetail),
    ROUND + "workings/": ("api-round-workings", outputs.Workings),
    EVENT + "fees/": ("api-fees", fees.FeeList),
    EVENT + "fees/totals/": ("api-fee-totals", fees.FeeTotals),
    EVENT + "fees/workbook/": ("api-fee-workbook", fees.FeeWorkbook),
    EVENT + "fees/<int:fee>/": ("api-fee", fees.FeeDetail),
    EVENT + "payments/": ("api-payments", fees.PaymentList),
    EVENT + "payments/<int:receipt>/document/": ("api-receipt", fees.Receipt),
    EVENT + "jobs/<uuid:key>/": ("api-job", outputs.JobDetail),
}
for _module in _MODULES:
    READING |= getattr(_module, "READING", {})


def _addresses() -> list[URLPattern]:
    acts: dict[str, list[Act]] = defaultdict(list)
    for act in ACTS:
        acts[act.path].append(act)
    readable = READING | {read.path: (f"api-{_dashed(read.name)}", view_of(read)) for read in READS}
    url_patterns = []
    for address in dict.fromkeys([*readable, *acts]):
        name, view = readable.get(address, ("", None))
        address_acts = acts.get(address, [])
        if address_acts:
            view = view_at(address_acts, view)
        assert view is not None
        url_patterns.append(path(address, view.as_view(), name=name or f"api-{_dashed(address_acts[0].operation)}"))
    return url_patterns


def _dashed(name: str) -> str:
    return name.removesuffix("_list").replace("_", "-")


ENDPOINTS = [path("schema/", DocumentView.as_view(), name="api-schema"), *_addresses()]

urlpatterns = [path("api/v1/", include(ENDPOINTS))]
