import { OAuthProviderList, OAuthProviderSettings, ProviderTest } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { providerNotFound } from '../sso/providerNotFound.ts';
import {
  findProvider,
  listProviders,
  lockProvider,
  removeProvider,
  type StoredProvider,
  secretOf,
  storeProvider,
} from './providers.ts';
import { callbackUrl, postLogoutUrl } from './usableProvider.ts';

const byName = Type.Object({ name: Type.String({ maxLength: 256 }) });
const rejects = { 400: ['BAD_ISSUER', 'BAD_SCOPE'] };
const unknownProvider = { 404: ['PROVIDER_NOT_FOUND'] };

/**
 * Adds the OpenID Connect provider routes under `/access/api/v1/oauth/providers`, for
 * administrators.
 */
export async function providerRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in settings', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/',
    { schema: { summary: 'Lists OpenID Connect providers.', response: { 200: OAuthProviderList } } },
    async (request) => ({
      providers: (await listProviders()).map((provider) => shown(request, provider)),
    }),
  );

  api.get(
    '/:name',
    {
      schema: {
        summary: 'Returns an OpenID Connect provider.',
        params: byName,
        response: { 200: OAuthProviderSettings },
      },
      config: { errors: unknownProvider },
    },
    async (request, reply) => {
      const provider = await existing(request.params.name);
      sendTag(reply, taggedOf(provider));
      return shown(request, provider);
    },
  );

  api.post(
    '/',
    {
      schema: {
        summary: 'Creates an OpenID Connect provider.',
        body: OAuthProviderSettings,
        response: { 201: OAuthProviderSettings },
      },
      config: { errors: { ...rejects, 409: ['PROVIDER_EXISTS'] } },
    },
    async (request) => {
      check(request.body);
      const { userName } = callerOf(request);
      const { name } = request.body;
      return transaction(async () => {
        if (!(await storeProvider(request.body, 'make', userName, app.seal)))
          throw new HttpError(409, 'PROVIDER_EXISTS', `Provider ${name} already exists`);
        const after = shown(request, await existing(name));
        await recordChange(request, 'settings-changed', `Provider ${name} created`, { after });
        return after;
      });
    },
  );

  changeRoutes(app, api);
}

function changeRoutes(app: FastifyInstance, api: OwnApi): void {
  api.put(
    '/:name',
    {
      schema: {
        summary: 'Changes an OpenID Connect provider.',
        params: byName,
        body: OAuthProviderSettings,
        response: { 200: OAuthProviderSettings },
      },
      config: { errors: { ...rejects, ...unknownProvider, 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const { name } = request.params;
      check(request.body);
      const wanted = { ...request.body, name };
      const stored = await transaction(async () => {
        const old = await existing(name, lockProvider);
        requireUnchanged(request, taggedOf(old), `Provider ${name}`);
        if (!(await storeProvider(wanted, 'change', callerOf(request).userName, app.seal)))
          throw providerNotFound(name);
        const made = await existing(name);
        const change = { before: shown(request, old), after: shown(request, made) };
        await recordChange(request, 'settings-changed', `Provider ${name} changed`, change);
        return made;
      });
      sendTag(reply, taggedOf(stored));
      return shown(request, stored);
    },
  );

  api.delete(
    '/:name',
    {
      schema: {
        summary: 'Deletes an OpenID Connect provider.',
        params: byName,
        response: { 204: noContent },
      },
      config: { errors: unknownProvider },
    },
    async (request) => {
      const { name } = request.params;
      const before = shown(request, await existing(name));
      await transaction(async () => {
        if (!(await removeProvider(name))) throw providerNotFound(name);
        await recordChange(request, 'settings-changed', `Provider ${name} deleted`, { before });
      });
    },
  );

  api.post(
    '/test',
    {
      schema: {
        summary: 'Tests settings of an OpenID Connect provider without storing them.',
        body: OAuthProviderSettings,
        response: { 200: ProviderTest },
      },
      config: { errors: rejects },
    },
    async (request) => {
      check(request.body);
      const { name, issuer, clientSecret } = request.body;
      const kept = await findProvider(name);
      // A stored secret is sent only to the issuer for which it was entered.
      const secret = clientSecret ?? (kept?.settings.issuer === issuer ? secretOf(kept, app.seal) : '');
      const { testProvider } = await import('./testProvider.ts');
      return testProvider(request.body, secret, callbackUrl(ownOrigin(request), name));
    },
  );
}

function shown(request: FastifyRequest, { settings: kept, sealed }: StoredProvider): OAuthProviderSettings {
  return {
    ...kept,
    hasClientSecret: sealed !== null,
    callbackUrl: callbackUrl(ownOrigin(request), kept.name),
    postLogoutUrl: postLogoutUrl(ownOrigin(request), kept.name),
  };
}

/**
 * Returns the values that the ETag covers: all that a change replaces, including the secret, whose
 * encryption differs after each change.
 */
function taggedOf({ settings, sealed }: StoredProvider): object {
  return { ...settings, sealed: sealed?.toString('base64') };
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

async function existing(name: string, find = findProvider): Promise<StoredProvider> {
  const provider = await find(name);
  if (!provider) throw providerNotFound(name);
  return provider;
}
