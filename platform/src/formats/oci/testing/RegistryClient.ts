import { createHash } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { parseChallenge } from '../remote/parseChallenge.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
  /** Parsed on demand. */
  json: () => Record<string, unknown>;
  /** Path and query of the `Location` header. */
  location: string;
}

export interface AskOptions {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: string | Buffer;
}

type Method = Dispatcher.HttpMethod;

/**
 * A registry client that requests a token for each challenge, like the client of the conformance
 * suite.
 */
export class RegistryClient {
  readonly #base: string;
  readonly #basic: string | undefined;

  /** Without credentials, requests anonymous tokens. */
  constructor(base: string, credentials?: { user: string; password: string }) {
    this.#base = base;
    this.#basic =
      credentials && `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  }

  async ask(method: Method, path: string, options: AskOptions = {}): Promise<Answer> {
    const first = await this.plain(method, path, options);
    if (first.status !== 401) return first;
    const token = await this.token(String(first.headers['www-authenticate'] ?? ''));
    if (token === undefined) return first;
    return this.plain(method, path, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    });
  }

  /** Requests a token from the service in the challenge; undefined if it issues none. */
  async token(header: string): Promise<string | undefined> {
    const { realm = '', service = '', scope } = parseChallenge(header) ?? {};
    const url = new URL(realm);
    url.searchParams.set('service', service);
    if (scope) url.searchParams.set('scope', scope);
    const answer = await request(url, { headers: this.#basic ? { authorization: this.#basic } : {} });
    const body = (await answer.body.json()) as { token?: string };
    return body.token;
  }

  async plain(method: Method, path: string, { headers = {}, query, body }: AskOptions): Promise<Answer> {
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const answer = await request(url, { method, headers, body: body ?? null });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const { location } = answer.headers;
    const there = typeof location === 'string' ? new URL(location, this.#base) : undefined;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes,
      text: bytes.toString(),
      json: () => JSON.parse(bytes.toString()) as Record<string, unknown>,
      location: there ? there.pathname + there.search : '',
    };
  }

  /** Uploads a blob in one request. Returns its descriptor. */
  async pushBlob(name: string, bytes: Buffer, mediaType = 'application/octet-stream'): Promise<Descriptor> {
    const digest = digestOf(bytes);
    const begun = await this.ask('POST', `/v2/${name}/blobs/uploads/`);
    const done = await this.ask('PUT', begun.location, { query: { digest }, body: bytes });
    if (done.status !== 201) throw new Error(`The blob was rejected: ${done.status} ${done.text}`);
    return { mediaType, digest, size: bytes.length };
  }

  async pushManifest(name: string, reference: string, manifest: Manifest): Promise<Answer> {
    const body = Buffer.from(JSON.stringify(manifest));
    return this.ask('PUT', `/v2/${name}/manifests/${reference}`, {
      headers: { 'content-type': String(manifest.mediaType) },
      body,
    });
  }
}

export interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

export type Manifest = Record<string, unknown> & { mediaType: string };

export const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
export const ociIndex = 'application/vnd.oci.image.index.v1+json';
export const ociConfig = 'application/vnd.oci.image.config.v1+json';
export const ociLayer = 'application/vnd.oci.image.layer.v1.tar+gzip';

export function digestOf(bytes: Buffer | string, algorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** Pushes an image with one layer under the tag. */
export async function pushImage(
  client: RegistryClient,
  name: string,
  tag: string,
  {
    config = {},
    layer = 'a layer',
    more = {},
  }: { config?: object; layer?: string | Buffer; more?: object } = {},
): Promise<{ digest: string; manifest: Manifest; layer: Descriptor; config: Descriptor }> {
  const inner = { architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: [] }, ...config };
  const configured = await client.pushBlob(name, Buffer.from(JSON.stringify(inner)), ociConfig);
  const layered = await client.pushBlob(name, Buffer.from(layer), ociLayer);
  const manifest = {
    schemaVersion: 2,
    mediaType: ociManifest,
    config: configured,
    layers: [layered],
    ...more,
  };
  const answer = await client.pushManifest(name, tag, manifest);
  if (answer.status !== 201) throw new Error(`The manifest was rejected: ${answer.status} ${answer.text}`);
  return { digest: digestOf(JSON.stringify(manifest)), manifest, layer: layered, config: configured };
}
