"""Within a broadcast delay keys of officials read everything; requests without a key read only public data."""

import pytest
from django.test import Client

from tests.api.test_a_swiss_by_calls import OPEN, ROUND, Program, api, paired

__all__ = ["api"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(api: Program) -> Program:
    """Round 1 of a section with a delay has been played just now."""
    tag = api.ask("get", OPEN)["ETag"]
    api.do("patch", OPEN, {"tracking": "live", "broadcast_delay": 15}, if_match=tag)
    paired(api)
    api.do("post", ROUND + "publish/")
    api.do("post", ROUND + "start/")
    results = [{"board": board, "result": "1-0"} for board in (1, 2, 3)]
    api.do("post", ROUND + "results/", {"results": results})
    return api


def marks(client: Client) -> set[str]:
    rows = client.get(f"/api/v1/events/{OPEN}crosstable/").json()["results"]
    return {cell["mark"] for row in rows for cell in row["cells"]}


def test_a_crosstable_is_whole_for_a_key_of_an_official_alone(played: Program) -> None:
    assert marks(played.client) == {"1", "0"}
    assert marks(Client(headers={"accept-language": "en"})) == {""}


def test_the_report_has_all_results_for_a_key_of_an_official_alone(played: Program) -> None:
    addresses = [
        document["url"]
        for document in played.do("get", OPEN + "documents/")["results"]
        if document["form"] == "trf"
    ]
    (address,) = (document.replace("http://testserver", "") for document in addresses)
    whole = played.client.get(address)
    assert whole["Content-Type"].startswith("text/plain")
    assert whole.content.count(b" w 1") + whole.content.count(b" b 1") == 3
    assert played.client.get(address + "?edition=16").status_code == 200
    assert played.client.get(address + "?edition=17").status_code == 404
    anonymous = Client(headers={"accept-language": "en"})
    assert anonymous.get(address).status_code in (401, 403)
    documents = anonymous.get(f"/api/v1/events/{OPEN}documents/").json()["results"]
    (public,) = (document["url"] for document in documents if document["form"] == "trf")
    text = anonymous.get(public.replace("http://testserver", "")).content
    assert text.count(b" w 1") + text.count(b" b 1") == 0
