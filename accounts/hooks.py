"""Where higher floors register to be asked: accounts import nothing from above."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest


class IsOfficial:
    """Asks whether a user is an official of some event; nobody is where no floor answers."""

    def __init__(self) -> None:
        self._answer: Callable[[int], bool] | None = None

    def register(self, answer: Callable[[int], bool]) -> None:
        self._answer = answer

    def __call__(self, user_id: int) -> bool:
        return self._answer(user_id) if self._answer else False


class InvitedTo:
    """Asks whether the visitor holds an invitation that is still open, and so may make an account."""

    def __init__(self) -> None:
        self._answer: Callable[[HttpRequest], bool] | None = None

    def register(self, answer: Callable[[HttpRequest], bool]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> bool:
        return self._answer(request) if self._answer else False


class AccountClosed:
    """Tells, inside the transaction that does it, that an account is merged into another or (None) deleted."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[int, int | None, datetime], None]] = []

    def register(self, listener: Callable[[int, int | None, datetime], None]) -> None:
        if listener not in self._listeners:
            self._listeners.append(listener)

    def __call__(self, user_id: int, into: int | None, now: datetime) -> None:
        for listener in self._listeners:
            listener(user_id, into, now)


account_closed = AccountClosed()
is_official = IsOfficial()
is_invited = InvitedTo()
