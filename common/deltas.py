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
    if before == after and type(before) is type(after):
        return dict(SAME)
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {
            name: difference(before[name], value) if name in before else {"=": value}
            for name, value in after.items()
            if name not in before or before[name] != value
        }
        return {"set": changed, "drop": sorted(before.keys() - after.keys())}
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after)
    return {"=": after}


def _of_lists(before: list[Any], after: list[Any]) -> dict[str, Any]:
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {"at": {str(place): difference(old, new) for place, (old, new) in pairs if old != new}}
    shorter = min(len(before), len(after))
    head = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    ends = zip(reversed(before[head:]), reversed(after[head:]), strict=False)
    tail = next((place for place, (old, new) in enumerate(ends) if old != new), shorter - head)
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
