import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { StagedBlob } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { blobs } from '../../storage/storage.ts';

/** A part of a form. Its content is in the blob store and not yet referenced. */
export interface FormFile {
  field: string;
  blob: StagedBlob;
}

export interface FileFormLimits {
  /** Maximum size of one part, in bytes. */
  limit: number;
  parts: number;
}

const bad = (what: string) => new HttpError(400, 'BAD_FORM', `Invalid upload form: ${what}`);

export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
}

/**
 * Reads every part of a multipart form as a file. Throws `HttpError` 400 for an invalid form and
 * 413 for a part that is too large.
 */
export async function readFileForm(request: FastifyRequest, limits: FileFormLimits): Promise<FormFile[]> {
  const parser = openForm(request, limits);
  const source = request.raw;
  const store = blobs();
  const files: Promise<FormFile>[] = [];
  // A request also closes after it was read completely, possibly before all of it was stored.
  const onClose = () => {
    if (!source.complete) parser.destroy(new Error('it was aborted'));
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error) =>
        reject(error instanceof HttpError ? error : bad(error.message.slice(0, 100)));
      parser.on('file', (field, stream) => {
        const file = store.put(stream, { limit: limits.limit }).then((blob) => ({ field, blob }));
        file.catch(fail);
        files.push(file);
      });
      parser.on('partsLimit', () => fail(new Error(`it has more than ${limits.parts} parts`)));
      parser.on('filesLimit', () => fail(new Error(`it has more than ${limits.parts} parts`)));
      parser.on('error', (error) => fail(error as Error));
      parser.once('finish', resolve);
      source.once('close', onClose);
      source.pipe(parser);
    });
    return await Promise.all(files);
  } finally {
    source.off('close', onClose);
    source.unpipe(parser);
    parser.on('error', () => undefined);
    // Discards the rest of the body, so that the response can be sent on the connection.
    source.resume();
  }
}

function openForm(request: FastifyRequest, { parts }: FileFormLimits): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': type },
      isPartAFile: () => true,
      limits: { parts, files: parts, headerPairs: 100, headerSize: 16 * 1024 },
    });
  } catch (error) {
    throw bad((error as Error).message.slice(0, 100));
  }
}
