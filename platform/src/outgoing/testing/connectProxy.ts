import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ConnectProxy {
  readonly port: number;
  /** Received requests, such as `CONNECT name:443` or `GET http://name/path`. */
  readonly asked: string[];
  close(): void;
}

interface Options {
  /** Required credentials, `user:password`. */
  readonly credentials?: string;
  /** Ports of 127.0.0.1 by requested `host:port`. */
  readonly known?: Readonly<Record<string, number>>;
  /** Status to return for every request. */
  readonly denies?: number;
}

/** Starts an HTTP proxy on a free port of 127.0.0.1, for tests. */
export async function connectProxy({ credentials, known = {}, denies }: Options = {}): Promise<ConnectProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const statusFor = ({ headers }: IncomingMessage) =>
    wanted && headers['proxy-authorization'] !== wanted ? 407 : denies;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    asked.push(`${method} ${url}`);
    const status = statusFor(incoming);
    const target = new URL(url);
    const port = known[`${target.hostname}:${target.port || 80}`];
    if (status !== undefined || port === undefined) {
      outgoing.writeHead(status ?? 502).end();
      return;
    }
    const { 'proxy-authorization': _own, ...rest } = headers;
    incoming.pipe(
      request({ port, method, path: target.pathname + target.search, headers: rest }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const port = known[incoming.url ?? ''];
    const status = statusFor(incoming) ?? (port === undefined ? 502 : 200);
    socket.write(`HTTP/1.1 ${status} x\r\n\r\n`);
    if (status !== 200 || port === undefined) return socket.end();
    const upstream = connect(port, '127.0.0.1');
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
