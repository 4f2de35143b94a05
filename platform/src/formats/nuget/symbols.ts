import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../files/files.ts';
import { addFileToVersion } from '../../packages/fileVersions.ts';
import type { ArrivedFile } from '../../pipeline/Format.ts';
import { readNuspec } from './package/nuspec.ts';
import { nuspecOf } from './package/readPackage.ts';
import { findStoredVersion, lockId, lowerVersion } from './versions.ts';

const type = 'nuget';

/** Path of a version's symbols: next to the package, named as in the flat container. */
export function symbolsPath(id: string, version: string): string {
  const [lower, normal] = [id.toLowerCase(), lowerVersion(version)];
  return `${lower}/${normal}/${lower}.${normal}.snupkg`;
}

export function isSymbols(path: string): boolean {
  return /\.snupkg$/i.test(path);
}

/** The version whose symbols are at the path, from the names of its folders. */
export function symbolsOf(path: string): { id: string; version: string } | undefined {
  const [, id, version] = /^([^/]+)\/([^/]+)\/[^/]+\.snupkg$/i.exec(path) ?? [];
  return id && version ? { id, version } : undefined;
}

/**
 * Accepts a symbol package, whose nuspec identifies the version. Throws `HttpError` 400, 404, or
 * 409.
 */
export async function acceptSymbols({
  repository: { key, options },
  path,
  blob,
}: ArrivedFile): Promise<(file: FileRow) => Promise<void>> {
  const { id, version } = readNuspec((await nuspecOf(bytesOfBlob(blob))).toString());
  const right = symbolsPath(id, version.normal);
  if (path !== right)
    throw new HttpError(
      400,
      'BAD_PACKAGE',
      `The package contains symbols of ${id} ${version.full} and belongs to ${right}`,
    );
  await requireVersion(key, id, version.normal);
  const existing = await findFile(key, path);
  if (existing && existing.sha256 !== blob.sha256 && options.allowOverwrite !== true)
    throw new HttpError(409, 'VERSION_EXISTS', `${key} already has symbols of ${id} ${version.full}`);
  return (file) =>
    transaction(async () => {
      await lockId(id);
      const held = await requireVersion(key, id, version.normal);
      await addFileToVersion({ repo: key, type, name: held.id, version: held.version }, file);
    });
}

async function requireVersion(repo: string, id: string, version: string) {
  const held = await findStoredVersion(repo, id, version);
  if (held) return held;
  throw new HttpError(
    404,
    'NOT_FOUND',
    `Version ${version} of ${id} not found in ${repo}. Push the package before its symbols.`,
  );
}
