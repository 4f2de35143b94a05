import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Damage to one request or its answer. Offsets are within the body. */
export interface Fault {
  /** Closes the connection after this many bytes. */
  cutAfter?: number;
  /** Changes one bit of this byte. */
  flipAt?: number;
  /** Delays each chunk. */
  bytesPerSecond?: number;
  /** Closes the connection instead of passing the answer on, or changes its first byte. */
  answer?: 'cut' | 'flip';
}

interface Passed {
  method: string;
  path: string;
  /** Bytes of the request's body that were passed on. */
  bytes: number;
  /** Status from the target; 0 if it did not answer. */
  status: number;
}

/** An HTTP proxy in front of one server that damages what passes. */
export class FaultyHttpProxy {
  readonly requests: Passed[] = [];
  /** Returns the damage to a request. */
  fault: (method: string, path: string) => Fault | undefined = () => undefined;
  /** Returns what is answered instead of the target's answer. */
  replaceAnswer: (path: string) => object | undefined = () => undefined;
  readonly #server: Server;
  readonly #target: string;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((incoming, answer) => {
      const { socket } = incoming;
      this.#pass(incoming, answer).catch(() => socket.destroy());
    });
  }

  static async start(target: string): Promise<FaultyHttpProxy> {
    const proxy = new FaultyHttpProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Bytes of file content that the target has acknowledged. */
  acknowledged(): number {
    return this.requests
      .filter(({ path, status }) => path.includes('/blobs/') && status === 204)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const passed: Passed = { method, path: url, bytes: 0, status: 0 };
    this.requests.push(passed);
    const fault = this.fault(method, url) ?? {};
    const forward = request(`${this.#target}${url}`, { method, headers, agent: false });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      forward.once('response', resolve).once('error', reject);
    });
    answered.catch(() => undefined);
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      const bytes = damaged(chunk, passed.bytes, fault);
      if (bytes.length > 0) await new Promise((resolve) => forward.write(bytes, resolve));
      passed.bytes += bytes.length;
      if (fault.bytesPerSecond !== undefined) await delay((bytes.length / fault.bytesPerSecond) * 1000);
      if (passed.bytes === fault.cutAfter) {
        forward.destroy();
        throw new Error('cut');
      }
    }
    forward.end();
    const answer = await answered;
    passed.status = answer.statusCode ?? 0;
    const body = Buffer.concat(await answer.toArray());
    if (fault.answer === 'cut') throw new Error('cut');
    if (fault.answer === 'flip' && body.length > 0) body[0] = (body[0] ?? 0) ^ 1;
    const other = this.replaceAnswer(url);
    if (other) outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other));
    else outgoing.writeHead(passed.status, answer.headers).end(body);
  }
}

function damaged(
  chunk: Buffer,
  at: number,
  { cutAfter = Number.MAX_SAFE_INTEGER, flipAt = -1 }: Fault,
): Buffer {
  const bytes = Buffer.from(chunk.subarray(0, Math.max(0, cutAfter - at)));
  const place = flipAt - at;
  if (place >= 0 && place < bytes.length) bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
}
