import { randomUUID } from 'node:crypto';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { lazySerialization } from './api/lazySerialization.ts';
import { answerClientError, answerExpectation, answerFrameworkError } from './earlyErrors.ts';
import { lazyValidation } from './lazyValidation.ts';
import { makeLogger } from './logging.ts';
import type { LogSink } from './logSink.ts';
import { requestIds } from './requestIds.ts';

/**
 * Timeout of an inactive connection with a request in progress, in milliseconds. Frees the
 * connection, file, and memory if a client sends half a request or stops reading a response.
 */
const idleTimeoutMs = 300_000;

/**
 * Creates a server without routes: HTTP/1.1, or with a certificate HTTPS with HTTP/2 for clients
 * that support it.
 */
export function makeServer(settings: Settings, sink?: LogSink): FastifyInstance {
  const logger: FastifyBaseLogger = makeLogger(settings, sink);
  const options = {
    loggerInstance: logger,
    genReqId: requestIds(settings.trustedProxies) as (request: unknown) => string,
    // The types of the two kinds of server have no common form of this option.
    frameworkErrors: answerFrameworkError as never,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      answerClientError(error, socket, randomUUID(), (fields, text) => logger.debug(fields, text)),
    // `logRequests` logs one line per request, without its headers.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    // Only idle connections are closed. Requests in progress get their response.
    forceCloseConnections: 'idle',
    connectionTimeout: idleTimeoutMs,
    schemaController: {
      compilersFactory: { buildValidator: lazyValidation, buildSerializer: lazySerialization },
    },
    routerOptions: {
      // Names and paths of packages exceed Fastify's default.
      maxParamLength: 4096,
    },
  } as const;
  if (!settings.tls) return answeringEarly(Fastify({ ...options, http: ownHostCheck }));
  const secure = Fastify({
    ...options,
    http2: true,
    http2SessionTimeout: idleTimeoutMs,
    https: { ...settings.tls, ...ownHostCheck, allowHTTP1: true },
  });
  closeSessions(secure.server, (hook) => secure.addHook('preClose', hook));
  // Requests and responses have the same shape. Only the types of the underlying raw objects
  // differ.
  return answeringEarly(secure as unknown as FastifyInstance);
}

/**
 * Disables Node's own response to requests without `Host`, which has neither body nor ID.
 * `checkHost` handles them.
 */
const ownHostCheck = { requireHostHeader: false };

function answeringEarly(app: FastifyInstance): FastifyInstance {
  app.server.on('checkExpectation', (_request, response) => answerExpectation(response, randomUUID()));
  return app;
}

/**
 * Closes each HTTP/2 session after its last response when the server closes. Otherwise, a session
 * lasts as long as its browser.
 */
function closeSessions(server: Http2SecureServer, beforeClose: (hook: () => Promise<void>) => void): void {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  beforeClose(async () => {
    for (const session of sessions) session.close();
  });
}
