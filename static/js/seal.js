// Sealing a move on the player's device, by the scheme `tavleya-seal-1` (docs/sealing.md): `stored` is for the server,
// the cards and the receipt never leave the device. All randomness comes in as `entropy`, so that the same input gives
// the same envelope.

export const SCHEME = "tavleya-seal-1";
export const LONGEST_MOVE = 80;

// The number of cards that open the envelope, and their holders.
export const POLICIES = {
  two_of_three: { needed: 2, holders: ["envelope", "sealer", "opponent"] },
  two_of_two: { needed: 2, holders: ["envelope", "sealer"] },
  envelope: { needed: 1, holders: ["envelope", "sealer"] },
};

const NONCE = 32;
const SHARE = 16;
const SALT = 16;
const IV = 12;
const PADDED = 512;
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

export const entropyNeeded = (policy) => NONCE + SHARE * POLICIES[policy].needed + SALT + IV;

// Whether this browser can do it: the interface is there only on pages that came over a secure line.
export const canSeal = () => Boolean(globalThis.crypto?.subtle);

// Bytes as groups of four letters of Crockford's alphabet.
export const grouped = (bytes) => {
  const digits = Math.floor((bytes.length * 8 + 4) / 5);
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) << BigInt(digits * 5 - bytes.length * 8);
  let letters = "";
  for (let place = 0; place < digits; place += 1) {
    letters = LETTERS[Number(number & 31n)] + letters;
    number >>= 5n;
  }
  return letters.match(/.{1,4}/g).join("-");
};

// The field of 256 elements with the polynomial of AES.
const times = (first, second) => {
  let [a, b, product] = [first, second, 0];
  while (b) {
    if (b & 1) product ^= a;
    a <<= 1;
    if (a & 0x100) a ^= 0x11b;
    b >>= 1;
  }
  return product;
};

// One share of the secret: for each byte, the value at `place` of the polynomial whose constant is that byte.
const share = (secret, coefficients, place) =>
  secret.map((constant, index) => {
    let value = 0;
    for (let at = coefficients.length - SHARE + index; at >= 0; at -= SHARE) {
      value = times(value, place) ^ coefficients[at];
    }
    return times(value, place) ^ constant;
  });

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const card = async (place, tag, part) => {
  const body = joined([place], tag, part);
  const check = (await sha256(joined(bytesOf("tavleya card 1"), body))).slice(0, 4);
  return grouped(joined(body, check));
};

const encrypted = async (secret, padded, { game, ply, salt, iv }, bound) => {
  const { subtle } = crypto;
  const info = bytesOf(`${SCHEME} ${game} ${ply}`);
  const base = await subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info };
  const key = await subtle.deriveKey(how, base, { name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  return new Uint8Array(await subtle.encrypt({ name: "AES-GCM", iv, additionalData: bound }, key, padded));
};

// Seal `move` exactly as written. Resolves to { stored, cards by holder, receipt }; throws a RangeError if the text is
// empty or too long, or the entropy has another length.
export const seal = async (move, { game, ply, side, entropy, language = "", policy = "two_of_three" }) => {
  if (!move.trim() || [...move].length > LONGEST_MOVE) throw new RangeError("sealed_text_length");
  if (entropy.length !== entropyNeeded(policy)) throw new RangeError("entropy");
  const { needed, holders } = POLICIES[policy];
  let at = 0;
  const take = (size) => entropy.slice(at, (at += size));
  const [nonce, secret, salt, iv] = [NONCE, SHARE, SALT, IV].map(take);
  const coefficients = entropy.slice(at);

  const contents = ["tavleya sealed move 1", game, ply, side, move, language, hex(nonce)];
  const digest = await sha256(bytesOf(JSON.stringify(contents)));
  const commitment = hex(digest);

  // The members of the associated data are sorted by name.
  const bound = bytesOf(JSON.stringify({ commitment, game, holders, needed, ply, scheme: SCHEME, side }));
  const [text, letters] = [JSON.stringify(move), JSON.stringify(language)];
  const plain = bytesOf(`{"move": ${text}, "language": ${letters}, "nonce": "${hex(nonce)}"}`);
  const padded = new Uint8Array(PADDED);
  padded.set([plain.length >> 8, plain.length & 255]);
  padded.set(plain, 2);
  const ciphertext = await encrypted(secret, padded, { game, ply, salt, iv }, bound);

  const cards = {};
  for (const [index, holder] of holders.entries()) {
    const place = index + 1;
    cards[holder] = await card(place, digest.slice(0, 4), share(secret, coefficients, place));
  }
  const stored = {
    scheme: SCHEME,
    game,
    ply,
    side,
    needed,
    holders,
    commitment,
    salt: base64(salt),
    iv: base64(iv),
    ciphertext: base64(ciphertext),
  };
  return { stored, cards, receipt: grouped(nonce) };
};
