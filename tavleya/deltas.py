"""What differs between two JSON values, small where they are much alike, and the second one back from the first.

A delta is JSON itself: `{"=": value}` puts a value in the place of another; `{"set": {name: delta}, "drop": [name]}`
changes an object; `{"head": n, "tail": n, "items": [...]}` keeps the first and the last of a list, with new items
between; `{"at": {index: delta}}` changes single items of a list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: An object or a list of which nothing is changed.
SAME: Mapping[str, Any] = {}


def difference(before: Any, after: Any) -> dict[str, Any]:
    """The delta with which `applied` makes `after` of `before`; empty where they are equal."""
    if _alike(before, after):
        return dict(SAME)
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {
            name: difference(before[name], value) if name in before else {"=": value}
            for name, value in after.items()
            if name not in before or not _alike(before[name], value)
        }
        return {"set": changed, "drop": sorted(before.keys() - after.keys())}
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after)
    return {"=": after}


def _of_lists(before: list[Any], after: list[Any]) -> dict[str, Any]:
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {
            "at": {str(place): difference(old, new) for place, (old, new) in pairs if not _alike(old, new)}
        }
    shorter = min(len(before), len(after))
    head = next((place for place in range(shorter) if not _alike(before[place], after[place])), shorter)
    ends = zip(reversed(before[head:]), reversed(after[head:]), strict=False)
    tail = next((place for place, (old, new) in enumerate(ends) if not _alike(old, new)), shorter - head)
    return {"head": head, "tail": tail, "items": after[head : len(after) - tail]}


def applied(before: Any, delta: Mapping[str, Any]) -> Any:
    """What `difference(before, …)` was the delta to; values of `before` that stay are shared with it."""
    if not delta:
        return before
    if "=" in delta:
        return delta["="]
    if "at" in delta:
        return [applied(value, delta["at"].get(str(place), SAME)) for place, value in enumerate(before)]
    if "items" in delta:
        return [*before[: delta["head"]], *delta["items"], *before[len(before) - delta["tail"] :]]
    kept = {name: value for name, value in before.items() if name not in delta["drop"]}
    return kept | {name: applied(kept.get(name), one) for name, one in delta["set"].items()}


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are the same in JSON: to Python `True` equals 1."""
    if one != other or type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return all(_alike(value, other[name]) for name, value in one.items())
    return not isinstance(one, list) or all(map(_alike, one, other))
