import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Allowed IDs of a trusted proxy: fits UUIDs, trace IDs, and common load balancers, but no line
 * breaks or quotes.
 */
const allowed = /^[\w.:=+/@-]{1,128}$/;
/** Larger bodies are results with an error status, not messages. */
const maxErrorBytes = 64 * 1024;

/**
 * Returns the generator of request IDs, which are unique across restarts and nodes. `X-Request-Id`
 * of a trusted proxy is reused.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = blockListOf(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
    const family = isIP(peer);
    const isTrusted = family !== 0 && trusted.check(peer, family === 6 ? 'ipv6' : 'ipv4');
    return isTrusted && typeof given === 'string' && allowed.test(given) ? given : randomUUID();
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

/**
 * Sends `X-Request-Id` with every response, and adds the ID to the body of every error, in the form
 * of its protocol.
 */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
    if (typeof text !== 'string' || text === '' || text.length > maxErrorBytes) return payload;
    const named = withRequestId(text, String(reply.getHeader('content-type') ?? ''), request);
    if (named === text) return payload;
    reply.removeHeader('content-length');
    return named;
  });
}

function withRequestId(text: string, type: string, request: FastifyRequest): string {
  if (/^text\/plain\b/i.test(type)) return `${text.replace(/\n$/, '')}\nRequest ID: ${request.id}\n`;
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) return text;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body) || 'request_id' in body) return text;
  return JSON.stringify(
    // A GraphQL response has fixed fields, and `extensions` for everything else.
    isGraphql(request)
      ? { ...body, extensions: { request_id: request.id } }
      : { ...body, request_id: request.id },
  );
}

function isGraphql({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === '/metadata/api/v1/query';
}
