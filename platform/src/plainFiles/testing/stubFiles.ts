import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface StubFiles {
  /** With a trailing slash. */
  url: string;
  /** `GET /path` for each request that arrived. */
  requests: string[];
  /** By path, without a leading slash. */
  files: Map<string, string | Buffer>;
  /** Headers of every file. */
  headers: Record<string, string>;
  /** Replaces the response until it is reset. */
  fault: Answer | undefined;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a file server with simulated failures. ETags depend on the content. */
export async function stubFiles(): Promise<StubFiles> {
  let port = 0;
  const server = createServer((request, response) => {
    stub.requests.push(`${request.method} ${request.url}`);
    if (stub.fault) return stub.fault(request, response);
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const content = stub.files.get(path);
    if (content === undefined) return response.writeHead(404).end('nothing here');
    const etag = `"${Buffer.from(content).toString('base64url').slice(0, 40)}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    response.writeHead(200, { etag, 'content-length': Buffer.byteLength(content), ...stub.headers });
    response.end(content);
  });
  const stub: StubFiles = {
    url: '',
    requests: [],
    files: new Map(),
    headers: {},
    fault: undefined,
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
