import type { ScopedStorage } from '@lading/contract';

/** A client of the command line that waits for somebody to let it in. */
export interface ClientSession {
  readonly session: string;
  /** What it calls itself in the address that it opened. */
  readonly name: string;
  /** Whether it shows a code: the last 4 characters of its session. */
  readonly code: string;
}

/** A client waits for 5 minutes: what is kept for longer is of no use, in milliseconds. */
const CLIENT_WAITS_MS = 5 * 60 * 1000;
export const CODE_LENGTH = 4;
/** The page that asks whether the client may come in. */
export const CLIENT_PAGE = '/plugs/extension/cli';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEYS = { session: 'clientSession', name: 'clientName', code: 'clientCode', since: 'clientSince' };

/** Keeps what the address of a client's says, in this browser: it outlives the way to a provider and back. */
export function keepClientSession(storage: ScopedStorage, query: URLSearchParams): void {
  const session = query.get('jfClientSession') ?? '';
  if (!UUID.test(session)) return;
  storage.set(KEYS.session, session);
  storage.set(KEYS.name, (query.get('jfClientName') ?? '').slice(0, 100));
  storage.set(KEYS.code, query.get('jfClientCode') ?? '');
  storage.set(KEYS.since, String(Date.now()));
}

/** The client that waits; nothing once it has waited for too long. */
export function readClientSession(storage: ScopedStorage): ClientSession | undefined {
  const session = storage.get(KEYS.session);
  const since = Number(storage.get(KEYS.since) ?? 0);
  if (session === undefined || !(Date.now() - since < CLIENT_WAITS_MS)) return undefined;
  return { session, name: storage.get(KEYS.name) ?? '', code: storage.get(KEYS.code) ?? '' };
}

/** It was let in, or refused, or does not wait any more. */
export function forgetClientSession(storage: ScopedStorage): void {
  for (const key of Object.values(KEYS)) storage.remove(key);
}
