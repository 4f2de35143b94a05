import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine that simulates the API of a Git server. */
export class GitServer {
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  /** Path, headers, and body of each request. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  readonly url: string;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const path = request.url ?? '';
      const seen = { path, headers: request.headers, body: '' };
      this.requests.push(seen);
      request.setEncoding('utf8').on('data', (text: string) => {
        seen.body += text;
      });
      const answer = this.#answers.get(path) ?? this.#answers.get(path.split('?')[0] ?? '');
      if (answer) answer(request, response);
      else response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}');
    });
  }

  static async start(): Promise<GitServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new GitServer(server);
  }

  /** Sets the response of `path`, with or without a query: JSON unless `body` is a string. */
  on(path: string, body: unknown, headers: Record<string, string> = {}, status = 200): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.#answers.set(path, (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text),
    );
  }

  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  reset(): void {
    this.#answers.clear();
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
