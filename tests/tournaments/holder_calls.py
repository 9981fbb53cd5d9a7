"""Services that give private links to players, and tell other programs what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common.actors import Actor
from common.permissions import Action
from tests.tournaments.conftest import NOW
from tournaments import services


def prepare(world: Any) -> None:
    """A webhook of the world's event, and a link of its `spare` player."""
    world.webhook = services.add_webhook(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        url="https://example.org/hook",
        kinds=["round.published"],
    )
    services.issue_player_links(
        actor=world.olga, now=NOW, event_id=world.event.pk, player_ids=[world.spare.pk]
    )
    world.over, world.declared = world._played("over"), world._played("declared")
    services.finalise_table(actor=world.olga, now=NOW, section_id=world.declared.pk)
    world.token, _ = services.issue_token(
        actor=world.olga, now=NOW, event_id=world.event.pk, name="relay", scopes=["enter_result"]
    )


CALLS: dict[str, tuple[Action, Callable[[Any, Actor], object]]] = {
    "issue_player_links": (
        Action.ISSUE_PLAYER_LINKS,
        lambda w, a: services.issue_player_links(actor=a, now=NOW, event_id=w.event.pk),
    ),
    "renew_player_link": (
        Action.ISSUE_PLAYER_LINKS,
        lambda w, a: services.renew_player_link(actor=a, now=NOW, player_id=w.spare.pk),
    ),
    "revoke_player_link": (
        Action.ISSUE_PLAYER_LINKS,
        lambda w, a: services.revoke_player_link(actor=a, now=NOW, player_id=w.spare.pk),
    ),
    "add_webhook": (
        Action.MANAGE_WEBHOOKS,
        lambda w, a: services.add_webhook(
            actor=a, now=NOW, event_id=w.event.pk, url="https://example.org/new", kinds=["round.published"]
        ),
    ),
    "revoke_webhook": (
        Action.MANAGE_WEBHOOKS,
        lambda w, a: services.revoke_webhook(actor=a, now=NOW, webhook_id=w.webhook.pk),
    ),
}
