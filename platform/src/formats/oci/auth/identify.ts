import type { FastifyRequest } from 'fastify';
import { callerOfUser, identify } from '../../../access/authentication.ts';
import type { Caller } from '../../../access/Caller.ts';
import { anonymous } from '../../../access/gateway.ts';
import { dockerError } from '../errors.ts';
import { type Access, anonymousToken, findDockerToken, looksLikeDockerToken } from './dockerTokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Scopes of a registry token; undefined if only permissions limit the caller. */
    dockerAccess: readonly Access[] | undefined;
  }
}

/**
 * Authenticates the caller. Registry tokens are valid only for this protocol; other credentials
 * work as everywhere. Throws `HttpError` 401.
 */
export async function identifyDocker(request: FastifyRequest): Promise<void> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(/\s+/, 2);
  if (!/^bearer$/i.test(scheme) || !looksLikeDockerToken(token)) {
    request.caller = await identify(request);
    return;
  }
  if (token === anonymousToken) {
    request.caller = anonymous(request.server.settings.anonymousAccess);
    return;
  }
  const found = await findDockerToken(token);
  if (!found) throw dockerError('UNAUTHORIZED', 'The token is invalid or expired. Request another one.');
  const { user, scopes, expires, access } = found;
  const caller: Caller = { ...callerOfUser(user, 'token'), scopes };
  request.caller = expires ? { ...caller, until: expires } : caller;
  request.dockerAccess = access;
}
