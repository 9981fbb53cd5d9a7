"""When Python looks for cycles of objects to free.

After its start a process of the service holds some 400 000 objects that stay until its end. By default Python goes
through all of them again and again while pages are made, and mostly while rows are read.
"""

import gc
from importlib import import_module

from django.conf import settings

# The objects of a large page live until it is sent, and few of them are in cycles.
_YOUNG, _MIDDLE, _OLD = 50_000, 10, 20


def look_less_often() -> None:
    """Start collections less often in this process."""
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)


def settle() -> None:
    """Call once everything is imported: the collector ignores the present objects from then on."""
    import_module(settings.ROOT_URLCONF)  # Django itself would wait for the first request
    gc.collect()
    gc.freeze()
