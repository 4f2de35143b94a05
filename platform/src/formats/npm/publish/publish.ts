import { HttpError } from '../../../errors/HttpError.ts';
import { publishWith } from '../../../pipeline/publish.ts';
import { type Received, receive } from '../../../pipeline/receive.ts';
import { tarballLimit } from '../tarball.ts';
import { checkTarball } from './checkTarball.ts';
import { npmPublication } from './npmPublication.ts';
import { PublishDocument } from './PublishDocument.ts';
import { checkPublication } from './publicationCheck.ts';
import { type PublishRequest, readPublish } from './readPublish.ts';
import { storeVersion } from './storeVersion.ts';

export type PutOutcome =
  | { kind: 'published'; version: string }
  /** The document has no tarball: it changes what exists. The caller handles it. */
  | { kind: 'change'; document: Record<string, unknown> };

/**
 * Takes the document of `PUT /{name}`. Throws `HttpError` 4xx, and publishes nothing, if any part
 * of it is invalid.
 */
export async function takePublish(
  repo: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  by: string,
): Promise<PutOutcome> {
  const document = new PublishDocument(body);
  const attached = await receiveAttached(document);
  const rest = document.rest();
  if (!attached) return { kind: 'change', document: rest };
  const { file, tarball } = attached;
  const request = readPublish(rest, name, file);
  await publishVersion(repo, request, tarball, by);
  return { kind: 'published', version: request.version };
}

/**
 * Publishes a tarball. Throws `HttpError` 4xx if it is not the requested version, or the version
 * exists.
 */
export function publishVersion(
  repo: string,
  request: PublishRequest,
  tarball: Received,
  by: string,
): Promise<void> {
  return publishWith(storeVersion, tarball, async (bytes) => {
    const contents = await checkTarball(request, tarball);
    await checkPublication(repo, request, bytes.open);
    return npmPublication(repo, request, tarball.blob, contents, by);
  });
}

async function receiveAttached(
  document: PublishDocument,
): Promise<{ file: string; tarball: Received } | undefined> {
  let attached: { file: string; tarball: Received } | undefined;
  for await (const { file, bytes } of document.tarballs()) {
    if (attached)
      throw new HttpError(400, 'BAD_PUBLISH', 'The publish document contains more than one tarball');
    attached = { file, tarball: await receive(bytes, tarballLimit, { sha512: true }) };
  }
  return attached;
}
