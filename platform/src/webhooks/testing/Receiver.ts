import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  /** Delay of the response in milliseconds. */
  after?: number;
}

/** An HTTP server on loopback that receives webhooks. */
export class Receiver {
  readonly received: Received[] = [];
  /** Response to each request, or a function of the request. */
  answer: Answer | ((request: Received) => Answer) = { status: 200 };
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body: await text(request) };
      this.received.push(received);
      const answer = typeof this.answer === 'function' ? this.answer(received) : this.answer;
      if (answer.after !== undefined) await delay(answer.after);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }

  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get last(): Received {
    const last = this.received.at(-1);
    if (!last) throw new Error('The receiver has received nothing');
    return last;
  }

  /** Received bodies, parsed. */
  get bodies(): unknown[] {
    return this.received.map(({ body }) => JSON.parse(body));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
