"""Settings of another installation, on SQLite in the folder `ELSEWHERE`: for tests of transfers."""

import os
from pathlib import Path

from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

DATABASES["default"]["NAME"] = str(Path(os.environ["ELSEWHERE"]) / "elsewhere.sqlite3")
MEDIA_ROOT = Path(os.environ["ELSEWHERE"]) / "media"
