import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Seal } from '../../secrets/Seal.ts';

/** Header of a request from another node, and of the response to it. */
export const nodeHeader = 'x-lading-node';

/** Validity of a token, in milliseconds. Clocks of nodes may differ by as much. */
const validMs = 60_000;

/**
 * Authenticates requests between nodes with a key that is derived from `LADING_SECRETS_KEY`, which
 * only the nodes of one installation share. A token is valid for one URL of one node.
 */
export class NodeTokens {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(seal: Pick<Seal, 'keyFor'>, now: () => number = Date.now) {
    this.#key = seal.keyFor('requests between nodes');
    this.#now = now;
  }

  /** Returns a token to read `path`, including its query, from the node. */
  create(node: string, path: string): string {
    const expires = this.#now() + validMs;
    return `${expires}.${this.#sign('request', node, String(expires), path)}`;
  }

  isValid(token: string, node: string, path: string): boolean {
    const [expires = '', signature = ''] = token.split('.');
    const left = Number(expires) - this.#now();
    if (!/^\d{1,15}$/.test(expires) || left < 0 || left > 2 * validMs) return false;
    return isEqual(signature, this.#sign('request', node, expires, path));
  }

  /** Returns the proof that the node responded which the token is for. */
  prove(token: string): string {
    return this.#sign('response', token);
  }

  isProof(proof: unknown, token: string): boolean {
    return typeof proof === 'string' && isEqual(proof, this.prove(token));
  }

  #sign(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url');
  }
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
