import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { readBasic } from './basicCredentials.ts';
import type { Caller } from './Caller.ts';
import { rejectCrossSite } from './crossSite.ts';
import { anonymous } from './gateway.ts';
import { type Origin, originOf } from './origin.ts';
import { looksLikeApiKey, userByApiKey } from './profile/apiKeys.ts';
import { readSessionCookie } from './sessionCookie.ts';
import { userBySession } from './sessions.ts';
import { userByPassword } from './signIn.ts';
import { userScope } from './tokens/scopes.ts';
import { looksLikeToken, userByToken } from './tokens/tokens.ts';
import type { User } from './User.ts';
import { normalName } from './users.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is open to everyone. Credentials are ignored, even invalid ones. */
    open?: boolean;
  }
}

/**
 * Sets `request.caller` before any route runs. Must be added after the hook that enters the
 * storage.
 */
export async function installAuthentication(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('caller', null as never);
  app.addHook('onRequest', async (request) => {
    request.caller = anonymous(app.settings.anonymousAccess);
    if (!request.routeOptions.config.open) request.caller = await identify(request);
  });
}

/**
 * Authenticates a request by its credentials. Throws `HttpError` 401. For protocols that
 * additionally have their own tokens.
 */
export async function identify(request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const [scheme = '', value = ''] = authorization.split(/\s+/, 2);
    if (/^bearer$/i.test(scheme)) return byToken(value);
    // A browser may automatically send a remembered password, but never a token.
    rejectCrossSite(request, false);
    if (/^basic$/i.test(scheme)) return byBasic(value, originOf(request));
    // Cargo sends its token without a scheme.
    if (value === '' && looksLikeToken(scheme)) return byToken(scheme);
    if (value === '' && looksLikeApiKey(scheme)) return byApiKey(scheme);
    if (value === '')
      throw unauthorized(
        'Invalid token in the Authorization header. Expected an access token or API key of this server. Create a token in your profile and copy all of it.',
      );
    throw unauthorized('Invalid Authorization header. Expected Basic or Bearer.');
  }
  const apiKey = request.headers['x-jfrog-art-api'];
  if (typeof apiKey === 'string') return byApiKey(apiKey);
  const session = readSessionCookie(request);
  const user = session === undefined ? undefined : await userBySession(session);
  rejectCrossSite(request, user !== undefined);
  return user ? callerOfUser(user, 'session') : request.caller;
}

async function byToken(token: string): Promise<Caller> {
  const found = await userByToken(token);
  if (!found) throw unauthorized('The token is invalid, expired, or revoked.');
  const { user, scopes, expires } = found;
  return { ...callerOfUser(user, 'token'), scopes, ...(expires ? { until: expires } : {}) };
}

async function byApiKey(key: string): Promise<Caller> {
  const user = await userByApiKey(key);
  if (!user) throw unauthorized('The API key is invalid or was replaced.');
  return { ...callerOfUser(user, 'token'), scopes: [userScope] };
}

async function byBasic(value: string, origin: Origin): Promise<Caller> {
  const { name, password } = readBasic(value) ?? {};
  if (name === undefined || password === undefined) {
    throw unauthorized(
      'Invalid Authorization header. Expected Basic with the Base64 encoding of name:password.',
    );
  }
  if (looksLikeToken(password) || looksLikeApiKey(password)) {
    const caller = looksLikeToken(password) ? await byToken(password) : await byApiKey(password);
    // PyPI clients use this name with a token.
    if (name === '__token__' || normalName(name) === caller.userName) return caller;
    throw unauthorized('The token belongs to a user other than the one in the request.');
  }
  const user = await userByPassword(name, password, origin);
  if (user.passwordExpired)
    throw unauthorized('The password has expired. Sign in to the console to change it.');
  return callerOfUser(user, 'basic');
}

export function callerOfUser(user: User, via: Caller['via']): Caller {
  return { kind: 'user', userName: user.name, admin: user.admin, via, groups: user.groups };
}

function unauthorized(message: string): HttpError {
  return new HttpError(401, 'UNAUTHORIZED', message);
}
