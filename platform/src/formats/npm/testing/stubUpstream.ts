import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishBody, type SamplePackage, sampleTarball } from './samples.ts';

export interface StubUpstream {
  /** With a trailing slash. */
  url: string;
  /** `GET /name` for each received request. */
  requests: string[];
  /** Headers of the last request. */
  lastHeaders: IncomingMessage['headers'];
  publish(sample: SamplePackage, change?: (manifest: Record<string, unknown>) => void): Promise<Buffer>;
  /** Replaces the response until it is reset. */
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Whether to send ETags and 304. */
  etags: boolean;
  /** Stops listening, so connections fail. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Stored {
  versions: Record<string, Record<string, unknown>>;
  latest: string;
  tarballs: Map<string, Buffer>;
}

/** A stub registry with a few packages that can simulate failures. */
export async function stubUpstream(): Promise<StubUpstream> {
  const packages = new Map<string, Stored>();
  let port = 0;
  const server = createServer((request, response) => {
    stub.requests.push(`${request.method} ${request.url}`);
    stub.lastHeaders = request.headers;
    if (stub.fault) return stub.fault(request, response);
    answer(request, response);
  });

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const [name = '', file] = path.split('/-/');
    const stored = packages.get(name);
    const tarball = file === undefined ? undefined : stored?.tarballs.get(file);
    if (tarball) return response.writeHead(200, { 'content-length': tarball.length }).end(tarball);
    if (!stored || file !== undefined) return response.writeHead(404).end('{"error":"not found"}');
    const body = JSON.stringify({ name, 'dist-tags': { latest: stored.latest }, versions: stored.versions });
    const etag = `"${body.length}-${stored.latest}"`;
    if (stub.etags && request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    response
      .writeHead(200, { 'content-type': 'application/json', ...(stub.etags ? { etag } : {}) })
      .end(body);
  };

  const stub: StubUpstream = {
    url: '',
    requests: [],
    lastHeaders: {},
    fault: undefined,
    etags: true,
    async publish(sample, change) {
      const { name, version } = sample;
      const tarball = await sampleTarball(sample);
      const manifest = publishBody(sample, tarball).versions[version];
      if (!manifest) throw new Error('Missing manifest');
      manifest.dist.tarball = `${stub.url}${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
      change?.(manifest);
      const stored: Stored = packages.get(name) ?? { versions: {}, latest: version, tarballs: new Map() };
      packages.set(name, stored);
      stored.versions[version] = manifest;
      stored.latest = version;
      stored.tarballs.set(String(manifest.dist.tarball).split('/').at(-1) ?? '', tarball);
      return tarball;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async start() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
      stub.url = `http://127.0.0.1:${port}/`;
    },
  };
  await stub.start();
  return stub;
}
