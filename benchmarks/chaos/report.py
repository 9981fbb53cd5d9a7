"""The results of a run, in lines."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.chaos.campaign import Campaign
from benchmarks.chaos.findings import Findings

_OUTAGES = (0, 500, 502, 503, 504)
_SLOW_SECONDS = 3.0
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Tally:
    """The campaign in numbers; the last line of `./run chaos`."""

    kills: int
    acknowledged: int
    lost: int
    duplicated: int
    inconsistent: int

    @classmethod
    def of(cls, campaign: Campaign, found: Findings) -> Tally:
        kills = sum(done and step.kills for _, step, done in campaign.happened)
        saved = campaign.ledger.acknowledged
        return cls(kills, saved, len(found.lost), len(found.duplicated), len(found.inconsistent))

    @property
    def all_well(self) -> bool:
        return not (self.lost or self.duplicated or self.inconsistent)

    def __str__(self) -> str:
        return (
            f"chaos: {self.kills} kills, {self.acknowledged} acknowledged, {self.lost} lost, "
            f"{self.duplicated} duplicated, {self.inconsistent} inconsistent"
        )


def report_lines(campaign: Campaign, findings: Findings) -> Iterator[str]:
    """Yield the evidence of errors, then the responses during the run."""
    for subject in ("lost", "duplicated", "inconsistent"):
        for sentence in getattr(findings, subject)[:_SHOWN]:
            yield f"{subject}: {sentence}"
    answered = sorted(campaign.answered, key=lambda count: count.at)
    outages = sum(count.status in _OUTAGES for count in answered)
    slow = [count.seconds for count in answered if count.seconds > _SLOW_SECONDS]
    ledger = campaign.ledger
    yield (
        f"{len(answered)} answers, {outages} of them failed, {len(slow)} took more than {_SLOW_SECONDS:.0f} s "
        f"(the slowest {max((count.seconds for count in answered), default=0.0):.1f} s)"
    )
    yield (
        f"{ledger.doubts} tries without a good answer; {ledger.found} times their sender found that it had been saved"
    )
    copies = campaign.copying
    yield f"{copies.tried} backups begun, {copies.made} restored"
    yield f"{findings.games} records, {findings.entries} entries hold"
    yield from _by_step(campaign, [count.at for count in answered], answered)


def _by_step(campaign: Campaign, at: list[float], answered: list) -> Iterator[str]:  # type: ignore[type-arg]
    """For each kind of step: what was answered from then until the next one."""
    times = [began for began, _, _ in campaign.happened]
    rows: dict[str, list[tuple[int, int, float]]] = defaultdict(list)
    for (began, step, done), end in zip(campaign.happened, [*times[1:], float("inf")], strict=True):
        if done:
            own = answered[bisect.bisect(at, began) : bisect.bisect(at, end)]
            failed = sum(item.status in _OUTAGES for item in own)
            rows[f"{step.what} {step.part}".strip()].append(
                (len(own), failed, max((item.seconds for item in own), default=0.0))
            )
    for label, each in sorted(rows.items()):
        requests, failed, slowest = (
            sum(item[0] for item in each),
            sum(item[1] for item in each),
            max(item[2] for item in each),
        )
        yield f"  {label:<18} {len(each):>3} times, {requests:>6} answers, {failed:>5} failed, slowest {slowest:.1f} s"
