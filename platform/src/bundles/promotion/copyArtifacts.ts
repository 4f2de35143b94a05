import { sql } from 'drizzle-orm';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, putFile, selectFiles } from '../../files/files.ts';
import { setProperties } from '../../files/properties.ts';
import { plainFilesOf } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/repositories.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import type { PlannedCopy } from './planCopies.ts';

/** Files that are read together. */
const batch = 1000;

/** A copy with what the format of its target does with it. */
interface Prepared {
  file: FileRow;
  artifact: HeldArtifact;
  target: Repository;
  replaces: boolean;
  index: (file: FileRow) => Promise<void>;
}

/** Reads the files, and lets formats look into them as into published ones: before the transaction begins. */
export async function prepareCopies(plan: readonly PlannedCopy[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (let from = 0; from < plan.length; from += batch) {
    const lines = plan.slice(from, from + batch);
    const files = await filesOf(lines.map(({ artifact }) => artifact));
    for (const { artifact, target, what } of lines) {
      const file = files.get(`${artifact.repo}/${artifact.path}`);
      if (!target) continue;
      if (file?.sha256 !== artifact.sha256) throw changed(artifact);
      const format = plainFilesOf(target.packageType);
      const inspected = await format.inspect?.({ repository: target, path: artifact.path, blob: file });
      const index = inspected ?? format.index;
      prepared.push({ file, artifact, target, replaces: what === 'replace', index });
    }
  }
  return prepared;
}

/** Writes the copies with the properties that were signed, in the current transaction. */
export async function writeCopies(copies: readonly Prepared[], by: string): Promise<void> {
  for (const { file, artifact, target, replaces, index } of copies) {
    const options = {
      ...{ overwrite: replaces, mimeType: file.mimeType },
      as: { was: 'copied' as const, source: file },
    };
    const written = await putFile(target.key, artifact.path, file, by, options);
    await setProperties(written, artifact.properties);
    await index(written);
  }
}

async function filesOf(artifacts: readonly HeldArtifact[]): Promise<Map<string, FileRow>> {
  const files = await selectFiles(sql`(f.repo, f.path) IN (
    SELECT * FROM unnest(${sql.param(artifacts.map(({ repo }) => repo))}::text[], ${sql.param(artifacts.map(({ path }) => path))}::text[]))`);
  return new Map(files.map((file) => [`${file.repo}/${file.path}`, file]));
}

function changed({ repo, path }: HeldArtifact): HttpError {
  return new HttpError(
    409,
    'ARTIFACT_CHANGED',
    `Artifact ${repo}/${path} is not what the release bundle contains`,
  );
}
