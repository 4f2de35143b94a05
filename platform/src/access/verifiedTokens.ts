import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../database/db.ts';
import type { User } from './User.ts';

/** How long another node's revocation may take to be seen here, in milliseconds; our own is seen at once. */
const seenWithin = 2000;

export interface VerifiedToken {
  user: User;
  scopes: string[];
  tokenId: string;
  expires: Date | null;
}

/**
 * Clients that send a token with every request would ask the database at each of them. One that held is remembered, by its
 * hash under a key that lives in this process alone.
 */
export class VerifiedTokens {
  readonly #key = randomBytes(32);
  readonly #tokens = new LRUCache<string, VerifiedToken>({ max: 5000, ttl: seenWithin });
  /** A look-up that began before something changed is not remembered. */
  #changes = 0;

  /** What is remembered of the token while it holds, or what `look` finds. */
  async find(
    token: string,
    look: () => Promise<VerifiedToken | undefined>,
  ): Promise<VerifiedToken | undefined> {
    const hash = createHmac('sha256', this.#key).update(token).digest('base64');
    const known = this.#tokens.get(hash);
    if (known && (known.expires === null || known.expires.getTime() > Date.now())) return known;
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

/** Of the current platform. */
export const verifiedTokens = () => currentPlatform().access.tokens;
