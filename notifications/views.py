"""Notifications of a player, a follower or an official; confirmation and end by link; messages at the desk."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, cast

from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.addresses import too_often
from games.views.caching import unlisted
from games.views.requests import Attempt, actor_of, find_or_404, or_404, redirect_with, whole_number
from notifications.models import Channel, Subscription
from notifications.services import push
from notifications.services.channels import WAYS
from notifications.services.kinds import KINDS, LETTERS, Reader, kinds_for
from notifications.services.outbox import confirm_token, subscription_by_confirm_token, subscription_by_stop_token
from notifications.services.sending import counts, dead_addresses, end_mail, failures, retry_messages
from notifications.services.subscriptions import (
    Choice,
    Subject,
    choice_of,
    choose_notifications,
    confirm_by_link,
    renew_device,
    stop_by_link,
    subscribe,
    unsubscribe,
)
from people.selectors.people import shown_players
from people.views.people import find_history, own_url, public_person
from tavleya import languages
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.selectors.events import visible_events
from tournaments.services.players import actor_of_link
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language

# Form for the kinds, the language and the quiet hours of notifications.

_HOUR = "%H:%M"


def _hour(label: Any) -> forms.TimeField:
    widget = forms.TimeInput({"type": "time"}, format=_HOUR)
    return forms.TimeField(label=label, required=False, widget=widget, input_formats=[_HOUR, "%H:%M:%S"])


class NotificationsForm(DeskForm):
    kinds = forms.MultipleChoiceField(label=_("Notify me of"), widget=forms.CheckboxSelectMultiple)
    language = forms.ChoiceField(label=_("Language"))
    quiet_from = _hour(_("Quiet from"))
    quiet_to = _hour(_("until"))
    zone = forms.CharField(label=_("Time zone"), required=False, max_length=40, widget=forms.Select)

    def __init__(self, *args: Any, reader: Reader, event: Event | None, choice: Choice, **kwargs: Any) -> None:
        super().__init__(*args, initial={**asdict(choice), "kinds": list(choice.kinds)}, **kwargs)
        kinds, language = self.fields["kinds"], self.fields["language"]
        assert isinstance(kinds, forms.MultipleChoiceField)
        assert isinstance(language, forms.ChoiceField)
        kinds.choices = [(kind.code, gettext(kind.name)) for kind in kinds_for(reader)]
        language.choices = languages.choices()
        # The page's script offers the reader's own as well.
        usual = event.time_zone if event is not None else gettext("That of each event")
        others = {choice.zone, self.data.get("zone", "")} - {"", usual}
        widget = self.fields["zone"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [("", usual), *((zone, zone) for zone in sorted(others))]
        self.fields["zone"].help_text = gettext("What cannot wait is sent in these hours as well.")

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean() or {}
        if (cleaned_data.get("quiet_from") is None) != (cleaned_data.get("quiet_to") is None):
            self.add_error("quiet_to", forms.ValidationError(gettext("Enter both times, or neither."), "half"))
        return cleaned_data

    @property
    def choice(self) -> Choice:
        return Choice(**{field.name: self.cleaned_data[field.name] for field in fields(Choice)})


class NotificationsPage:
    """The form of one reader with its acts `do`: `device`, `email`, `telegram`, `save`, `remove`.

    `known`: verified email addresses of the reader (an official's, by their account).
    """

    def __init__(
        self, request: HttpRequest, actor: Actor, subject: Subject, url: str, existing: tuple[str, ...] = ()
    ) -> None:
        self.request, self.actor, self.subject, self.url, self.known = request, actor, subject, url, existing
        self.form = self._form()

    def _form(self, data: Any = None) -> NotificationsForm:
        choice = choice_of(self.subject, language())
        return NotificationsForm(data, reader=self.subject.reader, event=self.subject.event, choice=choice)

    def acted(self) -> HttpResponse | None:
        """Perform the posted act and return its response; None if the page must be shown, possibly with an error."""
        if self.request.method != "POST":
            return None
        if (refusal := too_often(self.request, "notifications")) is not None:
            return refusal
        form_data = self.request.POST
        removed = form_data.get("do") == "remove"
        self.form = self._form(form_data)
        if self.form.attempt(lambda: self._carry_out(form_data.get("do", ""), form_data), unchecked=removed):
            return cast(HttpResponse, self.form.result)
        return None

    def _service_arguments(self) -> dict[str, Any]:
        return {"actor": self.actor, "now": timezone.now(), "subject": self.subject}

    def _carry_out(self, do: str, form_data: Mapping[str, str]) -> HttpResponse:
        if do == "remove":
            return self._redirect(self._remove())
        common = {**self._service_arguments(), "choice": self.form.choice}
        own = self.subject.private
        match do:
            case "device":
                keys = {name: form_data.get(name, "")[:200] for name in ("p256dh", "auth")}
                endpoint = form_data.get("endpoint", "")
                subscribe(**common, channel=Channel.PUSH, address=endpoint, keys=keys)
                return self._redirect(gettext("This device will be notified."))
            case "email" if self._by_email:
                address = form_data.get("email", "").strip()
                is_known = address in self.known
                subscribe(**common, channel=Channel.EMAIL, address=address, confirmed=is_known)
                sent = gettext("A message has been sent to %(address)s. Open the link in it to confirm the address.")
                words = gettext("%(address)s will be notified.") if is_known else sent
                return self._redirect(words % {"address": address})
            case "telegram" if own:
                subscription = subscribe(**common, channel=Channel.TELEGRAM)
                return redirect(f"https://t.me/{settings.TELEGRAM_BOT}?start={confirm_token(subscription)}")
            case "save" if own:
                choose_notifications(**common)
                return self._redirect(gettext("Your notifications have been changed."))
        raise Http404

    @property
    def _by_email(self) -> bool:
        """Whether an address can be added: not for a person in all events, whose letters would have no event."""
        return WAYS[Channel.EMAIL].ready() and self.subject.person is None

    def _remove(self) -> str:
        form_data = self.request.POST
        key, endpoint = (form_data.get("subscription", ""), form_data.get("endpoint", ""))
        if not self.subject.private:
            condition = Q(channel=Channel.PUSH, address=endpoint)  # knowing the endpoint proves to be the device
        else:
            condition = Q(pk=or_404(whole_number(key)))
        unsubscribe(**self._service_arguments(), which=condition)
        return gettext("No more notifications will be sent there.")

    def _redirect(self, text: str) -> HttpResponse:
        return redirect_with(self.request, text, self.url)

    def context(self) -> dict[str, object]:
        own = self.subject.private
        rows = self.subject.rows.exclude(channel=Channel.TELEGRAM, confirmed_at=None) if own else ()
        return {
            "form": self.form,
            "addresses": [
                {"row": row, "way": gettext(WAYS[row.channel].name), "shown": _address_label(row)} for row in rows
            ],
            "push_key": push.public_key() if push.ready() else "",
            "by_email": self._by_email,
            "by_telegram": own and WAYS[Channel.TELEGRAM].ready(),
            "known": self.known,
            "own": own,
        }


def _address_label(row: Subscription) -> str:
    """Return the reader's name of an address; for a device the maker of its browser."""
    if row.channel != Channel.PUSH:
        return row.address if row.channel == Channel.EMAIL else ""
    host = row.address.split("/")[2]
    makers = {"google": "Chrome", "mozilla": "Firefox", "apple": "Safari", "windows": "Edge"}
    return next((name for part, name in makers.items() if part in host), host)


# A player's own page, and public follows


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player's notifications by their private link. An invalid link gives 404."""
    link, actor = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now()), NotPermitted)
    event, player = link.player.event, link.player
    timezone.activate(event.zone)
    subject = Subject(event, player=player, own=True)
    page = NotificationsPage(request, actor, subject, reverse("my_notifications", args=[token]))
    more = {"name": player.name_in(language()), "back": reverse("my", args=[token])}
    return page.acted() or _answer(request, page, event, more)


@require_http_methods(["GET", "HEAD", "POST"])
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow on this device an event, one of its sections (`section`), or a player (`player`, the starting number)."""
    actor = actor_of(request)
    event = or_404(visible_events(actor).filter(slug=slug, published=True).first())
    timezone.activate(event.zone)
    query = {name: request.GET[name] for name in ("section", "player") if request.GET.get(name)}
    subject, name, back = _followed(event, query)
    url = request.build_absolute_uri(request.get_full_path())
    page = NotificationsPage(request, actor, subject, url)
    return page.acted() or _answer(request, page, event, {"name": name, "back": back})


def _followed(event: Event, query: Mapping[str, str]) -> tuple[Subject, str, str]:
    """Return the followed subject, its name and its page. Raises: Http404."""
    if "section" not in query:
        return Subject(event), event.name_in(language()), reverse("event", args=[event.slug])
    section = or_404(event.sections.filter(slug=query["section"], archived_at=None).first())
    if "player" not in query:
        back = reverse("section", args=[event.slug, section.slug])
        return Subject(event, section=section), section.name_in(language()), back
    return _followed_player(event, section, query["player"])


def _followed_player(event: Event, section: Section, number: str) -> tuple[Subject, str, str]:
    rows = section.registrations.filter(player__erased_at=None).select_related("player")
    registration = or_404(rows.filter(number=or_404(whole_number(number))).first())
    player = registration.player
    back = reverse("player", args=[event.slug, section.slug, registration.number])
    return Subject(event, player=player), player.name_in(language()), back


@require_http_methods(["GET", "HEAD", "POST"])
@public_person
def follow_person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Follow on this device a person, in every public event in which they play."""
    history = find_history(person_id)
    url = reverse("follow_person", args=[person_id])
    page = NotificationsPage(request, actor_of(request), Subject(None, person=history.person), url)
    more = {"name": history.newest.name_in(language()), "back": own_url(history.newest)}
    return page.acted() or _answer(request, page, None, more)


def _answer(
    request: HttpRequest, page: NotificationsPage, event: Event | None, more: Mapping[str, object]
) -> HttpResponse:
    context = {
        **page.context(),
        **more,
        "event": event,
        "event_name": event.name_in(language()) if event is not None else gettext("Every event"),
        "section_of_site": "events",
    }
    return unlisted(render(request, "notifications/page.html", context, status=page.form.status))


# By the links in messages


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the subscription of the link: with a button, or at once for a mail program (RFC 8058).

    There is no CSRF token: the link alone is enough, and such programs have no cookie.
    """
    row = or_404(subscription_by_stop_token(token))
    if request.method == "POST":
        row = stop_by_link(now=timezone.now(), token=token)
        row.refresh_from_db()
    return _by_link(request, row, ended=row.ended_at is not None, asks="stop")


@csrf_exempt
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """Store a new endpoint from a browser's service worker.

    There is no CSRF token, because a worker has no form: the secret of the old endpoint identifies the browser.
    """
    if (refusal := too_often(request, "notifications")) is not None:
        return refusal
    names = ("address", "auth", "new_address", "new_p256dh", "new_auth")
    posted = {name: request.POST.get(name, "")[:1000] for name in names}
    keys = {"p256dh": posted["new_p256dh"], "auth": posted["new_auth"]}
    attempt = Attempt(
        request,
        lambda: renew_device(
            now=timezone.now(), address=posted["address"], auth=posted["auth"], new=posted["new_address"], keys=keys
        ),
    )
    return unlisted(HttpResponse(status=204 if attempt else attempt.status))


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address with a button: programs that look into mail open its links too."""
    row = subscription_by_confirm_token(token)
    if row is None or row.ended_at is not None:
        raise Http404
    if request.method == "POST":
        row = find_or_404(lambda: confirm_by_link(now=timezone.now(), token=token))
        row.refresh_from_db()
    return _by_link(request, row, ended=False, asks="confirm")


def _by_link(request: HttpRequest, row: Subscription, *, ended: bool, asks: str) -> HttpResponse:
    context = {
        "row": row,
        "of": _subject_label(row),
        "event_name": row.event.name_in(language()) if row.event else gettext("Every event"),
        "ended": ended,
        "asks": asks,
        "section_of_site": "events",
    }
    return unlisted(render(request, "notifications/link.html", context))


def _subject_label(row: Subscription) -> str:
    """Return the name of a subscription's subject, empty for a whole event and for a hidden person."""
    if row.person is not None:
        player = shown_players([row.person.pk]).first()
        return player.name_in(language()) if player is not None else ""
    if row.player is not None:
        return row.player.name_in(language())
    return row.section.name_in(language()) if row.section is not None else ""


# At the desk: an official's own notifications, and the record of outgoing messages.


@desk
def desk_own(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the official's notifications in this event."""
    frame = DeskFrame.at(request, slug)
    user = frame.actor.user_id
    subject = Subject(frame.event, user_id=user)
    email_addresses = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    page = NotificationsPage(request, frame.actor, subject, frame.url("notifications"), tuple(email_addresses))
    context = {**frame.context(), **page.context()}
    return page.acted() or render(request, "notifications/desk/notifications.html", context, status=page.form.status)


@desk
def desk_messages(request: HttpRequest, slug: str) -> HttpResponse:
    """Show counts and failures of messages; on POST, retry the failed ones."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    bounced = request.POST.get("do") == "bounced"
    if attempt := Attempt(request, lambda: (_end_mail if bounced else _retry)(frame)):
        return redirect_with(request, attempt.result, frame.url("messages"))
    context = {
        **frame.context(),
        "rows": [
            {"kind": _kind(count.kind), "way": _way(count.channel), "counted": count} for count in counts(frame.event)
        ],
        "failures": [
            {"row": item, "kind": _kind(item.kind), "way": _way(item.channel)} for item in failures(frame.event)
        ],
        "addresses": dead_addresses(frame.event),
        "refused": attempt.refused,
        "typed": request.POST.get("address", ""),
    }
    return render(request, "notifications/desk/messages.html", context, status=422 if attempt.error else 200)


def _end_mail(frame: DeskFrame) -> str:
    address = frame.request.POST.get("address", "")[:254].strip()
    end_mail(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, address=address)
    return gettext("No more mail will be sent to %(address)s.") % {"address": address}


def _retry(frame: DeskFrame) -> str:
    n = retry_messages(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    return ngettext("%(n)s message is being sent again.", "%(n)s messages are being sent again.", n) % {"n": n}


def _kind(code: str) -> str:
    """Return the name of a kind; kinds of webhooks have only their documented code."""
    if code in KINDS:
        return gettext(KINDS[code].name)
    return gettext(LETTERS[code]) if code in LETTERS else code


def _way(channel: str) -> str:
    return gettext(WAYS[Channel(channel)].name) if channel in WAYS else gettext("Webhook")
