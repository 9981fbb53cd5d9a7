"""`./run chaos [--kills N] [--seed S]`: the cluster disturbed while others write to it."""

import argparse
import shutil
import signal
import sys
from pathlib import Path

from benchmarks.chaos.campaign import Campaign, Tally, report_lines
from benchmarks.chaos.plan import Step, plan
from benchmarks.chaos.rig import Rig
from deploy.cluster.processes import Unavailable
from tests.servers import new_folder

_BOARDS_FOR_A_KILL = 1.2  # of each game


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("./run chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="how many processes are killed")
    parser.add_argument("--seed", type=int, default=1, help="what the plan is drawn from")
    parser.add_argument("--plan", action="store_true", help="print the plan, and end")
    options = parser.parse_args(arguments)
    steps = plan(options.kills, options.seed)
    print(f"Seed {options.seed}: " + ", ".join(map(str, steps)), flush=True)
    if options.plan:
        return 0
    for sig in (signal.SIGINT, signal.SIGTERM):  # so that the parts are stopped
        signal.signal(sig, signal.default_int_handler)
    home = new_folder("chaos")
    try:
        all_well = _run(home, steps, options.seed)
    except Unavailable as problem:
        print(problem, file=sys.stderr)
        all_well = False
    except KeyboardInterrupt:
        print("Interrupted; all is stopped.", file=sys.stderr)
        shutil.rmtree(home, ignore_errors=True)
        return 130
    if all_well:
        shutil.rmtree(home, ignore_errors=True)
    else:
        print(f"Logs and the ledger are left in {home}.", file=sys.stderr)
    return 0 if all_well else 1


def _run(home: Path, steps: list[Step], seed: int) -> bool:
    """Run the campaign, print its findings, and return whether all is well."""
    rig = Rig(home, tls=False)
    try:
        rig.start()
        if rig.disk is None:
            _say("No small disk can be mounted here: the steps that fill it are skipped.")
        boards = max(8, int(sum(step.kills for step in steps) * _BOARDS_FOR_A_KILL))
        campaign = Campaign(rig, steps, seed, boards=boards, say=_say)
        findings = campaign.run()
    finally:
        rig.stop()
    for line in report_lines(campaign, findings):
        _say(line)
    tally = Tally.of(campaign, findings)
    _say(str(tally))
    return tally.all_well


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
