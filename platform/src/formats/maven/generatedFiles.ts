import { createHash } from 'node:crypto';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import { findFile } from '../../files/files.ts';
import type { GeneratedFile, GeneratedFiles } from '../../pipeline/Format.ts';
import { generatedFile } from '../../plainFiles/generatedFiles.ts';
import { justDeployed } from '../../plainFiles/justDeployed.ts';
import { readFile } from '../../plainFiles/readFile.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { blobs } from '../../storage/storage.ts';
import { checksumIn, digits } from './checksumIn.ts';
import { type ChecksumAlgorithm, checkLayout, parsePath } from './layout.ts';
import { readMetadata } from './metadata/document.ts';
import { savePrefixes } from './metadata/plugins.ts';
import { readGeneratedMetadata } from './metadata/readGeneratedMetadata.ts';

/**
 * Metadata and checksums, which are generated from the files and never stored, so they are always
 * correct.
 */
export const generatedFiles: GeneratedFiles = {
  owns: (path) => path.endsWith('/maven-metadata.xml') || /\.(?:md5|sha1|sha256|sha512)$/.test(path),
  read,
  put,
};

async function read(caller: Caller, repository: Repository, path: string): Promise<GeneratedFile> {
  const parsed = parsePath(path);
  if (parsed?.kind === 'metadata') return readGeneratedMetadata(caller, repository, parsed);
  // Upstreams have files that are not in the layout: an index, an archetype catalog.
  const of = parsed?.kind === 'checksum' ? parsed.of : path.slice(0, path.lastIndexOf('.'));
  const algorithm = path.slice(path.lastIndexOf('.') + 1) as ChecksumAlgorithm;
  const file = await fileOf(caller, repository, of);
  const digest = await digestOf(file, algorithm);
  return generatedFile(repository.key, path, Buffer.from(digest), file.modified);
}

async function fileOf(
  caller: Caller,
  repository: Repository,
  path: string,
): Promise<FileRow | GeneratedFile> {
  const parsed = parsePath(path);
  if (parsed?.kind === 'metadata') return readGeneratedMetadata(caller, repository, parsed);
  const file = await readFile(caller, repository, path);
  if (!('stored' in file)) return file;
  file.passing?.destroy();
  return file.stored;
}

async function digestOf(file: FileRow | GeneratedFile, algorithm: ChecksumAlgorithm): Promise<string> {
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
    return savePrefixes(target.key, parsed.folder.replaceAll('/', '.'), plugins.filter(isStorable));
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

/**
 * Throws `HttpError` 400 for an invalid checksum, 404 if its file does not exist, and 409 if it
 * does not match.
 */
async function compare(
  target: Repository,
  of: string,
  algorithm: ChecksumAlgorithm,
  content: Buffer,
): Promise<void> {
  const text = content.toString('latin1', 0, 4096).trim();
  const claimed = checksumIn(text, algorithm);
  if (!claimed) {
    throw new HttpError(
      400,
      'BAD_CHECKSUM',
      `Invalid checksum '${text.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')}' of ${of}. Expected ${digits[algorithm]} hexadecimal digits.`,
    );
  }
  // Client metadata is not stored, so its checksum does not apply.
  if (parsePath(of)?.kind === 'metadata') return;
  const recent = justDeployed(target.key, of);
  if (recent && (await digestOf(recent, algorithm)) === claimed) return;
  // The file may have been replaced since.
  const file = await findFile(target.key, of);
  if (!file)
    throw new HttpError(
      404,
      'NOT_FOUND',
      `The ${algorithm} checksum belongs to ${of}, which was not found in ${target.key}. Deploy that file first.`,
    );
  const found = await digestOf(file, algorithm);
  if (found === claimed) return;
  throw new HttpError(
    409,
    'CHECKSUM_MISMATCH',
    `Checksum mismatch: the ${algorithm} of ${of} is ${found}, not ${claimed}. Deploy the file again.`,
  );
}
