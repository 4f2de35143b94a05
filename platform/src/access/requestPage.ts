import { asOutgoingError } from '../outgoing/OutgoingError.ts';
import { outgoing } from '../outgoing/outgoing.ts';

/** Maximum size of a page, in bytes. It is not read. */
const maxBytes = 1_000_000;

/**
 * Result of a request for a page of an identity provider. `broken`: it returned an error of the
 * server. `refused`: this server does not request pages on a private network.
 */
export interface PageResult {
  kind: 'ok' | 'broken' | 'unreachable' | 'refused';
  /** Predicate of the page, such as `returned 200`, or a sentence for the last two kinds. */
  message: string;
}

/**
 * Requests a page that browsers open to sign in or out. They may reach more than this server, or
 * less.
 */
export async function requestPage(address: string, timeoutMs = 10_000): Promise<PageResult> {
  try {
    const answer = await outgoing().request(address, {
      ...{ service: 'identity', limit: maxBytes },
      ...{ connectTimeout: timeoutMs, headersTimeout: timeoutMs },
    });
    answer.discard();
    // Many providers return 400 without a SAML request.
    return { kind: answer.status < 500 ? 'ok' : 'broken', message: `returned ${answer.status}` };
  } catch (error) {
    const { fault, message } = asOutgoingError(error);
    if (fault === 'redirect') return { kind: 'ok', message: 'returned a redirect' };
    return { kind: fault === 'refused' ? 'refused' : 'unreachable', message };
  }
}
