import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import { otherContentAt } from '../../files/otherContentAt.ts';
import { formatOf, type TrashedFile } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/repositories.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import { describeVersions, isRepublished } from '../content/describeVersions.ts';

/**
 * Versions of a format that does not accept individual files, such as npm packages and images. The
 * format publishes them in the target by the code that restores them from the trash.
 */
export interface Republication {
  target: Repository;
  files: TrashedFile[];
}

/**
 * Adds the content that the versions need, such as layers. Throws `HttpError` 409 if it is missing.
 */
export async function republicationsOf(
  lines: readonly { artifact: HeldArtifact; file: FileRow; target: Repository; replaces?: boolean }[],
  by: string,
): Promise<Republication[]> {
  const all: Republication[] = [];
  for (const target of new Set(lines.map((line) => line.target))) {
    const format = formatOf(target.packageType);
    if (!format || !isRepublished(format)) continue;
    const own = lines.filter((line) => line.target === target);
    const described = await describeVersions(
      format,
      own.map(({ file }) => file),
    );
    const needs = [...described.values()].flatMap((each) => each?.needs ?? []);
    const blobs = await blobsOf(needs.map(({ sha256 }) => sha256));
    const files = new Map<string, TrashedFile>();
    for (const { path, sha256 } of needs) {
      const blob = blobs.get(sha256);
      if (!blob)
        throw new HttpError(
          409,
          'NOT_PROMOTABLE',
          `Nothing was copied: ${target.key}/${path} has no content`,
        );
      files.set(path, { path, blob });
    }
    for (const { artifact, file, replaces = false } of own) {
      const description = described.get(file);
      // Bundles from before they contained it are described as their versions are now.
      const state = artifact.state ?? description?.state;
      if (state) files.set(file.path, { ...versionFile(artifact, file, state, by), replaces });
    }
    all.push({ target, files: [...files.values()] });
  }
  return all;
}

/** A new file in the target: dates and downloads start again, the signed properties stay. */
export function versionFile(
  artifact: Pick<HeldArtifact, 'path' | 'properties'>,
  blob: BlobInfo & Pick<FileRow, 'mimeType'>,
  state: unknown,
  by: string,
): TrashedFile {
  const now = new Date();
  const dates = { created: now, createdBy: by, modified: now, modifiedBy: by, downloads: 0 };
  const file = { ...dates, mimeType: blob.mimeType, properties: artifact.properties };
  return { path: artifact.path, blob, state, file };
}

async function blobsOf(sha256s: readonly string[]): Promise<Map<string, BlobInfo>> {
  const { rows } = await db().execute<BlobInfo & Record<string, unknown>>(sql`
    SELECT sha256, sha1, md5, size::float8 AS size FROM blobs WHERE sha256 = ANY(${sql.param([...new Set(sha256s)])}::text[])`);
  return new Map(rows.map((row) => [row.sha256, row]));
}

/** Publishes in the current transaction. Throws `HttpError` 409 for content that exists by now. */
export async function republish(publications: readonly Republication[], by: string): Promise<void> {
  for (const { target, files } of publications) {
    await assertFree(target, files);
    await formatOf(target.packageType)?.trash?.restore?.(target, files, by);
  }
}

async function assertFree({ key }: Repository, files: readonly TrashedFile[]): Promise<void> {
  const other = await otherContentAt(
    key,
    files.filter(({ replaces }) => !replaces).map(({ path, blob }) => ({ path, sha256: blob.sha256 })),
  );
  if (other === undefined) return;
  const message = `Nothing was copied: ${key}/${other} was published concurrently with different content`;
  throw new HttpError(409, 'NOT_PROMOTABLE', message);
}
