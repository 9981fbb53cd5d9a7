"""Online entry: the public form, the search of the rating list, an entry's private page."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.addresses import too_often
from entries.forms.online_entries import STATE_NAMES, OnlineEntryForm, TeamEntryForm
from entries.messages import say
from entries.models import Fee
from entries.selectors.fees import account_of
from entries.selectors.online_entries import (
    OPEN_STATES,
    EntryDoor,
    entry_door,
    number_on_waiting_list,
    rating_lists_away,
    terms_of,
)
from entries.services.entry_decisions import entry_of_link, secret_of_key
from entries.services.entry_places import most_players, takes_teams
from entries.services.entry_submission import CONTACTS, change_entry, submit_entry, withdraw_entry
from entries.services.fees import fee_terms
from entries.views.fees import extra_label, fee_sentence, fee_shown
from games.views.caching import unlisted
from games.views.requests import Attempt, actor_of, find_or_404, or_404, redirect_with, require_found
from ratings.models import FIDE, RatedPlayer, RatingList
from ratings.selectors.rated import find_rated
from tavleya.errors import BadInput, DomainError, NotPermitted
from tavleya.formats.names import split_name
from tournaments.access import entered
from tournaments.hooks import sends_letters
from tournaments.models.entry import ID_CLAIMED, ID_DIFFERS, RATING_LIST_AWAY, Entry, EntryState, EntryTerms
from tournaments.models.event import in_language
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.selectors.teams import options_of
from tournaments.services.players import secret_of
from tournaments.views.frame import SectionFrame, language

#: No person fills a form in so quickly, and no form is valid for more than a day.
SHORTEST, LONGEST = timedelta(seconds=2), timedelta(days=1)
#: A field hidden from readers: only a program fills it in.
TRAP = "website"
FOUND = 8
_SALT = "tournaments.entry-form"


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the form while entries are open, or when they open; on POST, redirect to the entry's private page."""
    frame = SectionFrame.of(request, slug, section_slug, "enter")
    now = timezone.now()
    terms, door = terms_of(frame.section), entry_door(frame.section, now)
    if terms is None or not terms.offered:
        raise Http404
    form, mark, status = None, new_mark(frame.section, now), int(HTTPStatus.OK)
    if request.method == "POST":
        if (refusal := too_often(request, "entry")) is not None:
            return refusal
        form = _form(terms, frame, request.POST)
        result = _submit(frame, form, now)
        if isinstance(result, Entry):
            response = redirect("entry", token=secret_of_key(result.key))
            remember_entry(request, response, result)
            return response
        mark, status = request.POST.get("form", "") if result != "form_expired" else mark, 422
    elif door is not None and door.is_open:
        form = _form(terms, frame)
    context = {
        **frame.context(),
        "door": door,
        "terms": terms,
        "form": form,
        "mark": mark,
        "trap": TRAP,
        "limits": limits_of(terms),
        "fee": fee_sentence(charged) if (charged := fee_terms(frame.section)) is not None else "",
        "consent_link": terms.consent_link,
        "ratings_away": terms.limits_ratings and rating_lists_away(frame.section),
        "lookup": door is not None and terms.lookup and _listed() and _by_list(terms, frame.section),
    }
    return unlisted(render(request, "entries/enter.html", context, status=status))


def _form(terms: EntryTerms, frame: SectionFrame, data: Any = None) -> OnlineEntryForm:
    consent = in_language(terms.consent, language(), frame.event.languages)
    charged = fee_terms(frame.section)
    extra = extra_label(charged) if charged is not None else ""
    if takes_teams(frame.section):
        return TeamEntryForm(data, terms=terms, consent=consent, extra=extra, **_sizes(frame.section, terms))
    return OnlineEntryForm(data, terms=terms, consent=consent, extra=extra, languages=_languages(frame.section))


def _languages(section: Section) -> list[str]:
    return [language(), *section.event.languages]


def _sizes(section: Section, terms: EntryTerms) -> dict[str, int]:
    return {"boards": options_of(section).boards, "most": most_players(section, terms)}


def _submit(frame: SectionFrame, form: OnlineEntryForm, now: datetime) -> Entry | str:
    """Return the entry, or the code of the error shown by the form."""
    try:
        key = _key_of(frame, now)
    except DomainError as error:
        form.is_valid()
        form.refuse(error)
        return error.code
    if not form.is_valid():
        return "invalid"
    if (earlier_entry := entered_here(frame.request, frame.section, form.given)) is not None:
        return earlier_entry
    try:
        return submit_entry(
            actor=actor_of(frame.request),
            now=now,
            section_id=frame.section.pk,
            key=key,
            given=form.given,
            language=language(),
        )
    except DomainError as error:
        form.refuse(error)
        return error.code


def new_mark(section: Section, now: datetime) -> str:
    """Return the signed mark of a form: the key of the entry that it creates, and the time."""
    mark = {"key": str(uuid.uuid4()), "section": section.pk, "at": now.timestamp()}
    return signing.dumps(mark, salt=_SALT)


def _key_of(frame: SectionFrame, now: datetime) -> uuid.UUID:
    """Return the key of the submitted form. Raises: BadInput ("form_expired", "form_too_fast")."""
    form_data = frame.request.POST
    try:
        data = signing.loads(form_data.get("form", ""), salt=_SALT)
    except signing.BadSignature:
        raise BadInput(say("form_expired")) from None
    age = now.timestamp() - data["at"]
    if data["section"] != frame.section.pk or age > LONGEST.total_seconds():
        raise BadInput(say("form_expired"))
    if age < SHORTEST.total_seconds() or form_data.get(TRAP):
        raise BadInput(say("form_too_fast"))
    return uuid.UUID(data["key"])


def limits_of(terms: EntryTerms) -> list[str]:
    """Return the entry conditions as texts."""
    lines = []
    if terms.highest_rating:
        lines.append(gettext("Rating up to %(n)s") % {"n": terms.highest_rating})
    if terms.lowest_rating:
        lines.append(gettext("Rating from %(n)s") % {"n": terms.lowest_rating})
    if terms.born_from:
        lines.append(gettext("Born in %(year)s or later") % {"year": terms.born_from})
    if terms.born_until:
        lines.append(gettext("Born in %(year)s or earlier") % {"year": terms.born_until})
    if terms.sex:
        lines.append(gettext("Women and girls") if terms.sex == "f" else gettext("Men and boys"))
    if terms.federations:
        lines.append(", ".join(terms.federations))
    return lines


def _by_list(terms: EntryTerms, section: Section) -> bool:
    """Return whether the rating list can fill in fields of the form."""
    return section.system.teams or terms.asks("fide_id")


def _listed() -> bool:
    return RatingList.objects.filter(name=FIDE, imported_at__isnull=False).exists()


# The rating list, as a name is typed


@require_safe
def search(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Search the rating list for names that begin with `q`, if the section allows it; return the data of an entry."""
    frame = SectionFrame.of(request, slug, section_slug, "enter")
    door = entry_door(frame.section, timezone.now())
    if door is None or not door.is_open or not door.terms.lookup:
        raise Http404
    if (refusal := too_often(request, "entry_search")) is not None:
        return refusal
    query = request.GET.get("q", "").strip()[:100]
    rated_players = find_rated(query, FOUND) if len(query) >= 3 else []
    return unlisted(
        JsonResponse({"players": [_listed_player(frame.section, rated_player) for rated_player in rated_players]})
    )


def _listed_player(section: Section, rated: RatedPlayer) -> dict[str, object]:
    name = split_name(rated.name)
    rating = section.rating_of(rated.ratings)
    return {
        "name": rated.name,
        "family_name": name.family,
        "given_name": name.given,
        "patronymic": name.patronymic,
        "federation": rated.federation,
        "birth_year": rated.birth_year,
        "title": rated.title or rated.women_title,
        "rating": rating.rating if rating is not None else None,
        "fide_id": rated.fide_id,
    }


# The private page of an entry


@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, token: str) -> HttpResponse:
    """Show the state of an entry; on POST, `do` is `change` or `withdraw`. An invalid link gives 404."""
    own_entry = find_or_404(lambda: entry_of_link(secret=token), NotPermitted)
    timezone.activate(own_entry.section.event.zone)
    now = timezone.now()
    form = _change_form(own_entry, now)
    common: dict[str, Any] = {"actor": actor_of(request), "now": now, "secret": token}
    attempt: Attempt[Entry] | None = None
    if request.POST.get("do") == "withdraw":
        if attempt := Attempt(request, lambda: withdraw_entry(**common)):
            requested = attempt.result.state == EntryState.CONFIRMED
            words = gettext("Your request has been sent to the organisers.")
            return _redirect_to_entry(request, token, words if requested else gettext("The entry has been withdrawn."))
    elif request.method == "POST":
        require_found(request.POST.get("do") == "change" and form is not None)
        form = or_404(_change_form(own_entry, now, request.POST))
        if form.attempt(lambda: change_entry(**common, given=or_404(form).given)):
            return _redirect_to_entry(request, token, gettext("The entry has been changed."))
    status = attempt.status if attempt is not None else form.status if form is not None else 200
    return unlisted(
        render(request, "entries/entry.html", _entry_context(request, own_entry, form, token), status=status)
    )


def _redirect_to_entry(request: HttpRequest, token: str, text: str) -> HttpResponse:
    return redirect_with(request, text, "entry", token=token)


def _change_form(entry: Entry, now: datetime, data: Any = None) -> OnlineEntryForm | None:
    """Return the form of changes, None if nothing can be changed."""
    terms, door = terms_of(entry.section), entry_door(entry.section, now)
    over = door is None or (door.terms.closes_at is not None and door.terms.closes_at <= now)
    if terms is None or over or entry.state not in OPEN_STATES:
        return None
    only = CONTACTS if entry.state == EntryState.CONFIRMED else None
    extra, fee = _extra(entry)
    initial = {**OnlineEntryForm.initial_of(entry), "extra": fee.extra if fee is not None else False}
    if entry.team_name:
        if entry.section.rounds.exists():
            return None
        initial |= TeamEntryForm.initial_of(entry)
        return TeamEntryForm(data, terms=terms, extra=extra, initial=initial, **_sizes(entry.section, terms))
    languages = _languages(entry.section)
    form = OnlineEntryForm(data, terms=terms, only=only, extra=extra, languages=languages, initial=initial)
    return form if form.fields else None


def _extra(entry: Entry) -> tuple[str, Fee | None]:
    """Return the extra that can still be chosen, and its fee; empty once a payment exists."""
    fee = Fee.objects.filter(entry=entry).first()
    charged = fee_terms(entry.section)
    if fee is None or charged is None or fee.amount is not None or fee.payments.exists():
        return "", fee
    return extra_label(charged), fee


def _entry_context(request: HttpRequest, entry: Entry, form: OnlineEntryForm | None, token: str) -> dict[str, object]:
    section, event = entry.section, entry.section.event
    frame = SectionFrame(request, actor_of(request), section, "enter")
    has_page = entry.state == EntryState.CONFIRMED and entry.own_page
    link = PlayerLink.objects.filter(player=entry.player, revoked_at=None).first() if has_page else None
    secret = secret_of(link) if link is not None else None
    fee = Fee.objects.filter(entry=entry).select_related("entry", "section").first()
    return {
        **frame.context(),
        "entry": entry,
        "states": EntryState,
        "state_name": STATE_NAMES[entry.state],
        "ratings_away": entry.question == RATING_LIST_AWAY,
        "id_differs": entry.question == ID_DIFFERS,
        "id_claimed": entry.question == ID_CLAIMED,
        "number": number_on_waiting_list(entry) if entry.state == EntryState.WAITING else None,
        "form": form,
        "paired": section.rounds.exists(),
        "open": entry.state in OPEN_STATES,
        "by_email": sends_letters(entry),
        "link": request.build_absolute_uri(reverse("entry", args=[token])),
        "fee": fee_shown(account_of(fee), section) if fee is not None else None,
        "own_url": reverse("my", args=[secret]) if secret else "",
        "public_url": frame.url("players") if event.published else "",
        "picture": None,
    }


def way_in(frame: SectionFrame, door: EntryDoor | None) -> dict[str, object] | None:
    """Return the button to the form for pages of the section and its event, or None."""
    if door is None or not door.is_open:
        return None
    return {"url": frame.url("enter"), "left": door.left, "queue": door.queue, "closes_at": door.terms.closes_at}


# Detection of an entry form that the same browser sends again, for example after the back button.
#
# The key of the form (`online_entries.new_mark`) detects only a double click. So the browser keeps the
# signed keys of its entries, for the URL of the form only. Another browser without these keys counts as
# another person, even with the same input, and is not redirected to a private page.

_NAME = "entered"
_KEPT_FOR = timedelta(days=1)
_MOST = 10
_NAMES = ("family_name", "given_name", "patronymic", "team_name")


def entered_here(request: HttpRequest, section: Section, values: Mapping[str, Any]) -> Entry | None:
    """Return this browser's open entry with the same answers, if any."""
    entries = section.entries.filter(key__in=_keys(request), state__in=OPEN_STATES)
    return next((entry for entry in entries if _same(entry, values)), None)


def remember_entry(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """Store the key of the entry in this browser, for the URL of the form."""
    keys = [str(entry.key), *(key for key in _keys(request) if key != str(entry.key))]
    response.set_signed_cookie(
        _NAME,
        ".".join(keys[:_MOST]),
        salt=_NAME,
        max_age=int(_KEPT_FOR.total_seconds()),
        path=request.path,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def _keys(request: HttpRequest) -> list[str]:
    signed_cookie = request.get_signed_cookie(_NAME, default=None, salt=_NAME, max_age=_KEPT_FOR) or ""
    return [str(uuid.UUID(key)) for key in signed_cookie.split(".") if key]


def _same(entry: Entry, values: Mapping[str, Any]) -> bool:
    """Return whether the entry has these values; a rating list may have filled empty fields."""
    same_names = all(" ".join(str(values.get(name, "")).split()) == getattr(entry, name) for name in _NAMES)
    return same_names and all(values[name] == getattr(entry, name) for name in entered(Entry) if values.get(name))
