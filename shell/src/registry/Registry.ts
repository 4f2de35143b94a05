import {
  CONTRIBUTION_KINDS,
  type Contribution,
  type ContributionKind,
  type Contributions,
  type ContributionValue,
  type Disposer,
  EXTENSION_KINDS,
  MAIN_KINDS,
} from '@lading/contract';
import {
  computed,
  type IComputedValue,
  type IObservableArray,
  makeObservable,
  observable,
  runInAction,
} from 'mobx';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import { type Candidate, type RegistryProblem, resolveConflicts } from './conflicts.ts';

type Resolved<K extends ContributionKind> = ReturnType<typeof resolveConflicts<K>>;
type Owner = Pick<PluginRecord, 'name' | 'rank' | 'shipped'> & Partial<Pick<PluginRecord, 'removed'>>;

/** Contributions of all plugins, by kind. Observable; the returned lists are read-only. */
export class Registry {
  /** All contributions, also those that are left out. */
  readonly lists = new Map<ContributionKind, IObservableArray<Candidate>>();
  readonly #resolved = new Map<ContributionKind, IComputedValue<Resolved<ContributionKind>>>();

  constructor() {
    for (const kind of CONTRIBUTION_KINDS) {
      const list = observable.array<Candidate>([], { deep: false });
      this.lists.set(kind, list);
      this.#resolved.set(
        kind,
        // Guards and menus read it outside reactions, where MobX would recompute it at each read.
        computed(() => resolveConflicts(kind, list.slice()), { keepAlive: true }),
      );
    }
    makeObservable(this, { problems: computed });
  }

  /**
   * Adds a contribution; the disposer removes it. It is left out while it conflicts with another,
   * and ignored if the page no longer has the plugin.
   */
  add<K extends ContributionKind>(owner: Owner, kind: K, value: ContributionValue<K>): Disposer {
    const list = this.lists.get(kind);
    if (!list)
      throw new Error(`Unknown kind of contribution "${kind}"; expected ${CONTRIBUTION_KINDS.join(', ')}`);
    if (owner.removed) return () => {};
    const candidate = candidateOf(owner, kind, value);
    runInAction(() => list.push(candidate));
    return () =>
      runInAction(() => {
        const at = list.indexOf(candidate);
        if (at >= 0) list.splice(at, 1);
      });
  }

  /** Adds all contributions of a manifest. */
  addAll(owner: Owner, contributions: Contributions): void {
    runInAction(() => {
      for (const kind of MAIN_KINDS) this.#addList(owner, kind, contributions[kind]);
      for (const kind of EXTENSION_KINDS) this.#addList(owner, kind, contributions.extensions?.[kind]);
    });
  }

  /** Returns contributions in import map order. */
  list<K extends ContributionKind>(kind: K): readonly Contribution<K>[] {
    return (this.#resolved.get(kind)?.get().accepted ?? []) as unknown as readonly Contribution<K>[];
  }

  /** Contributions that were left out, with the winner of each conflict. */
  get problems(): readonly RegistryProblem[] {
    return CONTRIBUTION_KINDS.flatMap((kind) => this.#resolved.get(kind)?.get().problems ?? []);
  }

  #addList<K extends ContributionKind>(
    owner: Owner,
    kind: K,
    values: readonly ContributionValue<K>[] = [],
  ): void {
    if (values.length === 0) return;
    this.lists.get(kind)?.push(...values.map((value) => candidateOf(owner, kind, value)));
  }
}

function candidateOf<K extends ContributionKind>(
  { name, shipped, rank }: Owner,
  kind: K,
  value: ContributionValue<K>,
): Candidate {
  return { kind, plugin: name, shipped, rank, value } as unknown as Candidate;
}
