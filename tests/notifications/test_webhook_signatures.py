"""Signatures by Standard Webhooks: the example of the specification, changed messages, the check in docs/api.md."""

import base64
import re
import textwrap
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.encryption import new_secret, sign, signed_headers, verify
from tests.paths import ROOT

# The example in the tests of the reference libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE_ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
AT = datetime.fromtimestamp(1_614_265_330, UTC)
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {"webhook-id": MESSAGE_ID, "webhook-timestamp": "1614265330", "webhook-signature": SIGNATURE}

Check = Callable[[str, Mapping[str, str], bytes], bool]


def _ours(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    return verify(secret, headers, body, AT)


def _documented(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """The check in docs/api.md, at the time of the example."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    code = re.search(r"^    import base64.*?(?=^\S)", page, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(textwrap.dedent(code[0]), names)
    names["time"] = type("Clock", (), {"time": staticmethod(AT.timestamp)})
    return bool(names["is_genuine"](secret, headers, body))


CHECKS = pytest.mark.parametrize("check", [_ours, _documented], ids=["ours", "documented"])


def test_the_example_of_the_specification() -> None:
    assert sign(SECRET, MESSAGE_ID, "1614265330", BODY) == SIGNATURE
    assert signed_headers(SECRET, MESSAGE_ID, AT, BODY) == HEADERS


@CHECKS
def test_the_example_is_accepted(check: Check) -> None:
    assert check(SECRET, HEADERS, BODY)


@CHECKS
def test_one_of_several_signatures_is_enough(check: Check) -> None:
    """The specification has a list, so that a secret can be replaced."""
    other = sign(new_secret(), MESSAGE_ID, "1614265330", BODY)
    assert check(SECRET, {**HEADERS, "webhook-signature": f"v1a,é {other} {SIGNATURE}"}, BODY)
    assert not check(SECRET, {**HEADERS, "webhook-signature": other}, BODY)


@CHECKS
@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({}, b'{"test": 2432232315}'),
        ({}, BODY + b" "),
        ({"webhook-id": "msg_another"}, BODY),
        ({"webhook-timestamp": "1614265331"}, BODY),
        ({"webhook-signature": SIGNATURE.removeprefix("v1,")}, BODY),
        ({"webhook-signature": SIGNATURE.replace("v1,", "v2,")}, BODY),
        ({"webhook-signature": ""}, BODY),
    ],
    ids=["body", "space", "id", "timestamp", "no version", "other version", "no signature"],
)
def test_a_changed_message_is_refused(check: Check, headers: dict[str, str], body: bytes) -> None:
    assert not check(SECRET, {**HEADERS, **headers}, body)


@CHECKS
@pytest.mark.parametrize(("seconds", "accepted"), [(-301, False), (-300, True), (300, True), (301, False)])
def test_an_old_or_future_message_is_refused(check: Check, seconds: int, accepted: bool) -> None:
    sent = AT + timedelta(seconds=seconds)
    assert check(SECRET, signed_headers(SECRET, MESSAGE_ID, sent, BODY), BODY) is accepted


@pytest.mark.parametrize("name", list(HEADERS))
def test_a_message_without_one_of_the_headers_is_refused(name: str) -> None:
    assert not _ours(SECRET, {key: value for key, value in HEADERS.items() if key != name}, BODY)


@pytest.mark.parametrize("timestamp", ["", "x", "-1614265330", "1614265330.0", "١٦١٤٢٦٥٣٣٠", "1" * 5000])
def test_a_malformed_timestamp_is_refused(timestamp: str) -> None:
    signature = sign(SECRET, MESSAGE_ID, timestamp, BODY)
    headers = {**HEADERS, "webhook-timestamp": timestamp, "webhook-signature": signature}
    assert not _ours(SECRET, headers, BODY)


def test_a_message_without_an_id_or_a_secret_is_refused_although_its_signature_fits() -> None:
    assert not _ours(SECRET, signed_headers(SECRET, "", AT, BODY), BODY)
    assert not _ours("", signed_headers("", MESSAGE_ID, AT, BODY), BODY)


def test_a_secret_has_the_form_of_the_specification_and_is_new_each_time() -> None:
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    for secret in secrets:
        prefix, key = secret[:6], base64.b64decode(secret[6:], validate=True)
        assert prefix == "whsec_" and 24 <= len(key) <= 64
