"""Everything that the desk and the console do, as calls: one record each.  A new act is one record."""

from importlib import import_module

from django.apps import apps

from api.acts import events, fees, organisations, people, players, reading, record, rounds, series, tables
from api.acts.record import Act

_MODULES = (
    *(events, players, rounds, tables, record, people, fees, organisations, series, reading),
    # A module that has the name of an optional app is loaded with the app.
    *(import_module(f"api.acts.{name}") for name in ("venue",) if apps.is_installed(name)),
)
ACTS: tuple[Act, ...] = tuple(act for module in _MODULES for act in getattr(module, "ACTS", ()))
READS: tuple[reading.Read, ...] = tuple(read for module in _MODULES for read in getattr(module, "READS", ()))
