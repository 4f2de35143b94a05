import type { ScopedStorage } from '@lading/contract';

/** Command-line client that waits for a user to allow its sign-in. */
export interface ClientSession {
  readonly session: string;
  /** Name that the client reports in the URL that it opened. */
  readonly name: string;
  /** Whether the client shows a code: the last 4 characters of its session. */
  readonly code: string;
}

/** Clients wait for 5 minutes; older stored sessions are ignored. In milliseconds. */
const CLIENT_WAITS_MS = 5 * 60 * 1000;
export const CODE_LENGTH = 4;
/** Page that asks whether to allow the client. */
export const CLIENT_PAGE = '/plugs/extension/cli';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEYS = { session: 'clientSession', name: 'clientName', code: 'clientCode', since: 'clientSince' };

/**
 * Stores the client named in the URL in this browser, so that it survives a redirect to an identity
 * provider.
 */
export function keepClientSession(storage: ScopedStorage, query: URLSearchParams): void {
  const session = query.get('jfClientSession') ?? '';
  if (!UUID.test(session)) return;
  storage.set(KEYS.session, session);
  storage.set(KEYS.name, (query.get('jfClientName') ?? '').slice(0, 100));
  storage.set(KEYS.code, query.get('jfClientCode') ?? '');
  storage.set(KEYS.since, String(Date.now()));
}

/** Returns the pending client, or `undefined` if no client waits or its request has expired. */
export function readClientSession(storage: ScopedStorage): ClientSession | undefined {
  const session = storage.get(KEYS.session);
  const since = Number(storage.get(KEYS.since) ?? 0);
  if (session === undefined || !(Date.now() - since < CLIENT_WAITS_MS)) return undefined;
  return { session, name: storage.get(KEYS.name) ?? '', code: storage.get(KEYS.code) ?? '' };
}

/** Removes the client after it was allowed, was denied, or stopped waiting. */
export function forgetClientSession(storage: ScopedStorage): void {
  for (const key of Object.values(KEYS)) storage.remove(key);
}
