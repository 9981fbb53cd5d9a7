"""Every service of a Swiss against every role."""

from typing import ClassVar

import pytest

from tests.tournaments.swiss_calls import CALLS, SwissWorld
from tests.who_may import EveryRole, made_for_module

prepared = made_for_module(SwissWorld)


class TestSwiss(EveryRole):
    pytestmark: ClassVar = [pytest.mark.long]
    calls = CALLS
