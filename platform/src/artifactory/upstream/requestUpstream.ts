import type { OutgoingRequest, OutgoingResponse } from '../../outgoing/OutgoingClient.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { Repository } from '../repositories/repositories.ts';
import { remoteOptions } from './remoteOptions.ts';
import { upstreamError } from './UpstreamError.ts';

/**
 * Asks an upstream with the patience that its repository has. `trusted`: who configures the machine named the address, so it may be
 * on a private network. Throws `UpstreamError`.
 */
export async function requestUpstream(
  repository: Repository,
  url: URL,
  request: OutgoingRequest = {},
  trusted = false,
): Promise<OutgoingResponse> {
  const { patience, allowPrivate } = remoteOptions(repository);
  try {
    return await outgoing().request(url, {
      redirects: 'follow',
      connectTimeout: Math.min(patience, 10_000),
      headersTimeout: patience,
      bodyTimeout: patience,
      allowPrivate: trusted || allowPrivate,
      allowLoopback: trusted,
      ...request,
      headers: { 'user-agent': 'Lading', ...request.headers },
    });
  } catch (error) {
    throw upstreamError(error, repository);
  }
}
