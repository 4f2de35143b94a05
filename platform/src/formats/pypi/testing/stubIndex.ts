import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleFile } from './samples.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface StubIndex {
  /** URL of the index, without `simple`. */
  url: string;
  /** `GET /simple/name/` for each page request, `GET /files/…` for each file request. */
  requests: string[];
  /** Format of the pages. */
  form: 'json' | 'html';
  /** Adds a file. `more`: further attributes in the page, with the keys of the JSON form. */
  add(project: string, file: SampleFile, more?: Record<string, unknown>): void;
  /** Replaces the bytes on the file host. */
  replace(file: string, bytes: Buffer): void;
  fault: Answer | undefined;
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Listed extends SampleFile {
  more: Record<string, unknown>;
}

/** A stub index whose files are on another host, as on PyPI. */
export async function stubIndex(): Promise<StubIndex> {
  const projects = new Map<string, Listed[]>();
  const bytes = new Map<string, Buffer>();
  const ports = { index: 0, files: 0 };
  const fileAddress = (file: string) => `http://127.0.0.1:${ports.files}/files/ab/cd/${file}`;
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  const page: Answer = (request, response) => {
    const [, name = ''] = /^\/simple\/([^/]+)\/$/.exec(request.url ?? '') ?? [];
    const files = projects.get(name);
    if (!files) return response.writeHead(404).end('Project not found');
    const body = stub.form === 'json' ? jsonPage(name, files) : htmlPage(files);
    const etag = `"${sha256(Buffer.from(body)).slice(0, 20)}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    const type = stub.form === 'json' ? 'application/vnd.pypi.simple.v1+json' : 'text/html';
    return response.writeHead(200, { 'content-type': type, etag }).end(body);
  };
  const jsonPage = (name: string, files: readonly Listed[]) =>
    JSON.stringify({
      meta: { 'api-version': '1.1' },
      name,
      versions: ['0.0.1'],
      files: files.map(({ file, bytes: content, more }) => ({
        filename: file,
        url: fileAddress(file),
        hashes: { sha256: sha256(content) },
        ...more,
      })),
    });
  const htmlPage = (files: readonly Listed[]) =>
    `<!DOCTYPE html><html><body>${files
      .map(({ file, bytes: content, more }) => {
        const attributes = Object.entries(more).map(([key, value]) => ` data-${key}="${value}"`);
        return `<a href="${fileAddress(file)}#sha256=${sha256(content)}"${attributes.join('')}>${file}</a>`;
      })
      .join('<br>')}</body></html>`;

  const index = createServer((request, response) => answer(request, response, page));
  const files = createServer((request, response) =>
    answer(request, response, () => {
      const content = bytes.get((request.url ?? '').split('/').at(-1) ?? '');
      if (!content) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-length': content.length }).end(content);
    }),
  );
  const answer = (request: IncomingMessage, response: ServerResponse, usual: Answer) => {
    stub.requests.push(`${request.method} ${request.url}`);
    (stub.fault ?? usual)(request, response);
  };

  const stub: StubIndex = {
    url: '',
    requests: [],
    form: 'json',
    fault: undefined,
    add(project, file, more = {}) {
      projects.set(project, [...(projects.get(project) ?? []), { ...file, more }]);
      bytes.set(file.file, file.bytes);
    },
    replace: (file, content) => void bytes.set(file, content),
    async stop() {
      for (const server of [index, files]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
    async start() {
      ports.files = await listen(files, ports.files);
      ports.index = await listen(index, ports.index);
      stub.url = `http://127.0.0.1:${ports.index}`;
    },
  };
  await stub.start();
  return stub;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
