import {
  ApplicationClient,
  AuthorizationApproval,
  AuthorizationRedirect,
  AuthorizationRequest,
  UserIntegration,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { usersThemselves } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownSession } from '../../access/profile/ownSession.ts';
import { requireFreshSession } from '../../access/profile/reauthentication.ts';
import { isUnlimited } from '../../access/tokens/scopes.ts';
import { actsAsAdministrator, tokenFor } from '../../access/tokens/tokenRules.ts';
import { normalName } from '../../access/users.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { requireClient } from './applications.ts';
import { answerUrl, type CheckedRequest, readAuthorizationRequest } from './authorizationRequest.ts';
import { allowApplication, listGrants, revokeGrant } from './grants.ts';

const id = Type.String({ maxLength: 100 });
const user = Type.String({ maxLength: 256 });
const requestErrors = ['BAD_AUTHORIZATION_REQUEST', 'BAD_SCOPE'] as const;

/** Users' decisions about applications, under `/ui/api/v1/app_integration`. */
export async function grantRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Application integrations', access: usersThemselves });

  api.get(
    '/validate/:id',
    {
      schema: {
        summary: 'Checks the request of an application that asks for access.',
        params: Type.Object({ id }),
        querystring: Type.Object({ auth_url: Type.String({ maxLength: 4000 }) }),
        response: { 200: AuthorizationRequest },
      },
      config: { errors: { 400: requestErrors, 404: ['APPLICATION_NOT_FOUND'] } },
    },
    async (request, reply): Promise<AuthorizationRequest> => {
      const { client, checked } = await checkedRequest(request, request.params.id, request.query.auth_url);
      reply.header('cache-control', 'no-store');
      const deny_url = answerUrl(checked, ownOrigin(request), { error: 'access_denied' });
      return { client, scopes: checked.scopes, deny_url };
    },
  );

  api.get(
    '/client/:id',
    {
      schema: {
        summary: 'Returns the public data of an application.',
        params: Type.Object({ id }),
        response: { 200: ApplicationClient },
      },
      config: { errors: { 404: ['APPLICATION_NOT_FOUND'] } },
    },
    async (request): Promise<ApplicationClient> => requireClient(request.params.id),
  );

  api.post(
    '/authorize/:clientId/:user',
    {
      schema: {
        summary:
          'Allows an application to act for the caller, and returns the URL with the authorization code.',
        params: Type.Object({ clientId: id, user }),
        body: AuthorizationApproval,
        response: { 200: AuthorizationRedirect },
      },
      config: {
        errors: { 400: requestErrors, 403: ['FORBIDDEN', 'SIGN_IN_AGAIN'], 404: ['APPLICATION_NOT_FOUND'] },
      },
    },
    async (request, reply): Promise<AuthorizationRedirect> => {
      const { clientId } = request.params;
      const userName = ownName(request, request.params.user);
      const { client, checked } = await checkedRequest(request, clientId, request.body.url);
      if (isUnlimited(checked.scopes)) await requireFreshSession(request);
      const code = await allowApplication(
        clientId,
        userName,
        checked,
        await authenticatedFor(request, checked),
      );
      await record(
        request,
        'token-issued',
        `Application ${client.name} allowed: ${checked.scopes.join(' ')}`,
      );
      reply.header('cache-control', 'no-store');
      return { redirect_url: answerUrl(checked, ownOrigin(request), { code }) };
    },
  );
  userRoutes(app, api);
}

type Api = ReturnType<typeof ownApi>;

function userRoutes(_app: FastifyInstance, api: Api): void {
  api.get(
    '/user/:user',
    {
      schema: {
        summary: 'Lists the applications that a user has allowed; of other users for administrators.',
        params: Type.Object({ user }),
        querystring: Type.Object({
          internal: Type.Optional(
            Type.Boolean({ description: 'Only applications of the platform itself. There are none.' }),
          ),
        }),
        response: { 200: Type.Array(UserIntegration) },
      },
      config: { errors: { 403: ['FORBIDDEN'] } },
    },
    async (request): Promise<UserIntegration[]> => {
      const name = visibleName(request, request.params.user);
      return request.query.internal ? [] : listGrants(name);
    },
  );

  api.delete(
    '/user/:clientId/:user',
    {
      schema: {
        summary: "Revokes a user's permission for an application, with its tokens.",
        params: Type.Object({ clientId: id, user }),
        response: { 204: noContent },
      },
      config: { errors: { 403: ['FORBIDDEN'], 404: ['GRANT_NOT_FOUND'] } },
    },
    async (request) => {
      const { clientId } = request.params;
      const name = visibleName(request, request.params.user);
      await revokeGrant(clientId, name);
      await record(request, 'token-revoked', `Application ${clientId}`, name);
    },
  );
}

/** Throws `HttpError` 400, 403, or 404. */
async function checkedRequest(request: FastifyRequest, clientId: string, url: string) {
  const client = await requireClient(clientId);
  const checked: CheckedRequest = readAuthorizationRequest(url, client);
  // The application gets no more permissions than a token of the user could have.
  tokenFor(callerOf(request), { scope: checked.scopes.join(' '), expires_in: 60 });
  return { client, checked };
}

/**
 * Returns when the user authenticated, if with a session. Throws `HttpError` 403 if the application
 * requires a later authentication.
 */
async function authenticatedFor(
  request: FastifyRequest,
  { maxAge }: CheckedRequest,
): Promise<Date | undefined> {
  const shown = (await ownSession(request))?.shown;
  if (maxAge === undefined || (shown && shown.getTime() >= Date.now() - maxAge * 1000)) return shown;
  throw new HttpError(
    403,
    'SIGN_IN_AGAIN',
    'The application requires a recent sign-in. Sign in again to confirm your identity.',
  );
}

function ownName(request: FastifyRequest, name: string): string {
  const { userName } = callerOf(request);
  if (normalName(name) === userName) return userName;
  throw new HttpError(403, 'FORBIDDEN', 'Users allow applications only for themselves');
}

function visibleName(request: FastifyRequest, name: string): string {
  const caller = callerOf(request);
  return actsAsAdministrator(caller) ? normalName(name) : ownName(request, name);
}
