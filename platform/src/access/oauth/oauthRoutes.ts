import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { ownApi, redirects } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { finishSignIn } from '../finishSignIn.ts';
import { limitBegun } from '../sso/attempts.ts';
import { judgeProvider, judgeResponse, noteFault, noteProvider } from '../sso/providerOutcomes.ts';
import { signedOut, takeProviderSignOut } from '../sso/providerSignOut.ts';
import { runSsoSignOutStep, runSsoStep, wantedPath } from '../sso/ssoSteps.ts';
import { usableProvider } from './usableProvider.ts';

/** Loaded on demand, because few platforms need it, and none at startup. */
const signInByProvider = () => import('./signInByProvider.ts');

const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) });
const begun = Type.Object({
  redirectTo: Type.Optional(Type.String({ maxLength: 8192 })),
  registrationToken: Type.Optional(Type.String({ maxLength: 200 })),
  confirm: Type.Optional(Type.Boolean()),
});

/**
 * Adds the OpenID Connect routes under `/ui/api/v1/ui/oauth/{name}`, which the browser opens
 * directly.
 */
export async function oauthRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.get(
    '/:name/login',
    {
      schema: {
        summary: 'Begins a sign-in with an OpenID Connect provider.',
        params: byName,
        querystring: begun,
        response: { 303: redirects('To the provider, or to the sign-in page with `ssoError`.') },
      },
    },
    async (request, reply) =>
      runSsoStep(request, reply, request.params.name, async () => {
        const { registrationToken = '', redirectTo, confirm = false } = request.query;
        const provider = await usableProvider(request.params.name);
        await limitBegun(request);
        const wanted = { redirectTo: wantedPath(request, redirectTo), registrationToken, confirm };
        const { beginOAuth } = await signInByProvider();
        const used = { kind: 'oauth', name: provider.settings.name, judge: judgeProvider } as const;
        return noteFault(used, () => beginOAuth(request, reply, provider, wanted));
      }),
  );

  api.get(
    '/:name/callback',
    {
      schema: {
        summary: 'Finishes a sign-in with an OpenID Connect provider.',
        params: byName,
        response: { 303: redirects('To the console, or to the sign-in page with `ssoError`.') },
      },
    },
    async (request, reply) =>
      runSsoStep(request, reply, request.params.name, async () => {
        const provider = await usableProvider(request.params.name);
        const { finishOAuth } = await signInByProvider();
        const used = { kind: 'oauth', name: provider.settings.name, judge: judgeResponse } as const;
        const { user, redirectTo, sso } = await noteProvider(used, () => finishOAuth(request, provider));
        const how = `by provider ${provider.settings.name}`;
        await finishSignIn(request, reply, user.name, { remembered: false, how, sso });
        return redirectTo;
      }),
  );

  api.get(
    '/:name/logout',
    {
      schema: {
        summary: 'Signs out at an OpenID Connect provider.',
        params: byName,
        response: { 303: redirects('To the provider, or to the sign-in page.') },
      },
    },
    async (request, reply) =>
      runSsoSignOutStep(request, reply, async () => {
        const session = await takeProviderSignOut(request, reply, 'oauth', request.params.name);
        if (!session) return signedOut;
        const { signOutAtProvider } = await import('./signOutAtProvider.ts');
        return signOutAtProvider(request, session);
      }),
  );

  api.get(
    '/:name/signedOut',
    {
      schema: {
        summary: 'Returns from the sign-out at a provider.',
        params: byName,
        response: { 303: redirects('To the sign-in page.') },
      },
      config: { open: true },
    },
    async (_request, reply) => reply.redirect(signedOut, 303),
  );
}
