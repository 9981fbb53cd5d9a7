"""FIDE's tie-break checker as a process that answers: `python tiebreak_server.py FOLDER`, FOLDER with its source.

A line in, `PATH;TIEBREAK TIEBREAK …`; a line out, JSON: `{"number": [rank, [value, …]]}`, or `{"error": "…"}`.
"""

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def main(folder: str) -> None:
    sys.path.insert(0, folder)
    from tiebreak import tiebreak  # type: ignore[import-not-found]
    from trf2json import trf2json  # type: ignore[import-not-found]

    for line in sys.stdin:
        path, _, names = line.rstrip("\n").partition(";")
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                answer = _values(trf2json(), tiebreak, path, names.split())
        except Exception as error:  # noqa: BLE001 - every error is reported
            answer = {"error": f"{type(error).__name__}: {error} {printed.getvalue()[-200:]}"}
        print(json.dumps(answer), flush=True)


def _values(report: Any, tiebreak: Any, path: str, names: list[str]) -> dict[str, Any]:
    report.parse_file(Path(path).read_text("utf-8"), 0)
    tournament = report.get_tournament(1)
    options = {"tiebreak": ["PTS", *names], "check": 0, "swiss": True, "pre_determined": False, "unrated": None}
    result = tiebreak(tournament, -1, options).compute_tiebreaks(tournament, options)
    return {
        str(competitor["cid"]): [competitor["rank"], [str(value) for value in competitor["tiebreakScore"][1:]]]
        for competitor in result["competitors"]
    }


if __name__ == "__main__":
    main(sys.argv[1])
