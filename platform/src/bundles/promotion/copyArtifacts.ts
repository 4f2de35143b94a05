import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import { setPropertiesOfMany } from '../../files/propertiesOfMany.ts';
import { holdForFiles, putFiles } from '../../files/putFiles.ts';
import { formatOf, plainFilesOf } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { filesOf } from '../content/artifactFiles.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import { isRepublished } from '../content/describeVersions.ts';
import type { PlannedCopy } from './planCopies.ts';
import { type Republication, republicationsOf, republish } from './republish.ts';

/** Files per statement. */
const batch = 500;

/** A file with the action of its target's format. */
export interface Prepared {
  blob: BlobInfo;
  mimeType: string;
  /** Absent: the event reports a deployment. */
  source?: FileRow;
  artifact: Pick<HeldArtifact, 'path' | 'properties'>;
  target: Repository;
  replaces: boolean;
  /** Absent: the default indexing of the format. */
  index?: (file: FileRow) => Promise<void>;
}

export interface PreparedCopies {
  files: Prepared[];
  /** Of formats that do not accept individual files. */
  versions: Republication[];
}

/** Reads the files and lets formats inspect them, as on publish, before the transaction begins. */
export async function prepareCopies(plan: readonly PlannedCopy[], by: string): Promise<PreparedCopies> {
  const prepared: Prepared[] = [];
  const versions: Parameters<typeof republicationsOf>[0][number][] = [];
  for (const lines of inBatches(plan)) {
    const files = await filesOf(lines.map(({ artifact }) => artifact));
    for (const { artifact, target, what } of lines) {
      const file = files.get(`${artifact.repo}/${artifact.path}`);
      if (!target) continue;
      if (file?.sha256 !== artifact.sha256) throw changed(artifact);
      const replaces = what === 'replace';
      if (isRepublished(formatOf(target.packageType))) {
        versions.push({ artifact, file, target, replaces });
        continue;
      }
      const arrived = { repository: target, path: artifact.path, blob: file };
      const index = await plainFilesOf(target.packageType).inspect?.(
        replaces ? arrived : { ...arrived, existing: 'none' },
      );
      const { mimeType } = file;
      prepared.push({
        blob: file,
        mimeType,
        source: file,
        artifact,
        target,
        replaces,
        ...(index ? { index } : {}),
      });
    }
  }
  return { files: prepared, versions: await republicationsOf(versions, by) };
}

/**
 * Writes the files with the signed properties, in the current transaction, several hundred per
 * statement.
 */
export async function writeCopies({ files: copies, versions }: PreparedCopies, by: string): Promise<void> {
  const targets = [...new Set(copies.map(({ target }) => target))].sort((a, b) => (a.key < b.key ? -1 : 1));
  const all = [...targets, ...versions.map(({ target }) => target)];
  if (all.length === 0) return;
  await holdForFiles(
    all.map(({ key }) => key),
    [...copies, ...versions.flatMap(({ files }) => files)].map(({ blob }) => blob.sha256),
  );
  for (const target of targets) {
    const own = copies.filter((copy) => copy.target === target);
    for (const overwrite of [false, true]) {
      const ones = own.filter(({ replaces }) => replaces === overwrite);
      for (const each of inBatches(ones)) await writeBatch(target, each, { by, overwrite });
    }
  }
  await republish(versions, by);
}

async function writeBatch(
  target: Repository,
  copies: readonly Prepared[],
  { by, overwrite }: { by: string; overwrite: boolean },
): Promise<void> {
  const files = copies.map(({ blob, mimeType, source, artifact }) => ({
    ...{ path: artifact.path, blob, mimeType, ...(source ? { source } : {}) },
  }));
  const written = await putFiles(target.key, files, by, { overwrite });
  const pairs = copies.flatMap((copy, at) => {
    const file = written[at];
    return file ? [{ ...copy, written: file }] : [];
  });
  await setPropertiesOfMany(
    pairs.map(({ written: file, artifact }) => ({ file, properties: artifact.properties })),
  );
  const format = plainFilesOf(target.packageType);
  const usual = pairs.filter(({ index }) => !index).map(({ written: file }) => file);
  if (format.indexMany) await format.indexMany(target.key, usual);
  else for (const file of usual) await format.index(file);
  for (const { index, written: file } of pairs) await index?.(file);
}

function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batch) }, (_, at) =>
    all.slice(at * batch, (at + 1) * batch),
  );
}

function changed({ repo, path }: HeldArtifact): HttpError {
  return new HttpError(
    409,
    'ARTIFACT_CHANGED',
    `Artifact ${repo}/${path} differs from the content of the release bundle`,
  );
}
