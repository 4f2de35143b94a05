import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ImportMapStatus } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { readSessionCookie } from '../access/sessionCookie.ts';
import { HttpError } from '../errors/HttpError.ts';
import { checkUses } from '../files/filesInUse.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { Compressed } from '../http/encoding.ts';
import type { Storage } from '../storage/storage.ts';
import { BuildVerifier } from './attestations/BuildVerifier.ts';
import { backendRoutes } from './backends/backendRoutes.ts';
import { proxyRoutes } from './backends/proxyRoutes.ts';
import { Console } from './Console.ts';
import { frameRoutes } from './frames/frameRoutes.ts';
import { healthRoutes } from './health/routes.ts';
import { overrideRoutes } from './overrides/overrideRoutes.ts';
import { overriddenState, overrideOf } from './overrides/pageOverride.ts';
import { OwnPlugins } from './own/OwnPlugins.ts';
import { matchRoute } from './page/matchRoute.ts';
import { renderPage } from './page/page.ts';
import { checkPublishedPlugin } from './plugins/checkPublishedPlugin.ts';
import { PLUGINS_REPOSITORY, repositorySource } from './plugins/RepositorySource.ts';
import { pluginsPart } from './pluginsPart.ts';
import { pageHeaders, WORKER_POLICY } from './policy.ts';
import { canaryStopped, recentFailures, reportTo } from './recordEvents.ts';
import { ActiveReleases } from './releases/ActiveReleases.ts';
import { CanaryGuard } from './releases/CanaryGuard.ts';
import { callerOfPage } from './releases/callerOfPage.ts';
import { PluginReleases } from './releases/PluginReleases.ts';
import { policyRoutes } from './releases/policyRoutes.ts';
import { isPublished } from './releases/publishedPlugins.ts';
import { releaseRoutes } from './releases/releaseRoutes.ts';
import { revocationRoutes } from './releases/revocationRoutes.ts';
import { VersionRevocations } from './releases/VersionRevocations.ts';
import { sdkRoutes } from './sdk/routes.ts';
import { settingRoutes } from './settings/settingRoutes.ts';
import { Assets } from './static/Assets.ts';
import { answer, IMMUTABLE, typeOf } from './static/answer.ts';
import { watchMap } from './watchMap.ts';

export interface ConsoleRoutesOptions {
  /** Checkout, with a trailing slash. Its `build/console` and `importmap.json` are served. */
  root?: URL;
  /** Storage to check for map changes. Without it, only page requests detect changes. */
  storage?: Storage;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The plugins shipped with the console. The caller publishes them after the server starts to
     * listen.
     */
    ownPlugins: OwnPlugins;
  }
}

/** Parameters of a plugin file. */
interface OfPlugin {
  Params: { name: string; version: string; '*': string };
}

/** The same for `src` and `dist`. */
const CHECKOUT = new URL('../../../', import.meta.url);
/** Landing page, relative to `/ui`. */
const LANDING = '/packages';
const SIGN_IN = '/login';

/** Adds the routes of the console: its page, files, import map, and plugins. */
export async function consoleRoutes(app: FastifyInstance, options: ConsoleRoutesOptions): Promise<void> {
  const { home, anonymousAccess, devOrigin, testClocks } = app.settings;
  const root = options.root ?? CHECKOUT;
  const own = new OwnPlugins(await ownPlugins(root), repositorySource, (folder, error) =>
    app.log.error({ err: error, folder }, 'failed to publish a console plugin'),
  );
  app.decorate('ownPlugins', own);
  const { seal } = app.platform;
  const report = reportTo(app.log);
  const active = new ActiveReleases(seal, (detail) => report({ event: 'plugin-release-rejected', detail }));
  const site = new Console({
    build: new URL('build/console/', root),
    shippedMap: new URL('importmap.json', root),
    home,
    source: repositorySource,
    own,
    releases: active,
    report,
    ...(testClocks ? { test: testClocks } : {}),
    ...(devOrigin ? { dev: { origin: devOrigin, preamble: `${devOrigin}/@lading/preamble.js` } } : {}),
  });
  // During startup, pages wait until the console's own plugins are published.
  const published = () => own.settled.then(() => site);
  if (options.storage) {
    watchMap(app, options.storage, async () => {
      await active.look();
      return own.begun ? published() : undefined;
    });
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

  const notFound = (request: FastifyRequest) =>
    new HttpError(404, 'NOT_FOUND', `${request.url.split('?')[0]} not found`);

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2);
    const safe = new URLSearchParams(query).has('safe-mode');
    const console = await published();
    await active.ready();
    const own = await (safe ? console.safeState() : console.state(active.variantFor(callerOf(request))));
    if (!own) {
      throw new HttpError(503, 'NOT_BUILT', 'The console is not built. Run npm run build in the checkout.');
    }
    const override = safe || devOrigin ? undefined : await overrideOf(request, reply);
    const state = override ? overriddenState(own, override) : own;
    const pathname = path.replace(/^\/ui/, '') || '/';
    const match = matchRoute(state, /^\/(?:home\/?)?$/.test(pathname) ? LANDING : pathname);
    const stays = match?.route.public || anonymousAccess || readSessionCookie(request) !== undefined;
    // Users without a session are redirected to sign in, so only the sign-in page is rendered and
    // preloaded.
    const look = app.platform.defaultLook.current;
    const content = Buffer.from(
      stays ? renderPage(state, match, query, look) : renderPage(state, matchRoute(state, SIGN_IN), '', look),
    );
    const hasFrames = state.plugins.some(({ boot }) => boot.frame);
    reply.headers(pageHeaders(override?.origin ?? devOrigin, hasFrames));
    return answer(request, reply, compressed, {
      content,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
      quality: 'good',
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

  sdkRoutes(app, root);

  const pluginFile = async (request: FastifyRequest<OfPlugin>, reply: FastifyReply, below = '') => {
    const { name, version, '*': path } = request.params;
    const content = (await (await published()).plugin(name, version))?.files.get(below + path);
    if (!content) throw notFound(request);
    return answer(request, reply, compressed, {
      content,
      type: typeOf(path),
      cache: IMMUTABLE,
      quality: 'best',
    });
  };
  app.get<OfPlugin>('/ui/plugins/:name/:version/*', (request, reply) => pluginFile(request, reply));
  app.get<OfPlugin>('/ui/workers/:name/:version/*', (request, reply) => {
    reply.header('content-security-policy', WORKER_POLICY);
    return pluginFile(request, reply, 'workers/');
  });

  frameRoutes(app, { active, site: published, compressed });

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

  const builds = new BuildVerifier(app.settings.sigstoreRoot);
  const releases = new PluginReleases({ seal, site, source: repositorySource, active, builds });
  const guard = new CanaryGuard(active, async (number, failure) => {
    if (await releases.stopCanary(number)) report(canaryStopped(number, failure));
  });
  await app.register(healthRoutes, {
    observe: (news, request) => guard.observe(news, () => callerOfPage(request)),
    versions: {
      served: async (of) => {
        await Promise.all([site.state(), site.state('canary')]);
        return site.served.find(of);
      },
      published: ({ plugin, version }) =>
        isPublished(PLUGINS_REPOSITORY, site.served.specifierOf(plugin), version),
    },
  });
  await app.register(releaseRoutes, {
    prefix: '/ui/api/v1/lading',
    ...{ active, site: published, releases, builds },
  });
  await app.register(revocationRoutes, {
    prefix: '/ui/api/v1/lading',
    revocations: new VersionRevocations({ seal, site, active }),
  });
  await app.register(policyRoutes, { prefix: '/ui/api/v1/lading', active });
  await app.register(overrideRoutes, { prefix: '/ui/api/v1/lading' });
  const backends = { prefix: '/ui/api/v1/lading', seal, active, site: published };
  await app.register(backendRoutes, backends);
  await app.register(proxyRoutes, backends);
  await app.register(settingRoutes, backends);
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

/** Lists the build directories of the shipped plugins. */
async function ownPlugins(root: URL): Promise<string[]> {
  const names = await readdir(new URL('plugins/', root)).catch(() => []);
  return names.sort().map((name) => fileURLToPath(new URL(`plugins/${name}/build/package`, root)));
}

/** Whether a user opens the URL, as opposed to a program that downloads a file. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document' || destination === 'iframe';
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

// The decorator applies to the whole server, not only to these routes.
Object.assign(consoleRoutes, { [Symbol.for('skip-override')]: true });
