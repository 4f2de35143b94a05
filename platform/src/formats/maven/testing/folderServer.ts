import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

export interface FolderServer {
  /** With a trailing slash. */
  url: string;
  /** Requested paths. */
  requests: string[];
  stop(): Promise<void>;
}

/** Serves a directory over HTTP, as an upstream. */
export async function folderServer(folder: string): Promise<FolderServer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').slice(1)));
    requests.push(path);
    const file = join(folder, path);
    const found = path.startsWith('..') ? undefined : await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': found.size, 'last-modified': found.mtime.toUTCString() });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
