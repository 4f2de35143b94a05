import { OidcExchange, OidcToken } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import { everyone } from '../../access/accessRules.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { exchangeErrors, issueFor, matching, rejected, unmatched } from './exchange.ts';
import { type Mapping, mappingsOf, publishersAt, publishersOf } from './mappings.ts';
import { findProvider, type Provider, providersOf } from './providers.ts';
import { RejectedIdToken, unverifiedClaims, verifyIdToken } from './verifyIdToken.ts';

/** Maximum characters of an ID token. */
const maxToken = 16_384;
const PublisherToken = Type.Object({ token: Type.String() }, { title: 'PublisherToken' });

/** Routes at which CI jobs exchange ID tokens for access tokens. They need no other credentials. */
export async function exchangeRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens of CI jobs', access: everyone });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  api.post(
    '/access/api/v1/oidc/token',
    {
      schema: {
        summary: 'Exchanges the ID token of a CI job for an access token.',
        body: OidcExchange,
        response: { 200: OidcToken },
      },
      config: { open: true, errors: exchangeErrors },
    },
    async (request): Promise<OidcToken> => {
      const { provider_name: name, subject_token: token } = request.body;
      const { claims, mappings } = await verified(request, async () => {
        const provider = await findProvider(name);
        if (!provider) throw new RejectedIdToken(`There is no OIDC provider "${name}"`);
        return {
          claims: await verifyIdToken(provider, token, [provider.audience]),
          mappings: (await mappingsOf(provider.name)).filter(({ publisher }) => !publisher),
        };
      });
      const mapping = await firstOf(request, mappings, claims);
      const { accessToken, expiresIn, scope } = await issueFor(request, mapping, claims);
      return {
        access_token: accessToken,
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        ...{ token_type: 'Bearer', expires_in: expiresIn, scope, username: mapping[0].token_spec.username },
      };
    },
  );
  await app.register(publisherRoutes);
}

/** Trusted publishing, at the paths that npm and the tools for Python call. */
async function publisherRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens of CI jobs', access: everyone });
  showErrors(app);
  // npm declares JSON and sends no body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 2 * maxToken }, (_request, body, done) => {
    done(null, body);
  });

  api.post(
    '/-/npm/v1/oidc/token/exchange/package/:name',
    {
      schema: {
        summary: 'Exchanges the ID token of a CI job for a token that publishes the npm package.',
        params: Type.Object({ name: Type.String({ maxLength: 214 }) }),
        response: { 201: PublisherToken },
      },
      config: { open: true, errors: exchangeErrors },
    },
    async (request, reply) => {
      const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const { name } = request.params;
      return answer(request, reply, {
        ...{ token, clientAudience: 'npm' },
        mappingsOf: async (providers) =>
          (await publishersOf('npm', name)).filter(({ provider }) => providers.includes(provider)),
      });
    },
  );

  api.get(
    '/_/oidc/audience',
    {
      schema: {
        summary: 'Returns the audience of ID tokens for publishing Python packages.',
        response: { 200: Type.Object({ audience: Type.String() }) },
      },
      config: { open: true },
    },
    async (request) => ({ audience: audienceOf('pypi', request) }),
  );

  api.post(
    '/_/oidc/mint-token',
    {
      schema: {
        summary: 'Exchanges the ID token of a CI job for a token that publishes Python packages.',
        response: { 200: PublisherToken },
      },
      config: { open: true, errors: exchangeErrors, body: PublisherToken },
    },
    async (request, reply) =>
      answer(request, reply, {
        ...{ token: tokenIn(request.body), clientAudience: 'pypi', status: 200 },
        mappingsOf: (providers) => publishersAt('pypi', providers),
      }),
  );
}

interface Publishing {
  token: string | undefined;
  clientAudience: 'npm' | 'pypi';
  mappingsOf: (providers: readonly string[]) => Promise<Mapping[]>;
  status?: 200 | 201;
}

async function answer(request: FastifyRequest, reply: FastifyReply, wanted: Publishing) {
  const { token = '', clientAudience, status = 201 } = wanted;
  const { claims, mappings } = await verified(request, async () => {
    const { claims, providers } = await byIssuer(token, audienceOf(clientAudience, request));
    return { claims, mappings: await wanted.mappingsOf(providers.map(({ name }) => name)) };
  });
  const applied = await firstOf(request, mappings, claims);
  const { accessToken } = await issueFor(request, applied, claims);
  return reply.code(status).send({ token: accessToken });
}

/**
 * Verifies the token for all providers that trust its issuer, which can differ in their
 * audience.
 */
async function byIssuer(
  token: string,
  audience: string,
): Promise<{ claims: JWTPayload; providers: Provider[] }> {
  if (token === '' || token.length > maxToken) throw new RejectedIdToken('It is missing or too long');
  const issuer = String(unverifiedClaims(token).iss ?? '');
  const trusted = await providersOf(issuer);
  if (trusted.length === 0) throw new RejectedIdToken(`Its issuer "${issuer.slice(0, 200)}" is not trusted`);
  let failure: unknown;
  const providers: Provider[] = [];
  let claims: JWTPayload = {};
  for (const provider of trusted) {
    try {
      claims = await verifyIdToken(provider, token, [audience, provider.audience]);
      providers.push(provider);
    } catch (error) {
      failure = error;
    }
  }
  if (providers.length === 0) throw failure;
  return { claims, providers };
}

async function verified<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await rejected(request, error);
  }
}

async function firstOf(
  request: FastifyRequest,
  mappings: readonly Mapping[],
  claims: JWTPayload,
): Promise<readonly [Mapping, ...Mapping[]]> {
  const [first, ...others] = matching(mappings, claims);
  if (!first) throw await unmatched(request, claims, mappings);
  return [first, ...others];
}

/** Returns the audience that clients ask for: `npm:packages.example.org`. */
function audienceOf(client: 'npm' | 'pypi', request: FastifyRequest): string {
  return `${client}:${new URL(ownOrigin(request)).hostname}`;
}

function tokenIn(body: unknown): string | undefined {
  try {
    const { token } = JSON.parse(String(body)) as { token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

/** Errors in the form that npm and the tools for Python print. */
function showErrors(app: FastifyInstance): void {
  const outer = app.errorHandler;
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof HttpError)) return outer.call(app, error as never, request, reply);
    const { status, code, message } = error;
    return reply.code(status).send({ message, errors: [{ code, message, description: message }] });
  });
}
