import {
  ArtifactsCount,
  NativeListing,
  oneOf,
  TreeFavorites,
  TreeNodeDetails,
  TreePage,
  TreePlace,
  TreePlan,
  TreeRequest,
  TreeSelection,
  TreeUploadCheck,
  TreeUploads,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byPermission, signedInUsers } from '../access/accessRules.ts';
import { authorize, callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { parseAddress } from '../files/address.ts';
import { checkPath } from '../files/paths.ts';
import {
  type Asked,
  checkLimit,
  defaultPageSize,
  maxPageSize,
  treeChildren,
  treeRoot,
} from '../files/tree/browse.ts';
import { listingSorts, nativeListing } from '../files/tree/listing.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { bad, fields, readPlace, text } from '../files/tree/readPlace.ts';
import { measureVisible, withLongTimeout } from '../files/tree/subtree.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { archiveRoutes } from './archive/routes.ts';
import { changeRoutes } from './changeRoutes.ts';
import { favoritesOf, forgetFavorite, keepFavorite } from './favorites.ts';
import { treeNode } from './node.ts';
import { readSelection } from './readSelection.ts';
import { removeSubtree } from './removal.ts';
import { planDownload, planRemovals, planTransfers } from './selection.ts';
import { transferRoutes } from './transferRoutes.ts';
import { checkUploads } from './uploads.ts';

const ui = '/ui/api/v1/ui';

const placeQuery = Type.Object({ repoKey: Type.String(), path: Type.Optional(Type.String()) });
const notFound = { 404: ['NOT_FOUND'] };
const listingQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
  continueState: Type.Optional(
    Type.String({ maxLength: 8192, description: 'Of an earlier answer in the same order.' }),
  ),
  sortBy: Type.Optional(
    oneOf(listingSorts, {
      description: 'Default: `name`. The others read all files below the folder, up to 200,000.',
    }),
  ),
  descending: Type.Optional(Type.Boolean()),
  filter: Type.Optional(Type.String({ maxLength: 256, description: 'Part of the name, in any case.' })),
  folders: Type.Optional(
    Type.Boolean({
      description:
        'Includes sizes, dates, and downloads of folders with up to 1,000 files; only with a limit up to 200.',
    }),
  ),
});

/** Routes of the tree of repositories, folders, and files, and of changes to whole folders. */
export async function treeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(transferRoutes);
  await app.register(archiveRoutes);
  await app.register(changeRoutes);
  const api = ownApi(app, { tag: 'Tree', access: byPermission });
  browseRoutes(api);
  selectionRoutes(api);
  favoriteRoutes(api);
}

function browseRoutes(api: OwnApi): void {
  api.post(
    `${ui}/v2/treebrowser`,
    {
      schema: { summary: 'Lists repositories, or the children of a folder.', response: { 200: TreePage } },
      config: {
        query: Type.Object({ compacted: Type.Optional(Type.Boolean()) }),
        body: TreeRequest,
        errors: notFound,
      },
    },
    async (request) => {
      const asked = readRequest(request.body);
      if (asked.type === 'root') return treeRoot(callerOf(request));
      const { compacted } = request.query as { compacted?: unknown };
      return treeChildren(callerOf(request), asked, compacted === 'true');
    },
  );

  api.get(
    `${ui}/v2/treebrowser/node`,
    {
      schema: {
        summary: 'Returns a repository, folder, or file of the tree.',
        response: { 200: TreeNodeDetails },
      },
      config: { query: placeQuery, errors: notFound },
    },
    async (request) => {
      const { repoKey, path } = readPlace(request.query);
      return treeNode(callerOf(request), repoKey, path);
    },
  );

  for (const url of [`${ui}/v2/nativeBrowser/:repo`, `${ui}/v2/nativeBrowser/:repo/*`]) {
    api.get(
      url,
      {
        schema: {
          summary: 'Lists a folder.',
          querystring: listingQuery,
          response: { 200: NativeListing },
        },
        config: { errors: { ...notFound, 400: ['TOO_MANY', 'BAD_CURSOR'] } },
      },
      async (request) => {
        const { repo, path } = parseAddress(request.raw.url ?? '', `${ui}/v2/nativeBrowser`);
        const { continueState, filter, ...wanted } = request.query;
        return nativeListing(callerOf(request), repo, path, {
          ...wanted,
          continueState: text('continueState', continueState),
          filter: text('filter', filter),
        });
      },
    );
  }

  api.post(
    `${ui}/artifactgeneral/artifactsCount`,
    {
      schema: { summary: 'Counts the files below a folder.', response: { 200: ArtifactsCount } },
      config: { body: TreePlace, errors: notFound },
    },
    async (request) => {
      const { repoKey, path } = readPlace(request.body);
      const within = await readable(callerOf(request), await requireRepository(repoKey));
      await locate(repoKey, within, path);
      const { files, bytes } = await withLongTimeout(() => measureVisible(within, path));
      return { artifactsCount: files, artifactSize: bytes };
    },
  );
}

function selectionRoutes(api: OwnApi): void {
  api.post(
    `${ui}/v2/treebrowser/uploads`,
    {
      schema: { summary: 'Checks paths before an upload.', response: { 200: TreeUploads } },
      config: { body: TreeUploadCheck, errors: notFound },
    },
    async (request) => {
      const { repoKey } = readPlace(request.body);
      const { paths } = fields(request.body);
      if (!Array.isArray(paths) || paths.length === 0 || paths.length > 1000)
        throw bad('Invalid paths. Expected a list of 1 to 1000 paths in the repository.');
      return checkUploads(
        callerOf(request),
        repoKey,
        paths.map((path) => checkPath(text('paths', path) ?? '')),
      );
    },
  );

  api.post(
    `${ui}/v2/treebrowser/plan`,
    {
      schema: {
        summary: 'Returns the effect of a removal, a copy, a move, or a download of several nodes.',
        response: { 200: TreePlan },
      },
      config: { access: signedInUsers, body: TreeSelection, errors: { 400: ['TOO_MANY'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { what, nodes, target = { repoKey: '', path: '' } } = readSelection(request.body);
      if (what === 'remove') return planRemovals(caller, nodes);
      if (what === 'download') return planDownload(caller, nodes);
      return planTransfers(caller, nodes, target, what === 'move');
    },
  );
}

function favoriteRoutes(api: OwnApi): void {
  const favorites = `${ui}/v2/treebrowser/favorites`;

  api.get(
    favorites,
    { schema: { summary: "Lists the caller's favorites in the tree.", response: { 200: TreeFavorites } } },
    async (request) => favoritesOf(callerOf(request)),
  );

  api.put(
    favorites,
    {
      schema: { summary: 'Adds a favorite in the tree.', response: { 204: noContent } },
      config: { access: signedInUsers, body: TreePlace },
    },
    async (request) => {
      await keepFavorite(callerOf(request), readPlace(request.body));
    },
  );

  api.delete(
    favorites,
    {
      schema: { summary: 'Removes a favorite in the tree.', response: { 204: noContent } },
      config: { access: signedInUsers, query: placeQuery },
    },
    async (request) => {
      await forgetFavorite(callerOf(request), readPlace(request.query));
    },
  );
}

/** DELETE `/artifactory/{repo}/{path}`: deletes everything in one request, without a time limit. */
export async function deleteBranch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path } = parseAddress(request.raw.url ?? '', '/artifactory');
  const repository = await requireRepository(repo);
  const caller = callerOf(request);
  if (path === '') {
    await authorize(caller, 'delete', { repo });
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
