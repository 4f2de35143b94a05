import type { SamlSettings } from '@lading/contract/rest';
import type { Profile, SAML } from '@node-saml/node-saml';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi, redirects } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { originOf } from '../origin.ts';
import { signedOut } from '../sso/providerSignOut.ts';
import { endSamlSessions } from '../sso/ssoSessions.ts';
import { samlOf, useOf } from './provider.ts';
import { usableSamls } from './providers.ts';
import { weakAlgorithms } from './weakAlgorithms.ts';

const message = Type.String({ minLength: 1, maxLength: 100_000 });
const sent = Type.Object({
  SAMLRequest: Type.Optional(message),
  SAMLResponse: Type.Optional(message),
  RelayState: Type.Optional(Type.String({ maxLength: 1000 })),
  SigAlg: Type.Optional(Type.String({ maxLength: 200 })),
  Signature: Type.Optional(Type.String({ maxLength: 4000 })),
});
type Sent = Static<typeof sent>;
const response = { 303: redirects('To the provider, or to the sign-in page.') };
const rejects = { open: true, errors: { 400: ['BAD_LOGOUT_REQUEST'] } };

/**
 * Adds the single logout routes: for a provider's response to our request, and for its own signed
 * request. All providers use the same URL.
 */
export async function singleLogoutRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.get(
    '/logoutResponse',
    {
      schema: {
        summary: "Accepts a SAML provider's response to a sign-out, or its own signed logout request.",
        querystring: sent,
        response,
      },
      config: rejects,
    },
    async (request, reply) => {
      if (request.query.SAMLRequest === undefined) return reply.redirect(signedOut, 303);
      return reply.redirect(await signOut(request, fromRedirect(request)), 303);
    },
  );

  api.post(
    '/logoutResponse',
    {
      schema: {
        summary: "Accepts a SAML provider's response to a sign-out, or its own signed logout request.",
        consumes: ['application/x-www-form-urlencoded'],
        body: sent,
        response,
      },
      config: rejects,
    },
    async (request, reply) => {
      const { SAMLRequest: wish } = request.body;
      if (wish === undefined) return reply.redirect(signedOut, 303);
      return reply.redirect(await signOut(request, fromPost(wish)), 303);
    },
  );
}

/**
 * Ends the sessions in a provider's request, and returns the URL of the response. Throws
 * `HttpError` 400 for an invalid request.
 */
async function signOut(request: FastifyRequest, read: Reader): Promise<string> {
  const { settings, profile } = await readLogoutRequest(request, read);
  const users = await endSamlSessions(settings.name, profile.nameID, profile.sessionIndex);
  for (const user of users) {
    await audit(originOf(request), {
      event: 'sign-out',
      user,
      detail: `Signed out by SAML provider ${settings.name}`,
    });
  }
  if (settings.logoutUrl === '') return signedOut;
  const { RelayState: state = '' } = (request.method === 'GET' ? request.query : request.body) as Sent;
  return (await samlOf(settings, useOf(request))).getLogoutResponseUrlAsync(profile, state, {}, true);
}

type Reader = (saml: SAML) => Promise<{ profile: Profile | null }>;

/** Finds the provider that has signed the request. Throws `HttpError` 400 if there is none. */
async function readLogoutRequest(
  request: FastifyRequest,
  read: Reader,
): Promise<{ settings: SamlSettings; profile: Profile }> {
  const faults: string[] = [];
  for (const settings of await usableSamls()) {
    try {
      const { profile } = await read(await samlOf(settings, useOf(request)));
      if (!profile) throw new Error('It contains no user');
      if (profile.issuer !== settings.idpEntityId)
        throw new Error(`It was issued by ${String(profile.issuer)}`);
      return { settings, profile };
    } catch (error) {
      if (!(error instanceof Error) || error instanceof HttpError) throw error;
      faults.push(error.message.slice(0, 200));
    }
  }
  throw invalidRequest(faults.join('; ') || 'SAML sign-in is off');
}

const redirectParts = ['SAMLRequest', 'RelayState', 'SAMLEncoding', 'SigAlg', 'Signature'];
/** Default encoding, and the only one supported. */
const deflate = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';

/**
 * Requires a signature, otherwise anyone could sign others out, because the library alone would
 * accept it. The library reads the parsed query, but verifies the signature over the raw one. Both
 * must be identical: each parameter once, with its own name, in one encoding.
 */
function fromRedirect(request: FastifyRequest): Reader {
  const query = request.url.slice(request.url.indexOf('?') + 1);
  const names = query.split('&').map((part) => part.split('=', 1)[0] ?? '');
  if (new Set(names).size !== names.length || !names.every((name) => redirectParts.includes(name)))
    throw invalidRequest(`Expected only the parameters ${redirectParts.join(', ')}, each once`);
  const parts = Object.fromEntries(new URLSearchParams(query));
  if ((parts.SAMLEncoding ?? deflate) !== deflate) throw invalidRequest(`Expected SAMLEncoding ${deflate}`);
  if (!parts.Signature) throw invalidRequest('It has no signature');
  if (!/#rsa-sha(256|384|512)$/.test(parts.SigAlg ?? '')) throw invalidRequest(badSignature);
  return (saml) => saml.validateRedirectAsync(parts, query);
}

function fromPost(wish: string): Reader {
  const xml = Buffer.from(wish, 'base64').toString('utf8');
  if (weakAlgorithms.test(xml) || /<!DOCTYPE/i.test(xml)) throw invalidRequest(badSignature);
  return (saml) => saml.validatePostRequestAsync({ SAMLRequest: wish });
}

const badSignature = 'Expected an RSA signature with SHA-256 or stronger';

function invalidRequest(why: string): HttpError {
  return new HttpError(400, 'BAD_LOGOUT_REQUEST', `Invalid logout request: ${why}`);
}
