import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { countDamaged, listDamaged } from '../../../blobs/integrity/damagedFiles.ts';
import { db } from '../../../database/db.ts';
import { blobFolderOf } from '../../../settings/blobFolderOf.ts';
import { countIntegrity, findLimit } from '../../health/health.ts';
import { type BundlePart, jsonPart } from '../BundlePart.ts';

export function storagePart(app: FastifyInstance): BundlePart {
  return jsonPart(
    'system',
    [
      {
        path: 'storage/storage.json',
        about: 'Stored content, free space, and damaged files',
        read: () => figures(app),
      },
    ],
    { perNode: true },
  );
}

async function figures({ settings: { home, blobUrl } }: FastifyInstance): Promise<object> {
  const folder = blobFolderOf(blobUrl);
  const { rows } = await db().execute<{ count: number; bytes: number; newest: string | null }>(
    sql`SELECT count(*)::float8 AS count, coalesce(sum(size), 0)::float8 AS bytes, max(created) AS newest FROM blobs`,
  );
  return {
    blobs: rows[0],
    limit: findLimit() ?? 'none',
    disks: {
      data: await spaceAt(home),
      blobs: folder === undefined ? 'in an object store' : await spaceAt(folder),
    },
    verification: countIntegrity(),
    damaged: { count: await countDamaged(), first: await listDamaged(100) },
  };
}

async function spaceAt(path: string): Promise<object> {
  try {
    const { bsize, blocks, bavail, files, ffree } = await statfs(path);
    return { bytes: bsize * blocks, freeBytes: bsize * bavail, inodes: files, freeInodes: ffree };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
