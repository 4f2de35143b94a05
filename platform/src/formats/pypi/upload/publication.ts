import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import type { FileRow } from '../../../files/files.ts';
import type { Properties } from '../../../files/properties.ts';
import { type Description, describeFile, type Publication } from '../../../pipeline/publish.ts';
import { pathOf } from '../fileNames.ts';
import { indexedRelease } from '../indexRelease.ts';
import { findReleaseFile, lockRelease, type ReleaseFile, saveReleaseFile } from '../releaseFiles.ts';
import type { UploadRequest } from './checkUpload.ts';
import type { NewFile } from './NewFile.ts';

/** The other files of the release; the project is locked. */
type Siblings = readonly ReleaseFile[];

/** The publication of a distribution by a user. */
export function publicationOf(repo: string, file: NewFile, by: string): Publication<Siblings> {
  const { project, file: name } = file.request;
  return { ...{ repo, path: pathOf(project, name), by }, ...descriptionOf(repo, file) };
}

/** Indexes a distribution from an upstream, in the transaction that caches its file. */
export async function describeCachedFile(file: FileRow, of: NewFile): Promise<void> {
  if (await findReleaseFile(file.repo, of.request.project, of.request.file)) return;
  await describeFile(file, descriptionOf(file.repo, of));
}

export function descriptionOf(repo: string, of: NewFile): Description<Siblings> {
  return {
    admit: () => admitFile(repo, of.request),
    properties: propertiesOf(of),
    record: (file) => saveReleaseFile(file, { ...of, requiresPython: requiresPython(of) || null }),
    version: (file, siblings) => indexedRelease(file, of, siblings),
  };
}

/**
 * Locks the project until the end of the transaction: of two concurrent uploads of a file exactly
 * one succeeds. Throws `HttpError` 409 for a file that exists, with any content: twine recognizes
 * the status and the message.
 */
async function admitFile(repo: string, { project, version, file }: UploadRequest): Promise<Siblings> {
  const known = await lockRelease(repo, project, version, file);
  if (known.some(({ filename }) => filename === file)) throw fileExists(repo, file);
  return known;
}

export function fileExists(repo: string, file: string): HttpError {
  return new HttpError(
    409,
    'FILE_EXISTS',
    `File already exists: ${shown(file)} in ${repo} is never overwritten. Use a new version.`,
  );
}

function propertiesOf(of: NewFile): Properties {
  const { metadata } = of.distribution;
  const values = {
    'pypi.name': printable(metadata.name),
    'pypi.version': of.request.version,
    'pypi.requires.python': requiresPython(of),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === '' ? [] : [[key, [value]]])),
  );
}

function requiresPython({ distribution }: NewFile): string {
  return printable(distribution.metadata.requiresPython ?? '');
}

function printable(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();
}
