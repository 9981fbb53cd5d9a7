import sys
from typing import TextIO

_WIDTH = 30


class ProgressBar:
    """Loading progress on one line of a terminal, or one line per part without a terminal."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stderr
        self.live = self.out.isatty()
        self.part = ""

    def begin(self, part: str) -> None:
        self.part = part
        if not self.live:
            self._write(f"{part} …\n")

    def __call__(self, done: int, of: int) -> None:
        if self.live:
            filled = _WIDTH * done // of if of else _WIDTH
            bar = "█" * filled + "·" * (_WIDTH - filled)
            self._write(f"\r{self.part:<28} {bar} {done}/{of}")

    def end(self, result: str) -> None:
        self._write(
            f"\r{self.part:<28} {result}{' ' * _WIDTH}\n" if self.live else f"{self.part}: {result}\n"
        )

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()
