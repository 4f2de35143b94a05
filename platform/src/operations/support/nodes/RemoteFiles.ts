import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { OtherNodes } from '../../nodes/OtherNodes.ts';
import type { BundleContext, BundleFile } from '../BundlePart.ts';
import { reasonOf } from '../reasonOf.ts';
import { type NodeFiles, nodeFilesUrl } from './nodeRoutes.ts';
import { type PartsQuery, queryOf } from './partsQuery.ts';

/** Timeout of a node without data, in milliseconds, apart from the interval of profiles. */
const timeoutMs = 20_000;

export interface NodeReport {
  id: string;
  /** Why files of the node are missing. */
  error?: string;
}

interface Wanted {
  query: PartsQuery;
  signal: AbortSignal;
}

/** Reads the files that other nodes contribute to a bundle. Those nodes remove their secrets. */
export class RemoteFiles {
  readonly #nodes: OtherNodes;

  constructor(app: FastifyInstance) {
    this.#nodes = new OtherNodes(app);
  }

  /** Returns the files of a node. Throws if it does not respond; a later error is in its report. */
  async list(
    node: NodeReport,
    { service, parameters, signal, leaveOut }: BundleContext,
  ): Promise<BundleFile[]> {
    const query = queryOf(service, parameters);
    const answer = await this.#nodes.request(node.id, pathOf('', query), {
      signal,
      headersTimeout: timeoutMs,
    });
    const body = await answer.bytes();
    if (answer.status !== 200) throw new Error(`Node ${node.id} returned ${answer.status}`);
    const { files, left_out: leftOut } = JSON.parse(body.toString()) as NodeFiles;
    for (const { what, reason } of leftOut) leaveOut(what, reason);
    return files.map(({ path, about }) => ({
      ...{ path, about },
      content: () => this.#contentOf(node, path, { query, signal }),
    }));
  }

  /** A node that hangs would delay the bundle by the timeout for each of its files. */
  async *#contentOf(node: NodeReport, path: string, wanted: Wanted): AsyncGenerator<string> {
    if (node.error !== undefined) throw new Error(node.error);
    try {
      yield* this.#read(node.id, path, wanted);
    } catch (error) {
      node.error = reasonOf(error);
      throw error;
    }
  }

  async *#read(id: string, path: string, { query, signal }: Wanted): AsyncGenerator<string> {
    const timeout = timeoutMs + query.interval;
    const { status, body } = await this.#nodes.request(id, pathOf('/content', { ...query, path }), {
      ...{ signal, headersTimeout: timeout, bodyTimeout: timeout },
    });
    if (status === 200) return yield* wholeLines(body);
    body.on('error', () => undefined).destroy();
    throw new Error(`Node ${id} returned ${status}`);
  }
}

function pathOf(path: string, query: PartsQuery & { path?: string }): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `${nodeFilesUrl}${path}?${new URLSearchParams(entries)}`;
}

/** Yields whole lines, because a secret that is split is not found. */
async function* wholeLines(body: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const part of body.setEncoding('utf8') as AsyncIterable<string>) {
    rest += part;
    const end = rest.lastIndexOf('\n') + 1;
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  if (rest !== '') yield rest;
}
