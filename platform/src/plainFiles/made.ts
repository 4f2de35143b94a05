import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { mimeTypeOf } from '../files/mimeTypes.ts';
import { sendFile } from '../files/sendFile.ts';
import { bytesOf, wholeBody } from '../http/wholeBody.ts';
import { formatOf, type MadeFile, type MadeFiles } from '../pipeline/Format.ts';
import { authoriseWrite } from '../pipeline/writeTarget.ts';
import type { Repository } from '../repositories/repositories.ts';

/** In bytes: what a client puts in place of a made file is read as a whole. */
const largest = 8 * 1024 * 1024;

/** Of the format that makes the file at this path; undefined for one that is stored. */
export function madeFilesAt({ packageType }: Repository, path: string): MadeFiles | undefined {
  const made = formatOf(packageType)?.plainFiles?.made;
  return made?.owns(path) ? made : undefined;
}

export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MadeFile,
): Promise<FastifyReply> {
  return sendFile(request, reply, file, async (_file, range) =>
    range ? file.content.subarray(range.start, range.end + 1) : file.content,
  );
}

/** A made file's bytes with what clients are told of them. */
export function madeFile(repo: string, path: string, content: Buffer, modified: Date): MadeFile {
  const hash = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  return {
    ...{ repo, path, content, modified, size: content.length, mimeType: mimeTypeOf(path) },
    ...{ sha256: hash('sha256'), sha1: hash('sha1'), md5: hash('md5') },
  };
}

/** Reads the request's body and hands it to the format. */
export async function putMade(
  request: FastifyRequest,
  target: Repository,
  path: string,
  made: MadeFiles,
): Promise<void> {
  await authoriseWrite(callerOf(request), 'deploy', target, path);
  const said = `${path} exceeds the limit of ${largest} bytes`;
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', said);
  await made.put(target, path, await wholeBody(bytesOf(request), largest, tooLarge));
}
