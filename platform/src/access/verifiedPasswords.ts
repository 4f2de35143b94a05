import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { afterCommit, currentPlatform } from '../database/db.ts';
import type { User } from './User.ts';
import { verifiedTokens } from './verifiedTokens.ts';

/** How long a password that was right is not hashed again, in milliseconds. */
const remembered = 60_000;

/**
 * Clients that sign every request with a password would spend their time in hashing. A password that was right is
 * remembered by its hash under a key that lives in this process alone.
 */
export class VerifiedPasswords {
  readonly #key = randomBytes(32);
  readonly #users = new LRUCache<string, User>({ max: 5000, ttl: remembered });
  readonly #running = new Map<string, Promise<User>>();
  /** A verification that began before its user changed is not remembered. */
  #changes = 0;

  /** Only where it was right before: who has to wait elsewhere learns nothing by what is remembered. */
  find(name: string, password: string, place: string): User | undefined {
    return this.#users.get(this.#hash(name, password, place));
  }

  /** Ask for it before the user is read, and hand it to `remember`. */
  get changes(): number {
    return this.#changes;
  }

  remember(user: User, password: string, place: string, changes: number): void {
    if (changes === this.#changes) this.#users.set(this.#hash(user.name, password, place), user);
  }

  /**
   * What a client sends at once, with the same password from the same address, is one attempt with one answer: a package
   * manager begins with a dozen requests.
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
    for (const [hash, user] of this.#users.entries()) if (user.name === name) this.#users.delete(hash);
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

export const verifiedPasswords = () => currentPlatform().access.passwords;

/** With the tokens: once the current transaction is durable, and at once for what is verified meanwhile. */
export function forgetPassword(name: string): void {
  const [passwords, tokens] = [verifiedPasswords(), verifiedTokens()];
  const forget = () => {
    passwords.forget(name);
    tokens.forgetAll();
  };
  forget();
  afterCommit(forget);
}

/** As `forgetPassword`, of everyone: after a change of who is in which group. */
export function forgetPasswords(): void {
  const [passwords, tokens] = [verifiedPasswords(), verifiedTokens()];
  const forget = () => {
    passwords.forgetAll();
    tokens.forgetAll();
  };
  forget();
  afterCommit(forget);
}
