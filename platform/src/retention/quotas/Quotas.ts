import { listProjects } from '../../access/projects/projects.ts';
import { afterCommit, untilReadyToCommit } from '../../database/db.ts';
import type { EventType, PlatformEvent } from '../../events/Event.ts';
import type { Platform } from '../../platform/Platform.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { type CapacityLimits, QuotaExceeded } from '../../storage/capacity.ts';
import { changesOf, countUsage, mergeChanges, recordChanges } from './sharedUsage.ts';
import { keepLevels, type Level, levelOf, percentOf, storedLevels, storeLevel } from './warnings.ts';

/** Milliseconds between recounts, which correct what was counted by changes. */
const recountAfter = 600_000;

/** Milliseconds after which all nodes know a new quota. */
const knownAfter = 60_000;

/** The quota of a repository or a project, with the bytes of its files. */
interface Quota {
  /** Display name: `repository libs`. */
  readonly what: string;
  /** `repository://libs`. */
  readonly subject: string;
  readonly limit: number;
  readonly repositories: readonly string[];
  used: number;
  /** Bytes of its files without the recorded changes: `used` is this and their sum. */
  base: number;
  /** The last level that is known to be stored. */
  level: Level;
}

const types = [
  'artifact.deployed',
  'artifact.copied',
  'artifact.moved',
  'artifact.cached',
  'artifact.deleted',
] as const;
type Counted = (typeof types)[number] & EventType;

interface Means extends Pick<Platform, 'events' | 'log'> {
  /** Whether other nodes store content, too. */
  readonly isShared: boolean;
  /** Called when a quota has reached a threshold, or fallen below it: `report` is due. */
  readonly onCrossing: () => void;
  /** Informs the administrators by email. Never throws. */
  readonly mail: (subject: string, text: string) => Promise<void>;
}

/**
 * Quotas and their usage, in memory, so that the check of an upload is a map lookup. Counts content
 * by events, and subscribes to them only while there is a quota.
 */
export class Quotas implements CapacityLimits {
  readonly #means: Means;
  /** Bytes of uploads in progress, by subject: quotas are replaced when they are reloaded. */
  readonly #reserved = new Map<string, number>();
  #byRepository: ReadonlyMap<string, readonly Quota[]> = new Map();
  #quotas: readonly Quota[] = [];
  #key = '';
  #countedAt = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;
  /** Number of changes that were counted in transactions of this node. */
  #changes = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** Whether there are quotas to check. */
  get isActive(): boolean {
    return this.#quotas.length > 0;
  }

  /** Whether a quota has crossed a threshold since the last report. */
  get hasCrossed(): boolean {
    return this.#quotas.some(crosses);
  }

  /**
   * Throws `QuotaExceeded` if a quota of the repository has no room for so many bytes. Quotas that
   * apply to `from` as well count them already.
   */
  check(repo: string, bytes: number, from?: string): void {
    for (const { what, subject, used: stored, limit } of this.#concerned(repo, from)) {
      const used = stored + (this.#reserved.get(subject) ?? 0);
      if (used >= limit || used + bytes > limit) throw new QuotaExceeded(what, { used, limit, bytes });
    }
  }

  isLimited(repo: string): boolean {
    return this.#byRepository.has(repo);
  }

  reserve(repo: string, bytes: number, from?: string): () => void {
    this.check(repo, bytes, from);
    const subjects = this.#concerned(repo, from).map(({ subject }) => subject);
    for (const subject of subjects) this.#reserve(subject, bytes);
    return () => {
      for (const subject of subjects.splice(0)) this.#reserve(subject, -bytes);
    };
  }

  #reserve(subject: string, bytes: number): void {
    const reserved = (this.#reserved.get(subject) ?? 0) + bytes;
    if (reserved > 0) this.#reserved.set(subject, reserved);
    else this.#reserved.delete(subject);
  }

  #concerned(repo: string, from: string | undefined): Quota[] {
    const quotas = this.#byRepository.get(repo) ?? [];
    return quotas.filter(({ repositories }) => from === undefined || !repositories.includes(from));
  }

  /** Reloads quotas, and recounts their content if they changed or the count is old. */
  async refresh(): Promise<void> {
    const quotas = await readQuotas();
    const key = JSON.stringify(quotas.map(({ what, limit, repositories }) => [what, limit, repositories]));
    if (key === this.#key && performance.now() - this.#countedAt < recountAfter) return this.#readOthers();
    if (quotas.length > 0) this.#stop ??= this.#subscribe();
    const usage = await countUsage(repositoriesOf(quotas));
    for (const quota of quotas) {
      quota.used = sumOf(quota, (repo) => usage.get(repo)?.bytes);
      quota.base = quota.used - sumOf(quota, (repo) => usage.get(repo)?.changes);
    }
    const areOthers = key !== this.#key;
    this.#quotas = quotas;
    this.#byRepository = byRepository(quotas);
    this.#key = key;
    // Nodes that do not know a new quota yet record no changes: once more when all of them do.
    this.#countedAt = performance.now() - (areOthers ? recountAfter - knownAfter : 0);
    if (quotas.length === 0) this.stop();
    // Afterwards: enforcement does not wait for it.
    if (areOthers) await keepLevels(quotas.map(({ subject }) => subject));
    const levels = await storedLevels();
    for (const quota of quotas) quota.level = levels.get(quota.subject) ?? 0;
  }

  /** Warns the administrators of thresholds that were reached, unless another node did. */
  async report(): Promise<void> {
    for (const quota of this.#quotas.filter(crosses)) {
      // Another node may have stored or deleted content since the last count. `used` stays, because
      // events of what was counted here can still arrive.
      const counted = await countUsage(quota.repositories);
      const usage = { ...quota, used: sumOf(quota, (repo) => counted.get(repo)?.bytes) };
      const { level, isRaised } = await storeLevel(usage);
      quota.level = level;
      if (isRaised) await this.#warn(usage);
    }
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #subscribe(): () => void {
    return this.#means.events.add<Counted>({
      name: 'storage-quotas',
      types,
      ...(this.#means.isShared
        ? { inTransaction: (events) => this.#share(events) }
        : { afterCommit: (events) => this.#count(events) }),
    });
  }

  /** Counts what other nodes have stored and deleted since the last count. */
  async #readOthers(): Promise<void> {
    if (!this.#means.isShared || !this.isActive) return;
    const before = this.#changes;
    const sums = await changesOf(repositoriesOf(this.#quotas));
    // A change of this node since then is newer.
    if (before === this.#changes) for (const quota of this.#quotas) this.#set(quota, usedBy(quota, sums));
    await mergeChanges();
  }

  /**
   * Records the changes of a transaction for other nodes, before its commit. Throws
   * `QuotaExceeded` if all nodes together would exceed a quota: content that is cached does not
   * count against it. Transactions that add content to the same quota commit one after the other.
   */
  async #share(events: readonly PlatformEvent<Counted>[]): Promise<void> {
    const changes = new Map([...changesIn(events)].filter(([repo]) => this.isLimited(repo)));
    if (changes.size === 0) return;
    const stored = changesIn(events.filter(({ type }) => type !== 'artifact.cached'));
    const concerned = [...new Set([...changes.keys()].flatMap((repo) => this.#concerned(repo, undefined)))];
    const growing = concerned.filter((quota) => sumOf(quota, (repo) => stored.get(repo)) > 0);
    // Other uploads wait for this transaction from here on, and must not wait for the blob store.
    await untilReadyToCommit();
    await recordChanges(
      changes,
      growing.map(({ subject }) => subject),
    );
    const sums = await changesOf(repositoriesOf(concerned));
    for (const quota of growing) {
      const { what, limit } = quota;
      const bytes = sumOf(quota, (repo) => changes.get(repo));
      const used = usedBy(quota, sums) - bytes;
      if (used + bytes > limit) throw new QuotaExceeded(what, { used, limit, bytes });
    }
    afterCommit(() => {
      this.#changes += 1;
      for (const quota of concerned) this.#set(quota, usedBy(quota, sums));
    });
  }

  #count(events: readonly PlatformEvent<Counted>[]): void {
    for (const [repo, bytes] of changesIn(events))
      for (const quota of this.#concerned(repo, undefined)) this.#set(quota, quota.used + bytes);
  }

  #set(quota: Quota, bytes: number): void {
    const before = crosses(quota);
    quota.used = Math.max(bytes, 0);
    if (!before && crosses(quota)) this.#means.onCrossing();
  }

  async #warn(quota: Quota): Promise<void> {
    const { what, used, limit } = quota;
    const share = percentOf(quota);
    this.#means.log.warn({ what, used, limit }, `${share}% of a storage quota is used`);
    const more =
      used >= limit
        ? 'Uploads are rejected until content is deleted or the quota is raised.'
        : 'Uploads for which it has no room are rejected.';
    await this.#means.mail(
      `${share}% of the storage quota of ${what} is used`,
      `The files of ${what} have ${used} bytes. The storage quota is ${limit} bytes. ${more}`,
    );
  }
}

function crosses(quota: Quota): boolean {
  return levelOf(quota, quota.level) !== quota.level;
}

function sumOf({ repositories }: Quota, bytesOf: (repo: string) => number | undefined): number {
  return repositories.reduce((sum, repo) => sum + (bytesOf(repo) ?? 0), 0);
}

/** Returns the bytes of a quota with the sums of recorded changes. */
function usedBy(quota: Quota, changes: ReadonlyMap<string, number>): number {
  return quota.base + sumOf(quota, (repo) => changes.get(repo));
}

function repositoriesOf(quotas: readonly Quota[]): string[] {
  return [...new Set(quotas.flatMap(({ repositories }) => repositories))];
}

/** Returns the bytes that the events add to each repository. */
function changesIn(events: readonly PlatformEvent<Counted>[]): Map<string, number> {
  const changes = new Map<string, number>();
  const add = (repo: string, bytes: number) => changes.set(repo, (changes.get(repo) ?? 0) + bytes);
  for (const { type, facts } of events) {
    add(facts.repo, (facts.after?.size ?? 0) - (facts.before?.size ?? 0));
    if (type === 'artifact.moved' && facts.source) add(facts.source.repo, -(facts.after?.size ?? 0));
  }
  return changes;
}

async function readQuotas(): Promise<Quota[]> {
  const repositories = await listRepositories({});
  const own = repositories.flatMap(({ key, options: { storageQuotaBytes: limit } }) =>
    typeof limit === 'number' && limit > 0 ? [quotaOf(['repository', key], limit, [key])] : [],
  );
  const ofProjects = (await listProjects())
    .filter(({ storage_quota_bytes: limit }) => limit >= 0)
    .map(({ project_key: project, storage_quota_bytes: limit }) =>
      quotaOf(
        ['project', project],
        limit,
        repositories.filter(({ projectKey }) => projectKey === project).map(({ key }) => key),
      ),
    );
  return [...own, ...ofProjects];
}

function quotaOf(of: readonly [string, string], limit: number, repositories: readonly string[]): Quota {
  return { what: of.join(' '), subject: of.join('://'), limit, repositories, used: 0, base: 0, level: 0 };
}

function byRepository(quotas: readonly Quota[]): Map<string, Quota[]> {
  const map = new Map<string, Quota[]>();
  for (const quota of quotas)
    for (const repo of quota.repositories) map.set(repo, [...(map.get(repo) ?? []), quota]);
  return map;
}
