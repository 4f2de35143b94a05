import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Server of a test on this machine that the platform or the browser connects to. */
export interface LocalServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  stop(): Promise<void>;
}

export async function listen(handle: RequestListener): Promise<LocalServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
