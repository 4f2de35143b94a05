import type { OutgoingRequest, OutgoingResponse } from '../../outgoing/OutgoingClient.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { Repository } from '../repositories.ts';
import { assertOnline, noteFailure, noteOnline } from './assumedOffline.ts';
import { identityFor } from './clientCertificate.ts';
import { authorizationFor } from './credentials.ts';
import { remoteOptions } from './remoteOptions.ts';
import { upstreamError } from './UpstreamError.ts';

/**
 * Sends a request to an upstream with the timeout and credentials of the repository. Only the
 * upstream's own origin receives credentials. `trusted`: the URL is from the server's configuration
 * and may be on a private network. Throws `UpstreamError`.
 */
export async function requestUpstream(
  repository: Repository,
  url: URL,
  request: OutgoingRequest = {},
  trusted = false,
): Promise<OutgoingResponse> {
  const { patience, allowPrivate, proxy } = remoteOptions(repository);
  assertOnline(repository);
  const identity = identityFor(repository, url);
  const authorization = request.headers?.authorization ?? authorizationFor(repository, url);
  try {
    const answer = await outgoing().request(url, {
      redirects: 'follow',
      service: 'repositories',
      proxy,
      connectTimeout: Math.min(patience, 10_000),
      headersTimeout: patience,
      bodyTimeout: patience,
      allowPrivate: trusted || allowPrivate,
      allowLoopback: trusted,
      ...(identity ? { identity } : {}),
      ...request,
      headers: { 'user-agent': 'Lading', ...request.headers, ...(authorization ? { authorization } : {}) },
    });
    noteOnline(repository);
    return answer;
  } catch (error) {
    noteFailure(repository, error);
    throw upstreamError(error, repository, url);
  }
}
