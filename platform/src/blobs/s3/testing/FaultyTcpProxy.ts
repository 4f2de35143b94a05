import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Passes bytes between a client and a server, and loses connections on demand. It does not read
 * HTTP, so signatures stay valid if the client signs for the proxy's address.
 */
export class FaultyTcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Bytes from the server after which each new connection is lost. */
  loseAfterReceived = Number.POSITIVE_INFINITY;
  /** Bytes to the server after which each new connection is lost. */
  loseAfterSent = Number.POSITIVE_INFINITY;
  /** Number of connections that are still to be lost. */
  losses = 0;
  /** Delay of each chunk to the client, in milliseconds. */
  delayMs = 0;
  /** Connections lost so far. */
  lost = 0;

  private constructor(target: number) {
    this.#server = createServer((client) => this.#pass(client, connect(target, '127.0.0.1')));
  }

  static async start(target: number): Promise<FaultyTcpProxy> {
    const proxy = new FaultyTcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all connections, so that the next request opens one with the current faults. */
  reset(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.reset();
  }

  #pass(client: Socket, server: Socket): void {
    let [sent, received] = [0, 0];
    const count = () => {
      const isOver = sent > this.loseAfterSent || received > this.loseAfterReceived;
      if (!isOver || this.losses <= 0) return;
      this.losses -= 1;
      this.lost += 1;
      end();
    };
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      sent += bytes.length;
      server.write(bytes);
      count();
    });
    server.on('data', (bytes) => {
      received += bytes.length;
      const send = () => client.write(bytes);
      if (this.delayMs > 0) setTimeout(send, this.delayMs);
      else send();
      count();
    });
  }
}
