import { HttpError } from '../../errors/HttpError.ts';
import { type LogName, logNames } from '../../http/logSink.ts';
import { nodeIds } from '../status/nodes.ts';
import type { LogFiles } from './LogFiles.ts';
import { serviceOf } from './services.ts';

interface LogQuery {
  id: string;
  nodeId?: string;
}

/** Provides the logs of this node, and validates requests for them. */
export class OwnLogs {
  readonly #node: string;
  readonly #files: LogFiles | undefined;

  constructor(node: string, files: LogFiles | undefined) {
    this.#node = node;
    this.#files = files;
  }

  /** Returns the requested file, with all lines written. Throws `HttpError`. */
  async pathOf(type: string, query: LogQuery): Promise<{ path: string; name: LogName }> {
    const { logs } = serviceOf(type);
    await this.requireNode(query.nodeId);
    const name = logOf(query, logs);
    const files = this.requireFiles();
    await files.flush();
    return { path: files.pathOf(name), name };
  }

  /** Throws `HttpError` if this node writes no log files. */
  requireFiles(): LogFiles {
    if (this.#files) return this.#files;
    throw new HttpError(404, 'NO_SUCH_LOG', 'This node writes no log files: LADING_LOG_FILES is 0');
  }

  /**
   * Throws `HttpError` for another node, so that the logs of this node are never shown as those of
   * another.
   */
  async requireNode(wanted: string | undefined): Promise<void> {
    if (wanted === undefined || wanted === this.#node) return;
    const nodes = await nodeIds(this.#node);
    if (!nodes.includes(wanted))
      throw new HttpError(404, 'NODE_NOT_FOUND', `Node "${wanted.slice(0, 100)}" not found`);
    throw new HttpError(
      409,
      'OTHER_NODE',
      `Node ${this.#node} responded, and each node serves only its own logs. To read the logs of node ${wanted}, open the console of that node directly, without the load balancer`,
    );
  }
}

/** Finds the name in the list, so that no part of a path comes from the request. */
function logOf({ id }: LogQuery, logs: readonly LogName[]): LogName {
  const log = logNames.find((name) => logs.includes(name) && fileName(name) === id);
  if (log) return log;
  const expected = logs.length > 0 ? `. Expected one of ${logs.map(fileName).join(', ')}` : '';
  throw new HttpError(404, 'NO_SUCH_LOG', `Log "${id.slice(0, 100)}" not found${expected}`);
}

export const fileName = (log: LogName) => `${log}.log`;
