"""The addresses, with the data to read at each (`READING`, `READS`) and the acts (`ACTS`)."""

from collections import defaultdict
from importlib import import_module

from django.apps import apps
from django.urls import URLPattern, include, path
from rest_framework.views import APIView

from api import activity, fees, outputs, people, tables, tournaments, views
from api.acts import events, organisations, players, reading, record, rounds, series
from api.acts import fees as fee_acts
from api.acts import people as people_acts
from api.acts import tables as table_acts
from api.acts.reading import Read, view_of
from api.acts.record import BOARD, EVENT, GAME, ROUND, SECTION, Act
from api.acts.views import view_at
from api.openapi import DocumentView

_MODULES = (
    *(events, players, rounds, table_acts, record, people_acts, fee_acts, organisations, series, reading),
    # A module that has the name of an optional app is loaded with the app.
    *(import_module(f"api.acts.{name}") for name in ("venue",) if apps.is_installed(name)),
)
ACTS: tuple[Act, ...] = tuple(act for module in _MODULES for act in getattr(module, "ACTS", ()))
READS: tuple[Read, ...] = tuple(read for module in _MODULES for read in getattr(module, "READS", ()))
#: Views that are more than a record, by address; with the names of the addresses.
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
    SECTION + "crosstable/": ("api-crosstable", tables.CrosstableDetail),
    SECTION + "prizes/": ("api-prizes", tables.PrizesDetail),
    SECTION + "documents/": ("api-documents", outputs.DocumentList),
    SECTION + "documents/<slug:code>/": ("api-document", outputs.Document),
    ROUND + "documents/<slug:code>/": ("api-round-document", outputs.RoundDocument),
    ROUND + "workings/": ("api-round-workings", outputs.Workings),
    EVENT + "fees/": ("api-fees", fees.FeeList),
    EVENT + "fees/totals/": ("api-fee-totals", fees.FeeTotals),
    EVENT + "fees/workbook/": ("api-fee-workbook", fees.FeeWorkbook),
    EVENT + "fees/<int:fee>/": ("api-fee", fees.FeeDetail),
    EVENT + "payments/": ("api-payments", fees.PaymentList),
    EVENT + "payments/<int:receipt>/document/": ("api-receipt", fees.Receipt),
    EVENT + "jobs/<uuid:key>/": ("api-job", outputs.JobDetail),
    EVENT + "webhooks/": ("api-webhooks", tournaments.WebhookList),
    EVENT + "webhooks/<int:webhook_id>/deliveries/": ("api-deliveries", tournaments.DeliveryList),
}
if apps.is_installed("reports"):
    from api import reports

    READING[SECTION + "report/"] = ("api-report", reports.Report)


def _addresses() -> list[URLPattern]:
    acts: dict[str, list[Act]] = defaultdict(list)
    for act in ACTS:
        acts[act.path].append(act)
    readable = READING | {read.path: (f"api-{_dashed(read.name)}", view_of(read)) for read in READS}
    url_patterns = []
    for address in dict.fromkeys([*readable, *acts]):
        name, view = readable.get(address, ("", None))
        arguments = acts.get(address, [])
        if arguments:
            view = view_at(arguments, view)
        assert view is not None
        url_patterns.append(path(address, view.as_view(), name=name or f"api-{_dashed(arguments[0].operation)}"))
    return url_patterns


def _dashed(name: str) -> str:
    return name.removesuffix("_list").replace("_", "-")


ENDPOINTS = [path("schema/", DocumentView.as_view(), name="api-schema"), *_addresses()]

urlpatterns = [path("api/v1/", include(ENDPOINTS))]
