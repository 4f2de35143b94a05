import type {
  Consignment,
  EdgeCredential,
  EdgeState,
  Paired,
  Pairing,
  Reception,
} from '@lading/contract/rest';
import { HttpError } from '../../../errors/HttpError.ts';
import type { OutgoingRequest } from '../../../outgoing/OutgoingClient.ts';
import { OutgoingError } from '../../../outgoing/OutgoingError.ts';
import { outgoing } from '../../../outgoing/outgoing.ts';
import { credentialHeader } from '../pairing.ts';

const root = '/distribution/api/v2/receiver';
/** Maximum bytes of a response: a list of 20,000 missing files. */
const maxResponseBytes = 8 * 1024 * 1024;
/**
 * Errors of a single transfer, such as corrupted bytes or a concurrent request, which are retried.
 */
const transient = new Set(['CHECKSUM_MISMATCH', 'WRONG_OFFSET']);
/** Milliseconds: an edge needs some minutes to complete 20,000 files. */
const patience = 600_000;

/** The edge has rejected the request; retries would fail too. */
export class EdgeRefusal extends Error {
  override readonly name = 'EdgeRefusal';
}

/** Exchanges a code for a credential. Throws `HttpError` 400, 403, and 502. */
export async function pairWith(base: string, pairing: Pairing): Promise<Paired> {
  try {
    return await send<Paired>(base, 'POST', `${root}/pair`, { json: pairing });
  } catch (error) {
    if (error instanceof EdgeRefusal) throw new HttpError(403, 'EDGE_REFUSED', error.message);
    if (error instanceof OutgoingError || error instanceof EdgeFailure)
      throw new HttpError(502, 'EDGE_UNREACHABLE', `Failed to reach ${base}. ${error.message}`);
    throw error;
  }
}

/** A temporary failure of the edge. */
class EdgeFailure extends Error {
  override readonly name = 'EdgeFailure';
}

/** Client for an edge. Throws `EdgeRefusal`, and other errors if a retry can succeed. */
export class EdgeClient {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(base: string, credential: string) {
    this.#base = base;
    this.#headers = { [credentialHeader]: credential };
  }

  /** Announces a version and returns the content that the edge lacks. */
  announce(name: string, version: string, body: Consignment, signal: AbortSignal): Promise<Reception> {
    return this.#send('PUT', bundle(name, version), { json: body, signal });
  }

  /** Sends bytes of a file from `start` on. */
  async sendBytes(
    { name, version, sha256 }: { name: string; version: string; sha256: string },
    start: number,
    bytes: Buffer,
    signal: AbortSignal,
  ): Promise<void> {
    const path = `${bundle(name, version)}/blobs/${sha256}?start=${start}`;
    await this.#send('PUT', path, { bytes, signal });
  }

  /** Makes the whole version visible at the edge. */
  complete(name: string, version: string, signal: AbortSignal): Promise<Reception> {
    return this.#send('POST', `${bundle(name, version)}/complete`, { signal });
  }

  /** `incomplete`: only if the version is not complete. */
  async remove(
    name: string,
    version: string,
    options: { incomplete: boolean; signal?: AbortSignal },
  ): Promise<void> {
    const { incomplete, signal } = options;
    await this.#send('DELETE', `${bundle(name, version)}?incomplete=${incomplete}`, signal ? { signal } : {});
  }

  state(): Promise<EdgeState> {
    return this.#send('GET', `${root}/pairing`, { quick: true, signal: AbortSignal.timeout(10_000) });
  }

  /** Returns a new credential. The one of this client is valid until the next renewal. */
  renew(): Promise<EdgeCredential> {
    return this.#send('POST', `${root}/pairing/credential`, { quick: true });
  }

  async unpair(): Promise<void> {
    await this.#send('DELETE', `${root}/pairing`, { quick: true });
  }

  #send<T>(method: Method, path: string, given: Omit<Sent, 'headers'>): Promise<T> {
    return send<T>(this.#base, method, path, { ...given, headers: this.#headers });
  }
}

type Method = NonNullable<OutgoingRequest['method']>;

interface Sent {
  json?: object;
  bytes?: Buffer;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  quick?: boolean;
}

function bundle(name: string, version: string): string {
  return `${root}/bundles/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
}

async function send<T>(base: string, method: Method, path: string, given: Sent): Promise<T> {
  const { json, bytes, headers = {}, signal, quick = false } = given;
  const body = json ? JSON.stringify(json) : bytes;
  const type = json ? 'application/json' : 'application/octet-stream';
  const answer = await outgoing().request(`${base}${path}`, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
    limit: maxResponseBytes,
    headersTimeout: quick ? 5_000 : patience,
    ...(signal ? { signal } : {}),
  });
  const text = (await answer.bytes()).toString('utf8');
  if (answer.status < 300) return (text === '' ? undefined : JSON.parse(text)) as T;
  const { message: why = `It responded with status ${answer.status}`, code = '' } = errorOf(text);
  const isFinal = answer.status >= 400 && answer.status < 500 && ![408, 425, 429].includes(answer.status);
  throw isFinal && !transient.has(code) ? new EdgeRefusal(why) : new EdgeFailure(why);
}

function errorOf(text: string): { message?: string; code?: string } {
  try {
    const { errors } = JSON.parse(text) as { errors?: { message?: unknown; code?: unknown }[] };
    const { message, code } = errors?.[0] ?? {};
    return {
      ...(typeof message === 'string' ? { message: message.slice(0, 500) } : {}),
      ...(typeof code === 'string' ? { code } : {}),
    };
  } catch {
    return {};
  }
}
