"""A run: writers write, the planned disturbances are done, and in the end all is compared."""

from __future__ import annotations

import bisect
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.chaos.acts import Acts, Copying
from benchmarks.chaos.client import Client, Site, TimedResponse
from benchmarks.chaos.findings import Findings, inspected, replica_differs, served
from benchmarks.chaos.hall import EVENT, RESULTS
from benchmarks.chaos.ledger import Ledger
from benchmarks.chaos.plan import Step
from benchmarks.chaos.rig import Rig
from benchmarks.chaos.writers import DeskWriter, Importer, Mover, Players, Writer
from deploy.cluster import programs

MOVERS = 6
_SETTLING_SECONDS = 60.0
_JOBS_SECONDS = 240.0  # a job that the broker has lost is requested again after a minute


class Campaign:
    """`run` does all this on a started rig, and leaves it running.

    `boards`: of each game; `say` receives progress messages.
    """

    def __init__(self, rig: Rig, steps: Sequence[Step], seed: int, *, boards: int, say: Callable[[str], None]) -> None:
        self.rig, self.steps, self.say = rig, steps, say
        self.site = Site(rig.port, rig.host, rig.url.startswith("https"))
        imports = max(1, sum(step.part == "import" for step in steps))
        completed = programs.run(rig.direct, "-m", "benchmarks.chaos.hall", str(boards), str(imports))
        self.hall = json.loads(completed.splitlines()[-1])
        self.ledger = Ledger(rig.home / "ledger.ndjson")
        self.lines = rig.home / "lines.json"
        self.lines.write_text(json.dumps({board["id"]: board["moves"] for board in self.hall["boards"]}))
        self.writers, self.importer = self._writers(seed)
        self.copying = Copying(rig, self.ledger)
        self.acts = Acts(rig, self.importer, self.copying, random.Random(seed), self.tend)
        self.happened: list[tuple[float, Step, bool]] = []

    def run(self) -> Findings:
        for writer in self.writers:
            writer.start()
        try:
            self.tend(1.0)
            for step in self.steps:
                self._do(step)
            self._settle()
        finally:
            self.copying.stop()
            for writer in self.writers:
                writer.ends.set()
        for writer in self.writers:
            writer.join()
            if writer.failed is not None:
                raise writer.failed
        return self._compare()

    def tend(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Restart ended parts for some seconds, or until a condition holds; return whether it does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until():
                return True
            self.rig.revive()
            self.copying.go_on()
            time.sleep(0.1)
        return until()

    @property
    def answered(self) -> list[TimedResponse]:
        return [response for writer in self.writers for response in writer.answered]

    def _do(self, step: Step) -> None:
        began = time.monotonic()
        done = self.acts.do(step)
        self.happened.append((began, step, done))
        self.say(f"{time.strftime('%H:%M:%S')} {step}" + ("" if done else ": skipped"))
        self.tend(step.rest)

    def _settle(self) -> None:
        """Wait until all parts run, a backup has been restored, and no job waits."""
        self._wait("all parts answer", _SETTLING_SECONDS, self._all_well)
        for writer in self.writers:
            writer.ends.set()
        if self.copying.restored is None:
            self.copying.ask()
        self._wait("a backup is restored", _JOBS_SECONDS, lambda: self.copying.is_done)
        self._wait("no file waits", _JOBS_SECONDS, self._no_job_waits)

    def _wait(self, label: str, seconds: float, until: Callable[[], bool]) -> None:
        began = time.monotonic()
        holds = self.tend(seconds, until)
        self.say(f"{label if holds else 'NOT: ' + label} after {time.monotonic() - began:.1f} s")

    def _all_well(self) -> bool:
        client = Client(self.site, 240, [])
        answers = [client.ask("GET", path).status for path in ("/", "/login/", f"/events/{EVENT}/") * 2]
        client.close()
        parts = [*self.rig.parts.values(), *self.rig.wires.values()]
        return set(answers) == {200} and all(part.runs for part in parts)

    def _no_job_waits(self) -> bool:
        return not inspected(self.rig.direct, self.ledger.path, self.lines, "jobs").waiting

    def _compare(self) -> Findings:
        self.ledger.close()
        findings = inspected(self.rig.direct, self.ledger.path, self.lines)
        for port in self.rig.web_ports:
            findings.inconsistent += served(port, self.rig.host, EVENT, RESULTS, findings.standings)
        findings.inconsistent += replica_differs(self.rig)
        if self.copying.restored is None:
            findings.inconsistent.append("no backup could be restored")
        else:
            environment, until = self.copying.restored
            copy = inspected(environment, self.ledger.path, self.lines, "copy", until)
            findings.inconsistent += [f"in the restored backup: {sentence}" for sentence in copy.all]
        return findings

    def _writers(self, seed: int) -> tuple[list[Writer], Importer]:
        hall, common = self.hall, (self.site,)
        account = {"user": hall["user"], "password": hall["password"]}
        writers: list[Writer] = []
        for number in range(MOVERS):
            boards = hall["boards"][number::MOVERS]
            writers.append(Mover(*common, number, seed, self.ledger, boards=boards, token=hall["token"]))
        desk = DeskWriter(*common, MOVERS, seed, self.ledger, token=hall["token"], **account)
        players = Players(*common, MOVERS + 1, seed, self.ledger, players=hall["players"])
        importer = Importer(*common, MOVERS + 2, seed, self.ledger, sections=hall["files"], **account)
        return [*writers, desk, players, importer], importer


# The results of a run, in lines.


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
    def of(cls, campaign: Campaign, findings: Findings) -> Tally:
        kills = sum(done and step.kills for _, step, done in campaign.happened)
        saved = campaign.ledger.acknowledged
        return cls(kills, saved, len(findings.lost), len(findings.duplicated), len(findings.inconsistent))

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
    answered = sorted(campaign.answered, key=lambda response: response.at)
    outages = sum(response.status in _OUTAGES for response in answered)
    slow = [response.seconds for response in answered if response.seconds > _SLOW_SECONDS]
    ledger = campaign.ledger
    yield (
        f"{len(answered)} answers, {outages} of them failed, {len(slow)} took more than {_SLOW_SECONDS:.0f} s "
        f"(the slowest {max((response.seconds for response in answered), default=0.0):.1f} s)"
    )
    yield (
        f"{ledger.doubts} tries without a good answer; {ledger.found} times their sender found that it had been saved"
    )
    copies = campaign.copying
    yield f"{copies.tried} backups begun, {copies.made} restored"
    yield f"{findings.games} records, {findings.entries} entries hold"
    yield from _by_step(campaign, [response.at for response in answered], answered)


def _by_step(campaign: Campaign, at: list[float], answered: list) -> Iterator[str]:  # type: ignore[type-arg]
    """Yield a line for each kind of step: the responses until the next step."""
    times = [began for began, _, _ in campaign.happened]
    rows: dict[str, list[tuple[int, int, float]]] = defaultdict(list)
    for (began, step, done), end in zip(campaign.happened, [*times[1:], float("inf")], strict=True):
        if done:
            responses = answered[bisect.bisect(at, began) : bisect.bisect(at, end)]
            failed = sum(response.status in _OUTAGES for response in responses)
            slowest = max((response.seconds for response in responses), default=0.0)
            rows[f"{step.what} {step.part}".strip()].append((len(responses), failed, slowest))
    for label, steps in sorted(rows.items()):
        requests, failed = (sum(row[column] for row in steps) for column in (0, 1))
        slowest = max(row[2] for row in steps)
        yield f"  {label:<18} {len(steps):>3} times, {requests:>6} answers, {failed:>5} failed, slowest {slowest:.1f} s"
