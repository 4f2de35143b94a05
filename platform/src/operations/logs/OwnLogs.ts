import { HttpError } from '../../errors/HttpError.ts';
import { type LogName, logNames } from '../../http/logSink.ts';
import type { LogFiles } from './LogFiles.ts';
import { serviceOf } from './services.ts';

/** Provides the logs of this node, and validates requests for them. */
export class OwnLogs {
  /** Absent if this node writes no log files. */
  readonly files: LogFiles | undefined;

  constructor(files: LogFiles | undefined) {
    this.files = files;
  }

  /** Returns the requested file, with all lines written. Throws `HttpError`. */
  async pathOf(type: string, id: string): Promise<{ path: string; name: LogName }> {
    const { logs } = serviceOf(type);
    const name = logOf(id, logs);
    const files = this.requireFiles();
    await files.flush();
    return { path: files.pathOf(name), name };
  }

  /** Throws `HttpError` if this node writes no log files. */
  requireFiles(): LogFiles {
    if (this.files) return this.files;
    throw new HttpError(404, 'NO_SUCH_LOG', 'This node writes no log files: LADING_LOG_FILES is 0');
  }
}

/** Finds the name in the list, so that no part of a path comes from the request. */
function logOf(id: string, logs: readonly LogName[]): LogName {
  const log = logNames.find((name) => logs.includes(name) && fileName(name) === id);
  if (log) return log;
  const expected = logs.length > 0 ? `. Expected one of ${logs.map(fileName).join(', ')}` : '';
  throw new HttpError(404, 'NO_SUCH_LOG', `Log "${id.slice(0, 100)}" not found${expected}`);
}

export const fileName = (log: LogName) => `${log}.log`;
