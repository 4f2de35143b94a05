import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { everyone } from '../../access/accessRules.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { scanJob } from './scanJob.ts';
import { checkSoon, findWatch, hookSecretOf } from './watches.ts';
import { hookPath } from './watchRoutes.ts';

/** Maximum bytes of an announcement. Its content is not used. */
const bodyLimit = 5 * 1024 * 1024;

/** Endpoint for push events of Git servers, signed with the secret of the watch. */
export async function hookRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Integrations', access: everyone });
  const { seal } = app;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  api.post(
    `${hookPath}/:watch`,
    {
      schema: {
        summary:
          'Announces a push to a watched branch. Called by Git servers, signed with the secret of the webhook.',
        params: Type.Object({ watch: Type.String({ maxLength: 50 }) }),
        response: { 204: noContent },
      },
      config: { open: true, errors: { 401: ['BAD_HOOK_SIGNATURE'] } },
    },
    async (request) => {
      const watch = await findWatch(request.params.watch);
      const secret = watch && hookSecretOf(watch, seal);
      // The same answer for an unknown watch, so that IDs cannot be guessed.
      if (!watch || secret === undefined || !isSigned(request, secret)) {
        throw new HttpError(
          401,
          'BAD_HOOK_SIGNATURE',
          'The signature is invalid. Check the secret of the webhook',
        );
      }
      await checkSoon(watch.id);
      app.jobs.wake(scanJob);
    },
  );
}

/** GitHub and Bitbucket sign the body; GitLab sends the secret itself. */
function isSigned({ headers, body }: FastifyRequest, secret: string): boolean {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const shown = [headers['x-hub-signature-256'] ?? headers['x-hub-signature'], headers['x-gitlab-token']];
  const [signature, token] = shown.map((value) => (typeof value === 'string' ? value : undefined));
  if (signature !== undefined)
    return isSame(signature, `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`);
  return token !== undefined && isSame(token, secret);
}

/** Compares hashes in constant time, so that lengths don't matter. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
