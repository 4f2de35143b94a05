import { createBLAKE2b } from 'hash-wasm';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';
import type { FileRow } from '../../files/files.ts';
import type { PlainFiles } from '../../pipeline/Format.ts';
import { describeFile } from '../../pipeline/publish.ts';
import { blobs } from '../../storage/storage.ts';
import { readDistribution } from './distribution/readDistribution.ts';
import { type FileName, isFileName, parseFileName, pathOf } from './fileNames.ts';
import { indexRelease } from './indexRelease.ts';
import { normalName } from './names.ts';
import { findReleaseFile } from './releaseFiles.ts';
import { descriptionOf, fileExists } from './upload/publication.ts';
import { normalVersion } from './version.ts';

/** Distributions uploaded, copied, and deleted as plain files, at the same paths as uploads. */
export const pythonFiles: PlainFiles = {
  check: (path) => void readPath(path),
  async inspect({ repository, path, blob }) {
    const { project, version, file, parsed } = readPath(path);
    const { key: repo } = repository;
    if (await findReleaseFile(repo, project, file)) throw fileExists(repo, file);
    const distribution = await readDistribution(bytesOfBlob(blob), file, parsed);
    const request = { file, parsed, project, version };
    const description = descriptionOf(repo, { request, distribution, blake2: await blake2Of(blob) });
    return async (row: FileRow) => void (await describeFile(row, description));
  },
  index: async () => undefined,
  async unindex(repo, path) {
    const [project, version, ...file] = path.split('/');
    if (project && version && file.length === 1) await indexRelease(repo, project, version);
  },
  packageOf: (path) => path.split('/', 1)[0],
  immutable: () => true,
};

interface ReleasePath {
  project: string;
  version: string;
  file: string;
  parsed: FileName;
}

/** Throws `HttpError` 400 that states the correct path. */
function readPath(path: string): ReleasePath {
  const [project = '', , file = ''] = path.split('/');
  const parsed = isFileName(file) ? parseFileName(file, normalName(project)) : undefined;
  const version = parsed && normalVersion(parsed.version);
  if (parsed && version !== undefined && pathOf(project, file) === path)
    return { project, version, file, parsed };
  const name = path.split('/').at(-1) ?? '';
  const known = isFileName(name) ? parseFileName(name) : undefined;
  const right = known ? pathOf(normalName(known.name), name) : 'project/VERSION/FILE';
  throw new HttpError(
    400,
    'BAD_PATH',
    `Invalid path ${shown(path)} of a Python distribution. Expected ${right}.`,
  );
}

export async function blake2Of({ sha256 }: Pick<BlobInfo, 'sha256'>): Promise<string> {
  const hash = await createBLAKE2b(256);
  for await (const part of (await blobs().open(sha256)) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest('hex');
}
