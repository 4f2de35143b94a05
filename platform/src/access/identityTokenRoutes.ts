import type { IdentityTokenRequest } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { giveToken } from './audit/record.ts';
import { callerOf, requireUser } from './gateway.ts';
import { requireReauthentication } from './profile/reauthentication.ts';
import { tokenAnswer } from './tokenRoutes.ts';
import { requireUnlimited, tokenFor } from './tokenRules.ts';
import { normalName } from './users.ts';

const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 256 }) });
const wanted = Type.Object({
  expiresIn: Type.Optional(Type.Integer({ minimum: 1 })),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
});

/** A token that stands for oneself, under `/ui/api/v1/access/token/{name}`, after the password was shown again. */
export async function identityTokenRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: Static<typeof byName>; Body: IdentityTokenRequest | null }>(
    '/:name',
    { schema: { params: byName, body: Type.Union([wanted, Type.Null()]) } },
    async (request) => {
      const caller = callerOf(request);
      requireUser(caller);
      requireUnlimited(caller);
      if (normalName(request.params.name) !== caller.userName) {
        throw new HttpError(403, 'FORBIDDEN', 'You can manage only your own identity tokens');
      }
      await requireReauthentication(request);
      const { expiresIn, description = 'Identity token' } = request.body ?? {};
      const life = expiresIn === undefined ? {} : { expires_in: expiresIn };
      return tokenAnswer(await giveToken(request, tokenFor(caller, { description, ...life })));
    },
  );
}
