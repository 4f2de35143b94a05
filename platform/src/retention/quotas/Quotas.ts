import { sql } from 'drizzle-orm';
import { listProjects } from '../../access/projects/projects.ts';
import { db } from '../../database/db.ts';
import type { EventType, PlatformEvent } from '../../events/Event.ts';
import { withLongTimeout } from '../../files/tree/subtree.ts';
import type { Platform } from '../../platform/Platform.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { QuotaExceeded } from '../../storage/capacity.ts';

/** Used share of a quota above which administrators are warned. */
const warning = 0.8;
/** Milliseconds between recounts, which include content stored by other nodes. */
const recountAfter = 600_000;

/** The quota of a repository or a project, with the bytes of its files. */
interface Quota {
  /** Display name: `repository libs`. */
  readonly what: string;
  readonly limit: number;
  readonly repositories: readonly string[];
  used: number;
  warned: boolean;
}

const types = [
  'artifact.deployed',
  'artifact.copied',
  'artifact.moved',
  'artifact.cached',
  'artifact.deleted',
] as const;
type Counted = (typeof types)[number] & EventType;

type Parts = Pick<Platform, 'events' | 'log'>;

/**
 * Quotas and their usage, in memory, so that the check of an upload is a map lookup. Counts content
 * by events, and subscribes to them only while there is a quota.
 */
export class Quotas {
  readonly #platform: Parts;
  #byRepository: ReadonlyMap<string, readonly Quota[]> = new Map();
  #quotas: readonly Quota[] = [];
  #key = '';
  #countedAt = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  constructor(platform: Parts) {
    this.#platform = platform;
  }

  /** Whether there are quotas to check. */
  get isActive(): boolean {
    return this.#quotas.length > 0;
  }

  /** Throws `QuotaExceeded` if a quota of the repository has no room for so many bytes. */
  check(repo: string, bytes: number): void {
    for (const { what, used, limit } of this.#byRepository.get(repo) ?? [])
      if (used >= limit || used + bytes > limit) throw new QuotaExceeded(what, { used, limit, bytes });
  }

  /** Reloads quotas, and recounts their content if they changed or the count is old. */
  async refresh(): Promise<void> {
    const quotas = await readQuotas();
    const key = JSON.stringify(quotas.map(({ what, limit, repositories }) => [what, limit, repositories]));
    if (key === this.#key && performance.now() - this.#countedAt < recountAfter) return;
    if (quotas.length > 0)
      this.#stop ??= this.#platform.events.add<Counted>({
        name: 'storage-quotas',
        types,
        afterCommit: (events) => this.#count(events),
      });
    const bytes = await countBytes([...new Set(quotas.flatMap(({ repositories }) => repositories))]);
    for (const quota of quotas) {
      quota.used = quota.repositories.reduce((sum, repo) => sum + (bytes.get(repo) ?? 0), 0);
      quota.warned = this.#quotas.some(
        ({ what, limit, warned }) => what === quota.what && limit === quota.limit && warned,
      );
    }
    this.#quotas = quotas;
    this.#byRepository = byRepository(quotas);
    this.#key = key;
    this.#countedAt = performance.now();
    for (const quota of quotas) this.#warn(quota);
    if (quotas.length === 0) this.stop();
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
      quota.used = Math.max(quota.used + bytes, 0);
      this.#warn(quota);
    }
  }

  #warn(quota: Quota): void {
    const { what, used, limit } = quota;
    const high = used >= warning * limit;
    if (high && !quota.warned)
      this.#platform.log.warn(
        { what, used, limit },
        `${Math.round((100 * used) / limit)} % of a storage quota is used`,
      );
    quota.warned = high;
  }
}

async function readQuotas(): Promise<Quota[]> {
  const repositories = await listRepositories({});
  const own = repositories.flatMap(({ key, options: { storageQuotaBytes: limit } }) =>
    typeof limit === 'number' && limit > 0 ? [quotaOf(`repository ${key}`, limit, [key])] : [],
  );
  const ofProjects = (await listProjects())
    .filter(({ storage_quota_bytes: limit }) => limit >= 0)
    .map(({ project_key: project, storage_quota_bytes: limit }) =>
      quotaOf(
        `project ${project}`,
        limit,
        repositories.filter(({ projectKey }) => projectKey === project).map(({ key }) => key),
      ),
    );
  return [...own, ...ofProjects];
}

function quotaOf(what: string, limit: number, repositories: readonly string[]): Quota {
  return { what, limit, repositories, used: 0, warned: false };
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
