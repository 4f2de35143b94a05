import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { decodeProtobuf } from './decodeProtobuf.ts';

export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
}
export interface Sent {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector that accepts OTLP in JSON and in Protocol Buffers. */
export class TestCollector {
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const sent = await buffer(request);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      this.received.push({ path: request.url ?? '', headers: request.headers, body });
      const type = request.headers['content-type'] ?? '';
      response.setHeader('content-type', type).end(type === 'application/json' ? '{}' : '');
    });
  }

  static async start(): Promise<TestCollector> {
    const collector = new TestCollector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get sent(): Sent[] {
    return this.received.map(({ headers, body }) =>
      headers['content-type'] === 'application/json'
        ? (JSON.parse(body.toString()) as Sent)
        : decodeProtobuf(body),
    );
  }

  get spans(): SentSpan[] {
    return this.sent.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  stop(): void {
    this.#server.close();
  }
}

export const attributesOf = ({ attributes }: Pick<SentSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

let count = 0;
/** Returns a new trace of a caller. */
export function newTrace(flags = '01'): { traceId: string; traceparent: string } {
  count += 1;
  const traceId = count.toString(16).padStart(32, 'a');
  return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` };
}
