"""A small team tournament with every record of TRF26 and of older pairing programs, and ways to spoil or cut a file."""

from dataclasses import replace
from pathlib import Path

from tavleya.formats.trf import TrfTournament, read, write
from tavleya.formats.trf.records import PlayerRecord
from tavleya.formats.trf.swiss_records import ByesRecord
from tests.paths import DATA

EXERCISE = DATA / "tournaments" / "tec_swiss.trf"

EVERY_RECORD = """\
### A sample; no such tournament was played
012 Кубок города
022 Тверь
032 RUS
042 2026/11/01
052 2026/11/02
062 4
072 3
082 2
092 Team: Swiss
102 IA Petrova, Anna
112 First deputy
112 Second deputy
122 90 minutes and 30 seconds a move
132                                                                                        26/11/01  26/11/02
142 2
152 W
162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5
172 RUS  HBFN
182 Tavleya
192 FIDE_TEAM_TYPEA_MP_GP
202 EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP
212 PTS,BH/C1,BH,SB
222 5400+30
352 WB
362 TW 2.0   TD 1.0   TL 0.0

DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1  2222 2 2
001    1 m GM Ivanov, Ivan                      2486 RUS    24101010 1990/05/17  1.5    1     3 w 1     4 b =
001    2 wWIM Sidorova, Vera                    2250 RUS    24101011 2001/00/00  1.0    2     4 b 0     3 w +
001    3 m    Kim, Oleg                              KAZ                         0.0    4     1 b 0     2 b -
001    4 m  f Петренко Олена                    1990 UKR    14101012             1.5    3     2 w 1     1 w =
RUS    1 m GM Ivanov, Ivan                      2510 RUS        1234 1990/05/17
013 Old style                          1    2
310   1 Alpha                            ALPHA   2368    3.0    3.5   1     1    2
310   2 Beta                             BETA    1990    1.0    0.5   2     3    4
240 H 003    1    3
250  2.0        1   1    1    2
260   1   2    1    3
300   1   1   2    1    2
320  1.0  1.0      1
330 +-   2   1   2
299 +  2.0   2.5   001    1
801  1 ALPHA  3  3.5   2 w 10 12   2 b =+ 12
802   1 ALPHA    3.0    2.5    2 w  1.0     2 b  1.5f
XXR 2
XXC white1
XXZ 3
XXA    2  1.0  0.5
XXP 1 3
XXS W=1 D=0.5 PAB=1
BBW  1.0
ABC something of another program
"""


def without(text: str, start: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(start))


def player(number: int, *cells: str, rating: str = "2000", name: str = "") -> str:
    """A player's line; cells as `   2 w 1`."""
    head = f"001 {number:>4} m    {name or f'Player {number}':<33} {rating:>4} RUS             2000/01/01  0.0    1"
    return "  ".join([head, *cells])


def file(*lines: str) -> bytes:
    return "\r\n".join(["012 Sample", *lines, ""]).encode()


SWISS = DATA / "swiss"


def swiss(name: str) -> Path:
    return next(SWISS.glob(f"{name}*.trf"))


def cut(path: Path, rounds: int, *lines: str) -> bytes:
    """Return the file after so many rounds, with extra `lines`."""
    tournament = read(path.read_bytes()).tournament
    records = tuple(
        replace(record, rounds=record.rounds[:rounds], points=None) if isinstance(record, PlayerRecord) else record
        for record in tournament.records
        if not isinstance(record, ByesRecord)
    )
    data = write(TrfTournament(records, tournament.writing))
    return data.rstrip(b"\r\n") + b"".join(b"\r\n" + line.encode() for line in lines) + b"\r\n"
