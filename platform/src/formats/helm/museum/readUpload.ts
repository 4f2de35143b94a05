import type { FastifyRequest } from 'fastify';
import type { StagedBlob } from '../../../blobs/BlobStore.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { isForm, readFileForm } from '../../../http/forms/readFileForm.ts';
import { bytesOf } from '../../../http/wholeBody.ts';
import { blobs } from '../../../storage/storage.ts';
import { chartLimit } from '../chart.ts';

export interface Upload {
  chart?: StagedBlob;
  prov?: StagedBlob;
}

/**
 * Reads a form with the fields `chart` and `prov`, or a single file of the given kind as the whole
 * body. Throws `HttpError` 400 or 413.
 */
export async function readUpload(request: FastifyRequest, what: keyof Upload): Promise<Upload> {
  if (!isForm(request)) {
    return { [what]: await blobs().put(bytesOf(request), { limit: chartLimit }) };
  }
  const upload: Upload = {};
  for (const { field, blob } of await readFileForm(request, { limit: chartLimit, parts: 20 })) {
    if (field === 'chart' || field === 'prov') upload[field] = blob;
  }
  if (upload[what]) return upload;
  throw new HttpError(400, 'BAD_FORM', `Invalid upload form: it has no field '${what}' with the file`);
}
