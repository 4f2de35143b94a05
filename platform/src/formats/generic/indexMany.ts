import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { type FileRow, selectFiles } from '../../files/files.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { indexVersions, unindexVersion } from '../../packages/indexing.ts';
import { coordinatesOf, withCompanions } from './coordinates.ts';

const type = 'generic';

/** Batch form of `indexGenericFile` for files of one repository, with few statements. */
export async function indexGenericFiles(repo: string, files: readonly FileRow[]): Promise<void> {
  const dated = new Set<string>();
  const versions = new Map<string, { name: string; version: string; files: FileRow[] }>();
  for (const file of files) {
    const { name, version } = coordinatesOf(file.path);
    if (version === undefined) {
      dated.add(name);
      continue;
    }
    const key = JSON.stringify([name, version]);
    const known = versions.get(key) ?? { name, version, files: [] };
    known.files.push(file);
    versions.set(key, known);
  }
  const grouped = [...versions.values()];
  await transaction(async () => {
    await lockPackages([...dated, ...grouped.map(({ name }) => name)]);
    await indexVersions(repo, [...(await datedVersions(repo, [...dated])), ...(await added(repo, grouped))]);
  });
}

/** Locks the packages before their files are read, so that a concurrent deletion waits. */
async function lockPackages(names: readonly string[]): Promise<void> {
  await db().execute(sql`
    SELECT FROM packages WHERE type = ${type} AND name = ANY(${sql.param([...names])}::text[]) ORDER BY type, name FOR NO KEY UPDATE`);
}

async function datedVersions(repo: string, names: readonly string[]): Promise<IndexedVersion[]> {
  const paths = names.flatMap(withCompanions);
  const found = await selectFiles(sql`f.repo = ${repo} AND f.path = ANY(${sql.param(paths)}::text[])`);
  const byPath = new Map(found.map((file) => [file.path, file]));
  const indexed = names.flatMap((name): IndexedVersion[] => {
    const files = withCompanions(name).flatMap((path) => byPath.get(path) ?? []);
    const [lead] = files;
    if (!lead) return [];
    const version = lead.modified.toISOString().slice(0, 10);
    const of = { repo, type, name, version, created: lead.modified, licenses: [] };
    return [{ ...of, leadFile: lead.path, files }];
  });
  const current = new Map(indexed.map(({ name, version }) => [name, version]));
  const { rows } = await db().execute<{ name: string; version: string }>(sql`
    SELECT p.name, v.name AS version FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ANY(${sql.param([...names])}::text[]) AND v.repo = ${repo}`);
  for (const { name, version } of rows)
    if (current.get(name) !== version) await unindexVersion({ repo, type, name, version });
  return indexed;
}

/** The versions with these files and their existing files. The lead file comes first. */
async function added(
  repo: string,
  versions: readonly { name: string; version: string; files: readonly FileRow[] }[],
): Promise<IndexedVersion[]> {
  const { rows } = await db().execute<{ name: string; version: string; id: string; leads: boolean }>(sql`
    SELECT p.name, v.name AS version, f.id::text, f.path = v.lead_path AS leads FROM packages p JOIN versions v ON v.package_id = p.id
    JOIN version_files vf ON vf.version_id = v.id JOIN files f ON f.id = vf.file_id
    WHERE p.type = ${type} AND p.name = ANY(${sql.param(versions.map(({ name }) => name))}::text[]) AND v.repo = ${repo}
    ORDER BY f.id`);
  const ids = sql.param(rows.map(({ id }) => id));
  const held = new Map((await selectFiles(sql`f.id = ANY(${ids}::bigint[])`)).map((file) => [file.id, file]));
  const rowsOf = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = `${row.name} ${row.version}`;
    rowsOf.set(key, [...(rowsOf.get(key) ?? []), row]);
  }
  return versions.map(({ name, version, files }) => {
    const of = rowsOf.get(`${name} ${version}`) ?? [];
    const known = of
      .toSorted((a, b) => Number(b.leads) - Number(a.leads))
      .flatMap(({ id }) => held.get(id) ?? []);
    const all = [...new Map([...known, ...files].map((file) => [file.path, file])).values()];
    const times = files.map(({ created }) => created.getTime());
    const created = new Date(Math.min(...times));
    return { repo, type, name, version, created, licenses: [], leadFile: all[0]?.path ?? '', files: all };
  });
}
