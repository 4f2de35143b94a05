import { sql } from 'drizzle-orm';
import { listProjects } from '../../access/projects/projects.ts';
import { db } from '../../database/db.ts';
import type { EventType, PlatformEvent } from '../../events/Event.ts';
import { withLongTimeout } from '../../files/tree/subtree.ts';
import type { Platform } from '../../platform/Platform.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { type CapacityLimits, QuotaExceeded } from '../../storage/capacity.ts';
import { keepLevels, type Level, levelOf, percentOf, storedLevels, storeLevel } from './warnings.ts';

/** Milliseconds between recounts, which include content stored by other nodes. */
const recountAfter = 600_000;

/** The quota of a repository or a project, with the bytes of its files. */
interface Quota {
  /** Display name: `repository libs`. */
  readonly what: string;
  /** `repository://libs`. */
  readonly subject: string;
  readonly limit: number;
  readonly repositories: readonly string[];
  used: number;
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
    if (key === this.#key && performance.now() - this.#countedAt < recountAfter) return;
    if (quotas.length > 0)
      this.#stop ??= this.#means.events.add<Counted>({
        name: 'storage-quotas',
        types,
        afterCommit: (events) => this.#count(events),
      });
    const bytes = await countBytes([...new Set(quotas.flatMap(({ repositories }) => repositories))]);
    for (const quota of quotas) quota.used = sumOf(quota, bytes);
    const areOthers = key !== this.#key;
    this.#quotas = quotas;
    this.#byRepository = byRepository(quotas);
    this.#key = key;
    this.#countedAt = performance.now();
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
      const usage = { ...quota, used: sumOf(quota, await countBytes(quota.repositories)) };
      const { level, isRaised } = await storeLevel(usage);
      quota.level = level;
      if (isRaised) await this.#warn(usage);
    }
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #count(events: readonly PlatformEvent<Counted>[]): void {
    for (const { type, facts } of events) {
      this.#add(facts.repo, (facts.after?.size ?? 0) - (facts.before?.size ?? 0));
      if (type === 'artifact.moved' && facts.source) this.#add(facts.source.repo, -(facts.after?.size ?? 0));
    }
  }

  #add(repo: string, bytes: number): void {
    for (const quota of this.#byRepository.get(repo) ?? []) {
      const before = crosses(quota);
      quota.used = Math.max(quota.used + bytes, 0);
      if (!before && crosses(quota)) this.#means.onCrossing();
    }
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

function sumOf({ repositories }: Quota, bytes: ReadonlyMap<string, number>): number {
  return repositories.reduce((sum, repo) => sum + (bytes.get(repo) ?? 0), 0);
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
  return { what: of.join(' '), subject: of.join('://'), limit, repositories, used: 0, level: 0 };
}

function byRepository(quotas: readonly Quota[]): Map<string, Quota[]> {
  const map = new Map<string, Quota[]>();
  for (const quota of quotas)
    for (const repo of quota.repositories) map.set(repo, [...(map.get(repo) ?? []), quota]);
  return map;
}

async function countBytes(repositories: readonly string[]): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  for (const repo of repositories) {
    const { rows } = await withLongTimeout(() =>
      db().execute<{ bytes: number }>(sql`
        SELECT coalesce(sum(b.size), 0)::float8 AS bytes FROM files f JOIN blobs b ON b.sha256 = f.sha256
        WHERE f.repo = ${repo}`),
    );
    bytes.set(repo, rows[0]?.bytes ?? 0);
  }
  return bytes;
}
