import { createHmac, randomBytes } from 'node:crypto';
import { afterCommit, currentPlatform } from '../../database/db.ts';
import { CountedCache } from '../../platform/CountedCache.ts';
import { verifiedTokens } from '../tokens/verifiedTokens.ts';
import type { User } from '../User.ts';

/** How long a correct password is not hashed again, in milliseconds. */
const cacheMs = 60_000;

/** How long a change of the user by another process can go unnoticed, in milliseconds. */
const rereadAfterMs = 2000;

interface Verified {
  user: User;
  /** When the user was read, as `performance.now()`. */
  read: number;
}

/**
 * Correct passwords, so that clients that send one with each request don't wait for its hash each
 * time. They are remembered by a hash with a key of this process.
 */
export class VerifiedPasswords {
  readonly #key = randomBytes(32);
  readonly #users = new CountedCache<Verified>({ max: 5000, ttl: cacheMs, noUpdateTTL: true });
  readonly uses = this.#users.uses;
  readonly #running = new Map<string, Promise<User>>();
  /** Counts changes. A verification that began before a change of its user is not cached. */
  #changes = 0;

  /**
   * The user of a password that was correct for the same place within the last minute. The user is
   * read again with `findUser` after 2 seconds: a password that was changed elsewhere is no longer
   * correct. Limits of sign-in attempts count by place, so that a password remembered for another
   * place reveals nothing here.
   */
  async find(
    name: string,
    password: string,
    place: string,
    findUser: (name: string) => Promise<User | undefined>,
  ): Promise<User | undefined> {
    const hash = this.#hash(name, password, place);
    const known = this.#users.get(hash);
    if (!known || performance.now() - known.read < rereadAfterMs) return known?.user;
    const [changes, read] = [this.#changes, performance.now()];
    const user = await findUser(name);
    if (changes !== this.#changes) return undefined;
    if (!user || !samePassword(known.user, user)) {
      this.#users.delete(hash);
      return undefined;
    }
    this.#users.set(hash, { user, read });
    return user;
  }

  /** Read it before the user is read, and pass it to `remember`. */
  get changes(): number {
    return this.#changes;
  }

  remember(user: User, password: string, place: string, changes: number): void {
    if (changes !== this.#changes) return;
    this.#users.set(this.#hash(user.name, password, place), { user, read: performance.now() });
  }

  /**
   * Concurrent requests with the same password from the same place are one attempt with one result:
   * a package manager begins with a dozen requests.
   */
  share(name: string, password: string, place: string, verify: () => Promise<User>): Promise<User> {
    const attempt = this.#hash(name, password, place);
    const running = this.#running.get(attempt);
    if (running) return running;
    const started = verify().finally(() => {
      if (this.#running.get(attempt) === started) this.#running.delete(attempt);
    });
    this.#running.set(attempt, started);
    return started;
  }

  forget(name: string): void {
    this.#changes++;
    this.#running.clear();
    for (const [hash, { user }] of this.#users.entries()) if (user.name === name) this.#users.delete(hash);
  }

  forgetAll(): void {
    this.#changes++;
    this.#running.clear();
    this.#users.clear();
  }

  #hash(name: string, password: string, place: string): string {
    return createHmac('sha256', this.#key).update(`${name}\0${place}\0${password}`).digest('base64');
  }
}

/**
 * The password of a directory's user is not known here: `passwordHash` is null before and after.
 */
function samePassword(before: User, now: User): boolean {
  return (
    now.enabled &&
    !now.passwordExpired &&
    now.passwordHash === before.passwordHash &&
    now.realm === before.realm
  );
}

export const verifiedPasswords = () => currentPlatform().access.passwords;

/**
 * Forgets a user's password and all tokens: immediately, for verifications in progress, and again
 * after the current transaction has been committed.
 */
export function forgetPassword(name: string): void {
  const [passwords, tokens] = [verifiedPasswords(), verifiedTokens()];
  const forget = () => {
    passwords.forget(name);
    tokens.forgetAll();
  };
  forget();
  afterCommit(forget);
}

/** Like `forgetPassword`, for all users: after a change of group members. */
export function forgetPasswords(): void {
  const [passwords, tokens] = [verifiedPasswords(), verifiedTokens()];
  const forget = () => {
    passwords.forgetAll();
    tokens.forgetAll();
  };
  forget();
  afterCommit(forget);
}
