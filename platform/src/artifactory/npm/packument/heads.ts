import { sql } from 'drizzle-orm';
import { db } from '../../../storage/db.ts';
import { perStorage } from '../../../storage/perStorage.ts';
import { Batch } from './Batch.ts';

export interface PackageKey {
  repo: string;
  name: string;
}

/** That a repository knows a package, and what became of it last. */
export interface Head extends PackageKey {
  /** No two states of a package share one. */
  revision: number;
}

const batch = perStorage(() => new Batch<PackageKey, Head | undefined>(read));

/** The package's head as it is now; undefined where the repository never had it. */
export function findHead(repo: string, name: string): Promise<Head | undefined> {
  return batch().ask({ repo, name });
}

const idOf = ({ repo, name }: PackageKey) => `${repo}/${name}`;

async function read(keys: readonly PackageKey[]): Promise<(Head | undefined)[]> {
  const distinct = [...new Map(keys.map((key) => [idOf(key), key])).values()];
  const result = await db().execute<Head & Record<string, unknown>>(sql`
    SELECT p.repo, p.name, p.revision::float8 AS revision
    FROM unnest(${sql.param(distinct.map(({ repo }) => repo))}::text[],
      ${sql.param(distinct.map(({ name }) => name))}::text[]) AS k (repo, name)
    JOIN npm_packages p ON p.repo = k.repo AND p.name = k.name`);
  const found = new Map(result.rows.map((row) => [idOf(row), row]));
  return keys.map((key) => found.get(idOf(key)));
}
