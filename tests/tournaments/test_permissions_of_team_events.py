"""Every service of team events and displays against every role."""

from typing import ClassVar

import pytest

from tests.tournaments.system_calls import CALLS, SystemWorld
from tests.who_may import EveryRole, made_for_module

prepared = made_for_module(SystemWorld)


class TestTeamEvents(EveryRole):
    pytestmark: ClassVar = [pytest.mark.long]
    calls = CALLS
