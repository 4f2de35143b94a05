import type { Permission } from '@lading/contract/rest';
import { CountedCache } from '../../platform/CountedCache.ts';
import { CallerGrants } from './CallerGrants.ts';
import { grantees, PermissionIndex } from './PermissionIndex.ts';

type Resources = Permission['resources'];

/** Source of permissions: the database, or a test. */
export interface PermissionSource {
  /** Returns a number that increases with each change. */
  version(): Promise<bigint>;
  /** Returns all permissions in batches. */
  read(): AsyncIterable<readonly Permission[]>;
  /**
   * The permissions that changed after one version, up to another, as they are now. `undefined` if
   * the source no longer knows them or they are too many: all permissions have to be read.
   */
  changes(after: bigint, upTo: bigint): Promise<Change['permissions'] | undefined>;
}

export interface GrantHolder {
  userName: string;
  groups: readonly string[];
}

/** Maximum delay until changes of another node apply, in milliseconds. */
const recheckAfter = 2000;

/** Maximum number of targets in the cached grants of all callers. */
const maxKeptTargets = 200_000;

/** Changes of one statement. */
export interface Change {
  /** The version after the change. Before, it was one less. */
  version: bigint;
  /** By name. `undefined` for a deleted permission. */
  permissions: ReadonlyMap<string, Resources | undefined>;
}

interface Snapshot {
  version: bigint;
  readonly index: PermissionIndex;
}

/**
 * Caches permissions in memory until they change. One small query every two seconds detects changes
 * of other nodes. A change by this node applies as soon as it is committed.
 */
export class KeptPermissions {
  readonly #source: PermissionSource;
  #snapshot: Snapshot | undefined;
  #refreshing: Promise<void> | undefined;
  /**
   * Counts the events that make the snapshot stale. A refresh that began before such an event is
   * discarded.
   */
  #generation = 0;
  /** Changes committed during a refresh, which may have read the state before them. */
  #pending: Change[] = [];
  #checked = { generation: -1, at: Number.NEGATIVE_INFINITY };
  readonly #callers = new CountedCache<{ grants: CallerGrants; grantees: readonly string[] }>({
    maxSize: maxKeptTargets,
    sizeCalculation: ({ grants }) => grants.size,
  });
  readonly uses = this.#callers.uses;

  constructor(source: PermissionSource) {
    this.#source = source;
  }

  /** Returns the caller's grants. The same object until a permission of the caller changes. */
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

  /** Returns the current grants in some repositories. */
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
    this.#update(this.#snapshot, change);
  }

  #update(snapshot: Snapshot, { version, permissions }: Change): void {
    const concerned = new Set<string>();
    for (const [name, resources] of permissions) {
      for (const grantee of snapshot.index.set(name, resources)) concerned.add(grantee);
    }
    snapshot.version = version;
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
      await this.#readChanges(version);
      checked.at = performance.now();
    }
    this.#checked = checked;
  }

  /**
   * Reads only the changed permissions where possible: all 50,000 of a large installation take
   * seconds.
   */
  async #readChanges(version: bigint): Promise<void> {
    const snapshot = this.#snapshot;
    const permissions =
      snapshot && snapshot.version < version
        ? await this.#source.changes(snapshot.version, version)
        : undefined;
    if (snapshot && permissions) {
      this.#update(snapshot, { version, permissions });
      return;
    }
    const index = new PermissionIndex();
    for await (const portion of this.#source.read()) {
      for (const { name, resources } of portion) index.set(name, resources);
    }
    this.#callers.clear();
    this.#snapshot = { version, index };
  }
}
