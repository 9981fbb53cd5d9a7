"""Categories and prizes of a section, and the list of awards that is approved."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from documents.kinds import (
    AWARDS_APPROVED,
    AWARDS_CANCELLED,
    CATEGORY_ADDED,
    CATEGORY_CHANGED,
    CATEGORY_REMOVED,
    PRIZES_HIDDEN,
    PRIZES_PUBLISHED,
    PRIZES_SET,
)
from documents.messages import say
from documents.models import Award, Category, Prize, PrizeFund
from documents.selectors.prizes import award_in_force, prize_amounts, prize_desk
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.prizes.fund import MAIN, CategoryTerms, check_amounts
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.section import Section
from tournaments.services.events import check_slug, check_texts
from tournaments.services.shared import check_fields, lock_section, lock_standings

#: Words after `standings/` that are pages, not categories.
RESERVED_CATEGORIES = frozenset({"live"})
#: More places than any list has.
MOST_PRIZES = 500


@transaction.atomic
def save_category(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    slug: str,
    names: Mapping[str, str],
    terms: Mapping[str, object],
    category_id: int | None = None,
) -> Category:
    """Add or change a category.  Raises: BadInput for terms that are unreadable or that no player can meet; Conflict
    ("slug_taken", "awards_approved").
    """
    section = _open(actor, section_id)
    category = _category(section, category_id) if category_id else Category(section=section)
    before = _log_data(category) if category.pk else None
    category.slug, category.names = slug, dict(names)
    category.terms = CategoryTerms.read(terms).kept()
    check_texts(category.names, "names")
    check_slug(slug, RESERVED_CATEGORIES)
    if section.categories.filter(slug=slug).exclude(pk=category.pk).exists():
        raise Conflict(say("slug_taken.category", slug=slug), field="slug")
    if not category.pk:
        last = section.categories.aggregate(last=Max("position"))["last"]
        category.position = 0 if last is None else last + 1
    check_fields(category)
    category.save()
    kind = CATEGORY_ADDED if before is None else CATEGORY_CHANGED
    happened(kind, category, actor=actor, now=now, before=before, after=_log_data(category))
    return category


@transaction.atomic
def remove_category(*, actor: Actor, now: datetime, category_id: int) -> None:
    """Remove a category with its prizes.  Raises: Conflict ("awards_approved")."""
    section_id = Category.objects.filter(pk=category_id).values_list("section", flat=True).first()
    if section_id is None:
        raise _no_category()
    category = _category(_open(actor, section_id), category_id)
    happened(CATEGORY_REMOVED, category, actor=actor, now=now, before=_log_data(category))
    category.delete()


@transaction.atomic
def set_prizes(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    currency: str,
    sharing: str,
    prizes: Mapping[str, Sequence[int]],
    digits: int = 2,
) -> PrizeFund:
    """Set the whole fund: amounts in minor units by place, of the main list (the empty key) and of categories by slug.

    Lists that are not named have no prizes.
    Raises: BadInput ("bad_field", "unknown_list", "too_many_prizes", "prizes_rise", "bad_prize"); Conflict
    ("awards_approved").
    """
    section = _open(actor, section_id)
    categories = {category.slug: category for category in section.categories.all()}
    before = {key: list(amounts) for key, amounts in prize_amounts(section, list(categories.values())).items()}
    fund = PrizeFund.objects.select_related("section__event").filter(section=section).first() or PrizeFund(
        section=section
    )
    fund.currency, fund.sharing, fund.digits = currency, sharing, digits
    check_fields(fund)
    rows = []
    for key, amounts in prizes.items():
        if key != MAIN and key not in categories:
            raise BadInput(say("unknown_list", key=key), list=key)
        if len(amounts) > MOST_PRIZES:
            raise BadInput(say("too_many_prizes"), list=key)
        check_amounts(amounts, key)
        rows += [
            Prize(section=section, category=categories.get(key), place=place, amount=amount)
            for place, amount in enumerate(amounts, 1)
        ]
    for row in rows:
        check_fields(row)
    fund.save()
    section.prizes.all().delete()
    Prize.objects.bulk_create(rows)
    after = {"currency": currency, "sharing": sharing, "lists": {key: list(amounts) for key, amounts in prizes.items()}}
    happened(PRIZES_SET, fund, actor=actor, now=now, before=before, after=after)
    return fund


@transaction.atomic
def publish_prizes(*, actor: Actor, now: datetime, section_id: int, published: bool) -> PrizeFund:
    """Make the prizes public, or hide them.  Raises: Conflict ("no_prizes")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    fund = PrizeFund.objects.select_related("section__event").filter(section=section).first()
    if fund is None or not section.prizes.exists():
        raise _no_prizes()
    if fund.published != published:
        fund.published = published
        fund.save(update_fields=["published"])
        happened(PRIZES_PUBLISHED if published else PRIZES_HIDDEN, fund, actor=actor, now=now)
    return fund


@transaction.atomic
def approve_awards(
    *, actor: Actor, now: datetime, section_id: int, provisional: bool = False, expected_version: int | None = None
) -> Award:
    """Approve the list of prizes by the current table, and store it.

    Raises: Conflict ("no_prizes", "awards_approved"; "table_not_final" unless `provisional`; "table_changed" if the
    standings no longer have `expected_version`).
    """
    section = _open(actor, section_id)
    # No result may arrive between reading the table and approving the list.
    lock_standings(section.pk)
    desk = prize_desk(section)
    if desk.now is None:
        raise _no_prizes()
    if expected_version is not None and expected_version != desk.view.version:
        raise Conflict(say("table_changed"))
    if not desk.finality.final and not provisional:
        raise Conflict(say("table_not_final.prizes"))
    award = Award.objects.create(
        section=section,
        version=desk.view.version,
        provisional=not desk.finality.final,
        listed=desk.now.kept(),
        approved_at=now,
        approved_by=actor.key,
    )
    happened(
        AWARDS_APPROVED,
        award,
        actor=actor,
        now=now,
        after={"paid": desk.now.paid, "unused": desk.now.left, "provisional": award.provisional},
    )
    return award


@transaction.atomic
def cancel_awards(*, actor: Actor, now: datetime, section_id: int, reason: str) -> Award:
    """Cancel the approval, but keep the list.  Raises: BadInput ("reason_missing"); Conflict ("no_awards")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if not reason.strip():
        raise BadInput(say("reason_missing"), field="reason")
    award = award_in_force(section)
    if award is None:
        raise Conflict(say("no_awards"))
    award.cancelled_at, award.cancelled_by, award.reason = now, actor.key, reason.strip()
    check_fields(award)
    award.save(update_fields=["cancelled_at", "cancelled_by", "reason"])
    happened(AWARDS_CANCELLED, award, actor=actor, now=now, after={"reason": award.reason})
    return award


def _open(actor: Actor, section_id: int) -> Section:
    """Return the locked section for an actor who may edit it, if its awards are not approved."""
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if award_in_force(section) is not None:
        raise Conflict(say("awards_approved"))
    return section


def _category(section: Section, category_id: int) -> Category:
    category = section.categories.filter(pk=category_id).first()
    if category is None:
        raise _no_category()
    return category


def _no_category() -> NotFound:
    return NotFound(say("no_such_category"))


def _no_prizes() -> Conflict:
    return Conflict(say("no_prizes"))


def _log_data(category: Category) -> dict[str, object]:
    return {"slug": category.slug, "names": category.names, "terms": category.terms}
