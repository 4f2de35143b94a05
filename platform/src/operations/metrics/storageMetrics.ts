import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { blobFolderOf } from '../../settings/blobFolderOf.ts';
import { currentStorage } from '../../storage/storage.ts';
import { countIntegrity } from '../health/health.ts';
import { counter, gauge, type Metric } from './Metrics.ts';

/** How long the total of all content is cached, in milliseconds, because it takes a table scan. */
const cacheMs = 600_000;

interface Content {
  blobs: number;
  bytes: number;
}

/** Adds metrics about stored content, disks, and the verification of files. */
export function addStorageMetrics(app: FastifyInstance): void {
  const { home, blobUrl } = app.settings;
  const folder = blobFolderOf(blobUrl);
  const disks = { data: home, ...(folder === undefined ? {} : { blobs: folder }) };
  app.metrics.add('disks', async () => [
    ...(await diskMetrics(disks)),
    gauge(
      'lading_writes_rejected',
      'Whether writes are rejected for lack of space.',
      Number(currentStorage().space.low),
    ),
    ...integrityMetrics(),
  ]);
  let known: Promise<Content> | undefined;
  let readAt = 0;
  app.metrics.add('content', async () => {
    if (!known || performance.now() - readAt > cacheMs) {
      readAt = performance.now();
      known = readContent();
      // Retried on the next call.
      known.catch(() => {
        known = undefined;
      });
    }
    const { blobs, bytes } = await known;
    return [
      gauge('lading_storage_blobs', 'Stored blobs. Updated every 10 minutes.', blobs),
      gauge(
        'lading_storage_bytes',
        'Bytes of all blobs, each counted once. Updated every 10 minutes.',
        bytes,
      ),
    ];
  });
}

async function readContent(): Promise<Content> {
  const { rows } = await db().execute<{ blobs: number; bytes: number }>(
    sql`SELECT count(*)::float8 AS blobs, coalesce(sum(size), 0)::float8 AS bytes FROM blobs`,
  );
  return rows[0] ?? { blobs: 0, bytes: 0 };
}

async function diskMetrics(disks: Record<string, string>): Promise<Metric[]> {
  const read = await Promise.all(
    Object.entries(disks).map(async ([disk, path]) => {
      const { bsize, blocks, bavail } = await statfs(path);
      return { labels: { disk }, free: bsize * bavail, size: bsize * blocks };
    }),
  );
  return [
    gauge(
      'lading_disk_free_bytes',
      'Free space.',
      read.map(({ labels, free: value }) => ({ labels, value })),
    ),
    gauge(
      'lading_disk_size_bytes',
      'Size of the disk.',
      read.map(({ labels, size: value }) => ({ labels, value })),
    ),
  ];
}

function integrityMetrics(): Metric[] {
  const counts = countIntegrity();
  return [
    gauge('lading_blobs_damaged', 'Blobs that are damaged or missing now.', counts.damaged_blobs),
    counter('lading_blobs_verified_total', 'Verified blobs.', counts.verified_blobs_total),
    counter('lading_blobs_found_damaged_total', 'Blobs that were found damaged.', counts.damaged_blobs_total),
    counter('lading_blobs_restored_total', 'Damaged blobs that were restored.', counts.restored_blobs_total),
  ];
}
