"""Hooks for apps of higher layers; people imports nothing from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tavleya.hooks import Hook

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models.player import Person, Player

#: Persons, by key, have no public page any more.
persons_hidden: Hook[[Collection[int], datetime]] = Hook()
#: Called when these players must no longer be shown as one of these persons, by key.
players_left: Hook[[Collection[int], Sequence[Player]]] = Hook()
#: Persons are about to be deleted.
persons_going: Hook[[QuerySet[Person]]] = Hook()
#: Players of several events were looked through for persons to join.
persons_joined: Hook[[datetime]] = Hook()
