import { createHash } from 'node:crypto';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import { findFile } from '../../files/files.ts';
import type { MadeFile, MadeFiles } from '../../pipeline/Format.ts';
import { readFile } from '../../plainFiles/access.ts';
import { justDeployed } from '../../plainFiles/justDeployed.ts';
import { madeFile } from '../../plainFiles/made.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { blobs } from '../../storage/storage.ts';
import { checksumIn, digits } from './checksumIn.ts';
import { type ChecksumAlgorithm, checkLayout, parsePath } from './layout.ts';
import { readMetadata } from './metadata/document.ts';
import { keepPrefixes } from './metadata/plugins.ts';
import { readMadeMetadata } from './metadata/readMadeMetadata.ts';

/** Metadata says what is there, and a checksum what its file is: neither is kept, so that neither is ever wrong. */
export const madeFiles: MadeFiles = {
  owns: (path) => path.endsWith('/maven-metadata.xml') || /\.(?:md5|sha1|sha256|sha512)$/.test(path),
  read,
  put,
};

async function read(caller: Caller, repository: Repository, path: string): Promise<MadeFile> {
  const parsed = parsePath(path);
  if (parsed?.kind === 'metadata') return readMadeMetadata(caller, repository, parsed);
  // Upstreams have more than the layout knows: an index, an archetype catalogue.
  const of = parsed?.kind === 'checksum' ? parsed.of : path.slice(0, path.lastIndexOf('.'));
  const algorithm = path.slice(path.lastIndexOf('.') + 1) as ChecksumAlgorithm;
  const file = await fileOf(caller, repository, of);
  const digest = await digestOf(file, algorithm);
  return madeFile(repository.key, path, Buffer.from(digest), file.modified);
}

async function fileOf(caller: Caller, repository: Repository, path: string): Promise<FileRow | MadeFile> {
  const parsed = parsePath(path);
  if (parsed?.kind === 'metadata') return readMadeMetadata(caller, repository, parsed);
  const file = await readFile(caller, repository, path);
  if (!('stored' in file)) return file;
  file.passing?.destroy();
  return file.stored;
}

async function digestOf(file: FileRow | MadeFile, algorithm: ChecksumAlgorithm): Promise<string> {
  if (algorithm !== 'sha512') return file[algorithm];
  const hash = createHash('sha512');
  if ('content' in file) return hash.update(file.content).digest('hex');
  for await (const part of await blobs().open(file.sha256)) hash.update(part as Uint8Array);
  return hash.digest('hex');
}

async function put(target: Repository, path: string, content: Buffer): Promise<void> {
  checkLayout(path);
  const parsed = parsePath(path);
  if (parsed?.kind === 'metadata') {
    const { plugins } = readMetadata(content.toString('utf8'));
    return keepPrefixes(target.key, parsed.folder.replaceAll('/', '.'), plugins.filter(isStorable));
  }
  if (parsed?.kind === 'checksum') return compare(target, parsed.of, parsed.algorithm, content);
}

function isStorable({ artifact, prefix, name }: { artifact: string; prefix: string; name: string }): boolean {
  return (
    prefix !== '' &&
    artifact !== '' &&
    [artifact, prefix, name].every((text) => text.length <= 1000 && !/\p{Cc}/u.test(text))
  );
}

/** Throws `HttpError` 400 for what is no checksum, 404 when its file is not there, 409 when it is another's. */
async function compare(
  target: Repository,
  of: string,
  algorithm: ChecksumAlgorithm,
  content: Buffer,
): Promise<void> {
  const text = content.toString('latin1', 0, 4096).trim();
  const said = checksumIn(text, algorithm);
  if (!said) {
    throw new HttpError(
      400,
      'BAD_CHECKSUM',
      `Invalid checksum '${text.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')}' of ${of}. Expected ${digits[algorithm]} hexadecimal digits.`,
    );
  }
  // The client's own metadata is not what is kept, so that its checksum says nothing of what is.
  if (parsePath(of)?.kind === 'metadata') return;
  const recent = justDeployed(target.key, of);
  if (recent && (await digestOf(recent, algorithm)) === said) return;
  // Somebody may have put something else there since.
  const file = await findFile(target.key, of);
  if (!file)
    throw new HttpError(
      404,
      'NOT_FOUND',
      `The ${algorithm} checksum belongs to ${of}, which was not found in ${target.key}. Deploy that file first.`,
    );
  const found = await digestOf(file, algorithm);
  if (found === said) return;
  throw new HttpError(
    409,
    'CHECKSUM_MISMATCH',
    `Checksum mismatch: the ${algorithm} of ${of} is ${found}, not ${said}. Deploy the file again.`,
  );
}
