import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../database/db.ts';
import { CacheUses } from '../../platform/CountedCache.ts';
import type { User } from '../User.ts';

/**
 * Maximum delay until a revocation on another node applies, in milliseconds. Revocations on this
 * node apply immediately.
 */
const cacheMs = 2000;

export interface VerifiedToken {
  user: User;
  scopes: string[];
  tokenId: string;
  expires: Date | null;
}

/**
 * Caches valid tokens, because clients send them with every request. Stores only a hash with a key
 * that exists only in this process.
 */
export class VerifiedTokens {
  readonly #key = randomBytes(32);
  readonly #tokens = new LRUCache<string, VerifiedToken>({ max: 5000, ttl: cacheMs });
  readonly uses = new CacheUses();
  /** Counts changes. A lookup that began before a change is not cached. */
  #changes = 0;

  /** Returns the cached token while valid, or the result of `look`. */
  async find(
    token: string,
    look: () => Promise<VerifiedToken | undefined>,
  ): Promise<VerifiedToken | undefined> {
    const hash = createHmac('sha256', this.#key).update(token).digest('base64');
    const known = this.#tokens.get(hash);
    const isValid = known && (known.expires === null || known.expires.getTime() > Date.now());
    this.uses.count(isValid === true);
    if (isValid) return known;
    const changes = this.#changes;
    const found = await look();
    if (found && changes === this.#changes) this.#tokens.set(hash, found);
    return found;
  }

  forgetAll(): void {
    this.#changes++;
    this.#tokens.clear();
  }
}

/** Returns the cache of the current platform. */
export const verifiedTokens = () => currentPlatform().access.tokens;
