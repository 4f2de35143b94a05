import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';

/** Cached signing keys of issuers of ID tokens. */
export interface FederationMemory {
  /** By issuer, and whether private addresses are allowed. */
  readonly keySets: LRUCache<string, JWTVerifyGetKey>;
}

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly federation: FederationMemory;
  }
}

/** How long the metadata of an issuer is cached, in milliseconds. */
const metadataTtlMs = 300_000;

export function createFederationMemory(): FederationMemory {
  return { keySets: new LRUCache({ max: 100, ttl: metadataTtlMs }) };
}
