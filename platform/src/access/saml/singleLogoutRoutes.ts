import type { SamlSettings } from '@lading/contract/rest';
import type { Profile, SAML } from '@node-saml/node-saml';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi, redirects } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { originOf } from '../origin.ts';
import { endSamlSessions } from '../sso/ssoSessions.ts';
import { signedOut } from '../sso/wayOut.ts';
import { samlOf, useOf } from './provider.ts';
import { usableSamls } from './providers.ts';
import { tooWeak } from './tooWeak.ts';

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

/** Signing out together: a provider's answer to ours, or its own wish, signed. One address for all of them. */
export async function singleLogoutRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.get(
    '/logoutResponse',
    {
      schema: {
        summary: "Takes a SAML provider's answer to a sign-out, or its own signed request for one.",
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
        summary: "Takes a SAML provider's answer to a sign-out, or its own signed request for one.",
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

/** Ends the sessions that the provider means, and tells it so; throws `HttpError` 400 for a wish that does not hold. */
async function signOut(request: FastifyRequest, read: Reader): Promise<string> {
  const { settings, profile } = await wishOf(request, read);
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

/** Of the provider that has signed it; throws `HttpError` 400 where none has. */
async function wishOf(
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
  throw unholding(faults.join('; ') || 'SAML sign-in is off');
}

const redirectParts = ['SAMLRequest', 'RelayState', 'SAMLEncoding', 'SigAlg', 'Signature'];
/** What is meant where nothing is said, and the only one there is. */
const deflate = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';

/**
 * Without a signature anybody could sign others out: the library alone would let it pass. It reads what it is given and checks the
 * signature over the query as it came, so that both must say the same: each part once, under its own name, spelt in one way.
 */
function fromRedirect(request: FastifyRequest): Reader {
  const query = request.url.slice(request.url.indexOf('?') + 1);
  const names = query.split('&').map((part) => part.split('=', 1)[0] ?? '');
  if (new Set(names).size !== names.length || !names.every((name) => redirectParts.includes(name)))
    throw unholding(`Expected only the parameters ${redirectParts.join(', ')}, each once`);
  const parts = Object.fromEntries(new URLSearchParams(query));
  if ((parts.SAMLEncoding ?? deflate) !== deflate) throw unholding(`Expected SAMLEncoding ${deflate}`);
  if (!parts.Signature) throw unholding('It has no signature');
  if (!/#rsa-sha(256|384|512)$/.test(parts.SigAlg ?? '')) throw unholding(badSignature);
  return (saml) => saml.validateRedirectAsync(parts, query);
}

function fromPost(wish: string): Reader {
  const xml = Buffer.from(wish, 'base64').toString('utf8');
  if (tooWeak.test(xml) || /<!DOCTYPE/i.test(xml)) throw unholding(badSignature);
  return (saml) => saml.validatePostRequestAsync({ SAMLRequest: wish });
}

const badSignature = 'Expected an RSA signature with SHA-256 or stronger';

function unholding(why: string): HttpError {
  return new HttpError(400, 'BAD_LOGOUT_REQUEST', `Invalid logout request: ${why}`);
}
