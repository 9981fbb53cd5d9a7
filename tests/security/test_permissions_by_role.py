"""Every address of the URL table and every operation of the API as every role: pages that open, changes, keys.

The short form opens public pages as three roles, and presses the further buttons of a page as six; the long form
(`TAVLEYA_EVERYBODY=1 ./run test tests/security`) does all of it as every role.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.views import APIView

from tavleya.permissions import Action
from tests.amounts import EVERYBODY_EVERYWHERE
from tests.paths import ROOT
from tests.security.access import EVERYBODY, LINES, OPERATIONS, PLAYERS, STANDINGS, STOPPED, TOKENS, Who, may
from tests.security.addresses import patterns
from tests.security.calls import BY_NAME, OF_ORGANISATIONS
from tests.security.elsewhere import ELSEWHERE
from tests.security.site import Deed, Page, Site, effective
from tests.security.walking import Visitor, everything_kept

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900), pytest.mark.xdist_group("site"), pytest.mark.long]

#: Every role presses the first button of a page, these roles press the others.
SAMPLE_AT_OTHER_BUTTONS = ("anonymous", "player", "helper", "arbiter", "chief arbiter", "organiser")
SAMPLE_OF_PUBLIC = ("anonymous", "player", "organiser")


def pages_for(site: Site, role: str) -> Iterator[Page]:
    """Return the pages whose answer for the role does not follow from another role's."""
    for page in site.pages.values():
        if EVERYBODY_EVERYWHERE or page.line.read != EVERYBODY or role in SAMPLE_OF_PUBLIC:
            yield page


def test_every_address_has_its_line_and_every_line_its_address() -> None:
    names = [pattern.name for pattern in patterns()]
    assert "" not in names
    assert [name for name in names if name not in LINES] == [], "say in tests.security.access who may open these"
    assert [name for name in LINES if name not in names] == []


def test_no_two_addresses_have_one_name() -> None:
    """Otherwise `reverse` picks one of the two by its arguments."""
    counted = Counter(pattern.name for pattern in patterns())
    assert [name for name, count in counted.items() if count > 1] == []


def test_every_test_named_in_elsewhere_exists() -> None:
    for node_id in set(ELSEWHERE.values()):
        path, _, name = node_id.partition("::")
        text = (ROOT / path).read_text()
        if "(EveryRole)" in text:  # inherits its tests
            text += (ROOT / "tests" / "who_may.py").read_text()
        assert f"def {name}(" in text, node_id


def test_every_address_opens_for_some_role(site: Site) -> None:
    closed = [pattern.route for pattern in patterns() if pattern.name not in site.pages]
    assert closed == [], "tests.security.hall has no content for these"


@pytest.mark.parametrize("role", STANDINGS)
def test_a_role_reads_what_is_its_own_and_changes_nothing_by_looking(site: Site, role: str) -> None:
    wrong = []
    for page in pages_for(site, role):
        answer = site.ask(role, "get", page.address)
        is_allowed = role in site.expected(page.line.read, page)
        opened = answer.opened and (is_allowed or answer.status == 200)  # an act redirects to its page, which checks
        assert answer.status < 500, page.address
        assert answer.wrote == (), page.address
        if opened != is_allowed and answer.status != 405:
            wrong.append((page.address, answer.status))
    assert wrong == []


def test_a_role_changes_what_is_its_own_and_nothing_else(site: Site) -> None:
    before, deeds = everything_kept(), effective(site)
    assert [kind for kind in deeds if LINES[kind[0]].writers(kind[1]) is None] == [], "buttons without a line"
    wrong, seen = [], set[str]()
    for kind, deed in deeds.items():
        roles = SAMPLE_AT_OTHER_BUTTONS if kind[0] in seen and not EVERYBODY_EVERYWHERE else tuple(STANDINGS)
        wrong += list(_differences(site, kind, deed, roles)) if deed else []
        seen |= {kind[0]} if deed else set()
    assert wrong == []
    assert everything_kept() == before
    assert _untried(deeds) == []


def _differences(site: Site, kind: tuple[str, str], deed: Deed, roles: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    allowed = site.expected(LINES[kind[0]].writers(kind[1]) or frozenset(), deed.page)
    for role in roles:
        answer = site.ask(role, "post", deed.page.address, deed.filled(as_player=role in PLAYERS))
        assert answer.status < 500, str(deed)
        if role in STOPPED.get(kind, ()):
            continue
        if bool(answer.wrote) != (role in allowed) or (role not in allowed and answer.status == 200):
            yield str(deed), role, answer.status


def test_no_form_is_taken_without_its_key(site: Site) -> None:
    """As if another site made the visitor's browser post it."""
    for (name, *_), (deed, *_) in site.deeds.items():
        if name in ("set_language", "set_theme"):
            continue  # a cookie of the browser, and nothing else
        strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
        strict.cookies = SimpleCookie(
            {name: morsel.value for name, morsel in site.visitors[deed.by].client.cookies.items()}
        )
        body = {key: value for key, value in deed.filled().items() if key != "csrfmiddlewaretoken"}
        answer = Visitor(strict).ask("post", deed.page.address, body)
        assert (answer.status, answer.wrote) == (403, ()), str(deed)


def _untried(deeds: dict[tuple[str, str], Deed | None]) -> list[tuple[str, str]]:
    """Return the allowed changes that no form here has made."""
    allowed = [
        (name, act)
        for name, line in LINES.items()
        for act in ([""] if isinstance(line.write, frozenset) else line.write)
        if line.writers(act)
    ]
    done = {kind for kind, deed in deeds.items() if deed}
    plain = {name for name, _ in done}
    return [
        (name, act)
        for name, act in allowed
        if (name, act) not in done and (name, act) not in ELSEWHERE and (act or name not in plain)
    ]


def due(site: Site, name: str, method: str) -> Who:
    """Return the callers that may use an operation: only the player at the board; a link is not an API token."""
    _, action = OPERATIONS[name, method]
    seated = frozenset({"player"}) if action == "play" else frozenset()
    people = may(action) - PLAYERS | seated
    return people | {token for token, scopes in TOKENS.items() if action in scopes}


def test_every_operation_that_writes_is_tried_here() -> None:
    from api.urls import ENDPOINTS

    operations = set()
    for pattern in ENDPOINTS:
        if pattern.name in OF_ORGANISATIONS:
            continue
        view = getattr(pattern.callback, "cls", APIView)
        methods = {name for name in ("post", "put", "patch", "delete") if hasattr(view, name)}
        operations |= {(pattern.name, method) for method in methods}
    assert operations == set(OPERATIONS) | set(BY_NAME)


#: The roles that try every act; the long form tries all of them.
_SAMPLE = ("anonymous", "other organiser", "player", "helper", "arbiter", "organiser", "token", "token_of_results")
TRIED_BY = (*STANDINGS, *TOKENS) if EVERYBODY_EVERYWHERE else _SAMPLE


@pytest.mark.parametrize(("name", "method"), sorted(set(BY_NAME) - set(OPERATIONS)))
def test_permissions_are_checked_before_the_payload(site: Site, name: str, method: str) -> None:
    """The payload is empty, so a permitted caller gets an error about missing fields or about the state."""
    act, address = BY_NAME[name, method], site.pages[name].address
    right = set(may(act.action))
    if "organiser" in right:  # the owner of the tokens
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
    writers = set()
    for role in (*STANDINGS, *TOKENS):
        answer = site.ask(role, method, address, body, {"if-match": tag})
        assert answer.status < 500
        writers |= {role} if answer.wrote else set()
        assert answer.status in ((401, 403, 404) if role not in due(site, name, method) else (200, 201, 204)), (
            role,
            answer.body,
        )
    assert writers == due(site, name, method)


@pytest.mark.parametrize(("name", "method"), OPERATIONS)
def test_a_key_opens_nothing_of_another_event(site: Site, name: str, method: str) -> None:
    from tests.security.addresses import candidates

    others = candidates(site.theirs)
    values = {part: others[part][0] if part in others else value for part, value in site.pages[name].values.items()}
    address = reverse(name, kwargs=values)
    for token in TOKENS:
        answer = site.ask(token, method, address, OPERATIONS[name, method][0], {"if-match": '"0"'})
        assert answer.status in (401, 403, 404, 412)
        assert answer.wrote == ()
