import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '../settings.ts';
import { makeLogger } from './logging.ts';

/** A server without routes: HTTP/1.1, or with a certificate HTTPS with HTTP/2 for those who speak it. */
export function makeServer(settings: Settings): FastifyInstance {
  const logger: FastifyBaseLogger = makeLogger(settings);
  const options = {
    loggerInstance: logger,
    // One line per request is logged elsewhere, without its headers.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    // Idle ones; who still waits for an answer gets it.
    forceCloseConnections: 'idle',
    routerOptions: {
      // Names and paths of packages are longer than a word.
      maxParamLength: 4096,
    },
  } as const;
  if (!settings.tls) return Fastify(options);
  const secure = Fastify({ ...options, http2: true, https: { ...settings.tls, allowHTTP1: true } });
  // Its requests and answers have the same shape; only the types of the raw ones beneath differ.
  return secure as unknown as FastifyInstance;
}
