import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../../http/encoding.ts';
import { IMMUTABLE, typeOf } from './answer.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.~-]*$/;
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** Serves files with a hash in their names, compressed at build time. */
export class Assets {
  /** `folder` ends with a slash. */
  constructor(private readonly folder: URL) {}

  /** Sends the file. Returns `false` if it does not exist. */
  async send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<boolean> {
    if (!NAME.test(name) || /\.(?:br|gz)$/.test(name)) return false;
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const small = encoding && (await this.#read(name + ENDINGS[encoding]));
    const content = small ?? (await this.#read(name));
    if (!content) return false;
    reply.type(typeOf(name)).headers({
      'cache-control': IMMUTABLE,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      // Frames of untrusted plugins have an opaque origin. The files are the same in every console.
      'access-control-allow-origin': '*',
      ...(small ? { 'content-encoding': encoding } : {}),
    });
    await reply.send(content);
    return true;
  }

  async #read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(new URL(name, this.folder));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
