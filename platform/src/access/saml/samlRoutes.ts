import { randomBytes } from 'node:crypto';
import type { SamlLogout } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { finishSignIn } from '../finishSignIn.ts';
import { callerOf } from '../gateway.ts';
import { clearStepCookie, readSessionCookie, readStepCookie } from '../sessionCookie.ts';
import { beginAttempt, continueAttempt, takeAttempt } from '../sso/attempts.ts';
import { onTheWay, wantedPath } from '../sso/comeBack.ts';
import { externalUser } from '../sso/externalUser.ts';
import { SsoError } from '../sso/SsoError.ts';
import { samlOf, signedOut, usableSaml } from './provider.ts';
import { readResponse } from './readResponse.ts';
import { samlSessionOf } from './samlSessions.ts';
import { singleLogoutRoutes } from './singleLogoutRoutes.ts';

const begun = Type.Object({ redirectTo: Type.Optional(Type.String({ maxLength: 8192 })) });
const response = Type.Object({
  SAMLResponse: Type.String({ minLength: 1, maxLength: 500_000 }),
  RelayState: Type.Optional(Type.String({ maxLength: 200 })),
});
const finish = Type.Object({ state: Type.String({ maxLength: 200 }) });

/** To the SAML provider and back, under `/ui/api/v1/auth/saml`: the browser itself goes there. */
export async function samlRoutes(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<{ Querystring: Static<typeof begun> }>(
    '/loginRequest',
    { schema: { querystring: begun } },
    (request, reply) =>
      onTheWay(request, reply, 'SAML', async () => {
        const settings = await usableSaml();
        const requestId = `_${randomBytes(20).toString('hex')}`;
        const attempt = { redirectTo: wantedPath(request, request.query.redirectTo), requestId };
        const state = await beginAttempt(request, reply, 'saml', settings.idpEntityId, attempt);
        const saml = await samlOf(settings, ownOrigin(request), requestId);
        return saml.getAuthorizeUrlAsync(state, undefined, {});
      }),
  );

  // Another site makes the browser send it, without this one's cookies: whose it is shows in the step after.
  app.post<{ Body: Static<typeof response> }>(
    '/loginResponse',
    { schema: { body: response }, config: { open: true } },
    (request, reply) =>
      onTheWay(request, reply, 'SAML', async () => {
        const settings = await usableSaml();
        const { RelayState: state = '', SAMLResponse: answer } = request.body;
        const next = await continueAttempt(
          'saml',
          settings.idpEntityId,
          state,
          async ({ requestId = '', redirectTo }) => {
            const identity = await readResponse(settings, ownOrigin(request), requestId, answer);
            return { kind: 'saml-finish', attempt: { redirectTo, identity: JSON.stringify(identity) } };
          },
        );
        return `/ui/api/v1/auth/saml/finish?${new URLSearchParams({ state: next }).toString()}`;
      }),
  );

  app.get<{ Querystring: Static<typeof finish> }>(
    '/finish',
    { schema: { querystring: finish } },
    (request, reply) =>
      onTheWay(request, reply, 'SAML', async () => {
        const settings = await usableSaml();
        const { state } = request.query;
        const attempt = await takeAttempt(request, 'saml-finish', settings.idpEntityId, state);
        const { nameID, nameIDFormat, sessionIndex, ...known } = JSON.parse(attempt.identity ?? '{}');
        const identity = { realm: 'saml', provider: settings.idpEntityId, subject: nameID, ...known };
        const user = await externalUser(identity, settings);
        const sso = { nameID, nameIDFormat, sessionIndex };
        await finishSignIn(request, reply, user.name, { remembered: false, how: 'by SAML', sso });
        return attempt.redirectTo;
      }),
  );

  // To be asked while one is signed in, and to be gone to once one is signed out here.
  app.get('/logoutRequest', async (request): Promise<SamlLogout> => {
    const session = callerOf(request).via === 'session' ? readSessionCookie(request) : undefined;
    const known = session === undefined ? undefined : await samlSessionOf(session);
    const logoutUrl = known ? (await usableSaml().catch(offOrThrow))?.logoutUrl : undefined;
    return { logoutUrl: logoutUrl ? '/ui/api/v1/auth/saml/logout' : '' };
  });

  app.get('/logout', (request, reply) =>
    onTheWay(request, reply, 'SAML', async () => {
      const settings = await usableSaml();
      const state = readStepCookie(request, 'slo') ?? '';
      clearStepCookie(request, reply, 'slo');
      const attempt = await takeAttempt(request, 'saml-logout', settings.idpEntityId, state).catch(
        offOrThrow,
      );
      if (!attempt || settings.logoutUrl === '') return signedOut;
      const profile = { issuer: settings.idpEntityId, ...JSON.parse(attempt.session ?? '{}') };
      return (await samlOf(settings, ownOrigin(request))).getLogoutUrlAsync(profile, '', {});
    }),
  );

  app.get('/metadata', { config: { open: true } }, async (request, reply) => {
    const settings = await usableSaml().catch(offOrThrow);
    if (!settings) throw new HttpError(404, 'NOT_CONFIGURED', 'Nobody signs in by SAML here');
    const saml = await samlOf(settings, ownOrigin(request));
    const metadata = saml.generateServiceProviderMetadata(null, null);
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata);
  });

  await app.register(singleLogoutRoutes);
}

function offOrThrow(error: unknown): undefined {
  if (error instanceof SsoError) return undefined;
  throw error;
}

/** Of a session that ends now: the person goes on to sign out at the provider. */
export async function rememberSamlLogout(
  request: FastifyRequest,
  reply: Parameters<typeof beginAttempt>[1],
  secret: string,
): Promise<string | undefined> {
  const session = await samlSessionOf(secret);
  const settings = session ? await usableSaml().catch(offOrThrow) : undefined;
  if (!session || !settings?.logoutUrl) return undefined;
  const attempt = { redirectTo: signedOut, session: JSON.stringify(session) };
  return beginAttempt(request, reply, 'saml-logout', settings.idpEntityId, attempt);
}
