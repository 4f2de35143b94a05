import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Settings } from '../settings/settings.ts';
import { redact } from './redact.ts';
import { makeRepeatFilter } from './repeatedFailures.ts';

/** What is told of an error: a failed query shows its text, never its values. */
interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/** One line of JSON for each event, without secrets. */
export function makeLogger(settings: Settings): Logger {
  const isWorthLogging = makeRepeatFilter();
  return pino({
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
    hooks: {
      streamWrite: redact,
      logMethod(line, write) {
        if (isWorthLogging(line)) write.apply(this, line);
      },
    },
  });
}

/** One line for each request, once it is answered. */
export function logRequests(app: FastifyInstance): void {
  // Read before the answer: an HTTP/2 stream that is closed has no connection any more.
  const addresses = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    addresses.set(request, request.ip);
    done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, caller } = request;
    const from = addresses.get(request);
    const took = Math.round(reply.elapsedTime);
    // A request that was refused before it was known who asks has no caller.
    const user = caller?.kind === 'user' ? caller.userName : undefined;
    request.log.info({ method, url, status: reply.statusCode, ms: took, from, user }, 'request');
  });
}

export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack = '', cause } = error;
  const { code, query } = error as { code?: unknown; query?: unknown };
  const shown = typeof query === 'string' ? `Failed query: ${query}` : message;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: shown,
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
