"""How figures and sentences of the field are written on a page."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from common.messages import Message
from games.record.results import FACTS, Result
from games.views.words import how_ended

register = template.Library()


@register.filter
def result(code: str) -> str:
    """A result between two names: `1 – 0`, `½ – ½`, `+ – −`; empty where there is none yet."""
    return " – ".join(FACTS[Result(code)].shown) if code else ""


@register.filter
def clock(ms: int | None) -> str:
    """Time left, as a clock shows it: `1:59:07`, `4:05`; tenths in the last ten seconds: `0:09.4`."""
    if ms is None:
        return ""
    seconds, rest = divmod(max(0, ms), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    tenths = f".{rest // 100}" if minutes == 0 and seconds < 10 else ""
    return f"{minutes}:{seconds:02}{tenths}"


@register.filter
def sentence(message: Message | str) -> str:
    """A kernel's sentence in the reader's language."""
    return message.render(gettext) if isinstance(message, Message) else message


@register.filter
def ended(termination: str) -> str:
    """Why a game ended, from its termination code; empty where there is nothing to add to the result."""
    return how_ended(termination)
