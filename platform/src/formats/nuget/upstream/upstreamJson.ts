import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileRow } from '../../../files/files.ts';
import type { OutgoingRequest, OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import { textOf } from '../../../plainFiles/remote/textOf.ts';
import type { Repository } from '../../../repositories/Repository.ts';
import { requestUpstream } from '../../../repositories/upstream/requestUpstream.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';

/** Maximum size of a metadata document in bytes, compressed and uncompressed. */
const limit = 8 * 1024 ** 2;

/**
 * An upstream's JSON document, cached at the path; undefined if it does not exist. Throws
 * `UpstreamError`.
 */
export async function upstreamJson(remote: Repository, path: string, url: URL): Promise<unknown> {
  const found = await remoteFile(remote, path, {
    url,
    aside: true,
    limit,
    request: (address, request) => unpacked(remote, address, request),
    index: async (_file: FileRow) => undefined,
  });
  return found && parsed(remote, await textOf(found));
}

/**
 * An upstream's JSON document that is not cached; undefined if it does not exist. Throws
 * `UpstreamError`.
 */
export async function askJson(remote: Repository, url: URL): Promise<unknown> {
  const answer = await unpacked(remote, url, { limit, headers: { accept: 'application/json' } });
  if (answer.status !== 200) {
    answer.discard();
    if (answer.status === 404) return undefined;
    throw upstreamNonsense(remote, `status ${answer.status}`);
  }
  const parts: Buffer[] = [];
  try {
    for await (const part of answer.body as AsyncIterable<Buffer>) parts.push(part);
  } catch (error) {
    throw upstreamNonsense(remote, `an aborted body (${(error as Error).message.slice(0, 100)})`);
  }
  return parsed(remote, Buffer.concat(parts).toString());
}

function parsed(remote: Repository, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw upstreamNonsense(remote, 'a document that is not JSON');
  }
}

/** Some upstreams send their registrations compressed even if the client did not ask for it. */
async function unpacked(remote: Repository, url: URL, request: OutgoingRequest): Promise<OutgoingResponse> {
  const answer = await requestUpstream(remote, url, request);
  if (answer.headers['content-encoding'] !== 'gzip') return answer;
  const { 'content-encoding': _packed, 'content-length': _length, ...headers } = answer.headers;
  return {
    ...answer,
    headers,
    body: Readable.from(gunzipped(remote, answer.body)),
    discard: () => answer.discard(),
  };
}

async function* gunzipped(remote: Repository, body: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  body.on('error', (error) => gunzip.destroy(error));
  body.pipe(gunzip);
  let size = 0;
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > limit)
        throw upstreamNonsense(remote, `a document with an unpacked size of more than ${limit} bytes`);
      yield part;
    }
  } finally {
    body.destroy();
    gunzip.destroy();
  }
}
