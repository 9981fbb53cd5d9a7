"""`./run test` without names: the whole suite, reruns of what failed, and one line that sums up.

    ./run test                      the short suite
    ./run test --long               the short and the long suite
    ./run test --changed            the short suite and the long tests that the changes can reach
    ./run test --record             the long suite once more under coverage, to record what each long test reaches
    ./run test --changed --record   the same of the tests that the changes can reach; the rest keeps its record
    ./run test --stress NAME… [--times 20]   tests again and again while both cores are busy
    ./run test --mutants N [--seed S]        random mutations of engines and services, and those that survive
    ./run test --counter-examples [NAME…]    a mutation that makes each test fail; without names, the checklist's tests

TAVLEYA_GATE_BEGAN (seconds since 1970) counts the total from there; after 70 minutes no further long test is started.
"""

import argparse
import os
import time

from tests.runner import impact, mutants, stress, suite


def main() -> int:
    began = float(os.environ.get("TAVLEYA_GATE_BEGAN") or time.time())
    parser = argparse.ArgumentParser(prog="./run test", description="Run the whole suite.")
    parser.add_argument("names", nargs="*", help="files or folders instead of the whole suite")
    parser.add_argument("--long", action="store_true", help="the long tests too")
    parser.add_argument("--changed", action="store_true", help="of the long tests those that changes can reach")
    parser.add_argument("--record", action="store_true", help="record durations and what each long test reaches")
    parser.add_argument("--random-order", type=int, metavar="SEED", help="modules and tests in random order")
    parser.add_argument("--stress", nargs="+", metavar="NAME", help="repeat tests while all cores are busy")
    parser.add_argument("--times", type=int, default=20, help="how often --stress repeats (default 20)")
    parser.add_argument("--mutants", type=int, metavar="N", help="try N random mutations")
    parser.add_argument("--counter-examples", nargs="*", metavar="NAME", help="find a mutation that fails each test")
    parser.add_argument("--seed", type=int, default=0, help="the seed of mutations")
    arguments = parser.parse_args()
    if arguments.stress:
        return stress.repeat(arguments.stress, arguments.times)
    if arguments.mutants:
        return mutants.survivors(arguments.mutants, arguments.seed)
    if arguments.counter_examples is not None:
        return mutants.counter_examples(arguments.counter_examples, arguments.seed)
    selection = impact.select() if arguments.changed else None
    return suite.run(
        began,
        arguments.names,
        long=arguments.long or arguments.changed or arguments.record,
        selection=selection,
        record=arguments.record,
        seed=arguments.random_order,
    )


if __name__ == "__main__":
    raise SystemExit(main())
