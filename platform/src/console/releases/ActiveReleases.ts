import { createHash } from 'node:crypto';
import type { PluginCanary } from '@lading/contract/rest';
import type { Seal } from '../../secrets/Seal.ts';
import { pluginPolicy } from './pluginPolicy.ts';
import type { ReleaseSet } from './ReleaseSet.ts';
import { type ActiveRow, activeBefore, activeRow, findRelease } from './releaseRows.ts';
import { openRelease } from './releaseSignature.ts';
import { type Revocations, readRevocations } from './revocations.ts';
import { type UntrustedRules, untrustedRules } from './untrusted.ts';

/** The set that a page is built from: the active one or the canary. */
export type Variant = 'stable' | 'canary';

/** A caller, as far as the choice of the set depends on it. */
export interface Visitor {
  kind: 'anonymous' | 'user';
  userName: string;
  groups: readonly string[];
}

export interface Canary extends PluginCanary {
  set: ReleaseSet;
}

/**
 * While the console is in use, each node looks this often for changes of another one, in
 * milliseconds.
 */
const LOOK_MS = 2_000;
/** Milliseconds without an opened page after which a console is not in use. */
const REST_MS = 300_000;
/** How often a node looks while the console is not in use, in milliseconds. */
const REST_LOOK_MS = 30_000;

/**
 * The active release sets, in memory. A change by this node is visible once it is committed; one of
 * another node after at most 2 s. A set whose signature is not valid is never used: the one before
 * stays.
 */
export class ActiveReleases {
  #row: ActiveRow | undefined;
  #stable: ReleaseSet | undefined;
  #former: ReleaseSet | undefined;
  #canary: Canary | undefined;
  #revoked: Revocations = new Map();
  #untrusted: UntrustedRules = { packages: [], publishers: [] };
  #problem: string | undefined;
  #looked = Number.NEGATIVE_INFINITY;
  #used = performance.now();
  #looking: Promise<void> | undefined;

  /** `report` gets each reason why a set is not used, once. */
  constructor(
    private readonly seal: Seal,
    private readonly report: (problem: string) => void,
  ) {}

  set(variant: Variant): ReleaseSet | undefined {
    return variant === 'canary' ? (this.#canary?.set ?? this.#stable) : this.#stable;
  }

  get canary(): Canary | undefined {
    return this.#canary;
  }

  /** The set that a rollback activates, whose packages have to stay. */
  get former(): ReleaseSet | undefined {
    return this.#former;
  }

  /** Versions that no page loads. The same object until one is revoked or restored. */
  get revoked(): Revocations {
    return this.#revoked;
  }

  /** Plugins that pages show in frames. */
  get untrusted(): UntrustedRules {
    return this.#untrusted;
  }

  /** Why the active set is not in use. */
  get problem(): string | undefined {
    return this.#problem;
  }

  variantFor({ kind, userName, groups }: Visitor): Variant {
    const { canary } = this;
    if (!canary || kind === 'anonymous') return 'stable';
    if (groups.some((group) => canary.groups.includes(group))) return 'canary';
    return shareOf(userName) < canary.percent ? 'canary' : 'stable';
  }

  /** For a page: only the first one, and the first after a rest, waits for the database. */
  async ready(): Promise<void> {
    this.#used = performance.now();
    if (this.#used - this.#looked > 2 * LOOK_MS) await this.refresh().catch(() => undefined);
  }

  /** For the timer. */
  async look(): Promise<void> {
    const now = performance.now();
    const pause = now - this.#used > REST_MS ? REST_LOOK_MS : LOOK_MS;
    if (now - this.#looked >= pause) await this.refresh();
  }

  /** Concurrent calls wait for one read. */
  refresh(): Promise<void> {
    this.#looking ??= this.#refresh().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** After a change by this node: a read that began before the commit does not count. */
  async reread(): Promise<void> {
    await this.#looking;
    await this.refresh();
  }

  async #refresh(): Promise<void> {
    const row = await activeRow();
    this.#looked = performance.now();
    if (row.revision === this.#row?.revision) return;
    this.#revoked = await readRevocations();
    this.#untrusted = untrustedRules(await pluginPolicy());
    const [stable, canary] = [await this.#open(row.number), await this.#open(row.canary)];
    const former = row.number === null ? undefined : await activeBefore(row.number);
    if (!('problem' in stable)) this.#stable = stable.set;
    this.#canary =
      'set' in canary && canary.set
        ? { set: canary.set, groups: row.groups, percent: row.percent }
        : undefined;
    const earlier = await this.#open(former ?? null);
    this.#former = 'set' in earlier ? earlier.set : undefined;
    this.#problem = 'problem' in stable ? stable.problem : 'problem' in canary ? canary.problem : undefined;
    this.#row = row;
    if (this.#problem !== undefined) this.report(this.#problem);
  }

  async #open(number: number | null): Promise<{ set: ReleaseSet | undefined } | { problem: string }> {
    if (number === null) return { set: undefined };
    const row = await findRelease(number);
    if (!row) return { problem: `Release set ${number} cannot be used: it does not exist` };
    return openRelease(this.seal, number, row);
  }
}

/** From 0 to below 100, always the same for a user. */
function shareOf(userName: string): number {
  const hash = createHash('sha256').update(userName).digest();
  return (hash.readUInt32BE(0) / 2 ** 32) * 100;
}
