"""How much a test tries: less in the usual run, everything in the long one (`./run test --long`)."""

import os

#: Whether to run the long form of the suite.
LONG = os.environ.get("TAVLEYA_LONG_TESTS") == "1"
#: Whether to try every address and button as every role, in every language. Slow, therefore opt-in.
EVERYBODY_EVERYWHERE = os.environ.get("TAVLEYA_EVERYBODY") == "1"


def examples(count: int) -> int:
    """How many examples to draw where the long form draws `count`: a third of them, and new ones in every run."""
    return count if LONG else max(1, count // 3)
