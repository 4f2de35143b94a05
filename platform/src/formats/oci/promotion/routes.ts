import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../access/Caller.ts';
import { authorize, callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { authorizeWrite } from '../../../pipeline/writeTarget.ts';
import { requireKnown } from '../../../repositories/concealment.ts';
import { type Repository, requireRepository } from '../../../repositories/repositories.ts';
import { gatherImage } from './gatherImage.ts';
import { promoteImage } from './promoteImage.ts';
import { type ImagePromotion, readPromotion } from './readPromotion.ts';

/**
 * Promotes an image, for example after its tests passed, to another repository with the same bytes
 * and digest.
 */
export async function promotionRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { repo: string } }>(
    '/artifactory/api/docker/:repo/v2/promote',
    async (request, reply) => {
      const [caller, { repo }] = [callerOf(request), request.params];
      // Checked before the body is read.
      await requireKnown(caller, repo);
      const promotion = readPromotion(request.body);
      const [source, target] = await sourceAndTarget(caller, repo, promotion);
      const { image, targetImage, tags, move } = promotion;
      const gathered = await gatherImage({ repo: source.key, image }, tags?.from);
      await promoteImage(
        {
          source: { repo: source.key, image },
          target: { repo: target.key, image: targetImage },
          targetTagOf: (tag) => tags?.to ?? tag,
          ...{ move, tagsStay: target.options.immutableTags === true, by: caller.userName },
        },
        gathered,
      );
      return reply.type('text/plain; charset=utf-8').send(successMessage(source, target, promotion));
    },
  );
}

/**
 * Source and target repositories, after checking the caller's permissions on both. Throws
 * `HttpError` 400, 401, 403, or 404.
 */
async function sourceAndTarget(
  caller: Caller,
  key: string,
  { targetRepo, image, targetImage, tags, move }: ImagePromotion,
): Promise<[Repository, Repository]> {
  await requireKnown(caller, targetRepo);
  const source = await requireRepository(key, 'docker');
  await authorize(caller, 'read', { repo: key, path: image });
  if (move) await authorizeWrite(caller, 'delete', source, image);
  const target = await requireRepository(targetRepo, 'docker');
  await authorizeWrite(caller, 'deploy', target, targetImage);
  for (const each of [source, target]) requireLocal(each);
  if (key === targetRepo && image === targetImage && (tags === undefined || tags.from === tags.to)) {
    const fields = "'targetRepo', 'targetDockerRepository', or 'targetTag'";
    throw notPromotable(`${key}/${image} already exists. Set another ${fields}.`);
  }
  return [source, target];
}

function requireLocal({ key, type }: Repository): void {
  if (type === 'local') return;
  const why = type === 'virtual' ? 'shows the content of its members' : 'caches an upstream';
  throw notPromotable(`${key} ${why}. Images are promoted from one local repository to another.`);
}

function notPromotable(why: string): HttpError {
  return new HttpError(400, 'NOT_PROMOTABLE', why);
}

/** The response text. Scripts match its first three words. */
function successMessage(
  source: Repository,
  target: Repository,
  { image, targetImage, tags, move }: ImagePromotion,
): string {
  const [from, to] = tags ? [`:${tags.from}`, `:${tags.to}`] : ['', ''];
  const did = move ? 'moved' : 'copied';
  return `Promotion ended successfully: ${source.key}/${image}${from} was ${did} to ${target.key}/${targetImage}${to}\n`;
}
