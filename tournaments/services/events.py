from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime

from django.contrib.auth import get_user_model
from django.db import transaction

from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.formats.names import LONGEST, RESERVED_EVENTS, search_key
from tavleya.languages import codes
from tavleya.permissions import Action
from tavleya.permissions import require as require_standing
from tournaments import hooks
from tournaments.access import standing_anywhere
from tournaments.activity import happened
from tournaments.kinds import EVENT_CREATED, EVENT_EDITED, ROLE_GRANTED, ROLE_REVOKED
from tournaments.messages import say
from tournaments.models.access import GRANTED, EventRole
from tournaments.models.event import Event
from tournaments.services.shared import change, check_fields, lock_event_for

LONGEST_ANNOUNCEMENT = 200  # letters


@transaction.atomic
def create_event(
    *,
    actor: Actor,
    now: datetime,
    slug: str,
    names: Mapping[str, str],
    place: str = "",
    address: str = "",
    contact: str = "",
    federation: str = "",
    starts_on: date | None = None,
    ends_on: date | None = None,
    time_zone: str = "UTC",
    description: Mapping[str, str] | None = None,
    languages: Sequence[str] = (),
    licence: str = "",
    shows_minors: bool = False,
    published: bool = False,
) -> Event:
    """Create an event, with its creator as organiser.  Raises: Conflict ("slug_taken")."""
    require_standing(standing_anywhere(actor), Action.CREATE_EVENT)
    event = Event(
        slug=slug,
        names=dict(names),
        place=place,
        address=address,
        contact=contact,
        federation=federation,
        starts_on=starts_on,
        ends_on=ends_on,
        time_zone=time_zone,
        description=dict(description or {}),
        languages=list(languages) or [*names, *(code for code in codes() if code not in names)],
        licence=licence,
        shows_minors=shows_minors,
        published=published,
        created_at=now,
    )
    _check(event)
    event.save()
    if actor.user_id is not None:
        EventRole.objects.create(event=event, user_id=actor.user_id, role=Role.ORGANISER.value)
    happened(EVENT_CREATED, event, actor=actor, now=now, after={"slug": slug})
    return event


@transaction.atomic
def open_rehearsal(*, actor: Actor, now: datetime, slug: str, names: Mapping[str, str]) -> Event:
    """Create an empty event to practise on. Raises: the errors of `create_event`."""
    event = create_event(actor=actor, now=now, slug=slug, names=names)
    event.rehearsal = True
    event.save(update_fields=["rehearsal"])
    return event


@transaction.atomic
def edit_event(*, actor: Actor, now: datetime, event_id: int, changes: Mapping[str, object]) -> Event:
    """Edit an event, or publish or unpublish it.  Raises: BadInput ("unknown_field"); Conflict ("slug_taken")."""
    event = lock_event_for(actor, Action.EDIT_EVENT, event_id)
    before, after = change(event, changes)
    if after:
        _check(event)
        event.save(update_fields=[*after, "search_key"])
        announced = "announcement" in after and bool(event.announcement)
        happened(EVENT_EDITED, event, actor=actor, now=now, before=before, after=after, tell=announced)
        if "shows_minors" in after:
            hooks.visibility_changed(event, now)
    return event


@transaction.atomic
def grant_role(*, actor: Actor, now: datetime, event_id: int, user_id: int, role: Role) -> EventRole:
    """Grant a user a role in the event.  Granting twice changes nothing."""
    event = lock_event_for(actor, Action.GRANT_ROLES, event_id)
    if role not in GRANTED:
        raise BadInput(say("role_not_granted"))
    if not get_user_model().objects.filter(pk=user_id).exists():
        raise NotFound(say("no_such_user"))
    row, new = EventRole.objects.get_or_create(event=event, user_id=user_id, role=role.value)
    if new:
        happened(ROLE_GRANTED, event, actor=actor, now=now, after={"user": user_id, "role": role.value})
    return row


@transaction.atomic
def revoke_role(*, actor: Actor, now: datetime, event_id: int, user_id: int, role: Role) -> None:
    """Remove a role of a user in the event.

    Raises: Conflict ("last_organiser"): an event needs a user who can grant roles.
    """
    event = lock_event_for(actor, Action.GRANT_ROLES, event_id)
    rows = EventRole.objects.filter(event=event, role=role.value)
    if not rows.filter(user=user_id).exists():
        raise NotFound(say("no_such_role"))
    if role is Role.ORGANISER and rows.count() == 1:
        raise Conflict(say("last_organiser"))
    rows.filter(user=user_id).delete()
    happened(ROLE_REVOKED, event, actor=actor, now=now, before={"user": user_id, "role": role.value})


def free_slug(wanted: str) -> str:
    """Return the address, or the address with the next free number."""
    alike = Event.objects.filter(slug__startswith=wanted[: LONGEST - 5])
    taken = {*RESERVED_EVENTS, *alike.values_list("slug", flat=True)}
    slug, number = wanted, 2
    while slug in taken:
        slug, number = f"{wanted[: LONGEST - 5]}-{number}", number + 1
    return slug


def _check(event: Event) -> None:
    check_texts(event.names, "names")
    check_slug(event.slug, RESERVED_EVENTS)
    if event.description:
        check_texts(event.description, "description")
    _check_announcement(event.announcement)
    check_languages(event.languages)
    if event.starts_on and event.ends_on and event.ends_on < event.starts_on:
        raise BadInput(say("ends_before_start"), field="ends_on")
    if event.rehearsal and event.published:
        raise Conflict(say("rehearsal_not_published"))
    if event.template and event.published:
        raise Conflict(say("template_not_published"))
    check_fields(event)
    if Event.objects.filter(slug=event.slug).exclude(pk=event.pk).exists():
        raise Conflict(say("slug_taken.event", slug=event.slug))
    event.search_key = search_key([*map(str, event.names.values()), event.place, event.slug.replace("-", " ")])


def _check_announcement(texts: Mapping[str, object]) -> None:
    """Check that the announcement fits a line or two of a display.  Raises: BadInput ("too_long.announcement")."""
    check_texts(texts, "announcement", optional=True)
    if any(len(str(text)) > LONGEST_ANNOUNCEMENT for text in texts.values()):
        raise BadInput(say("too_long.announcement", most=LONGEST_ANNOUNCEMENT), field="announcement")


def check_texts(texts: Mapping[str, object], field: str, *, optional: bool = False) -> None:
    """Check texts by language: none may be empty.  Raises: BadInput ("unknown_language", "no_name")."""
    check_known(texts, field)
    good = all(isinstance(text, str) and text.strip() for text in texts.values())
    if not good or not (texts or optional):
        raise BadInput(say("no_name"), field=field)


def check_languages(languages: Sequence[str]) -> None:
    """Check the languages of an event: at least one, each once.

    Raises: BadInput ("no_language", "unknown_language").
    """
    check_known(languages, "languages")
    if not languages or len(set(languages)) < len(languages):
        raise BadInput(say("no_language"), field="languages")


def check_known(languages: Iterable[str], field: str) -> None:
    """Check that all languages are known.  Raises: BadInput ("unknown_language")."""
    if not set(languages) <= set(codes()):
        raise BadInput(say("unknown_language", languages=", ".join(codes())), field=field)


def check_slug(slug: str, reserved: Collection[str]) -> None:
    """Check that an address is not a reserved word, which would hide one page behind another."""
    if slug in reserved:
        raise BadInput(say("slug_reserved", slug=slug), field="slug")
