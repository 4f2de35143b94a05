import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { finishSignIn } from '../finishSignIn.ts';
import { limitBegun } from '../sso/attempts.ts';
import { onTheWay, onTheWayOut, wantedPath } from '../sso/comeBack.ts';
import { signedOut, takeWayOut } from '../sso/wayOut.ts';
import { usableProvider } from './usableProvider.ts';

/** Read when the first one comes: few platforms need it, and none at its start. */
const signInByProvider = () => import('./signInByProvider.ts');

const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) });
const begun = Type.Object({
  redirectTo: Type.Optional(Type.String({ maxLength: 8192 })),
  registrationToken: Type.Optional(Type.String({ maxLength: 200 })),
  confirm: Type.Optional(Type.Boolean()),
});

type Named = { Params: Static<typeof byName> };

/** To an OpenID Connect provider and back, under `/ui/api/v1/ui/oauth/{name}`: the browser itself goes there. */
export async function oauthRoutes(app: FastifyInstance): Promise<void> {
  app.get<Named & { Querystring: Static<typeof begun> }>(
    '/:name/login',
    { schema: { params: byName, querystring: begun } },
    (request, reply) =>
      onTheWay(request, reply, request.params.name, async () => {
        const { registrationToken = '', redirectTo, confirm = false } = request.query;
        const provider = await usableProvider(request.params.name);
        await limitBegun(request);
        const wanted = { redirectTo: wantedPath(request, redirectTo), registrationToken, confirm };
        const { beginOAuth } = await signInByProvider();
        return beginOAuth(request, reply, provider, wanted);
      }),
  );

  app.get<Named>('/:name/callback', { schema: { params: byName } }, (request, reply) =>
    onTheWay(request, reply, request.params.name, async () => {
      const provider = await usableProvider(request.params.name);
      const { finishOAuth } = await signInByProvider();
      const { user, redirectTo, sso } = await finishOAuth(request, provider);
      const how = `by provider ${provider.settings.name}`;
      await finishSignIn(request, reply, user.name, { remembered: false, how, sso });
      return redirectTo;
    }),
  );

  app.get<Named>('/:name/logout', { schema: { params: byName } }, (request, reply) =>
    onTheWayOut(request, reply, async () => {
      const session = await takeWayOut(request, reply, 'oauth', request.params.name);
      if (!session) return signedOut;
      const { signOutAtProvider } = await import('./signOutAtProvider.ts');
      return signOutAtProvider(request, session);
    }),
  );

  app.get<Named>(
    '/:name/signedOut',
    { schema: { params: byName }, config: { open: true } },
    (_request, reply) => reply.redirect(signedOut, 303),
  );
}
