import type {
  ArtifactsCount,
  NativeListing,
  TreeChange,
  TreeFavourites,
  TreePage,
  TreePlan,
  TreeUploads,
} from '@lading/contract/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise, callerOf, requireUser } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { parseAddress } from '../files/address.ts';
import { checkPath } from '../files/paths.ts';
import { type Asked, checkLimit, nativeListing, treeChildren, treeRoot } from '../files/tree/browse.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { bad, fields, flag, readPlace, text } from '../files/tree/readPlace.ts';
import { measureVisible, patiently } from '../files/tree/subtree.ts';
import { requireVisibleRepository } from '../repositories/concealment.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { archiveRoutes } from './archive/routes.ts';
import { favouritesOf, forgetFavourite, keepFavourite } from './favourites.ts';
import { treeNode } from './node.ts';
import { readSelection } from './readSelection.ts';
import { dryRemoval, removeSubtree } from './removal.ts';
import { planDownload, planRemovals, planTransfers } from './selection.ts';
import { dryTransfer, transferSubtree } from './transfer.ts';
import { transferRoutes } from './transferRoutes.ts';
import { checkUploads } from './uploads.ts';

/** How long a call of the console works at a large folder before it says how far it is, in milliseconds. */
const patience = 3000;

const ui = '/ui/api/v1/ui';

/** The tree of repositories, folders and files, and what is done with a whole branch of it. */
export async function treeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(transferRoutes);
  await app.register(archiveRoutes);

  app.post<{ Querystring: { compacted?: unknown } }>(
    `${ui}/v2/treebrowser`,
    async (request): Promise<TreePage> => {
      const asked = readRequest(request.body);
      if (asked.type === 'root') return treeRoot(callerOf(request));
      return treeChildren(callerOf(request), asked, request.query.compacted === 'true');
    },
  );

  app.get<{ Querystring: { repoKey?: unknown; path?: unknown } }>(
    `${ui}/v2/treebrowser/node`,
    async (request) => {
      const { repoKey, path } = readPlace(request.query);
      return treeNode(callerOf(request), repoKey, path);
    },
  );

  for (const url of [`${ui}/v2/nativeBrowser/:repo`, `${ui}/v2/nativeBrowser/:repo/*`]) {
    app.get<{ Querystring: { limit?: unknown; continueState?: unknown } }>(
      url,
      async (request): Promise<NativeListing> => {
        const { repo, path } = parseAddress(request.raw.url ?? '', `${ui}/v2/nativeBrowser`);
        const { limit, continueState } = request.query;
        return nativeListing(
          callerOf(request),
          repo,
          path,
          checkLimit(limit),
          text('continueState', continueState),
        );
      },
    );
  }

  app.post(`${ui}/artifactgeneral/artifactsCount`, async (request): Promise<ArtifactsCount> => {
    const { repoKey, path } = readPlace(request.body);
    const within = await readable(callerOf(request), await requireRepository(repoKey));
    await locate(repoKey, within, path);
    const { files, bytes } = await patiently(() => measureVisible(within, path));
    return { artifactsCount: files, artifactSize: bytes };
  });

  app.post(`${ui}/v2/treebrowser/uploads`, async (request): Promise<TreeUploads> => {
    const { repoKey } = readPlace(request.body);
    const { paths } = fields(request.body);
    if (!Array.isArray(paths) || paths.length === 0 || paths.length > 1000)
      throw bad('Invalid paths. Expected a list of 1 to 1000 paths in the repository.');
    return checkUploads(
      callerOf(request),
      repoKey,
      paths.map((path) => checkPath(text('paths', path) ?? '')),
    );
  });

  app.post(`${ui}/v2/treebrowser/remove`, async (request): Promise<TreeChange> => {
    const { repoKey, path } = readPlace(request.body, true);
    const { dry, expect, continueState } = fields(request.body);
    const caller = callerOf(request);
    const repository = await requireRepository(repoKey);
    if (flag('dry', dry)) return dryRemoval(caller, repository, path);
    if (expect !== undefined && typeof expect !== 'number')
      throw bad('Invalid expect. Expected a number of files.');
    const { left, ...done } = await removeSubtree(caller, repository, path, {
      ...(expect === undefined ? {} : { expect }),
      again: text('continueState', continueState) !== undefined,
      until: performance.now() + patience,
    });
    return left ? { ...done, continueState: path } : done;
  });

  app.post(`${ui}/v2/treebrowser/plan`, async (request): Promise<TreePlan> => {
    const caller = callerOf(request);
    requireUser(caller);
    const { what, nodes, target = { repoKey: '', path: '' } } = readSelection(request.body);
    if (what === 'remove') return planRemovals(caller, nodes);
    if (what === 'download') return planDownload(caller, nodes);
    return planTransfers(caller, nodes, target, what === 'move');
  });

  const favourites = `${ui}/v2/treebrowser/favourites`;
  app.get(favourites, async (request): Promise<TreeFavourites> => favouritesOf(callerOf(request)));
  app.put(favourites, async (request, reply) => {
    const caller = callerOf(request);
    requireUser(caller);
    await keepFavourite(caller, readPlace(request.body));
    return reply.code(204).send();
  });
  app.delete<{ Querystring: { repoKey?: unknown; path?: unknown } }>(favourites, async (request, reply) => {
    const caller = callerOf(request);
    requireUser(caller);
    await forgetFavourite(caller, readPlace(request.query));
    return reply.code(204).send();
  });

  for (const what of ['copy', 'move'] as const) {
    app.post(`${ui}/v2/treebrowser/${what}`, async (request): Promise<TreeChange> => {
      const { repoKey, path } = readPlace(request.body, true);
      const { targetRepoKey, targetPath, dry, continueState } = fields(request.body);
      const to = readPlace({ repoKey: targetRepoKey, path: targetPath }, true);
      const caller = callerOf(request);
      await requireVisibleRepository(caller, repoKey);
      await requireVisibleRepository(caller, to.repoKey);
      const way = {
        caller,
        source: await requireRepository(repoKey),
        path,
        target: await requireRepository(to.repoKey),
        targetPath: to.path,
        move: what === 'move',
      };
      if (flag('dry', dry)) return dryTransfer(way);
      const after = text('continueState', continueState);
      return transferSubtree(way, {
        ...(after === undefined ? {} : { after }),
        until: performance.now() + patience,
      });
    });
  }
}

/** DELETE `/artifactory/{repo}/{path}`: the whole of it, however long that takes. */
export async function deleteBranch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path } = parseAddress(request.raw.url ?? '', '/artifactory');
  const repository = await requireRepository(repo);
  const caller = callerOf(request);
  if (path === '') {
    await authorise(caller, 'delete', { repo });
    throw new HttpError(400, 'BAD_PATH', `Repositories are deleted at /artifactory/api/repositories/${repo}`);
  }
  const target =
    repository.type === 'virtual' ? await requireRepository(deployTarget(repository)) : repository;
  const gone = new AbortController();
  request.raw.on('close', () => request.raw.destroyed && gone.abort());
  await removeSubtree(caller, target, path, { signal: gone.signal });
  return reply.code(204).send();
}

function deployTarget({ key, options }: { key: string; options: Record<string, unknown> }): string {
  const target = options.defaultDeploymentRepo;
  if (typeof target === 'string' && target !== '') return target;
  throw new HttpError(
    400,
    'NOT_DEPLOYABLE',
    `Repository ${key} accepts no uploads: it has no default deployment repository`,
  );
}

function readRequest(body: unknown): Asked {
  const { type, limit, continueState, previousState, around } = fields(body);
  if (type === 'root') return { type, repoKey: '', path: '', limit: 1 };
  if (type !== 'junction') throw bad("Invalid type. Expected 'root' or 'junction'.");
  const optional = { continueState, previousState, around };
  const given = Object.entries(optional).flatMap(([name, value]) => {
    const read = text(name, value);
    return read === undefined ? [] : [[name, read] as const];
  });
  if (given.length > 1) throw bad(`Only one of ${given.map(([name]) => name).join(' and ')} is allowed`);
  return { type, ...readPlace(body), limit: checkLimit(limit), ...Object.fromEntries(given) };
}
