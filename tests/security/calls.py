"""The addresses of the API and its acts, as `api` lists them: their readers and their write operations."""

from collections.abc import Callable

from django.urls import URLPattern

from api.acts.record import EVENT, ROUND, SECTION, Act
from api.urls import ACTS, ENDPOINTS, READING, READS
from tavleya.permissions import Action

Who = frozenset[str]
A = Action
#: Views of more than one record that have restricted readers.
_READ_BY = {
    EVENT + "webhooks/": A.MANAGE_WEBHOOKS,
    EVENT + "webhooks/<int:webhook_id>/deliveries/": A.MANAGE_WEBHOOKS,
    EVENT + "jobs/<uuid:key>/": A.SEE_DESK,
    SECTION + "online-entries/": A.ENTER_PLAYERS,
    SECTION + "documents/<slug:code>/": A.SEE_DESK,
    ROUND + "documents/<slug:code>/": A.SEE_DESK,
    ROUND + "workings/": A.SEE_DESK,
    SECTION + "report/": A.SEE_DESK,
    **dict.fromkeys(
        (
            EVENT + "fees/", EVENT + "fees/totals/", EVENT + "fees/workbook/", EVENT + "fees/<int:fee>/",
            EVENT + "payments/", EVENT + "payments/<int:receipt>/document/",
        ),
        A.HANDLE_FEES,
    ),
    **{call.path: call.action for call in READS if call.action is not None},
}  # fmt: skip
#: Calls of clubs and federations, which are of no event: tests/api/test_organisations_by_api.
OF_ORGANISATIONS = tuple(str(view.name) for view in ENDPOINTS if str(view.pattern).startswith("organisations/"))
_ROUTES = {str(view.pattern): view for view in ENDPOINTS}
_READ = {*READING, *(call.path for call in READS)}


def name_of(act: Act) -> str:
    """The name of the address of an act."""
    return str(_ROUTES[act.path].name)


def api_names() -> list[str]:
    names = [_route_name(endpoint) for endpoint in ENDPOINTS if endpoint.name != "api-schema"]
    return [name for name in names if name not in OF_ORGANISATIONS]


def _route_name(pattern: URLPattern) -> str:
    assert pattern.name
    return pattern.name


def readers(may: Callable[[Action], Who], everyone: Who, name: str) -> Who:
    """Return the readers of the address of this name; empty if it has nothing to read."""
    route = next(path for path, view in _ROUTES.items() if view.name == name)
    if route not in _READ:
        return frozenset()
    action = _READ_BY.get(route)
    return everyone if action is None else may(action) - {"link"}


BY_NAME = {(name_of(act), act.method): act for act in ACTS if not act.path.startswith("organisations/")}
