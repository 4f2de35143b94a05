import { Batch } from '../../../database/Batch.ts';
import { currentPlatform, query } from '../../../database/db.ts';

export interface PackageKey {
  repo: string;
  name: string;
}

/** The latest state of a package in a repository. */
export interface Head extends PackageKey {
  /** Unique per state of the package. */
  revision: number;
  /**
   * For an upstream's package: milliseconds since the last request, per form; absent if never
   * requested.
   */
  shortAge?: number;
  fullAge?: number;
}

interface HeadRow {
  repo: string;
  name: string;
  revision: number;
  shortAge: number | null;
  fullAge: number | null;
}

export const createHeadQueries = () => new Batch<PackageKey, Head | undefined>(read);
const batch = () => currentPlatform().formats.npm.headQueries;

/** The package's current head; undefined if the repository never had the package. */
export function findHead(repo: string, name: string): Promise<Head | undefined> {
  return batch().ask({ repo, name });
}

const idOf = ({ repo, name }: PackageKey) => `${repo}/${name}`;

/** Written so that every query plan does one index lookup per key. */
const statement = {
  name: 'npm-heads',
  text: `
    SELECT p.repo, p.name, p.revision::float8 AS revision,
      (extract(epoch FROM now() - p.short_checked) * 1000)::float8 AS "shortAge",
      (extract(epoch FROM now() - p.full_checked) * 1000)::float8 AS "fullAge"
    FROM unnest($1::text[], $2::text[]) AS k (repo, name)
    CROSS JOIN LATERAL (SELECT * FROM npm_packages n WHERE n.repo = k.repo AND n.name = k.name LIMIT 1) p`,
};

async function read(keys: readonly PackageKey[]): Promise<(Head | undefined)[]> {
  const distinct = [...new Map(keys.map((key) => [idOf(key), key])).values()];
  const rows = await query<HeadRow>(statement, [
    distinct.map(({ repo }) => repo),
    distinct.map(({ name }) => name),
  ]);
  const found = new Map(rows.map((row) => [idOf(row), head(row)]));
  return keys.map((key) => found.get(idOf(key)));
}

function head({ repo, name, revision, shortAge, fullAge }: HeadRow): Head {
  return {
    repo,
    name,
    revision,
    ...(shortAge === null ? {} : { shortAge }),
    ...(fullAge === null ? {} : { fullAge }),
  };
}
