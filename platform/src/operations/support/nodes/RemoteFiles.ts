import type { Readable } from 'node:stream';
import { reasonOf } from '../../../errors/reasonOf.ts';
import type { OutgoingResponse } from '../../../outgoing/OutgoingResponse.ts';
import type { OtherNodes } from '../../nodes/OtherNodes.ts';
import type { BundleContext, BundleFile } from '../BundlePart.ts';
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
  readonly #nodes: Pick<OtherNodes, 'request'>;

  constructor(nodes: Pick<OtherNodes, 'request'>) {
    this.#nodes = nodes;
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
    let status = 200;
    try {
      const answer = await this.#request(node.id, path, wanted);
      status = answer.status;
      if (status === 200) yield* wholeLines(answer.body);
      else answer.discard();
    } catch (error) {
      node.error = reasonOf(error);
      throw error;
    }
    // A log that was rotated since it was listed, for example.
    if (status !== 200) throw new Error(`Node ${node.id} returned ${status}`);
  }

  #request(id: string, path: string, { query, signal }: Wanted): Promise<OutgoingResponse> {
    const timeout = timeoutMs + query.interval;
    return this.#nodes.request(id, pathOf('/content', { ...query, path }), {
      ...{ signal, headersTimeout: timeout, bodyTimeout: timeout },
    });
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
