import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { indexPath } from '../names.ts';
import { type SampleCrate, sampleCrate } from './samples.ts';

export interface StubRegistry {
  /** URL of the index. */
  url: string;
  requests: string[];
  /** `dl` in its configuration; undefined for a path below its own URL. */
  dl: string | undefined;
  add(sample: SampleCrate, line?: Record<string, unknown>): Promise<Buffer>;
  /** Replaces the bytes of a crate that was added. */
  replace(name: string, version: string, bytes: Buffer): void;
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A stub registry with a sparse index of a few crates and their files. */
export async function stubRegistry(): Promise<StubRegistry> {
  const files = new Map<string, string | Buffer>();
  let port = 0;
  const server = createServer((request, response) => {
    stub.requests.push(`${request.method} ${request.url}`);
    if (stub.fault) return stub.fault(request, response);
    const path = (request.url ?? '').slice(1);
    const config = JSON.stringify({ dl: stub.dl ?? `${stub.url}/dl`, api: stub.url });
    const content = path === 'index/config.json' ? config : files.get(path);
    if (content === undefined) return response.writeHead(404).end('nothing here');
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(200, { etag, 'content-length': Buffer.byteLength(content) }).end(content);
  });
  const fileOf = (name: string, version: string) => `dl/${name}/${version}/download`;
  const stub: StubRegistry = {
    url: '',
    requests: [],
    dl: undefined,
    fault: undefined,
    async add(sample, line = {}) {
      const { name, vers } = sample;
      const crate = await sampleCrate(sample);
      const cksum = createHash('sha256').update(crate).digest('hex');
      const entry = { name, vers, deps: [], cksum, features: {}, yanked: false, ...line };
      const path = `index/${indexPath(name)}`;
      files.set(path, `${files.get(path) ?? ''}${JSON.stringify(entry)}\n`);
      files.set(fileOf(name, vers), crate);
      return crate;
    },
    replace: (name, version, bytes) => void files.set(fileOf(name, version), bytes),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async start() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
      stub.url = `http://127.0.0.1:${port}`;
    },
  };
  await stub.start();
  return stub;
}
