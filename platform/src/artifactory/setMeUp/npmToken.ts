import type { NpmToken } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf, requireUser } from '../../access/gateway.ts';
import { tokenFor } from '../../access/tokenRules.ts';
import { issueToken, longestLife } from '../../access/tokens.ts';
import { HttpError } from '../../http/errors.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { deployTarget } from './deployTarget.ts';

/** 90 days, in seconds. */
const usualLife = 90 * 86_400;
const request = Type.Object({
  repoKey: Type.String({ minLength: 1, maxLength: 64 }),
  expiresIn: Type.Optional(Type.Integer({ minimum: 1, maximum: longestLife })),
});

/** A token for an npm client that is set up for one repository: less than all that its user may. */
export async function npmTokenRoutes(app: FastifyInstance): Promise<void> {
  for (const url of ['/ui/npm/token', '/ui/api/v1/ui/npm/token']) {
    app.post<{ Body: Static<typeof request> }>(url, { schema: { body: request } }, async (call, reply) => {
      const caller = callerOf(call);
      requireUser(caller);
      const { repoKey, expiresIn = usualLife } = call.body;
      await authorise(caller, 'read', { repo: repoKey });
      const repository = await requireRepository(repoKey);
      if (repository.packageType !== 'npm') {
        throw new HttpError(400, 'NOT_NPM', `${repoKey} holds ${repository.packageType}, not npm packages`);
      }
      const target = await deployTarget(caller, repository);
      const scope = [
        `repository:${repoKey}:read`,
        ...(target ? [`repository:${target.key}:read,deploy,delete,annotate`] : []),
      ].join(' ');
      const description = `npm, for ${repoKey}`;
      const issued = await issueToken(tokenFor(caller, { scope, expires_in: expiresIn, description }));
      const registry = `${ownOrigin(call)}/artifactory/api/npm/${repoKey}/`;
      const address = registry.replace(/^https?:/, '');
      const answer: NpmToken = {
        tokenId: issued.id,
        token: issued.accessToken,
        expiresIn: issued.expiresIn,
        scope: issued.scope,
        registry,
        npmrc: [`registry=${registry}`, `${address}:_authToken=${issued.accessToken}`],
      };
      return reply.code(201).header('cache-control', 'no-store').send(answer);
    });
  }
}
