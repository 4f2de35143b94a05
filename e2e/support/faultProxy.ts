import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault applied to a request instead of the platform's response. */
export type Fault =
  /** Responds with this status and a JSON error. */
  | { readonly kind: 'status'; readonly status: number }
  /** Responds with 200 and a page, like a captive portal between browser and server. */
  | { readonly kind: 'html' }
  /** Appends one byte to the correct response. */
  | { readonly kind: 'altered' }
  /** Closes the connection before the first byte of the response. */
  | { readonly kind: 'reset' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'truncated' }
  /** Holds the request until the fault is healed; then the platform responds. */
  | { readonly kind: 'held' };

/** Active fault. */
export interface Injection {
  /** Number of requests affected. */
  readonly hits: number;
  /** Ends the fault; requests on hold are answered now. */
  heal(): void;
}

/** Reverse proxy on loopback in front of a platform, which injects faults. */
export interface FaultProxy {
  /** `http://localhost:PORT` */
  readonly origin: string;
  /** Paths with query, in request order. */
  readonly requests: readonly string[];
  /**
   * Applies a fault to every path (with query) that matches `paths`, until it is healed. The newest
   * fault wins.
   */
  inject(paths: RegExp, fault: Fault): Injection;
  /** Closes all open connections. */
  cut(): void;
  stop(): Promise<void>;
}

interface Rule {
  readonly paths: RegExp;
  readonly fault: Fault;
  readonly waiting: Set<() => void>;
  hits: number;
}

/**
 * Starts a proxy in front of `target` (`http://localhost:PORT`). Forwards the browser's `Host`
 * header unchanged.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    requests.push(path);
    const rule = rules.findLast(({ paths }) => paths.test(path));
    if (rule) rule.hits += 1;
    answer(target, incoming, outgoing, rule);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    inject: (paths, fault) => {
      const rule: Rule = { paths, fault, waiting: new Set(), hits: 0 };
      rules.push(rule);
      return {
        get hits() {
          return rule.hits;
        },
        heal: () => {
          rules.splice(rules.indexOf(rule), 1);
          for (const go of rule.waiting) go();
        },
      };
    },
    cut: () => server.closeAllConnections(),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(target: string, incoming: IncomingMessage, outgoing: ServerResponse, rule?: Rule): void {
  const fault = rule?.fault;
  switch (fault?.kind) {
    case 'status':
      outgoing.writeHead(fault.status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ errors: [{ code: 'FAULT', message: 'made by a test' }] }));
      return;
    case 'html':
      outgoing.writeHead(200, { 'content-type': 'text/html' });
      outgoing.end('<!doctype html><title>Sign in to the network</title>');
      return;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'held':
      rule?.waiting.add(() => {
        if (!outgoing.destroyed) forward(target, incoming, outgoing);
      });
      return;
    default:
      forward(target, incoming, outgoing, fault);
  }
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault?: Fault): void {
  const { hostname, port } = new URL(target);
  const headers = { ...incoming.headers };
  // A byte can be appended only to an uncompressed response.
  if (fault) delete headers['accept-encoding'];
  const onward = request(
    { hostname, port, method: incoming.method, path: incoming.url, headers },
    (response) => {
      const { statusCode = 502, headers: answered } = response;
      if (!fault) {
        outgoing.writeHead(statusCode, answered);
        response.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (fault.kind === 'truncated') {
          outgoing.writeHead(statusCode, { ...answered, 'content-length': body.length });
          outgoing.write(body.subarray(0, body.length >> 1), () => incoming.socket.destroy());
        } else {
          const longer = Buffer.concat([body, Buffer.from('\n')]);
          outgoing.writeHead(statusCode, { ...answered, 'content-length': longer.length });
          outgoing.end(longer);
        }
      });
    },
  );
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
