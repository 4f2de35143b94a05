import { HttpError } from '../../errors/HttpError.ts';
import { HashingThread } from './HashingThread.ts';

/** Argon2id with 19 MiB and two passes. No setting changes it; only tests do: `cheapHashes`. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two concurrent threads for the whole process. */
const idle = [new HashingThread(), new HashingThread()];
const maxQueueLength = 64;
const waiting: ((thread: HashingThread) => void)[] = [];

async function byThread<T>(work: (thread: HashingThread) => Promise<T>): Promise<T> {
  if (idle.length === 0 && waiting.length >= maxQueueLength) {
    throw new HttpError(503, 'BUSY', 'Too many concurrent sign-ins. Try again in a moment.', undefined, {
      'retry-after': '2',
    });
  }
  const thread = idle.pop() ?? (await new Promise<HashingThread>((resolve) => waiting.push(resolve)));
  try {
    return await work(thread);
  } finally {
    const next = waiting.shift();
    if (next) next(thread);
    else idle.push(thread);
  }
}

export function hashPassword(password: string): Promise<string> {
  return byThread((thread) => thread.hash(password, hashCost));
}

/** Hash of an unknown password, with the same cost as the others. */
let unknownUserHash: Promise<string> | undefined;

/** Takes the same time with and without a hash, to not reveal which users exist. */
export async function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  unknownUserHash ??= hashPassword(crypto.randomUUID());
  const compared = passwordHash ?? (await unknownUserHash);
  const right = await byThread((thread) => thread.verify(compared, password));
  return right && passwordHash !== null && passwordHash !== undefined;
}
