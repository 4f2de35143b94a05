import type { Permission } from '@lading/contract/rest';
import { LRUCache } from 'lru-cache';
import { CallerGrants } from './CallerGrants.ts';
import { grantees, PermissionIndex } from './PermissionIndex.ts';

type Resources = Permission['resources'];

/** Where permissions come from: the database, or a test. */
export interface PermissionSource {
  /** A number that grows with each change. */
  version(): Promise<bigint>;
  /** All permissions, in portions. */
  read(): AsyncIterable<readonly Permission[]>;
}

export interface GrantHolder {
  userName: string;
  groups: readonly string[];
}

/** How long a change by another node may go unnoticed here, in milliseconds. */
const recheckAfter = 2000;

/** How many targets the grants of all kept callers may hold together. */
const maxKeptTargets = 200_000;

/** What one statement changed. */
export interface Change {
  /** The version that the change made; it was one less before. */
  version: bigint;
  /** By name; `undefined` for a deleted permission. */
  permissions: ReadonlyMap<string, Resources | undefined>;
}

interface Snapshot {
  version: bigint;
  readonly index: PermissionIndex;
}

/**
 * Keeps permissions in memory until they change. One small query every two seconds asks whether another node changed
 * them; a change by this node is applied as soon as it is committed.
 */
export class KeptPermissions {
  readonly #source: PermissionSource;
  #snapshot: Snapshot | undefined;
  #refreshing: Promise<void> | undefined;
  /** Counts the events that make the snapshot stale; a refresh that began before such an event does not count. */
  #generation = 0;
  /** Changes committed during a refresh: what the refresh read may be from before them. */
  #pending: Change[] = [];
  #checked = { generation: -1, at: Number.NEGATIVE_INFINITY };
  readonly #callers = new LRUCache<string, { grants: CallerGrants; grantees: readonly string[] }>({
    maxSize: maxKeptTargets,
    sizeCalculation: ({ grants }) => grants.size,
  });

  constructor(source: PermissionSource) {
    this.#source = source;
  }

  /** The caller's grants; the same object until a permission that names the caller changes. */
  async grantsOf({ userName, groups }: GrantHolder): Promise<CallerGrants> {
    const { index } = await this.#current();
    const names = grantees(userName, groups);
    const key = JSON.stringify(names);
    const known = this.#callers.get(key);
    if (known) return known.grants;
    const grants = new CallerGrants(index.naming(names), userName, groups);
    this.#callers.set(key, { grants, grantees: names });
    return grants;
  }

  /** What permissions grant in some repositories, now. */
  async within(repositories: Iterable<string>): Promise<PermissionIndex> {
    return (await this.#current()).index.within(repositories);
  }

  /** Applies a change that this node committed. */
  apply(change: Change): void {
    if (this.#refreshing) {
      this.#pending.push(change);
      return;
    }
    if (!this.#snapshot || change.version <= this.#snapshot.version) return;
    if (change.version !== this.#snapshot.version + 1n) {
      this.#generation += 1;
      return;
    }
    const concerned = new Set<string>();
    for (const [name, resources] of change.permissions) {
      for (const grantee of this.#snapshot.index.set(name, resources)) concerned.add(grantee);
    }
    this.#snapshot.version = change.version;
    for (const [key, { grantees: names }] of this.#callers.entries()) {
      if (names.some((grantee) => concerned.has(grantee))) this.#callers.delete(key);
    }
  }

  async #current(): Promise<Snapshot> {
    for (;;) {
      const { generation, at } = this.#checked;
      const fresh = generation === this.#generation && performance.now() - at < recheckAfter;
      if (fresh && this.#snapshot) return this.#snapshot;
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = undefined;
        this.#applyPending();
      });
      await this.#refreshing;
    }
  }

  #applyPending(): void {
    const changes = this.#pending.sort((a, b) => Number(a.version - b.version));
    this.#pending = [];
    for (const change of changes) this.apply(change);
  }

  async #refresh(): Promise<void> {
    const checked = { generation: this.#generation, at: performance.now() };
    const version = await this.#source.version();
    if (this.#snapshot?.version !== version) {
      const index = new PermissionIndex();
      for await (const portion of this.#source.read()) {
        for (const { name, resources } of portion) index.set(name, resources);
      }
      this.#callers.clear();
      this.#snapshot = { version, index };
      checked.at = performance.now();
    }
    this.#checked = checked;
  }
}
