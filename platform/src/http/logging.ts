import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { withoutValues } from '../database/withoutValues.ts';
import { exporterSecrets } from '../settings/exporterSecrets.ts';
import type { Settings } from '../settings/settings.ts';
import { sentStatus } from './afterAnswer.ts';
import { type LogSink, logOf } from './logSink.ts';
import { redactorOf } from './redact.ts';
import { makeRepeatFilter } from './repeatedFailures.ts';
import { openStandardOutput } from './standardOutput.ts';

/** Logged fields of an error. A failed query shows its text, never its values. */
interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/**
 * Creates a logger that writes one line of JSON per event, without secrets, to standard output and
 * `sink`.
 */
export function makeLogger(settings: Settings, sink?: LogSink): Logger {
  const isWorthLogging = makeRepeatFilter();
  const { logLevel, outputLevel = logLevel } = settings;
  const options: LoggerOptions = {
    level: sink ? logLevel : outputLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
    hooks: {
      streamWrite: redactorOf(exporterSecrets(process.env)),
      logMethod(line, write) {
        if (isWorthLogging(line)) write.apply(this, line);
      },
    },
  };
  return pino(options, sink ? new Destination(sink, outputLevel) : openStandardOutput());
}

const metadata: unique symbol = Symbol.for('pino.metadata');

/**
 * Writes to standard output and the sink. pino sets the logger of the last line before each
 * `write`.
 */
class Destination {
  readonly [metadata] = true;
  lastLevel = 0;
  lastObj: unknown;
  lastMsg: unknown;
  lastLogger: object | undefined;
  readonly #output = openStandardOutput();
  readonly #least: number;
  readonly #sink: LogSink;

  constructor(sink: LogSink, outputLevel: Settings['logLevel']) {
    this.#sink = sink;
    this.#least = pino.levels.values[outputLevel] ?? Number.POSITIVE_INFINITY;
  }

  write(line: string): void {
    if (this.lastLevel >= this.#least) this.#output.write(line);
    this.#sink.write(logOf(this.lastLogger, this.lastObj, this.lastMsg), line);
  }
}

/** Logs one line per request, after it is completed or aborted. */
export function logRequests(app: FastifyInstance): void {
  // Read before the response, because a closed HTTP/2 stream has no connection.
  const addresses = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    addresses.set(request, request.ip);
    done();
  });
  app.afterAnswer.push((request, reply, aborted) => {
    const { method, url, caller } = request;
    const from = addresses.get(request);
    const took = Math.round(reply.elapsedTime);
    // A request that was rejected before authentication has no caller.
    const user = caller?.kind === 'user' ? caller.userName : undefined;
    const status = sentStatus(reply, aborted);
    request.log.info(
      { method, url, status, ms: took, from, user, ...(aborted ? { aborted } : {}) },
      'request',
    );
  });
}

function isFromDatabase(error: Error, code: unknown): boolean {
  return 'severity' in error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack = '', cause } = error;
  const { code, query } = error as { code?: unknown; query?: unknown };
  // Messages of PostgreSQL quote values of rows and parameters.
  const said = isFromDatabase(error, code) ? withoutValues(message) : message;
  const shown = typeof query === 'string' ? `Failed query: ${query}` : said;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: shown,
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
