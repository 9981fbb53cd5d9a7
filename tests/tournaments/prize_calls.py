"""Categories and prizes in the table of who may do what: sections prepared for them, and one call for each service."""

from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from ratings.services.norms import set_norm_terms
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, World, requiring
from tests.who_may import Table
from tournaments.models.section import Section


def prepare(world: World, funded: Section, awarded: Section) -> None:
    """A fund in both sections; a list of prizes approved in the second, whose table is not asked to be final."""
    world.funded, world.awarded = funded, awarded
    world.category = save_category(
        actor=world.olga,
        now=NOW,
        section_id=funded.pk,
        slug="women",
        names={"en": "Women"},
        terms={"women": True},
    )
    for section in (funded, awarded):
        set_prizes(
            actor=world.olga,
            now=NOW,
            section_id=section.pk,
            currency="UAH",
            sharing="hort",
            prizes={"": [300, 100]},
        )
    approve_awards(actor=world.olga, now=NOW, section_id=awarded.pk, provisional=True)


CALLS: Table = {
    **requiring(
        Action.EDIT_SECTION,
        save_category=lambda w, a: save_category(
            actor=a,
            now=NOW,
            section_id=w.funded.pk,
            slug="club",
            names={"en": "Club"},
            terms={"clubs": ["Dynamo"]},
        ),
        remove_category=lambda w, a: remove_category(actor=a, now=NOW, category_id=w.category.pk),
        set_prizes=lambda w, a: set_prizes(
            actor=a, now=NOW, section_id=w.funded.pk, currency="EUR", sharing="equal", prizes={"women": [5]}
        ),
        publish_prizes=lambda w, a: publish_prizes(actor=a, now=NOW, section_id=w.funded.pk, published=True),
        approve_awards=lambda w, a: approve_awards(
            actor=a, now=NOW, section_id=w.funded.pk, provisional=True
        ),
        set_norm_terms=lambda w, a: set_norm_terms(
            actor=a, now=NOW, section_id=w.funded.pk, kind="zonal", published=True
        ),
        cancel_awards=lambda w, a: cancel_awards(
            actor=a, now=NOW, section_id=w.awarded.pk, reason="a mistake"
        ),
    )
}
