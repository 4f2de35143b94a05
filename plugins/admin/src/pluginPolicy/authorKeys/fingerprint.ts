/** Digits that messages of the server show. */
const SHOWN = 16;

const PRIMES = primes(64);
/** The first 32 bits of the fraction of a root. */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

/**
 * Returns the ID of a public key in base64, as the server knows it: its SHA-256. Pages over plain
 * HTTP have no `crypto.subtle`; a key of 44 bytes takes a single block.
 */
export function keyIdOf(publicKey: string): string {
  const bytes = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0));
  const block = new DataView(new ArrayBuffer(64));
  for (const [at, byte] of bytes.entries()) block.setUint8(at, byte);
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, bytes.length * 8);
  const hash = hashOf(block);
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Returns the first digits, as in messages of the server. */
export function shortId(keyId: string): string {
  return `${keyId.slice(0, SHOWN)}…`;
}

/** SHA-256 (FIPS 180-4) of one block. */
function hashOf(block: DataView): Uint32Array {
  const words = new Uint32Array(64);
  const word = (at: number) => words[at] as number;
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(at * 4);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + small + word(at - 7) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  for (let at = 0; at < 64; at++) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const other = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const first = h + one + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + word(at);
    const second = other + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return START.map((start, at) => start + ([a, b, c, d, e, f, g, h][at] as number));
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next++)
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  return found;
}
