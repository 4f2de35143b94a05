import { sql } from 'drizzle-orm';
import { type FileRow, selectFiles } from '../../files/files.ts';
import { unindexEmptyVersions } from '../../packages/emptyVersions.ts';
import { addFileToVersion, fileRemoved } from '../../packages/fileVersions.ts';
import { indexVersion, unindexVersion, type VersionKey } from '../../packages/indexing.ts';
import { listVersions } from '../../packages/packageRows.ts';
import { coordinatesOf, withCompanions } from './coordinates.ts';

const type = 'generic';

/** Adds the file to the package index in the current transaction; see `docs/adr/0002`. */
export async function indexGenericFile(file: FileRow): Promise<void> {
  const { name, version } = coordinatesOf(file.path);
  if (version === undefined) await indexDated(file.repo, name);
  else await addFileToVersion({ repo: file.repo, type, name, version }, file);
}

/** Updates the index after the file was deleted, in the same transaction. */
export async function unindexGenericFile(repo: string, path: string): Promise<void> {
  const { name, version } = coordinatesOf(path);
  if (version === undefined) await indexDated(repo, name);
  else await fileRemoved({ repo, type, name, version }, path);
}

/**
 * Batch form of `unindexGenericFile`: versions without files are removed in one statement; only the
 * others are updated one by one.
 */
export async function unindexGenericFiles(repo: string, paths: readonly string[]): Promise<void> {
  const coordinates = paths.map((path) => ({ path, ...coordinatesOf(path) }));
  const names = [...new Set(coordinates.map(({ name }) => name))];
  const left = new Set(await unindexEmptyVersions(repo, type, names));
  const touched = new Map<string, { name: string; version?: string; paths: string[] }>();
  for (const { path, name, version } of coordinates) {
    if (!left.has(name)) continue;
    const key = version === undefined ? name : `${name} ${version}`;
    const known = touched.get(key) ?? { name, ...(version === undefined ? {} : { version }), paths: [] };
    known.paths.push(path);
    touched.set(key, known);
  }
  for (const { name, version, paths: removed } of touched.values()) {
    if (version === undefined) await indexDated(repo, name);
    else await fileRemoved({ repo, type, name, version }, removed);
  }
}

/**
 * Indexes a file without a version as a package with one version, the file's date. Companion files
 * belong to the package.
 */
async function indexDated(repo: string, name: string): Promise<void> {
  const paths = withCompanions(name);
  const files = await selectFiles(sql`f.repo = ${repo} AND f.path = ANY(${sql.param(paths)}::text[])`);
  const lead = files.find(({ path }) => path === name) ?? files[0];
  const version = lead?.modified.toISOString().slice(0, 10);
  const key = (each: string): VersionKey => ({ repo, type, name, version: each });
  for (const old of await listVersions(repo, type, name)) if (old !== version) await unindexVersion(key(old));
  if (!lead || version === undefined) return;
  await indexVersion({ ...key(version), created: lead.modified, licenses: [], leadFile: lead.path, files });
}
