"""Hooks of accounts for the apps above it; accounts import nothing from them."""

from datetime import datetime

from django.http import HttpRequest

from tavleya.hooks import Hook, Question

#: Inside the transaction that does it: an account is merged into another or (None) deleted.
account_closed: Hook[[int, int | None, datetime]] = Hook()
#: Whether a user is an official of some event.
is_official: Question[[int], bool] = Question(lambda user_id: False)
#: Whether the visitor holds an invitation that is still open, and so may make an account.
is_invited: Question[[HttpRequest], bool] = Question(lambda request: False)
