"""Every operation of the API that writes, by every role and by keys of every width."""

import pytest
from django.urls import reverse
from rest_framework.views import APIView

from tavleya.permissions import Action
from tests.amounts import EVERYBODY_EVERYWHERE
from tests.security.access import OPERATIONS, PLAYERS, STANDINGS, TOKENS, Who, may
from tests.security.calls import BY_NAME, OF_ORGANISATIONS
from tests.security.site import Site

# One process builds the site for both modules with short tests.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900), pytest.mark.xdist_group("site"), pytest.mark.long]


def due(site: Site, name: str, method: str) -> Who:
    """Return the callers that may use an operation: only the player at the board; a link is not an API token."""
    _, action = OPERATIONS[name, method]
    seated = frozenset({"player"}) if action == "play" else frozenset()
    people = may(action) - PLAYERS | seated
    return people | {token for token, scopes in TOKENS.items() if action in scopes}


def test_every_operation_that_writes_is_tried_here() -> None:
    from api.urls import ENDPOINTS

    set_ = set()
    for pattern in ENDPOINTS:
        if pattern.name in OF_ORGANISATIONS:
            continue
        view = getattr(pattern.callback, "cls", APIView)
        methods = {name for name in ("post", "put", "patch", "delete") if hasattr(view, name)}
        set_ |= {(pattern.name, method) for method in methods}
    assert set_ == set(OPERATIONS) | set(BY_NAME)


#: The roles that try every act; the long form tries all of them.
_SAMPLE = ("anonymous", "other organiser", "player", "helper", "arbiter", "organiser", "token", "token_of_results")
TRIED_BY = (*STANDINGS, *TOKENS) if EVERYBODY_EVERYWHERE else _SAMPLE


@pytest.mark.parametrize(("name", "method"), sorted(set(BY_NAME) - set(OPERATIONS)))
def test_permissions_are_checked_before_the_payload(site: Site, name: str, method: str) -> None:
    """The payload is empty, so a permitted caller gets an error about missing fields or about the state."""
    act, address = BY_NAME[name, method], site.pages[name].address
    right = set(may(act.action))
    if "organiser" in right:  # whose keys they are
        right |= {token for token, scopes in TOKENS.items() if act.action in scopes}
    if act.action is Action.CREATE_EVENT:  # of no event: any signed-in user
        right |= set(STANDINGS) - {"anonymous"}
    if act.operation == "release_event":  # the hall's event is a club's, which alone lets it go
        right = set()
    if act.action is Action.SUBMIT_ENTRY:  # public by the form of the page; a program needs a token
        right -= {"anonymous"}
    for role in TRIED_BY:
        if role in PLAYERS and act.action is Action.CHECK_IN:
            continue  # a player for themselves, which is tried in tests/entries/test_players_check_in
        answer = site.ask(role, method, address, {}, {"if-match": '"0"'})
        assert answer.status < 500, (role, answer.body)
        if role in right - {"link"}:
            # The author of a result may undo it; others need the right to correct.
            own = act.operation in ("withdraw_result", "retype_result")
            assert own or answer.status not in (401, 403), (role, answer.body)
        else:
            assert answer.status in (401, 403, 404), (role, answer.body)
            assert answer.wrote == ()


@pytest.mark.parametrize(("name", "method"), OPERATIONS)
def test_a_program_does_what_its_key_is_for_and_nothing_else(site: Site, name: str, method: str) -> None:
    body, _ = OPERATIONS[name, method]
    address = site.pages[name].address
    tag = site.ask("organiser", "get", address).tag or '"0"'
    wrote = set()
    for role in (*STANDINGS, *TOKENS):
        answer = site.ask(role, method, address, body, {"if-match": tag})
        assert answer.status < 500
        wrote |= {role} if answer.wrote else set()
        assert answer.status in ((401, 403, 404) if role not in due(site, name, method) else (200, 201, 204)), (
            role,
            answer.body,
        )
    assert wrote == due(site, name, method)


@pytest.mark.parametrize(("name", "method"), OPERATIONS)
def test_a_key_opens_nothing_of_another_event(site: Site, name: str, method: str) -> None:
    from tests.security.addresses import candidates

    opponent = candidates(site.theirs)
    values = {part: opponent[part][0] if part in opponent else value for part, value in site.pages[name].values.items()}
    address = reverse(name, kwargs=values)
    for token in TOKENS:
        answer = site.ask(token, method, address, OPERATIONS[name, method][0], {"if-match": '"0"'})
        assert answer.status in (401, 403, 404, 412)
        assert answer.wrote == ()
