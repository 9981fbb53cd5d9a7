"""`./run exam [pytest arguments]`: each case of the examiner's table through the pages.

Prints a line for each difference (case, key, expected, found) and one of totals; the exit status is 1 if anything
differs or was not undone.
"""

import os
import sys
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO

import pytest

MODULE = "tests/arbiter/test_the_examiners_cases.py"


class Tally:
    """Totals of the reports, from all processes.  A test has the properties `ruled`, `applied` and `undone`."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.lines: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.counts["cases"] += 1
        if report.when == "call" or report.failed:
            self.counts.update(name for name, _ in report.user_properties if name in ("ruled", "applied", "undone"))
        if report.failed:
            self.counts["differ"] += 1
            case = report.nodeid.partition("[")[2].removesuffix("]")
            texts = [str(text) for name, text in report.user_properties if name == "difference"]
            self.lines += [f"{case}, {text}" for text in texts or [_reason(report)]]

    @property
    def total(self) -> str:
        counts = self.counts
        return (
            f"exam: {counts['cases']} cases, {counts['ruled']} ruled, {counts['applied']} applied by pages,"
            f" {counts['undone']} undone, {counts['differ']} differ"
        )


def _reason(report: pytest.TestReport) -> str:
    """Return why a case has no answer."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return " ".join(str(crash.message if crash else report.longreprtext).split())[:500]


def main(arguments: list[str]) -> int:
    os.environ["TAVLEYA_LONG_TESTS"] = "1"
    tally, output = Tally(), StringIO()
    with redirect_stdout(output):
        status = pytest.main([MODULE, "-n", str(os.cpu_count() or 1), *arguments], plugins=[tally])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        print(output.getvalue())
        return int(status)
    print(*tally.lines, tally.total, sep="\n")
    return int(bool(tally.lines) or tally.counts["applied"] != tally.counts["undone"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
