"""Live pages: POST in, server-sent events out.  The record is the truth; what is sent here only makes it prompt."""

from games.live.events import Step
from games.live.telling import tell

__all__ = ["Step", "tell"]
