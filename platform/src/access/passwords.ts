import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '../http/errors.ts';

/** Argon2id with 19 MiB and two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once: they share their threads with the reading and writing of files. */
const atOnce = 2;
const longestQueue = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** Of the process as a whole, as its threads are. */
async function oneOfTwo<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) {
      throw new HttpError(503, 'BUSY', 'Too many people sign in at once: try again in a moment', undefined, {
        'retry-after': '2',
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return oneOfTwo(() => hash(password, options));
}

/** A hash of nothing anyone knows, of the same cost as the others. */
let nobodysHash: Promise<string> | undefined;

/** Takes the same time whether there is a hash or not, so that nobody learns which users there are. */
export async function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  nobodysHash ??= hashPassword(crypto.randomUUID());
  const compared = passwordHash ?? (await nobodysHash);
  const right = await oneOfTwo(() => verify(compared, password));
  return right && passwordHash !== null && passwordHash !== undefined;
}
