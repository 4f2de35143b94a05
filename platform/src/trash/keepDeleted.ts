import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { causeNow } from '../events/cause.ts';
import type { FileOwner } from '../files/deletions.ts';
import { type FileRow, selectFiles } from '../files/files.ts';
import { type Format, formatOf, type TrashDescription } from '../pipeline/Format.ts';
import { findRepository } from '../repositories/repositories.ts';
import { deletionId } from './deletionId.ts';
import { trashSettings } from './trashSettings.ts';

/** Files of a statement, at most about that many. */
const maxFiles = 250;

const nothing: ReadonlyMap<string, TrashDescription | null> = new Map();

/** The files of one version or, without an owner, one file. */
interface Group {
  subject: string;
  owner?: FileOwner & { created?: string };
  files: FileRow[];
}

/**
 * Puts files into the trash before a user deletes them, in the same transaction. Caches can be
 * fetched again, and deletions by the platform itself, such as those of cleanup policies, are
 * permanent.
 */
export async function keepDeleted(repo: string, paths: readonly string[], owner?: FileOwner): Promise<void> {
  const { by, requestId } = causeNow();
  if (by === 'system' || requestId === undefined || paths.length === 0) return;
  const deletion = deletionId();
  const repository = await findRepository(repo);
  const format = repository?.type === 'local' ? formatOf(repository.packageType) : undefined;
  if (!format) return;
  const { days, excluded } = await trashSettings();
  if (days === 0 || excluded.includes(repo)) return;
  const files = await newFiles(deletion, repo, paths);
  if (files.length === 0) return;
  const described = (await format.trash?.describe?.(repo, files)) ?? nothing;
  const kept = files.filter(({ path }) => described.get(path) !== null);
  const deleted = { format, deletion, repo, by };
  // A folder can contain many files: few statements, of a limited size.
  for (const groups of chunks(await groupsOf(kept, described, owner)))
    await addFiles(await addItems(groups, described, deleted), described);
}

/** Splits groups into parts with about `maxFiles` files. */
function* chunks(groups: readonly Group[]): Generator<Group[]> {
  let part: Group[] = [];
  let files = 0;
  for (const group of groups) {
    part.push(group);
    files += group.files.length;
    if (files < maxFiles) continue;
    yield part;
    [part, files] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** The files that this deletion has not put into the trash already, locked. */
function newFiles(deletion: string, repo: string, paths: readonly string[]): Promise<FileRow[]> {
  return selectFiles(sql`f.repo = ${repo} AND f.path = ANY(${sql.param([...paths])}::text[])
    AND NOT EXISTS (SELECT FROM trash_items i JOIN trash_files t ON t.item = i.id
      WHERE i.deletion = ${deletion} AND i.repo = ${repo} AND t.path = f.path)
    ORDER BY f.path FOR UPDATE OF f`);
}

async function groupsOf(
  files: readonly FileRow[],
  described: ReadonlyMap<string, TrashDescription | null>,
  given: FileOwner | undefined,
): Promise<Group[]> {
  const owners = await ownersOf(files);
  const groups = new Map<string, Group>();
  for (const file of files) {
    const owner = owners.get(file.id) ?? given ?? described.get(file.path)?.version;
    const subject = owner ? `${owner.name}\n${owner.version}` : file.path;
    const group: Group = groups.get(subject) ?? { subject, ...(owner ? { owner } : {}), files: [] };
    group.files.push(file);
    groups.set(subject, group);
  }
  return [...groups.values()];
}

async function ownersOf(files: readonly FileRow[]): Promise<Map<string, FileOwner & { created: string }>> {
  const { rows } = await db().execute<{ id: string; name: string; version: string; created: string }>(sql`
    SELECT DISTINCT ON (vf.file_id) vf.file_id::text AS id, p.name, v.name AS version, v.created::text
    FROM version_files vf JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
    WHERE vf.file_id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[]) ORDER BY vf.file_id, v.id`);
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

/** Adds an item for each group. Returns the groups by item ID. */
async function addItems(
  groups: readonly Group[],
  described: ReadonlyMap<string, TrashDescription | null>,
  { format, deletion, repo, by }: { format: Format; deletion: string; repo: string; by: string },
): Promise<Map<string, Group>> {
  const { type, packagesType = type } = format;
  const items = groups.map(({ subject, owner, files }) => {
    const needed = files.flatMap(({ path }) => described.get(path)?.needs ?? []);
    return {
      ...{ subject, path: files[0]?.path, files: files.length },
      bytes: [...files, ...needed].reduce((sum, { size }) => sum + size, 0),
      ...(owner ? { index_type: packagesType, name: owner.name, version: owner.version } : {}),
      created: owner?.created,
    };
  });
  const { rows } = await db().execute<{ id: string; subject: string }>(sql`
    INSERT INTO trash_items AS i (deletion, repo, package_type, index_type, package_name, package_version, package_created,
      path, subject, files, bytes, deleted_by)
    SELECT ${deletion}, ${repo}, ${type}, g.index_type, g.name, g.version, g.created, g.path, g.subject, g.files, g.bytes, ${by}
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS g (subject text, path text, files integer, bytes bigint,
      index_type text, name text, version text, created timestamptz)
    ON CONFLICT (deletion, repo, subject) DO UPDATE SET files = i.files + excluded.files, bytes = i.bytes + excluded.bytes
    RETURNING id, subject`);
  const ids = new Map(rows.map(({ id, subject }) => [subject, id]));
  return new Map(groups.map((group) => [ids.get(group.subject) ?? '', group]));
}

async function addFiles(
  groups: ReadonlyMap<string, Group>,
  described: ReadonlyMap<string, TrashDescription | null>,
): Promise<void> {
  const rows = [...groups].flatMap(([item, { files }]) =>
    filesOf(files, described).map((row) => ({ item, ...row })),
  );
  await db().execute(sql`
    INSERT INTO trash_files (item, path, sha256, own, file, state)
    SELECT g.item, g.path, g.sha256, g.own, nullif(g.file, 'null'::jsonb), nullif(g.state, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (item uuid, path text, sha256 text, own boolean, file jsonb, state jsonb)
    ON CONFLICT (item, path) DO UPDATE SET own = trash_files.own OR excluded.own,
      file = coalesce(excluded.file, trash_files.file), state = coalesce(excluded.state, trash_files.state)`);
}

/** The files of a group, and the content that they need. */
function filesOf(files: readonly FileRow[], described: ReadonlyMap<string, TrashDescription | null>) {
  const own = files.map((file) => {
    const { path, sha256, id: _id, repo: _repo, sha1: _sha1, md5: _md5, size: _size, ...row } = file;
    return { path, sha256, own: true, file: row, state: described.get(path)?.state ?? null };
  });
  const needed = files
    .flatMap(({ path }) => described.get(path)?.needs ?? [])
    .map((each) => ({ ...each, own: false, file: null, state: null }));
  // Images share content, and a manifest needs itself.
  return [...new Map([...needed, ...own].map((row) => [row.path, row])).values()];
}
