import {
  OidcMapping,
  OidcMappingDetails,
  OidcProvider,
  OidcProviderDetails,
  OidcTest,
  OidcTestResult,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { freshForChanges } from '../../access/profile/reauthentication.ts';
import { transaction } from '../../database/db.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { checkMapping } from './checkMapping.ts';
import { checkProvider } from './checkProvider.ts';
import { exchangeRoutes } from './exchangeRoutes.ts';
import { addMapping, changeMapping, mappingsOf, removeMapping, requireMapping } from './mappings.ts';
import { usesOf } from './mappingUses.ts';
import { addProvider, changeProvider, listProviders, removeProvider, requireProvider } from './providers.ts';
import { testIdentity } from './testIdentity.ts';

type Api = ReturnType<typeof ownApi>;

const byProvider = Type.Object({ provider: Type.String({ maxLength: 100 }) });
const byMapping = Type.Object({ ...byProvider.properties, mapping: Type.String({ maxLength: 100 }) });
const noProvider = { 404: ['OIDC_PROVIDER_NOT_FOUND'] };
const badProvider = { 400: ['BAD_OIDC_PROVIDER'], 403: ['SIGN_IN_AGAIN'] };
const badMapping = { 400: ['BAD_OIDC_MAPPING', 'BAD_SCOPE'], 403: ['SIGN_IN_AGAIN'] };
const noMapping = { 404: ['OIDC_PROVIDER_NOT_FOUND', 'OIDC_MAPPING_NOT_FOUND'] };

/** Tokens for CI jobs by OpenID Connect: the exchange, and what administrators configure for it. */
export async function federationRoutes(app: FastifyInstance): Promise<void> {
  await app.register(exchangeRoutes);
  await app.register(providerRoutes, { prefix: '/access/api/v1/oidc' });
  await app.register(mappingRoutes, { prefix: '/access/api/v1/oidc/:provider/identity_mappings' });
}

async function providerRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens of CI jobs', access: administrators });
  app.addHook('preHandler', freshForChanges);
  changeProviderRoutes(api);

  api.get(
    '/',
    {
      schema: {
        summary: 'Lists the trusted issuers of ID tokens.',
        response: { 200: Type.Array(OidcProviderDetails) },
      },
    },
    async () => listProviders(),
  );
  api.post(
    '/',
    {
      schema: {
        summary: 'Adds a trusted issuer of ID tokens.',
        body: OidcProvider,
        response: { 201: OidcProviderDetails },
      },
      config: { errors: { ...badProvider, 409: ['OIDC_PROVIDER_EXISTS'] } },
    },
    async (request) => {
      const wanted = checkProvider(request.body);
      await transaction(async () => {
        await addProvider(wanted, callerOf(request).userName);
        await recordChange(request, 'settings-changed', `OIDC provider ${wanted.name} was created`, {
          after: wanted,
        });
      });
      return requireProvider(wanted.name);
    },
  );
  api.get(
    '/:provider',
    {
      schema: {
        summary: 'Returns a trusted issuer.',
        params: byProvider,
        response: { 200: OidcProviderDetails },
      },
      config: { errors: noProvider },
    },
    async (request) => requireProvider(request.params.provider),
  );
  api.post(
    '/:provider/test',
    {
      schema: {
        summary:
          'Explains which identity mappings an ID token, or claims as JSON, would match. Issues nothing.',
        params: byProvider,
        body: OidcTest,
        response: { 200: OidcTestResult },
      },
      config: { errors: { 400: ['BAD_OIDC_TEST'], ...noProvider } },
    },
    async (request) =>
      testIdentity(request, await requireProvider(request.params.provider), request.body.input),
  );
}

function changeProviderRoutes(api: Api): void {
  api.put(
    '/:provider',
    {
      schema: {
        summary: 'Changes a trusted issuer. Its name cannot be changed.',
        params: byProvider,
        body: OidcProvider,
        response: { 200: OidcProviderDetails },
      },
      config: { errors: { ...badProvider, ...noProvider } },
    },
    async (request) => {
      const { mappings: _mappings, ...before } = await requireProvider(request.params.provider);
      const after = checkProvider({ ...request.body, name: before.name });
      // A mapping that was safe for one issuer may not be for another.
      for (const mapping of await mappingsOf(before.name))
        await checkMapping({ ...before, ...after, mappings: 0 }, withoutProvider(mapping));
      await transaction(async () => {
        await changeProvider(after, callerOf(request).userName);
        await recordChange(request, 'settings-changed', `OIDC provider ${before.name} was changed`, {
          before,
          after,
        });
      });
      return requireProvider(before.name);
    },
  );
  api.delete(
    '/:provider',
    {
      schema: {
        summary: 'Deletes a trusted issuer with its identity mappings. Issued tokens expire as planned.',
        params: byProvider,
        response: { 204: noContent },
      },
      config: { errors: { 403: ['SIGN_IN_AGAIN'], ...noProvider } },
    },
    async (request) => {
      const { mappings: _mappings, ...before } = await requireProvider(request.params.provider);
      const { name } = before;
      await transaction(async () => {
        await removeProvider(name);
        await recordChange(request, 'settings-changed', `OIDC provider ${name} was deleted`, { before });
      });
    },
  );
}

async function mappingRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tokens of CI jobs', access: administrators });
  app.addHook('preHandler', freshForChanges);
  oneMappingRoutes(api);

  api.get(
    '/',
    {
      schema: {
        summary: 'Lists the identity mappings of an issuer in the order in which they apply.',
        params: byProvider,
        response: { 200: Type.Array(OidcMappingDetails) },
      },
      config: { errors: noProvider },
    },
    async (request) => {
      const { name } = await requireProvider(request.params.provider);
      const uses = await usesOf(name);
      return (await mappingsOf(name)).map((mapping) => ({
        ...withoutProvider(mapping),
        ...uses.get(mapping.name),
      }));
    },
  );
  api.post(
    '/',
    {
      schema: {
        summary: 'Adds an identity mapping.',
        params: byProvider,
        body: OidcMapping,
        response: { 201: OidcMapping },
      },
      config: { errors: { ...badMapping, ...noProvider, 409: ['OIDC_MAPPING_EXISTS'] } },
    },
    async (request) => {
      const provider = await requireProvider(request.params.provider);
      const after = await checkMapping(provider, request.body);
      await addMapping(provider.name, after, callerOf(request).userName);
      const detail = `OIDC mapping ${provider.name}/${after.name} was created`;
      await recordChange(request, 'settings-changed', detail, { after, namesAreData: true });
      return withoutProvider(await requireMapping(provider.name, after.name));
    },
  );
}

function oneMappingRoutes(api: Api): void {
  api.get(
    '/:mapping',
    {
      schema: { summary: 'Returns an identity mapping.', params: byMapping, response: { 200: OidcMapping } },
      config: { errors: noMapping },
    },
    async (request) => {
      const { name } = await requireProvider(request.params.provider);
      return withoutProvider(await requireMapping(name, request.params.mapping));
    },
  );
  api.put(
    '/:mapping',
    {
      schema: {
        summary: 'Changes an identity mapping. Its name cannot be changed.',
        params: byMapping,
        body: OidcMapping,
        response: { 200: OidcMapping },
      },
      config: { errors: { ...badMapping, ...noMapping } },
    },
    async (request) => {
      const provider = await requireProvider(request.params.provider);
      const before = withoutProvider(await requireMapping(provider.name, request.params.mapping));
      const after = await checkMapping(provider, { ...request.body, name: before.name });
      await changeMapping(provider.name, after, callerOf(request).userName);
      const detail = `OIDC mapping ${provider.name}/${after.name} was changed`;
      await recordChange(request, 'settings-changed', detail, { before, after, namesAreData: true });
      return withoutProvider(await requireMapping(provider.name, after.name));
    },
  );
  api.delete(
    '/:mapping',
    {
      schema: { summary: 'Deletes an identity mapping.', params: byMapping, response: { 204: noContent } },
      config: { errors: { 403: ['SIGN_IN_AGAIN'], ...noMapping } },
    },
    async (request) => {
      const provider = await requireProvider(request.params.provider);
      const before = withoutProvider(await requireMapping(provider.name, request.params.mapping));
      const { name } = before;
      await removeMapping(provider.name, name);
      const detail = `OIDC mapping ${provider.name}/${name} was deleted`;
      await recordChange(request, 'settings-changed', detail, { before, namesAreData: true });
    },
  );
}

function withoutProvider<T extends { provider: string }>({
  provider: _provider,
  ...mapping
}: T): Omit<T, 'provider'> {
  return mapping;
}
