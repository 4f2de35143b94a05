import type { FastifyInstance, FastifyReply } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import type { OutgoingResponse } from '../../outgoing/OutgoingResponse.ts';
import { type Node, readNodes } from '../status/nodes.ts';
import { NodeTokens, nodeHeader } from './NodeTokens.ts';

/** Timeouts in milliseconds. A node that does not respond must not delay the others. */
const timeouts = { connectTimeout: 2000, headersTimeout: 10_000 };

/** Reads from other nodes of this installation. */
export class OtherNodes {
  readonly #app: FastifyInstance;
  readonly #tokens: NodeTokens;

  constructor(app: FastifyInstance) {
    this.#app = app;
    this.#tokens = new NodeTokens(app.platform.seal);
  }

  /**
   * Requests `path` from the node, whatever the status of the response. Throws `HttpError` 404 for
   * an unknown node, and 502 if the node is not reachable.
   */
  async request(
    id: string,
    path: string,
    { signal, ...more }: { signal?: AbortSignal; headersTimeout?: number; bodyTimeout?: number } = {},
  ): Promise<OutgoingResponse> {
    const { url } = await this.#find(id);
    const { publicUrl } = this.#app.settings;
    const token = this.#tokens.create(id, path);
    const answer = await this.#app.platform.outgoing
      .request(`${url}${path}`, {
        headers: {
          [nodeHeader]: token,
          // Nodes reject other host names than the public one. A certificate is valid for it, too.
          ...(publicUrl === undefined ? {} : { host: new URL(publicUrl).host }),
        },
        ...{ allowPrivate: true, allowLoopback: true, proxy: false as const },
        ...timeouts,
        ...(signal ? { signal } : {}),
        ...more,
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutgoingError)) throw error;
        throw unreachable(id, `The request to ${url} failed: ${error.message}`);
      });
    if (this.#tokens.isProof(answer.headers[nodeHeader], token)) return answer;
    answer.discard();
    throw unreachable(
      id,
      `The server at ${url} is not this node, or does not accept requests from other nodes. Check LADING_NODE_URL, and that the clocks of the nodes agree`,
    );
  }

  /** Sends the response of another node as the own one. Throws like `request`. */
  async forward(id: string, path: string, reply: FastifyReply): Promise<FastifyReply> {
    const answer = await this.request(id, path);
    for (const name of ['content-type', 'content-disposition', 'content-length']) {
      const value = answer.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    return reply.code(answer.status).send(answer.body);
  }

  async #find(id: string): Promise<Node> {
    const node = (await readNodes()).find((found) => found.id === id);
    if (!node) throw new HttpError(404, 'NODE_NOT_FOUND', `Node "${id.slice(0, 100)}" not found`);
    if (!node.online)
      throw unreachable(
        id,
        `It is offline. Its last heartbeat was at ${new Date(node.heartbeat).toISOString()}`,
      );
    if (node.url === '')
      throw unreachable(id, 'It has not announced its URL. Set LADING_NODE_URL of that node, or update it');
    return node;
  }
}

function unreachable(id: string, reason: string): HttpError {
  return new HttpError(502, 'NODE_UNREACHABLE', `Node ${id} is not reachable. ${reason}`);
}
