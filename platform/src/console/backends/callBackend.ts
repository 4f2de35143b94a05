import { HttpError } from '../../errors/HttpError.ts';
import type { OutgoingRequest } from '../../outgoing/OutgoingClient.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { BackendRow } from './backendRows.ts';

/** Maximum bytes of a response. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** Milliseconds for a call, which is less than the 30 s that the console waits. */
const callTimeoutMs = 25_000;

/** A call to a backend, already allowed. */
export interface BackendRequest {
  method: NonNullable<OutgoingRequest['method']>;
  /** As it was requested, with a leading slash, and with its query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface BackendAnswer {
  status: number;
  /** Content type; empty if the backend sent none. */
  type: string;
  /** Compression that the backend applied although none was accepted. */
  encoding: string;
  content: Buffer;
}

/**
 * Sends a call to the backend. Redirects are not followed: they could send the credentials
 * elsewhere. Throws `HttpError` 502 or 504 with the reason.
 */
export async function callBackend(row: BackendRow, request: BackendRequest): Promise<BackendAnswer> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), callTimeoutMs);
  try {
    const { method, headers, body } = request;
    const answer = await outgoing().request(urlOf(row, request.path), {
      ...{ method, headers, service: 'integrations', redirects: 'none', limit: maxAnswerBytes },
      ...{ allowPrivate: row.allowPrivate, encryptedInPublic: true, signal: controller.signal },
      ...(body && body.length > 0 ? { body } : {}),
    });
    const { status } = answer;
    if ([401, 403, 407].includes(status)) {
      answer.discard();
      // A 401 of the console would ask the user to sign in again.
      const why =
        status === 403
          ? 'denied this call'
          : 'rejected the credentials of this server. Ask an administrator to check them';
      throw new HttpError(502, 'PLUGIN_BACKEND_DENIED', `Backend "${row.name}" ${why} (status ${status}).`);
    }
    const [type = '', encoding = ''] = ['content-type', 'content-encoding'].map(
      (name) => [answer.headers[name]].flat()[0],
    );
    return { status, type, encoding, content: await answer.bytes() };
  } catch (error) {
    if (error instanceof OutgoingError) throw failed(row, error, controller.signal.aborted);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function urlOf({ url, name }: BackendRow, path: string): URL {
  const base = new URL(url);
  const target = new URL(`${url}${path}`);
  const isInside = target.origin === base.origin && target.pathname.startsWith(base.pathname);
  if (isInside && target.hash === '') return target;
  throw new HttpError(400, 'BAD_PLUGIN_CALL', `Invalid path of a call to backend "${name}".`);
}

function failed({ name }: BackendRow, error: OutgoingError, timedOut: boolean): HttpError {
  const cause = { cause: error };
  if (timedOut || error.fault === 'timeout') {
    const why = `Backend "${name}" did not respond within ${callTimeoutMs / 1000} s. Try again later.`;
    return new HttpError(504, 'PLUGIN_BACKEND_TIMEOUT', why, undefined, {}, cause);
  }
  const why = `Failed to call backend "${name}": ${error.message}.`;
  return new HttpError(502, 'PLUGIN_BACKEND_FAILED', why, undefined, {}, cause);
}
