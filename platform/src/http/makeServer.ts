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
 * How long a connection may be silent while something is under way, in milliseconds: who sends half a request, or stops
 * reading an answer, does not hold its connection, its file and its memory for ever.
 */
const longestSilence = 300_000;

/** A server without routes: HTTP/1.1, or with a certificate HTTPS with HTTP/2 for those who speak it. */
export function makeServer(settings: Settings, sink?: LogSink): FastifyInstance {
  const logger: FastifyBaseLogger = makeLogger(settings, sink);
  const options = {
    loggerInstance: logger,
    genReqId: requestIds(settings.trustedProxies) as (request: unknown) => string,
    // The types of the two kinds of server have no common form for it.
    frameworkErrors: answerFrameworkError as never,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      answerClientError(error, socket, randomUUID(), (fields, text) => logger.debug(fields, text)),
    // One line per request is logged elsewhere, without its headers.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    // Idle ones; who still waits for an answer gets it.
    forceCloseConnections: 'idle',
    connectionTimeout: longestSilence,
    schemaController: {
      compilersFactory: { buildValidator: lazyValidation, buildSerializer: lazySerialization },
    },
    routerOptions: {
      // Names and paths of packages are longer than a word.
      maxParamLength: 4096,
    },
  } as const;
  if (!settings.tls) return answeringEarly(Fastify({ ...options, http: ownHostCheck }));
  const secure = Fastify({
    ...options,
    http2: true,
    http2SessionTimeout: longestSilence,
    https: { ...settings.tls, ...ownHostCheck, allowHTTP1: true },
  });
  closeSessions(secure.server, (hook) => secure.addHook('preClose', hook));
  // Its requests and answers have the same shape; only the types of the raw ones beneath differ.
  return answeringEarly(secure as unknown as FastifyInstance);
}

/** Node would answer requests without `Host` itself, without a body and an ID: `checkHost` does it. */
const ownHostCheck = { requireHostHeader: false };

function answeringEarly(app: FastifyInstance): FastifyInstance {
  app.server.on('checkExpectation', (_request, response) => answerExpectation(response, randomUUID()));
  return app;
}

/** An HTTP/2 session lives as long as its browser: a server that closes ends each once its last answer is sent. */
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
