import type { FastifyBaseLogger } from 'fastify';

/**
 * The logs of this server. Each is a file in the data directory. Standard output contains the lines
 * of all logs.
 */
export const logNames = [
  'artifactory-request',
  'artifactory-service',
  'access-audit',
  'artifactory-jobs',
  'artifactory-database',
  'xray-request',
  'distribution-request',
  'mc-request',
] as const;
export type LogName = (typeof logNames)[number];

/** Receives each log line, without secrets and with its line end. Must neither throw nor block. */
export interface LogSink {
  write(log: LogName, line: string): void;
}

const own = Symbol('log');

/** Returns a logger whose lines belong to the given log. */
export function logTo<L extends FastifyBaseLogger>(logger: L, name: LogName): L {
  return Object.assign(logger.child({}) as L, { [own]: name });
}

/** Returns the log of a line: set by its logger, or derived from the service of a request. */
export function logOf(logger: object | undefined, fields: unknown, message: unknown): LogName {
  const chosen = (logger as { [own]?: LogName } | undefined)?.[own];
  if (chosen !== undefined) return chosen;
  if (message !== 'request') return 'artifactory-service';
  const { url = '' } = fields as { url?: string };
  if (url.startsWith('/xray/')) return 'xray-request';
  if (/^\/(?:distribution|lifecycle)\//.test(url)) return 'distribution-request';
  return url.startsWith('/mc/') ? 'mc-request' : 'artifactory-request';
}
