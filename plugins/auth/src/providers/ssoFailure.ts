import type { Message } from '@lading/contract';
import type { SsoFailure } from '@lading/contract/rest';
import { messages } from './messages.ts';

const FAILURES: ReadonlySet<string> = new Set<SsoFailure>([
  'SSO_REFUSED',
  'SSO_EXPIRED',
  'SSO_UNREACHABLE',
  'SSO_INVALID',
  'SSO_NO_USER',
  'SSO_DISABLED',
  'SSO_OTHER_REALM',
  'SSO_OFF',
]);

/** Reads from the URL why sign-in with a provider failed; `undefined` when it did not fail. */
export function ssoFailure(query: URLSearchParams): { why: Message; provider: string } | undefined {
  const code = query.get('ssoError');
  if (code === null) return undefined;
  const why = FAILURES.has(code) ? messages[code as SsoFailure] : messages.failed;
  return { why, provider: (query.get('provider') ?? '').slice(0, 64) };
}
