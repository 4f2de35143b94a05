import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

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

/** A collector that accepts OTLP in JSON. */
export class TestCollector {
  received: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await buffer(request);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      this.received.push({ path: request.url ?? '', headers: request.headers, text });
      response.setHeader('content-type', 'application/json').end('{}');
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
    return this.received.map(({ text }) => JSON.parse(text) as Sent);
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
