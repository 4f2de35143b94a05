import { IdentityTokenRequest, IssuedTokenAnswer } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { usersThemselves } from '../accessRules.ts';
import { issueAndRecordToken } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { requireReauthentication } from '../profile/reauthentication.ts';
import { normalName } from '../users.ts';
import { tokenAnswer } from './tokenRoutes.ts';
import { tokenFor } from './tokenRules.ts';

const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 256 }) });

/**
 * Adds the routes for the caller's identity tokens under `/ui/api/v1/access/token/{name}`. They
 * require the password again.
 */
export async function identityTokenRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens', access: usersThemselves });

  api.post(
    '/:name',
    {
      schema: {
        summary: 'Creates an identity token of the caller.',
        params: byName,
        body: Type.Union([IdentityTokenRequest, Type.Null()]),
        response: { 200: IssuedTokenAnswer },
      },
      config: { errors: { 403: ['REAUTHENTICATION_REQUIRED', 'REAUTHENTICATION_FAILED'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      if (normalName(request.params.name) !== caller.userName) {
        throw new HttpError(403, 'FORBIDDEN', 'You can manage only your own identity tokens');
      }
      await requireReauthentication(request);
      const { expiresIn, description = 'Identity token' } = request.body ?? {};
      const life = expiresIn === undefined ? {} : { expires_in: expiresIn };
      return tokenAnswer(await issueAndRecordToken(request, tokenFor(caller, { description, ...life })));
    },
  );
}
