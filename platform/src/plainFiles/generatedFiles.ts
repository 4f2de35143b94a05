import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { mimeTypeOf } from '../files/mimeTypes.ts';
import { sendFile } from '../files/sendFile.ts';
import { bytesOf, wholeBody } from '../http/wholeBody.ts';
import { formatOf, type GeneratedFile, type GeneratedFiles } from '../pipeline/Format.ts';
import { authorizeWrite } from '../pipeline/writeTarget.ts';
import type { Repository } from '../repositories/repositories.ts';

/** Maximum bytes of an upload to the path of a generated file, which is read as a whole. */
const maxBytes = 8 * 1024 * 1024;

/** The generator of the file at this path; undefined for a stored file. */
export function generatedFilesAt({ packageType }: Repository, path: string): GeneratedFiles | undefined {
  const generated = formatOf(packageType)?.plainFiles?.generated;
  return generated?.owns(path) ? generated : undefined;
}

export async function sendGenerated(
  request: FastifyRequest,
  reply: FastifyReply,
  file: GeneratedFile,
): Promise<FastifyReply> {
  return sendFile(request, reply, file, async (_file, range) =>
    range ? file.content.subarray(range.start, range.end + 1) : file.content,
  );
}

/** A generated file's bytes, with the size and checksums for clients. */
export function generatedFile(repo: string, path: string, content: Buffer, modified: Date): GeneratedFile {
  const hash = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  return {
    ...{ repo, path, content, modified, size: content.length, mimeType: mimeTypeOf(path) },
    ...{ sha256: hash('sha256'), sha1: hash('sha1'), md5: hash('md5') },
  };
}

/** Reads the request's body and passes it to the format. */
export async function putGenerated(
  request: FastifyRequest,
  target: Repository,
  path: string,
  generated: GeneratedFiles,
): Promise<void> {
  await authorizeWrite(callerOf(request), 'deploy', target, path);
  const said = `${path} exceeds the limit of ${maxBytes} bytes`;
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', said);
  await generated.put(target, path, await wholeBody(bytesOf(request), maxBytes, tooLarge));
}
