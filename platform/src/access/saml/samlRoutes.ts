import { randomBytes } from 'node:crypto';
import { SamlLogout } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { file, ownApi, redirects } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { finishSignIn } from '../finishSignIn.ts';
import { callerOf } from '../gateway.ts';
import { readSessionCookie } from '../sessionCookie.ts';
import {
  beginAttempt,
  checkConfirmed,
  confirming,
  continueAttempt,
  limitBegun,
  takeAttempt,
} from '../sso/attempts.ts';
import { externalUser } from '../sso/externalUser.ts';
import { judgeResponse, noteProvider } from '../sso/providerOutcomes.ts';
import { providerSignOutUrl, signedOut, takeProviderSignOut } from '../sso/providerSignOut.ts';
import { runSsoSignOutStep, runSsoStep, wantedPath } from '../sso/ssoSteps.ts';
import { ownCertificate } from './ownKey.ts';
import { samlOf, useOf } from './provider.ts';
import { findSaml, usableSaml, usableSamls } from './providers.ts';
import { readResponse } from './readResponse.ts';
import { singleLogoutRoutes } from './singleLogoutRoutes.ts';

const provider = Type.Optional(Type.String({ maxLength: 64 }));
const confirm = Type.Optional(Type.Boolean());
const begun = Type.Object({ redirectTo: Type.Optional(Type.String({ maxLength: 8192 })), provider, confirm });
const ofProvider = Type.Object({ provider });
const response = Type.Object({
  SAMLResponse: Type.String({ minLength: 1, maxLength: 500_000 }),
  RelayState: Type.Optional(Type.String({ maxLength: 200 })),
});
const finish = Type.Object({ state: Type.String({ maxLength: 200 }) });

/** All providers use one callback URL, and the attempt determines the provider. */
const answers = '';

/** Adds the SAML routes under `/ui/api/v1/auth/saml`, which the browser opens directly. */
export async function samlRoutes(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.get(
    '/loginRequest',
    {
      schema: {
        summary: 'Begins a sign-in with a SAML provider.',
        querystring: begun,
        response: { 303: redirects('To the provider, or to the sign-in page with `ssoError`.') },
      },
    },
    async (request, reply) =>
      runSsoStep(request, reply, 'SAML', async () => {
        const { provider, redirectTo, confirm } = request.query;
        const settings = await usableSaml(provider);
        await limitBegun(request);
        const requestId = `_${randomBytes(20).toString('hex')}`;
        const known = { provider: settings.name, requestId, ...confirming(confirm) };
        const attempt = { redirectTo: wantedPath(request, redirectTo), ...known };
        const state = await beginAttempt(request, reply, 'saml', answers, attempt);
        const saml = await samlOf(settings, { ...useOf(request), requestId, confirm });
        return saml.getAuthorizeUrlAsync(state, undefined, {});
      }),
  );

  // A cross-site request without this site's cookies. The next step verifies the browser.
  api.post(
    '/loginResponse',
    {
      schema: {
        summary: 'Accepts the response of a SAML provider.',
        consumes: ['application/x-www-form-urlencoded'],
        body: response,
        response: { 303: redirects('To the end of the sign-in, or to the sign-in page with `ssoError`.') },
      },
      config: { open: true },
    },
    async (request, reply) =>
      runSsoStep(request, reply, 'SAML', async () => {
        const { RelayState: state = '', SAMLResponse: answer } = request.body;
        const next = await continueAttempt('saml', answers, state, async (begun) => {
          const { requestId = '', provider = '', redirectTo } = begun;
          const settings = await usableSaml(provider);
          const used = { kind: 'saml', name: settings.name, judge: judgeResponse } as const;
          const identity = await noteProvider(used, () =>
            readResponse(settings, useOf(request), requestId, answer),
          );
          checkConfirmed(begun, identity.shown);
          const attempt = { redirectTo, provider, identity: JSON.stringify(identity) };
          return { kind: 'saml-finish', attempt };
        });
        return `/ui/api/v1/auth/saml/finish?${new URLSearchParams({ state: next }).toString()}`;
      }),
  );

  api.get(
    '/finish',
    {
      schema: {
        summary: 'Finishes a sign-in with a SAML provider.',
        querystring: finish,
        response: { 303: redirects('To the console, or to the sign-in page with `ssoError`.') },
      },
    },
    async (request, reply) =>
      runSsoStep(request, reply, 'SAML', async () => {
        const attempt = await takeAttempt(request, 'saml-finish', answers, request.query.state);
        const settings = await usableSaml(attempt.provider ?? '');
        const { nameID, nameIDFormat, sessionIndex, shown, ...known } = JSON.parse(attempt.identity ?? '{}');
        const identity = { realm: 'saml', provider: settings.idpEntityId, subject: nameID, ...known };
        const user = await externalUser(identity, settings);
        const { name } = settings;
        const sso = { by: 'saml', provider: name, nameID, nameIDFormat, sessionIndex, shown } as const;
        await finishSignIn(request, reply, user.name, { remembered: false, how: `by SAML (${name})`, sso });
        return attempt.redirectTo;
      }),
  );

  await app.register(signOutRoutes);
  await app.register(singleLogoutRoutes);
}

async function signOutRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  // Requested during the session and opened after its end, also for OpenID Connect sessions.
  api.get(
    '/logoutRequest',
    {
      schema: {
        summary: 'Returns the path that signs out at the provider of the session.',
        response: { 200: SamlLogout },
      },
    },
    async (request) => {
      const session = callerOf(request).via === 'session' ? readSessionCookie(request) : undefined;
      return { logoutUrl: session === undefined ? '' : await providerSignOutUrl(session) };
    },
  );

  api.get(
    '/logout',
    {
      schema: {
        summary: 'Signs out at a SAML provider.',
        querystring: ofProvider,
        response: { 303: redirects('To the provider, or to the sign-in page.') },
      },
    },
    async (request, reply) =>
      runSsoSignOutStep(request, reply, async () => {
        const session = await takeProviderSignOut(request, reply, 'saml', request.query.provider ?? '');
        const settings = session && (await findSaml(session.provider));
        if (!session || !settings?.logoutUrl) return signedOut;
        const { nameID, nameIDFormat, sessionIndex } = session;
        const profile = { issuer: settings.idpEntityId, nameID, nameIDFormat, sessionIndex };
        return (await samlOf(settings, useOf(request))).getLogoutUrlAsync(profile, '', {});
      }),
  );

  // For the configuration of a provider, even before it is enabled.
  api.get(
    '/metadata',
    {
      schema: {
        summary: "Returns this platform's metadata for a SAML provider.",
        querystring: ofProvider,
        response: { 200: file('application/samlmetadata+xml', 'Metadata of SAML 2.0.') },
      },
      config: { open: true, errors: { 404: ['NOT_CONFIGURED'] } },
    },
    async (request, reply) => {
      const { provider } = request.query;
      const settings = provider === undefined ? (await usableSamls())[0] : await findSaml(provider);
      if (!settings) throw new HttpError(404, 'NOT_CONFIGURED', 'SAML provider not found');
      const saml = await samlOf(settings, useOf(request));
      const certificate = settings.signRequests ? await ownCertificate(app.seal) : null;
      const metadata = saml.generateServiceProviderMetadata(null, certificate);
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata);
    },
  );
}
