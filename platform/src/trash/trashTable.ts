import type { TrashItem, TrashUsage } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { VersionKey } from '../packages/indexing.ts';
import { packageIdOf } from '../packages/list/packageId.ts';
import type { TrashedFile } from '../pipeline/Format.ts';

export interface TrashRow extends Omit<TrashItem, 'expires' | 'deleted'> {
  deleted: Date;
  /** The version in the index of packages, and when it was published. */
  owner?: { key: VersionKey; created?: Date };
}

interface RawItem extends Record<string, unknown> {
  id: string;
  deletion: string;
  repo: string;
  packageType: string;
  indexType: string | null;
  name: string | null;
  version: string | null;
  created: number | null;
  path: string;
  files: number;
  bytes: number;
  deleted: number;
  deletedBy: string;
}

/** Selects items by a condition on `trash_items i`, which may include order and limit. */
export async function selectItems(where: SQL): Promise<TrashRow[]> {
  const { rows } = await db().execute<RawItem>(sql`
    SELECT i.id, i.deletion, i.repo, i.package_type AS "packageType", i.index_type AS "indexType", i.package_name AS name,
      i.package_version AS version, (extract(epoch FROM i.package_created) * 1000)::float8 AS created, i.path, i.files, i.bytes::float8 AS bytes,
      (extract(epoch FROM i.deleted) * 1000)::float8 AS deleted, i.deleted_by AS "deletedBy"
    FROM trash_items i WHERE ${where}`);
  return rows.map(({ indexType, name, version, created, deleted, ...rest }) => ({
    ...rest,
    ...(indexType !== null && name !== null
      ? {
          packageId: packageIdOf({ type: indexType, name }),
          name,
          owner: {
            key: { repo: rest.repo, type: indexType, name, version: version ?? '' },
            ...(created === null ? {} : { created: new Date(created) }),
          },
        }
      : { name: rest.path }),
    ...(version === null ? {} : { version }),
    deleted: new Date(deleted),
  }));
}

export function itemOf({ deleted, owner: _owner, ...row }: TrashRow, days: number): TrashItem {
  const expires = new Date(deleted.getTime() + days * 86_400_000);
  return { ...row, deleted: deleted.toISOString(), expires: expires.toISOString() };
}

interface RawFile extends Record<string, unknown> {
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
  sha512: string | null;
  size: number;
  own: boolean;
  file: Record<string, unknown> | null;
  state: unknown;
}

/** The files of an item, sorted by path. Content that it needs has no `file`. */
export async function filesOfItem(id: string): Promise<TrashedFile[]> {
  const { rows } = await db().execute<RawFile>(sql`
    SELECT t.path, t.own, t.file, t.state, b.sha256, b.sha1, b.md5, b.sha512, b.size::float8 AS size
    FROM trash_files t JOIN blobs b ON b.sha256 = t.sha256 WHERE t.item = ${id}::uuid ORDER BY t.path`);
  return rows.map(({ path, file, state, sha512, sha256, sha1, md5, size }) => ({
    path,
    blob: { sha256, sha1, md5, size, ...(sha512 === null ? {} : { sha512 }) },
    ...(file === null ? {} : { file: withDates(file) }),
    ...(state === null ? {} : { state }),
  }));
}

function withDates(stored: Record<string, unknown>): NonNullable<TrashedFile['file']> {
  const { created, modified, lastDownloaded, ...rest } = stored as Record<string, string>;
  return {
    ...(rest as unknown as NonNullable<TrashedFile['file']>),
    created: new Date(created ?? 0),
    modified: new Date(modified ?? 0),
    ...(lastDownloaded ? { lastDownloaded: new Date(lastDownloaded) } : {}),
  };
}

/** Deletes items permanently, by a condition on `trash_items i`. Returns their number and size. */
export async function purge(where: SQL): Promise<{ items: number; bytes: number }> {
  const { rows } = await db().execute<{ items: number; bytes: number }>(sql`
    WITH gone AS (DELETE FROM trash_items i WHERE ${where} RETURNING bytes)
    SELECT count(*)::float8 AS items, coalesce(sum(bytes), 0)::float8 AS bytes FROM gone`);
  return rows[0] ?? { items: 0, bytes: 0 };
}

export async function trashUsage(): Promise<TrashUsage> {
  const { rows } = await db().execute<TrashUsage & Record<string, unknown>>(sql`
    SELECT (SELECT count(*)::float8 FROM trash_items) AS items,
      (SELECT coalesce(sum(files), 0)::float8 FROM trash_items) AS files,
      (SELECT coalesce(sum(bytes), 0)::float8 FROM trash_items) AS bytes,
      (SELECT coalesce(sum(b.size), 0)::float8 FROM (SELECT DISTINCT sha256 FROM trash_files) t
        JOIN blobs b ON b.sha256 = t.sha256
        WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = t.sha256)) AS "storedBytes"`);
  return rows[0] ?? { items: 0, files: 0, bytes: 0, storedBytes: 0 };
}

/** Whether the deletion has put something into the trash. */
export async function isInTrash(deletion: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`SELECT FROM trash_items WHERE deletion = ${deletion} LIMIT 1`);
  return Boolean(rowCount);
}
