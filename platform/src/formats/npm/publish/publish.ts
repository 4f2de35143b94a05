import { HttpError } from '../../../errors/HttpError.ts';
import { checkTarball } from './checkTarball.ts';
import { PublishDocument } from './PublishDocument.ts';
import { checkPublication } from './publicationCheck.ts';
import { readPublish } from './readPublish.ts';
import { type ReceivedTarball, receiveTarball } from './receiveTarball.ts';
import { storeVersion } from './storeVersion.ts';

/** What became of a document that was put at a package's address. */
export type PutOutcome =
  | { kind: 'published'; version: string }
  /** It brought no tarball: a change of what exists, left to the caller. */
  | { kind: 'change'; document: Record<string, unknown> };

/** Takes the document of `PUT /{name}`; throws `HttpError` 4xx and publishes nothing when any of it does not hold. */
export async function takePublish(
  repo: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  by: string,
): Promise<PutOutcome> {
  const document = new PublishDocument(body);
  let attached: { file: string; tarball: ReceivedTarball } | undefined;
  for await (const { file, bytes } of document.tarballs()) {
    if (attached)
      throw new HttpError(400, 'BAD_PUBLISH', 'The publish document contains more than one tarball');
    attached = { file, tarball: await receiveTarball(bytes) };
  }
  const rest = document.rest();
  if (!attached) return { kind: 'change', document: rest };
  const request = readPublish(rest, name, attached.file);
  const { tarball } = attached;
  const contents = await checkTarball(request, tarball);
  await checkPublication(repo, request, () => tarball.open());
  const kept = await tarball.keep();
  await storeVersion(repo, request, tarball.blob, contents, by);
  await kept.confirm();
  return { kind: 'published', version: request.version };
}
