"""Tests repeated while all cores are busy (`./run test --stress NAME… [--times 20]`)."""

import os
import re
from collections import Counter

from tests.runner.suite import processes, pytest_session


def repeat(names: list[str], times: int) -> int:
    """Run each test `times` times, in two processes a core; print how often each passed, return the exit status."""
    os.environ["TAVLEYA_LONG_TESTS"] = "1"
    workers = 2 * processes()
    results = pytest_session("-n", str(workers), "--dist", "loadgroup", "-q", f"--repeat={times}", *names)
    passed: Counter[str] = Counter()
    failed: dict[str, str] = {}
    for name, test in results.tests.items():
        test_name = name_of(name)
        passed[test_name] += test["outcome"] == "passed"
        if test["outcome"] == "failed":
            failed.setdefault(test_name, test["text"])
    for test_name, text in failed.items():
        print(f"--- {test_name}: {passed[test_name]} of {times}\n{text}")
    steady = sum(count == times for count in passed.values())
    print(f"stress: {steady} of {len(passed)} tests passed {times} times")
    return 0 if passed and not failed and not results.broken else 1


def name_of(repetition: str) -> str:
    """Return the node id of a repeated test without the number of the repetition."""
    return re.sub(r"\[(?:(.*)-)?repetition\d+\]$", lambda match: f"[{match[1]}]" if match[1] else "", repetition)
