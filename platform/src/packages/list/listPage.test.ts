import type { PackageFilter, PackageOrderField, SortDirection } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../../database/cursor.ts';
import { db, transaction, withStorage } from '../../database/db.ts';
import { putFile } from '../../files/files.ts';
import { blobs } from '../../storage/storage.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { indexVersion } from '../indexing.ts';
import { Random } from '../testing/random.ts';
import { consolePlugins } from './consolePlugins.ts';
import { maxExamined } from './inOrder.ts';
import { listPage } from './listPage.ts';
import { listingOrder } from './packageOrder.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

const fields: readonly [PackageOrderField, ...PackageOrderField[]] = [
  'NAME',
  'CREATED',
  'MODIFIED',
  'DOWNLOADS',
];
const directions: readonly [SortDirection, SortDirection] = ['ASC', 'DESC'];

interface Ask {
  filter?: PackageFilter;
  scope?: readonly string[];
  field?: PackageOrderField;
  direction?: SortDirection;
  first?: number;
  ignoreConsolePlugins?: boolean;
}

/** Returns the names of all pages, and the number of capped pages. */
async function all(ask: Ask) {
  const { filter = {}, scope = ['*'], field = 'NAME', direction = 'ASC', first = 100 } = ask;
  const without = ask.ignoreConsolePlugins ? await consolePlugins(scope) : [];
  const order = listingOrder(field, direction);
  const names: string[] = [];
  let [capped, pages] = [0, 0];
  let total: number | null | undefined;
  for (let after: Place | undefined; ; ) {
    const page = await listPage({ filter, scope, order, first, without, ...(after ? { after } : {}) });
    names.push(...page.listed.map(({ node }) => node.name));
    expect(page.listed.length).toBeLessThanOrEqual(first);
    total ??= page.totalCount;
    capped += page.capped ? 1 : 0;
    pages += 1;
    after = page.stoppedAt ?? page.listed.at(-1)?.place;
    if (!page.hasNextPage) return { names, capped, pages, total };
  }
}

describe('a list of packages in several repositories', () => {
  interface Held {
    name: string;
    type: string;
    repo: string;
    created: number;
    downloads: number;
  }
  const held: Held[] = [];
  const repositories: readonly [string, ...string[]] = ['npm-local', 'npm-remote', 'plugins-local'];

  beforeAll(() =>
    inside(async () => {
      const random = new Random(42);
      const blob = await blobs().put(bytes());
      for (let at = 0; at < 60; at++) {
        const name =
          Array.from({ length: 4 }, () => random.pick(['a', 'b', '-', '_', 'C', '%'])).join('') + (at % 7);
        const type = random.pick(['npm', 'npm', 'generic']);
        for (const repo of repositories.filter(() => random.chance(2))) {
          for (const version of ['1.0.0', '2.0.0'].slice(random.below(2))) {
            // Few distinct values create many ties.
            const entry = {
              name,
              type,
              repo,
              created: Date.UTC(2024, 0, 1 + random.below(5)),
              downloads: random.below(3),
            };
            if (held.some((each) => each.name === name && each.type === type && each.repo === repo)) continue;
            held.push(entry);
            const path = `${type}/${name}/${version}`;
            await transaction(async () => {
              const file = await putFile(repo, path, blob, 'tester');
              const created = new Date(entry.created);
              await indexVersion({
                repo,
                type,
                name,
                version,
                created,
                licenses: [],
                leadFile: path,
                files: [file],
              });
            });
          }
        }
      }
      for (const { name, type, repo, downloads } of held) {
        await db().execute(sql`
          UPDATE package_listings l SET downloads = l.downloads + ${downloads} FROM packages p
          WHERE p.id = l.package_id AND p.name = ${name} AND p.type = ${type} AND l.repo IN ('*', ${repo})`);
      }
    }),
  );

  /** Computes the expected list without an index. */
  function expected(ask: Ask): string[][] {
    const { filter = {}, scope = ['*'], field = 'NAME', direction = 'ASC' } = ask;
    const isElsewhere = ({ name, type }: Held) =>
      held.some((each) => each.name === name && each.type === type && each.repo !== 'plugins-local');
    const packages = new Map<string, Held[]>();
    for (const each of held) {
      if (scope[0] !== '*' && !scope.includes(each.repo)) continue;
      if (ask.ignoreConsolePlugins && !isElsewhere(each)) continue;
      const id = `${each.type}://${each.name}`;
      packages.set(id, [...(packages.get(id) ?? []), each]);
    }
    const glob = (filter.name ?? '*')
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.');
    const matches = [...packages.values()].filter(
      ([one]) =>
        one &&
        new RegExp(`^${glob}$`, 'is').test(one.name) &&
        (!filter.packageTypeIn || filter.packageTypeIn.includes(one.type)),
    );
    const key = (rows: Held[]): string | number => {
      const created = rows.map((row) => row.created);
      const downloads = rows.map((row) => row.downloads);
      if (field === 'NAME') return rows[0]?.name.toLowerCase() ?? '';
      if (field === 'CREATED') return Math.min(...created);
      if (field === 'MODIFIED') return Math.max(...created);
      return scope[0] === '*' ? downloads.reduce((sum, each) => sum + each, 0) : Math.max(...downloads);
    };
    const groups = new Map<string | number, string[]>();
    for (const rows of matches)
      groups.set(key(rows), [...(groups.get(key(rows)) ?? []), rows[0]?.name ?? '']);
    const sign = direction === 'ASC' ? 1 : -1;
    return [...groups].sort(([a], [b]) => (a < b ? -sign : sign)).map(([, names]) => names.sort());
  }

  it('is complete and in order for all requests', () =>
    inside(async () => {
      const random = new Random(7);
      const scopes: readonly [string[], ...string[][]] = [
        ['*'],
        ['npm-local'],
        ['npm-local', 'npm-remote'],
        ['npm-local', 'npm-remote', 'plugins-local'],
        ['plugins-local'],
        ['nowhere'],
      ];
      for (let round = 0; round < 150; round++) {
        const name = random.pick([
          undefined,
          '*',
          'a*',
          '*b*',
          '?a*',
          '*-',
          'aaaa0',
          '*%*',
          '*_C*',
          '*a-b*',
          '**c?',
          'C?*',
        ]);
        const types = random.pick([undefined, ['npm'], ['generic'], ['npm', 'generic'], ['none']]);
        const ask = {
          filter: { ...(name ? { name } : {}), ...(types ? { packageTypeIn: types } : {}) },
          scope: random.pick(scopes),
          field: random.pick(fields),
          direction: random.pick(directions),
          first: 1 + random.below(40),
          ignoreConsolePlugins: random.chance(2),
        };
        const found = await all(ask);
        const groups = expected(ask);
        // The order of ties is undefined, but each appears once.
        const rest = [...found.names];
        const inGroups = groups.map((group) => rest.splice(0, group.length).sort());
        expect({ ask, groups: inGroups, count: found.names.length }).toEqual({
          ask,
          groups,
          count: groups.flat().length,
        });
        if (found.total != null)
          expect({ ask, total: found.total }).toEqual({ ask, total: groups.flat().length });
      }
    }));
});

describe('a list that is too long to examine all rows', () => {
  const many = 45_000;

  beforeAll(() =>
    inside(async () => {
      await fill();
      await db().execute(sql`ANALYZE packages, package_listings`);
    }),
  );

  // On a busy machine, so many rows take longer than a statement may.
  const fill = () =>
    transaction(async () => {
      await db().execute(sql`SET LOCAL statement_timeout = 0`);
      await db().execute(sql`DROP INDEX packages_name_trigrams`);
      await db().execute(sql`
        INSERT INTO packages (type, name, name_lower)
        SELECT 'big', n, n FROM (SELECT 'p-' || lpad(n::text, 6, '0') || CASE WHEN n >= 40000 THEN '-frequent' ELSE '' END
          || CASE WHEN n % 15000 = 14999 THEN '-seldom' ELSE '' END AS n FROM generate_series(0, ${many - 1}::integer) n) names`);
      await db().execute(sql`
        INSERT INTO package_listings (package_id, repo, type, name, name_lower, created, modified, downloads, versions_count,
          latest_version, latest_key, licenses, tags)
        SELECT id, '*', type, name, name_lower, '2024-01-01', '2024-01-01', 0, CASE WHEN name LIKE '%seldom' THEN 9 ELSE 1 END,
          '1.0.0', '1', '{}', '{}' FROM packages WHERE type = 'big'`);
      await db().execute(sql`INSERT INTO package_counts VALUES ('*', 'big', 0, ${many})`);
      await db().execute(sql`
        WITH made AS (
          INSERT INTO packages (type, name, name_lower)
          SELECT 'spread', n, n FROM (SELECT 's-' || lpad(n::text, 6, '0') || CASE WHEN n % 3 = 0 THEN '-common' ELSE '' END AS n
            FROM generate_series(0, 11999) n) names RETURNING *)
        INSERT INTO package_listings (package_id, repo, type, name, name_lower, created, modified, downloads, versions_count,
          latest_version, latest_key, licenses, tags)
        SELECT id, '*', type, name, name_lower, '2024-01-01', '2024-01-01', 0, 1, '1.0.0', '1', '{}', '{}' FROM made`);
      await db().execute(sql`INSERT INTO package_counts VALUES ('*', 'spread', 0, 12000)`);
      await db().execute(
        sql`CREATE INDEX packages_name_trigrams ON packages USING gin (name_lower gin_trgm_ops)`,
      );
    });

  const big = (filter: PackageFilter = {}): Ask => ({
    filter: { packageTypeIn: ['big'], ...filter },
    first: 1000,
  });

  it('is complete without a filter, with its total', () =>
    inside(async () => {
      const { names, capped, total } = await all(big());
      expect({ capped, total, length: names.length, distinct: new Set(names).size }).toEqual({
        capped: 0,
        total: many,
        length: many,
        distinct: many,
      });
    }));

  it('finds all matches of a rare filter, with capped pages [pkg-06]', () =>
    inside(async () => {
      const { names, capped, pages } = await all(big({ versionCountMin: 2 }));
      expect(names.map((name) => name.slice(2, 8))).toEqual(['014999', '029999', '044999']);
      const cut = Math.floor(many / maxExamined.otherwise);
      expect({ capped, pages }).toEqual({ capped: cut, pages: cut + 1 });
    }));

  it('searches exactly for a rare name', () =>
    inside(async () => {
      const { names, capped, total } = await all(big({ name: '*seldom*' }));
      expect({ found: names.length, capped, total }).toEqual({ found: 3, capped: 0, total: 3 });
      expect((await all(big({ name: 'p-0149*' }))).names).toHaveLength(100);
      expect((await all(big({ name: '*frequent*seldom' }))).names).toHaveLength(1);
    }));

  it('finds all matches that are frequent everywhere, up to the incomplete last page [pkg-06]', () =>
    inside(async () => {
      for (const direction of directions) {
        const found = await all({
          filter: { packageTypeIn: ['spread'], name: '*common*' },
          first: 90,
          direction,
        });
        const distinct = new Set(found.names).size;
        expect({ direction, capped: found.capped, distinct, length: found.names.length }).toEqual({
          ...{ direction, capped: 0, distinct: 4000, length: 4000 },
        });
      }
    }));

  it('returns some of the matches that are frequent but far away immediately, as a capped page', () =>
    inside(async () => {
      const order = listingOrder('NAME', 'ASC');
      const { filter = {} } = big({ name: '*frequent*' });
      const far = await listPage({ filter, scope: ['*'], order, first: 100 });
      expect({ listed: far.listed.length, capped: far.capped, total: far.totalCount }).toEqual({
        listed: 100,
        capped: true,
        total: null,
      });
      const near = await listPage({ filter, scope: ['*'], order: listingOrder('NAME', 'DESC'), first: 100 });
      expect({ first: near.listed[0]?.node.name, capped: near.capped, next: near.hasNextPage }).toEqual({
        first: 'p-044999-frequent-seldom',
        capped: false,
        next: true,
      });
    }));
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
