import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ImportMapStatus } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { readSessionCookie } from '../access/sessionCookie.ts';
import { HttpError } from '../errors/HttpError.ts';
import { checkUses } from '../files/filesInUse.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { Compressed } from '../http/encoding.ts';
import type { Storage } from '../storage/storage.ts';
import { Console } from './Console.ts';
import { OwnPlugins } from './own/OwnPlugins.ts';
import { matchRoute } from './page/matchRoute.ts';
import { renderPage } from './page/page.ts';
import { checkPublishedPlugin } from './plugins/checkPublishedPlugin.ts';
import { PLUGINS_REPOSITORY, repositorySource } from './plugins/RepositorySource.ts';
import { pluginsPart } from './pluginsPart.ts';
import { pageHeaders, WORKER_POLICY } from './policy.ts';
import { recentFailures, reportTo } from './recordEvents.ts';
import { Assets } from './static/Assets.ts';
import { answer, IMMUTABLE, typeOf } from './static/answer.ts';
import { watchMap } from './watchMap.ts';

export interface ConsoleRoutesOptions {
  /** The checkout, with a slash at its end: its `build/console` and `importmap.json` are served. */
  root?: URL;
  /** Without it changes of the map are found by page requests alone. */
  storage?: Storage;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For whoever starts the server: to be published as soon as it listens. */
    ownPlugins: OwnPlugins;
  }
}

/** A file of a plug-in. */
interface OfPlugin {
  Params: { name: string; version: string; '*': string };
}

/** From `src` and from `dist` alike. */
const CHECKOUT = new URL('../../../', import.meta.url);
/** Where someone without a place in mind lands. */
const LANDING = '/packages';
const SIGN_IN = '/login';

/** The console: its page, its files, its import map and its plug-ins. */
export async function consoleRoutes(app: FastifyInstance, options: ConsoleRoutesOptions): Promise<void> {
  const { home, anonymousAccess, devOrigin, testClocks } = app.settings;
  const root = options.root ?? CHECKOUT;
  const own = new OwnPlugins(await ownPlugins(root), repositorySource, (folder, error) =>
    app.log.error({ err: error, folder }, 'failed to publish a console plugin'),
  );
  app.decorate('ownPlugins', own);
  const site = new Console({
    build: new URL('build/console/', root),
    shippedMap: new URL('importmap.json', root),
    home,
    source: repositorySource,
    own,
    report: reportTo(app.log),
    ...(testClocks ? { test: testClocks } : {}),
    ...(devOrigin ? { dev: { origin: devOrigin, preamble: `${devOrigin}/@lading/preamble.js` } } : {}),
  });
  // While a start puts the console's own plug-ins there, whoever opens it waits for that.
  const published = () => own.settled.then(() => site);
  if (options.storage) {
    watchMap(app, options.storage, async () => (own.begun ? published() : undefined));
    app.platform.bundleParts.push(pluginsPart(async () => (await published()).status()));
    app.platform.formats.npm.publicationCheck.check = checkPublishedPlugin;
    checkUses(app.platform, async (repo, paths) => {
      if (repo !== PLUGINS_REPOSITORY) return undefined;
      if (!paths) return site.anyUse();
      for (const path of paths) {
        const why = await site.useOf(path);
        if (why !== undefined) return { path, why };
      }
      return undefined;
    });
  }
  const assets = new Assets(new URL('build/console/assets/', root));
  const compressed = new Compressed();
  const headers = pageHeaders(devOrigin);

  const notFound = (request: FastifyRequest) =>
    new HttpError(404, 'NOT_FOUND', `${request.url.split('?')[0]} not found`);

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2);
    const safe = new URLSearchParams(query).has('safe-mode');
    const console = await published();
    const state = await (safe ? console.safeState() : console.state());
    if (!state) {
      throw new HttpError(503, 'NOT_BUILT', 'The console is not built. Run npm run build in the checkout.');
    }
    const pathname = path.replace(/^\/ui/, '') || '/';
    const match = matchRoute(state, /^\/(?:home\/?)?$/.test(pathname) ? LANDING : pathname);
    const stays = match?.route.public || anonymousAccess || readSessionCookie(request) !== undefined;
    // Who has no session will be sent to sign in: that is what is drawn and fetched beforehand, and no more.
    const content = Buffer.from(
      stays ? renderPage(state, match, query) : renderPage(state, matchRoute(state, SIGN_IN)),
    );
    reply.headers(headers);
    return answer(request, reply, compressed, {
      content,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
      vary: 'cookie',
    });
  };

  const json = (request: FastifyRequest, reply: FastifyReply, value: unknown, cache: string) =>
    answer(request, reply, compressed, {
      content: Buffer.from(JSON.stringify(value)),
      type: typeOf('.json'),
      cache,
    });

  app.get('/', async (_request, reply) => reply.redirect('/ui/'));
  app.get('/ui', async (_request, reply) => reply.redirect('/ui/'));
  app.get('/ui/', page);
  app.get('/ui/*', async (request, reply) => {
    if (!isNavigation(request) || request.url.startsWith('/ui/api/')) throw notFound(request);
    return page(request, reply);
  });

  app.get<{ Params: { name: string } }>('/ui/assets/:name', async (request, reply) => {
    if (!(await assets.send(request, reply, request.params.name))) throw notFound(request);
    return reply;
  });

  const pluginFile = async (request: FastifyRequest<OfPlugin>, reply: FastifyReply, below = '') => {
    const { name, version, '*': path } = request.params;
    const content = (await (await published()).plugin(name, version))?.files.get(below + path);
    if (!content) throw notFound(request);
    return answer(request, reply, compressed, { content, type: typeOf(path), cache: IMMUTABLE, best: true });
  };
  app.get<OfPlugin>('/ui/plugins/:name/:version/*', (request, reply) => pluginFile(request, reply));
  app.get<OfPlugin>('/ui/workers/:name/:version/*', (request, reply) => {
    reply.header('content-security-policy', WORKER_POLICY);
    return pluginFile(request, reply, 'workers/');
  });

  app.get('/ui/importmap.json', async (request, reply) => {
    const state = await (await published()).state();
    return json(request, reply, state?.map ?? { imports: {}, integrity: {} }, 'no-cache');
  });

  app.get<{ Params: { file: string }; Querystring: { only?: string } }>(
    '/ui/contributions/:file',
    async (request, reply) => {
      const revision = /^([0-9a-f]+)\.json$/.exec(request.params.file)?.[1];
      const found =
        revision && (await (await published()).contributions(revision, request.query.only?.split(',')));
      if (!found) throw notFound(request);
      return json(request, reply, found, IMMUTABLE);
    },
  );

  await app.register(async (described) => {
    const api = ownApi(described, { tag: 'System', access: administrators });
    api.get(
      '/ui/api/v1/lading/importmap',
      {
        schema: {
          summary: 'Returns the active import map, and rejected edits of it.',
          response: { 200: ImportMapStatus },
        },
      },
      async (_request, reply) => {
        const status = await (await published()).status();
        reply.header('cache-control', 'no-store');
        return { ...status, failures: await recentFailures() };
      },
    );
  });
}

/** The folders in which the plug-ins that come with the console were built. */
async function ownPlugins(root: URL): Promise<string[]> {
  const names = await readdir(new URL('plugins/', root)).catch(() => []);
  return names.sort().map((name) => fileURLToPath(new URL(`plugins/${name}/build/package`, root)));
}

/** A person who opens an address, not a program that fetches a file. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document' || destination === 'iframe';
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

// Its decorator is for the whole server, not for these routes alone.
Object.assign(consoleRoutes, { [Symbol.for('skip-override')]: true });
