import { Messages } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { parseAddress } from '../files/address.ts';
import { fileNameOf } from '../files/paths.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { requireVisibleRepository } from '../repositories/concealment.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { dryTransfer, type Transfer, transferSubtree } from './transfer.ts';

const query = Type.Object({
  to: Type.String({ description: '`/{repo}/{path}`: the new path, or with a slash at its end the folder.' }),
  dry: Type.Optional(Type.String({ description: '`1`: changes nothing.' })),
});

/**
 * POST `/artifactory/api/copy/{repo}/{path}?to=/{repo}/{path}[&dry=1]`, and `move`, for existing
 * clients: `to` is the new path, or the target folder if it ends with a slash.
 */
export async function transferRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tree', access: byPermission });
  for (const what of ['copy', 'move'] as const) {
    api.post(
      `/artifactory/api/${what}/:repo/*`,
      {
        schema: {
          summary: `${what === 'copy' ? 'Copies' : 'Moves'} a file or a folder.`,
          response: { 200: Messages },
        },
        config: { query, errors: { 404: ['NOT_FOUND'] } },
      },
      async (request): Promise<Messages> => {
        const transfer = await readTransfer(request, what);
        const given = (request.query as { dry?: unknown }).dry;
        const dry = given === '1' || given === 'true';
        const { files } = dry ? await dryTransfer(transfer) : await transferSubtree(transfer);
        const did = { copy: ['copying', 'copied'], move: ['moving', 'moved'] }[what];
        const [from, to] = [
          `${transfer.source.key}:${transfer.path}`,
          `${transfer.target.key}:${transfer.targetPath}`,
        ];
        const outcome = dry ? 'would be' : files === 1 ? 'was' : 'were';
        const counted = `${files} ${files === 1 ? 'artifact' : 'artifacts'} ${outcome} ${did[1]}`;
        return {
          messages: [
            { level: 'INFO', message: `${dry ? 'Dry run of ' : ''}${did[0]} ${from} to ${to}: ${counted}` },
          ],
        };
      },
    );
  }
}

async function readTransfer(request: FastifyRequest, what: 'copy' | 'move'): Promise<Transfer> {
  const { repo, path } = parseAddress(request.raw.url ?? '', `/artifactory/api/${what}`);
  const to = new URLSearchParams((request.raw.url ?? '').split('?').slice(1).join('?')).get('to');
  if (!to || path === '') {
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Invalid URL. Expected /artifactory/api/${what}/{repo}/{path}?to=/{repo}/{path}.`,
    );
  }
  const encoded = to.replace(/^\//, '').split('/').map(encodeURIComponent).join('/');
  const target = parseAddress(`/${encoded}`, '');
  const into = target.folder || target.path === '';
  const name = fileNameOf(path);
  const caller = callerOf(request);
  await requireVisibleRepository(caller, repo);
  await requireVisibleRepository(caller, target.repo);
  return {
    caller,
    source: await requireRepository(repo),
    path,
    target: await requireRepository(target.repo),
    targetPath: into ? (target.path === '' ? name : `${target.path}/${name}`) : target.path,
    move: what === 'move',
  };
}
