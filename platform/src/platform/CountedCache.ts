import { LRUCache } from 'lru-cache';

/** Uses of a cache since the start of this node, for metrics. */
export class CacheUses {
  hits = 0;
  misses = 0;

  count(isHit: boolean): void {
    if (isHit) this.hits++;
    else this.misses++;
  }
}

/** A bounded cache in memory that counts its hits and misses. */
export class CountedCache<V extends NonNullable<unknown>> extends LRUCache<string, V> {
  readonly uses = new CacheUses();

  override get(key: string, options?: LRUCache.GetOptions<string, V, unknown>): V | undefined {
    const found = super.get(key, options);
    this.uses.count(found !== undefined);
    return found;
  }
}
