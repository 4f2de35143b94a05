import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { causeNow } from '../events/cause.ts';
import type { FileOwner } from '../files/deletions.ts';
import { type FileRow, selectFiles } from '../files/files.ts';
import { type Format, formatOf, type TrashDescription } from '../pipeline/Format.ts';
import { findRepository } from '../repositories/repositories.ts';
import { deletionId } from './deletionId.ts';
import { trashSettings } from './trashSettings.ts';

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
  for (const group of await groupsOf(kept, described, owner)) {
    const needed = group.files.flatMap(({ path }) => described.get(path)?.needs ?? []);
    const bytes = [...group.files, ...needed].reduce((sum, { size }) => sum + size, 0);
    const id = await addItem(format, group, { deletion, repo, by, bytes });
    await addFiles(id, group.files, described);
  }
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

async function addItem(
  { type, packagesType = type }: Format,
  { subject, owner, files }: Group,
  { deletion, repo, by, bytes }: { deletion: string; repo: string; by: string; bytes: number },
): Promise<string> {
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO trash_items AS i (deletion, repo, package_type, index_type, package_name, package_version, package_created,
      path, subject, files, bytes, deleted_by)
    VALUES (${deletion}, ${repo}, ${type}, ${owner ? packagesType : null}, ${owner?.name ?? null}, ${owner?.version ?? null}, ${owner?.created ?? null}::timestamptz,
      ${files[0]?.path}, ${subject}, ${files.length}, ${bytes}, ${by})
    ON CONFLICT (deletion, repo, subject) DO UPDATE SET files = i.files + excluded.files, bytes = i.bytes + excluded.bytes
    RETURNING id`);
  return rows[0]?.id ?? '';
}

async function addFiles(
  item: string,
  files: readonly FileRow[],
  described: ReadonlyMap<string, TrashDescription | null>,
): Promise<void> {
  const own = files.map((file) => {
    const { path, sha256, id: _id, repo: _repo, sha1: _sha1, md5: _md5, size: _size, ...row } = file;
    return { path, sha256, own: true, file: row, state: described.get(path)?.state ?? null };
  });
  const needed = files
    .flatMap(({ path }) => described.get(path)?.needs ?? [])
    .map((each) => ({ ...each, own: false, file: null, state: null }));
  // Images share content, and a manifest needs itself.
  const rows = [...new Map([...needed, ...own].map((row) => [row.path, row])).values()];
  await db().execute(sql`
    INSERT INTO trash_files (item, path, sha256, own, file, state)
    SELECT ${item}::uuid, g.path, g.sha256, g.own, nullif(g.file, 'null'::jsonb), nullif(g.state, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (path text, sha256 text, own boolean, file jsonb, state jsonb)
    ON CONFLICT (item, path) DO UPDATE SET own = trash_files.own OR excluded.own,
      file = coalesce(excluded.file, trash_files.file), state = coalesce(excluded.state, trash_files.state)`);
}
