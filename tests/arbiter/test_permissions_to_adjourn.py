"""Every service of sessions and adjourned games against every role."""

from tests.arbiter.adjournment_calls import CALLS, SessionWorld
from tests.who_may import EveryRole, made_for_module

prepared = made_for_module(SessionWorld)


class TestAdjournments(EveryRole):
    calls = CALLS
