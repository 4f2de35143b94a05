import { parseFileName } from '../fileNames.ts';
import { filesOfProject, type ReleaseFile } from '../releaseFiles.ts';
import { normalVersion, pythonVersionOrder } from '../version.ts';
import type { SimpleFile, SimpleProject } from './SimpleProject.ts';

/** The files of the project published in the repository; undefined if there are none. */
export async function localProject(repo: string, name: string): Promise<SimpleProject | undefined> {
  const files = await filesOfProject(repo, name);
  return files.length > 0 ? projectOf(name, files.map(simpleFile)) : undefined;
}

/** Sorts files by version. Of duplicate file names the first wins. */
export function projectOf(
  name: string,
  given: readonly SimpleFile[],
  more: readonly string[] = [],
): SimpleProject {
  const files = [...new Map([...given].reverse().map((file) => [file.filename, file])).values()].reverse();
  const versionOf = ({ filename }: SimpleFile) => {
    const version = parseFileName(filename, name)?.version;
    return version === undefined ? undefined : normalVersion(version);
  };
  const keyed = files.map((file) => ({ file, key: pythonVersionOrder(versionOf(file) ?? '').sortKey }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.file.filename, b.file.filename));
  const versions = new Set([...files.flatMap((file) => versionOf(file) ?? []), ...more]);
  return { name, versions: [...versions].sort(byVersion), files: keyed.map(({ file }) => file) };
}

export function byVersion(one: string, other: string): number {
  return compare(pythonVersionOrder(one).sortKey, pythonVersionOrder(other).sortKey) || compare(one, other);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function simpleFile(file: ReleaseFile): SimpleFile {
  const { filename, sha256, requiresPython, size, uploaded, yanked, kind, metadataSha256 } = file;
  return {
    filename,
    hashes: { sha256 },
    ...(requiresPython === null ? {} : { requiresPython }),
    size,
    uploaded: uploaded.toISOString(),
    ...(yanked === null ? {} : { yanked }),
    // Only wheels have static metadata; that of an sdist is known after it is built.
    ...(kind === 'bdist_wheel' ? { metadata: { sha256: metadataSha256 } } : {}),
  };
}
