import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import type { Compressed } from '../../http/encoding.ts';
import type { Console } from '../Console.ts';
import { FRAME_HEADERS } from '../policy.ts';
import type { ActiveReleases } from '../releases/ActiveReleases.ts';
import { answer, IMMUTABLE, typeOf } from '../static/answer.ts';
import { renderFrame } from './frameDocument.ts';
import { framedPlugin } from './framedPlugin.ts';

interface OfVersion {
  Params: { name: string; version: string };
  Querystring: { host?: string };
}
interface OfFile {
  Params: { name: string; version: string; '*': string };
  Querystring: { host?: string };
}

interface FrameParts {
  active: ActiveReleases;
  site: () => Promise<Console>;
  compressed: Compressed;
}

/**
 * Documents and files of untrusted plugins. Only versions that pages show in frames are served
 * here: their files are readable for documents of an opaque origin.
 */
export function frameRoutes(app: FastifyInstance, { active, site, compressed }: FrameParts): void {
  const find = async (request: FastifyRequest<OfVersion>) => {
    const { name, version } = request.params;
    const console = await site();
    const [state, plugin] = [await console.state(), await framedPlugin(console, active, name, version)];
    if (!plugin || !state) throw new HttpError(404, 'NOT_FOUND', `${request.url.split('?')[0]} not found`);
    return { plugin, state };
  };

  app.get<OfVersion>('/ui/frames/:name/:version/', async (request, reply) => {
    const { plugin, state } = await find(request);
    const { host } = request.query;
    // Messages have no version: the page and the frame have to be of one build.
    if (host !== undefined && state.build.frames && !state.build.frames.host.endsWith(`/${host}`))
      throw new HttpError(409, 'OTHER_BUILD', 'A new version of the console is available. Reload the page.');
    const content = renderFrame(state.build, plugin);
    if (content === undefined)
      throw new HttpError(503, 'NOT_BUILT', 'This build of the console has no frames for plugins.');
    const sent = {
      content: Buffer.from(content),
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
    };
    reply.headers(FRAME_HEADERS);
    return answer(request, reply, compressed, sent);
  });

  app.get<OfFile>('/ui/frames/:name/:version/*', async (request, reply) => {
    const { plugin } = await find(request);
    const path = request.params['*'];
    const content = plugin.files.get(path);
    if (!content) throw new HttpError(404, 'NOT_FOUND', `${request.url.split('?')[0]} not found`);
    reply.header('access-control-allow-origin', '*');
    return answer(request, reply, compressed, {
      content,
      type: typeOf(path),
      cache: IMMUTABLE,
      quality: 'best',
      sharing: 'cross-origin',
    });
  });
}
