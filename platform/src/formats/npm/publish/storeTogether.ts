import { currentPlatform, query, withStorage } from '../../../database/db.ts';
import { announcing } from '../../../events/announce.ts';
import { keepCause, withCause } from '../../../events/cause.ts';
import { announceFile, findFile, refusal } from '../../../files/files.ts';
import { indexChanged } from '../../../packages/indexChanges.ts';
import { claimStatement, claimsOf } from '../../../packages/nameClaims.ts';
import { currentStorage } from '../../../storage/storage.ts';
import { wasUnpublished } from '../changes/unpublishedVersions.ts';

/** What `publish_npm_versions` takes of a version. */
export interface VersionRow {
  repo: string;
  name: string;
  version: string;
  path: string;
  sha256: string;
  /** In bytes. */
  size: number;
  [column: string]: unknown;
}

interface Waiting {
  row: VersionRow;
  cause: ReturnType<typeof keepCause>;
  resolve: (published: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * One call at a time, so that the next one takes all that have arrived; but one that takes so long, in milliseconds, waits for
 * somebody's lock, and does not hold up all others.
 */
const usualCall = 50;
const mostCalls = 4;
/** Versions of one call at most. */
const mostVersions = 32;
/**
 * So many at least, if there are as many, and half of those that wait: while the database stores one half, the other is read. All of
 * them at once would wait for each other in turn.
 */
const fewVersions = 4;

/** No row, and nothing published, when one of the versions was unpublished with other content. */
const statement = {
  name: 'publish-npm-versions',
  text: `SELECT publish_npm_versions($1::json) AS places WHERE NOT EXISTS (
    SELECT FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS g (repo, name, version, sha256)
    JOIN npm_unpublished u ON u.repo = g.repo AND u.name = g.name AND u.version = g.version
    WHERE u.sha256 <> g.sha256)`,
};
/** The same for the first names in their scopes. */
const claiming = {
  name: 'publish-and-claim-npm-versions',
  text: `WITH claimed AS (${claimStatement(6)}) ${statement.text}`,
};

/**
 * Stores versions, those that arrive while others are being stored with one call for all of them: they share its trip, its
 * commit and its wait for the disk. Each is acknowledged after that commit, and fails alone.
 */
export class StoreTogether {
  #waiting: Waiting[] = [];
  #calls = 0;
  #patience: NodeJS.Timeout | undefined;

  /** False when the version exists. */
  store(row: VersionRow): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, cause: keepCause(), resolve, reject });
      if (this.#waiting.length > 1) return;
      // Outside of any transaction: the others' versions have nothing to do with it.
      const storage = currentStorage();
      setImmediate(() => withStorage(storage, () => this.#calls === 0 && this.#next()));
    });
  }

  #next(): void {
    clearTimeout(this.#patience);
    if (this.#waiting.length === 0 && this.#calls === 0) return;
    if (this.#waiting.length > 0 && this.#calls < mostCalls) {
      this.#calls += 1;
      void storeAll(this.#take()).finally(() => {
        this.#calls -= 1;
        this.#next();
      });
    }
    this.#patience = setTimeout(() => this.#next(), usualCall);
  }

  /** Of one package one version: the next one builds on it. */
  #take(): Waiting[] {
    const taken = new Map<string, Waiting>();
    const left: Waiting[] = [];
    const most = Math.min(mostVersions, Math.max(fewVersions, Math.ceil(this.#waiting.length / 2)));
    for (const waiting of this.#waiting) {
      const key = `${waiting.row.repo}/${waiting.row.name}`;
      if (taken.size < most && !taken.has(key)) taken.set(key, waiting);
      else left.push(waiting);
    }
    this.#waiting = left;
    return [...taken.values()];
  }
}

/** Of the current platform. */
export const storeTogether = () => currentPlatform().formats.npm.publications;

async function storeAll(all: readonly Waiting[]): Promise<void> {
  try {
    const published = await call(all);
    if (published) for (const [place, { resolve }] of all.entries()) resolve(published.has(place));
    else if (all.length > 1) for (const each of all) await storeAll([each]);
    else for (const { row, reject } of all) reject(wasUnpublished(row));
  } catch (error) {
    if (all.length > 1 && wasRolledBack(error)) for (const each of all) await storeAll([each]);
    else for (const { row, reject } of all) reject(await reasonOf(error, row));
  }
}

/** Undefined when one of the versions was unpublished with other content. */
async function call(all: readonly Waiting[]): Promise<ReadonlySet<number> | undefined> {
  const rows = all.map(({ row }) => row);
  const columns = (['repo', 'name', 'version', 'sha256'] as const).map((column) =>
    rows.map((row) => row[column]),
  );
  const given = [JSON.stringify(rows.map((row, place) => ({ ...row, place }))), ...columns];
  const claims = claimsOf(rows.map(({ repo, name }) => ({ repo, type: 'npm', name })));
  const places = await announcing('artifact.deployed', async () => {
    const [result] = claims
      ? await query<{ places: number[] }>(claiming, [...given, ...claims.values])
      : await query<{ places: number[] }>(statement, given);
    for (const place of result?.places ?? []) announceVersion(all[place]);
    return result?.places;
  });
  claims?.done();
  if (!places) return undefined;
  indexChanged();
  return new Set(places);
}

function announceVersion(published: Waiting | undefined): void {
  if (!published) return;
  const { row, cause } = published;
  withCause(cause, () => announceFile(row.repo, row.path, { after: row }));
}

/** Whether the database itself gave up the call, because of one of them, so that nothing of any was stored. */
export function wasRolledBack(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57P)/.test(code);
}

/** The database says so where another file stands at the path. */
const noPlace = 'LD409';

async function reasonOf(error: unknown, { repo, path }: VersionRow): Promise<unknown> {
  if ((error as { code?: string }).code !== noPlace) return error;
  try {
    return await refusal(repo, path, (await findFile(repo, path)) !== undefined);
  } catch (failure) {
    return failure;
  }
}
