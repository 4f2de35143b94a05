import { STATUS_CODES } from 'node:http';
import type { UpstreamTest } from '@lading/contract/rest';
import { packageTypeOf } from '../PackageType.ts';
import type { Repository } from '../Repository.ts';
import { noteOnline } from './assumedOffline.ts';
import { requestUpstream } from './requestUpstream.ts';
import { UpstreamError, upstreamNonsense } from './UpstreamError.ts';

/** Requests the upstream of a repository, saved or not, and reports its response. */
export async function testUpstream(remote: Repository): Promise<UpstreamTest> {
  // The test queries the upstream in any case.
  noteOnline(remote);
  try {
    const answer = await ask(remote);
    answer.discard();
    const ok = answer.status >= 200 && answer.status < 300;
    return { ok, url: answer.url, status: answer.status, message: said(remote, answer.status, ok) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { ok: false, message: error.forAdministrators ?? error.message };
  }
}

async function ask(remote: Repository) {
  const probe = packageTypeOf(remote.packageType)?.probe;
  if (probe) return probe(remote);
  // The npm configuration of the server determines the registry.
  if (remote.url === undefined) throw upstreamNonsense(remote, 'no response: no URL is configured');
  return requestUpstream(remote, new URL(remote.url));
}

function said({ credentials }: Repository, status: number, ok: boolean): string {
  const answer = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  if (ok) return `The upstream returned ${answer}`;
  if (status === 401 || status === 403)
    return credentials
      ? `The upstream rejected these credentials: ${answer}`
      : `The upstream requires credentials: ${answer}`;
  if (status === 404)
    return `The upstream returned ${answer}. The path of the URL may be wrong, or the upstream may serve content only at paths below the URL.`;
  return `The upstream returned ${answer}`;
}
