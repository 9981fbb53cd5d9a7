"""Differences between JSON values, small if the values are similar, and their application.

A delta is JSON itself: `{"=": value}` replaces the value; `{"set": {name: delta}, "drop": [name]}` changes an object;
`{"head": n, "tail": n, "items": [...]}` keeps the first and last items of a list, with new items between; `{"at":
{index: delta}}` changes single items of a list.
"""

from collections.abc import Mapping
from typing import Any

#: The delta of an unchanged value.
SAME: Mapping[str, Any] = {}


def difference(before: Any, after: Any) -> dict[str, Any]:
    """Return the delta with which `applied` turns `before` into `after`; empty if they are equal."""
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
        return _list_difference(before, after)
    return {"=": after}


def _list_difference(before: list[Any], after: list[Any]) -> dict[str, Any]:
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {"at": {str(place): difference(old, new) for place, (old, new) in pairs if not _alike(old, new)}}
    shorter = min(len(before), len(after))
    head = next((place for place in range(shorter) if not _alike(before[place], after[place])), shorter)
    ends = zip(reversed(before[head:]), reversed(after[head:]), strict=False)
    tail = next((place for place, (old, new) in enumerate(ends) if not _alike(old, new)), shorter - head)
    return {"head": head, "tail": tail, "items": after[head : len(after) - tail]}


def applied(before: Any, delta: Mapping[str, Any]) -> Any:
    """Return the value that `difference(before, …)` was computed for; unchanged parts are shared with `before`."""
    if not delta:
        return before
    if "=" in delta:
        return delta["="]
    if "at" in delta:
        return [applied(value, delta["at"].get(str(place), SAME)) for place, value in enumerate(before)]
    if "items" in delta:
        return [*before[: delta["head"]], *delta["items"], *before[len(before) - delta["tail"] :]]
    remaining = {name: value for name, value in before.items() if name not in delta["drop"]}
    return remaining | {name: applied(remaining.get(name), item) for name, item in delta["set"].items()}


def _alike(first: Any, second: Any) -> bool:
    """Return whether two values are the same in JSON.  In Python, `True` equals 1."""
    if first != second or type(first) is not type(second):
        return False
    if isinstance(first, dict):
        return all(_alike(value, second[name]) for name, value in first.items())
    return not isinstance(first, list) or all(map(_alike, first, second))
