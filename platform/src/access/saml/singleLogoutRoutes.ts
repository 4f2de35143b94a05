import type { Profile } from '@node-saml/node-saml';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { audit } from '../audit/audit.ts';
import { originOf } from '../origin.ts';
import { samlOf, signedOut, usableSaml } from './provider.ts';
import { endSamlSessions } from './samlSessions.ts';

const message = Type.String({ minLength: 1, maxLength: 100_000 });
const sent = Type.Object({
  SAMLRequest: Type.Optional(message),
  SAMLResponse: Type.Optional(message),
  RelayState: Type.Optional(Type.String({ maxLength: 1000 })),
  SigAlg: Type.Optional(Type.String({ maxLength: 200 })),
  Signature: Type.Optional(Type.String({ maxLength: 4000 })),
});
type Sent = Static<typeof sent>;

/** Signing out together: the provider's answer to ours, or its own wish, signed. */
export async function singleLogoutRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Sent }>(
    '/logoutResponse',
    { schema: { querystring: sent }, config: { open: true } },
    async (request, reply) => {
      if (request.query.SAMLRequest === undefined) return reply.redirect(signedOut, 303);
      return reply.redirect(await signOut(request, () => fromRedirect(request)), 303);
    },
  );

  app.post<{ Body: Sent }>(
    '/logoutResponse',
    { schema: { body: sent }, config: { open: true } },
    async (request, reply) => {
      const { SAMLRequest: wish } = request.body;
      if (wish === undefined) return reply.redirect(signedOut, 303);
      return reply.redirect(await signOut(request, () => fromPost(request, wish)), 303);
    },
  );
}

/** Ends the sessions that the provider means, and tells it so; throws `HttpError` 400 for a wish that does not hold. */
async function signOut(request: FastifyRequest, read: () => Promise<Profile>): Promise<string> {
  const profile = await holding(read);
  const users = await endSamlSessions(profile.nameID, profile.sessionIndex);
  for (const user of users) {
    await audit(originOf(request), {
      event: 'sign-out',
      user,
      detail: 'The SAML provider signed the user out',
    });
  }
  const settings = await usableSaml();
  if (settings.logoutUrl === '') return signedOut;
  const { RelayState: state = '' } = (request.method === 'GET' ? request.query : request.body) as Sent;
  return (await samlOf(settings, ownOrigin(request))).getLogoutResponseUrlAsync(profile, state, {}, true);
}

/** Without a signature anybody could sign others out: the library alone would let it pass. */
async function fromRedirect(request: FastifyRequest): Promise<Profile> {
  const query = request.url.split('?', 2)[1] ?? '';
  const names = query.split('&').map((part) => part.split('=', 1)[0]);
  const { Signature: signature, SigAlg: algorithm = '' } = request.query as Sent;
  if (!signature || new Set(names).size !== names.length)
    throw new Error('It is not signed, or says something twice');
  if (!/#rsa-sha(256|384|512)$/.test(algorithm))
    throw new Error('It must be signed by RSA with SHA-256 or better');
  const saml = await samlOf(await usableSaml(), ownOrigin(request));
  const { profile } = await saml.validateRedirectAsync(request.query as Record<string, string>, query);
  if (!profile) throw new Error('It names nobody');
  return profile;
}

async function fromPost(request: FastifyRequest, wish: string): Promise<Profile> {
  const xml = Buffer.from(wish, 'base64').toString('utf8');
  if (/xmldsig#(rsa-)?sha1\b|<!DOCTYPE/i.test(xml))
    throw new Error('It must be signed by RSA with SHA-256 or better');
  const saml = await samlOf(await usableSaml(), ownOrigin(request));
  const { profile } = await saml.validatePostRequestAsync({ SAMLRequest: wish });
  if (!profile) throw new Error('It names nobody');
  return profile;
}

async function holding(read: () => Promise<Profile>): Promise<Profile> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof HttpError) throw error;
    const said = error.message.slice(0, 300);
    throw new HttpError(400, 'BAD_LOGOUT_REQUEST', `The request to sign out does not hold: ${said}`);
  }
}
