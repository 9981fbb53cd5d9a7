"""Licences under which an organiser may publish the data of an event: results, pairings, games."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Licence:
    """`code` is the SPDX code; `name` and `url` are displayed, the same in every language."""

    code: str
    name: str
    url: str


LICENCES = {
    licence.code: licence
    for licence in (
        Licence("CC0-1.0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        Licence("CC-BY-4.0", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
        Licence("CC-BY-SA-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
        Licence("ODbL-1.0", "ODbL 1.0", "https://opendatacommons.org/licenses/odbl/1-0/"),
    )
}
