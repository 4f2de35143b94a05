import type { Repository } from '../../../repositories/repositories.ts';
import { upstreamError, upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { gunzip } from '../packument/gzip.ts';
import type { PackumentForm } from '../packument/localPackument.ts';
import { readPackument } from './reading/readPackument.ts';
import type { UpstreamPackument } from './reading/UpstreamPackument.ts';
import type { Validators } from './storedPackuments.ts';
import { askUpstream, packagePath, upstreamAddress } from './upstream.ts';

/** Maximum size of a packument as JSON, in bytes. */
const packumentLimit = 100 * 1024 * 1024;

const accepted: Record<PackumentForm, string> = {
  short: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8',
  full: 'application/json',
};

export type FetchOutcome =
  | { kind: 'changed'; packument: UpstreamPackument; validators: Validators }
  | { kind: 'unchanged' }
  | { kind: 'missing' };

/** Requests a packument from the upstream. Throws `UpstreamError` for any invalid response. */
export async function fetchPackument(
  repository: Repository,
  name: string,
  form: PackumentForm,
  { etag, lastModified }: Validators,
): Promise<FetchOutcome> {
  const answer = await askUpstream(repository, packagePath(name), {
    limit: packumentLimit,
    headers: {
      accept: accepted[form],
      'accept-encoding': 'gzip',
      ...(etag ? { 'if-none-match': etag } : {}),
      ...(lastModified && !etag ? { 'if-modified-since': lastModified } : {}),
    },
  });
  if (answer.status !== 200) {
    answer.discard();
    if (answer.status === 304 && (etag || lastModified)) return { kind: 'unchanged' };
    if (answer.status === 404 || answer.status === 410) return { kind: 'missing' };
    throw upstreamNonsense(repository, `status ${answer.status}`);
  }
  const body = await bodyOf(repository, answer.bytes(), answer.headers['content-encoding']);
  const packument = readPackument(body, name, form, await upstreamAddress(repository));
  if (packument === 'none') return { kind: 'missing' };
  if (!packument) throw upstreamNonsense(repository, `no valid packument of ${name}`);
  const header = (key: string) => (typeof answer.headers[key] === 'string' ? answer.headers[key] : undefined);
  const [newEtag, modified] = [header('etag'), header('last-modified')];
  return {
    kind: 'changed',
    packument,
    validators: { ...(newEtag ? { etag: newEtag } : {}), ...(modified ? { lastModified: modified } : {}) },
  };
}

async function bodyOf(repository: Repository, read: Promise<Buffer>, encoding: unknown): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await read;
  } catch (error) {
    throw upstreamError(error, repository);
  }
  try {
    return encoding === 'gzip' ? await gunzip(bytes, packumentLimit) : bytes;
  } catch {
    throw upstreamNonsense(repository, 'a body with invalid compression');
  }
}
