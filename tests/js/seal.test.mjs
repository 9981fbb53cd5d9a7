// Sealing in the browser, against the examples of tests/data/sealing.json and against WebCrypto's own decryption. Run
// through tests/arbiter/test_sealing.py, which opens what is sealed here (SEALED_OUT) with the server's code.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("../../static/js/seal.js", import.meta.url), "utf8");
const { canSeal, entropyNeeded, grouped, POLICIES, seal } = await import(
  `data:text/javascript,${encodeURIComponent(source)}`
);
const examples = JSON.parse(readFileSync(new URL("../data/sealing.json", import.meta.url), "utf8"));
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

for (const { move, stored, cards, receipt, entropy, ...given } of examples) {
  test(`the example of ${given.policy} is sealed to the last letter`, async () => {
    assert.deepEqual(await seal(move, { ...given, entropy: unhex(entropy) }), { stored, cards, receipt });
  });
}

test("there are examples, and this machine can seal", () => {
  assert.ok(examples.length > 1);
  assert.ok(canSeal());
});

const about = { game: "6f1f3f0e-5f63-4a0e-9a58-0f4f2f4f7a11", ply: 41, side: "white", language: "ru" };
const fresh = (policy) => crypto.getRandomValues(new Uint8Array(entropyNeeded(policy)));

test("what is no move of a few letters is not sealed", async () => {
  for (const move of ["", "  ", "x".repeat(81)]) {
    await assert.rejects(seal(move, { ...about, entropy: fresh("two_of_three") }), RangeError);
  }
  await seal("♔".repeat(40) + "𝄞".repeat(40), { ...about, entropy: fresh("two_of_three") });
});

test("another length of entropy is refused", async () => {
  await assert.rejects(seal("e2-e4", { ...about, entropy: new Uint8Array(10) }), RangeError);
});

test("letters are grouped by four", () => {
  assert.equal(grouped(new Uint8Array([0, 0, 0])), "0000-0");
  assert.equal(grouped(new Uint8Array([255])), "ZW");
});

test("what is sealed here goes out to be opened by the server's code", async () => {
  if (!process.env.SEALED_OUT) return;
  const moves = ["e2-e4", "(12) а2 – а8", 'Nf3 "=?" \\ \t', "♘g1-f3 𝄞", "\u007f\u2028é", "x".repeat(80)];
  const made = [];
  for (const policy of Object.keys(POLICIES)) {
    for (const move of moves) made.push({ move, ...(await seal(move, { ...about, policy, entropy: fresh(policy) })) });
  }
  writeFileSync(process.env.SEALED_OUT, JSON.stringify(made));
});
