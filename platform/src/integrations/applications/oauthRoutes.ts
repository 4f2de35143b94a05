import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { describeTokenOf, revokeTokenOf } from '../../access/tokens/applicationTokens.ts';
import type { AccessRule } from '../../http/api/ownApi.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { exchange } from './exchange.ts';
import { subjectOf } from './idToken.ts';
import { OAuthError } from './OAuthError.ts';
import { ClientToken, Introspection, oauth, TokenAnswer, TokenForm } from './oauthSchemas.ts';
import { readClient, readForm } from './readClient.ts';

/** Maximum bytes of a form. */
const maxForm = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';
const consumes = [formType];

const applications: AccessRule = {
  name: 'applications',
  description: 'Registered applications, with their client ID and secret. Errors have the form of OAuth 2.0.',
  allowsAnonymous: true,
};

/** OAuth 2.0 endpoints that applications call without a browser. */
export async function oauthRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Application integrations', access: applications });
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: maxForm }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  showErrors(app);

  api.post(
    `${oauth}/token`,
    {
      schema: {
        summary:
          'Issues a token for an authorization code, for a refresh token, or to an application by itself.',
        consumes,
        response: { 200: TokenAnswer },
      },
      // Applications authenticate with their own credentials, not as a user.
      config: { open: true, body: TokenForm },
    },
    async (request) => {
      const form = readForm(request);
      const clientId = await readClient(request, form);
      const { accessToken, refreshToken, idToken, expiresIn, scope } = await exchange(
        request,
        clientId,
        form,
      );
      return {
        ...{ access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn },
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
        ...(idToken === undefined ? {} : { id_token: idToken }),
        scope,
      };
    },
  );

  api.post(
    `${oauth}/revoke`,
    {
      schema: {
        summary: 'Revokes a token of the application. Succeeds for an unknown token, too.',
        consumes,
        response: { 200: Type.Object({}) },
      },
      config: { open: true, body: ClientToken },
    },
    async (request) => {
      const form = readForm(request);
      await revokeTokenOf(await readClient(request, form), tokenIn(form));
      return {};
    },
  );

  api.post(
    `${oauth}/introspect`,
    {
      schema: {
        summary: 'Describes an access token of the application. Other tokens are not active.',
        consumes,
        response: { 200: Introspection },
      },
      config: { open: true, body: ClientToken },
    },
    async (request) => {
      const form = readForm(request);
      const clientId = await readClient(request, form);
      return described(clientId, tokenIn(form));
    },
  );
}

/** Clients expect errors in the form of OAuth 2.0. */
function showErrors(app: FastifyInstance): void {
  const outer = app.errorHandler;
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof OAuthError)) return outer.call(app, error as never, request, reply);
    const isClient = error.error === 'invalid_client';
    if (isClient) reply.header('www-authenticate', 'Basic realm="Lading"');
    return reply
      .code(isClient ? 401 : 400)
      .type('application/json; charset=utf-8')
      .send({ error: error.error, error_description: error.message });
  });
}

async function described(clientId: string, token: string) {
  const found = await describeTokenOf(clientId, token);
  if (!found) return { active: false };
  const { userName, userCreated, scope, created, expires } = found;
  const sub = subjectOf(userName, userCreated);
  return {
    ...{ active: true, scope, client_id: clientId, username: userName, sub, token_type: 'Bearer' },
    ...{ iat: seconds(created), ...(expires ? { exp: seconds(expires) } : {}) },
  };
}

function tokenIn(form: ReadonlyMap<string, string>): string {
  const token = form.get('token');
  if (token !== undefined) return token;
  throw new OAuthError('invalid_request', 'token is missing');
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
