import type { OAuthProviderSettings, ProviderTest } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { recordChange } from '../audit/record.ts';
import { authorise, callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { providerNotFound } from '../sso/providerNotFound.ts';
import {
  findProvider,
  type KeptProvider,
  keepProvider,
  listProviders,
  removeProvider,
  secretOf,
} from './providers.ts';
import { callbackUrl, postLogoutUrl } from './usableProvider.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const settings = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  displayName: text(100),
  enabled: Type.Boolean(),
  type: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
  issuer: text(1000),
  clientId: Type.String({ minLength: 1, maxLength: 1000 }),
  clientSecret: Type.Optional(text(4000)),
  scope: text(1000),
  userNameClaim: Type.String({ minLength: 1, maxLength: 100 }),
  groupsClaim: text(100),
  createUsers: Type.Boolean(),
  linkExisting: Type.Boolean(),
  allowPrivate: Type.Boolean(),
  singleLogout: Type.Optional(Type.Boolean()),
});
type ByName = { Params: { name: string } };

/** OpenID Connect providers, under `/access/api/v1/oauth/providers`, for administrators. */
export async function providerRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  app.get('/', async (request) => ({
    providers: (await listProviders()).map((provider) => shown(request, provider)),
  }));

  app.get<ByName>('/:name', async (request) => shown(request, await existing(request.params.name)));

  app.post<{ Body: OAuthProviderSettings }>('/', { schema: { body: settings } }, async (request, reply) => {
    check(request.body);
    const { userName } = callerOf(request);
    if (!(await keepProvider(request.body, 'make', userName, app.seal))) {
      throw new HttpError(409, 'PROVIDER_EXISTS', `Provider ${request.body.name} already exists`);
    }
    const after = shown(request, await existing(request.body.name));
    await recordChange(request, 'settings-changed', `Provider ${request.body.name} created`, { after });
    return reply.code(201).send(after);
  });

  app.put<ByName & { Body: OAuthProviderSettings }>(
    '/:name',
    { schema: { body: settings } },
    async (request) => {
      const { name } = request.params;
      check(request.body);
      const wanted = { ...request.body, name };
      const before = shown(request, await existing(name));
      if (!(await keepProvider(wanted, 'change', callerOf(request).userName, app.seal)))
        throw providerNotFound(name);
      const after = shown(request, await existing(name));
      await recordChange(request, 'settings-changed', `Provider ${name} changed`, { before, after });
      return after;
    },
  );

  app.delete<ByName>('/:name', async (request, reply) => {
    const { name } = request.params;
    const before = shown(request, await existing(name));
    if (!(await removeProvider(name))) throw providerNotFound(name);
    await recordChange(request, 'settings-changed', `Provider ${name} deleted`, { before });
    return reply.code(204).send();
  });

  app.post<{ Body: OAuthProviderSettings }>(
    '/test',
    { schema: { body: settings } },
    async (request): Promise<ProviderTest> => {
      check(request.body);
      const { name, issuer, clientSecret } = request.body;
      const kept = await findProvider(name);
      // A kept secret is shown to the issuer that it was entered for, and to no other.
      const secret = clientSecret ?? (kept?.settings.issuer === issuer ? secretOf(kept, app.seal) : '');
      const { testProvider } = await import('./testProvider.ts');
      return testProvider(request.body, secret, callbackUrl(ownOrigin(request), name));
    },
  );
}

function shown(request: FastifyRequest, { settings: kept, sealed }: KeptProvider): OAuthProviderSettings {
  return {
    ...kept,
    hasClientSecret: sealed !== null,
    callbackUrl: callbackUrl(ownOrigin(request), kept.name),
    postLogoutUrl: postLogoutUrl(ownOrigin(request), kept.name),
  };
}

function check({ issuer, allowPrivate, scope }: OAuthProviderSettings): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const plain = url?.protocol === 'http:' && allowPrivate;
  if (!url || (url.protocol !== 'https:' && !plain) || url.username !== '' || url.search !== '') {
    throw new HttpError(
      400,
      'BAD_ISSUER',
      'Invalid issuer. Expected an HTTPS URL such as https://accounts.example.org. HTTP is allowed only for private networks.',
    );
  }
  if (!scope.split(' ').includes('openid')) {
    throw new HttpError(
      400,
      'BAD_SCOPE',
      'Invalid scope. It must contain openid, as in: openid profile email.',
    );
  }
}

async function existing(name: string): Promise<KeptProvider> {
  const provider = await findProvider(name);
  if (!provider) throw providerNotFound(name);
  return provider;
}
