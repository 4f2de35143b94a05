import { X509Certificate } from 'node:crypto';
import { ProviderTest, SamlKey, SamlProviderList, SamlSettings } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { administrators } from '../accessRules.ts';
import { record, recordChange } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { requestPage } from '../requestPage.ts';
import { providerNotFound } from '../sso/providerNotFound.ts';
import { ownCertificate, renewKey } from './ownKey.ts';
import { plainCertificate, samlAddresses } from './provider.ts';
import { findSaml, listSaml, lockSaml, removeSaml, storeSamlProvider } from './providers.ts';

const byName = Type.Object({ name: Type.String({ maxLength: 256 }) });
const rejects = { 400: ['BAD_ADDRESS', 'BAD_CERTIFICATE'] };
const unknownProvider = { 404: ['PROVIDER_NOT_FOUND'] };

/**
 * Adds the routes for SAML providers and the key that signs requests to them, under
 * `/access/api/v1/saml`, for administrators.
 */
export async function samlSettingsRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in settings', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/providers',
    { schema: { summary: 'Lists SAML providers.', response: { 200: SamlProviderList } } },
    async (request) => ({
      providers: await Promise.all((await listSaml()).map((provider) => shown(request, provider))),
    }),
  );

  api.get(
    '/providers/:name',
    {
      schema: { summary: 'Returns a SAML provider.', params: byName, response: { 200: SamlSettings } },
      config: { errors: unknownProvider },
    },
    async (request, reply) => {
      const provider = await existing(request.params.name);
      sendTag(reply, provider);
      return shown(request, provider);
    },
  );

  api.post(
    '/providers',
    {
      schema: {
        summary: 'Creates a SAML provider.',
        body: SamlSettings,
        response: { 201: SamlSettings },
      },
      config: { errors: { ...rejects, 409: ['PROVIDER_EXISTS'] } },
    },
    async (request) => {
      const value = checked(request.body);
      await transaction(async () => {
        if (!(await storeSamlProvider(value, 'make', callerOf(request).userName))) {
          throw new HttpError(409, 'PROVIDER_EXISTS', `Provider ${value.name} already exists`);
        }
        const detail = `SAML provider ${value.name} created: ${value.idpEntityId}`;
        await recordChange(request, 'settings-changed', detail, { after: value });
      });
      return shown(request, value);
    },
  );

  changeRoutes(api);
  await app.register(testAndKeyRoutes);
}

function changeRoutes(api: OwnApi): void {
  api.put(
    '/providers/:name',
    {
      schema: {
        summary: 'Changes a SAML provider.',
        params: byName,
        body: SamlSettings,
        response: { 200: SamlSettings },
      },
      config: { errors: { ...rejects, ...unknownProvider, 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const { name } = request.params;
      const value = checked({ ...request.body, name });
      await transaction(async () => {
        const before = await existing(name, lockSaml);
        requireUnchanged(request, before, `Provider ${name}`);
        if (!(await storeSamlProvider(value, 'change', callerOf(request).userName)))
          throw providerNotFound(name);
        const detail = `SAML provider ${name} changed: ${value.idpEntityId}`;
        await recordChange(request, 'settings-changed', detail, { before, after: value });
      });
      sendTag(reply, value);
      return shown(request, value);
    },
  );

  api.delete(
    '/providers/:name',
    {
      schema: { summary: 'Deletes a SAML provider.', params: byName, response: { 204: noContent } },
      config: { errors: unknownProvider },
    },
    async (request) => {
      const { name } = request.params;
      const before = await existing(name);
      await transaction(async () => {
        if (!(await removeSaml(name))) throw providerNotFound(name);
        await recordChange(request, 'settings-changed', `SAML provider ${name} deleted`, { before });
      });
    },
  );
}

async function testAndKeyRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in settings', access: administrators });

  api.post(
    '/providers/test',
    {
      schema: {
        summary: 'Tests settings of a SAML provider without storing them.',
        body: SamlSettings,
        response: { 200: ProviderTest },
      },
    },
    async ({ body }) => {
      const steps = [
        ...body.certificates.map(certificateStep),
        await pageStep('Check the sign-in URL', body.loginUrl),
      ];
      if (body.logoutUrl !== '') steps.push(await pageStep('Find the logout endpoint', body.logoutUrl));
      return { ok: steps.every(({ ok }) => ok), steps };
    },
  );

  api.get(
    '/key',
    {
      schema: {
        summary: 'Returns the certificate that verifies requests to SAML providers.',
        response: { 200: SamlKey },
      },
    },
    async () => ({ certificate: await ownCertificate(app.seal) }),
  );

  // For a key that may be compromised, or was encrypted with a key that no longer exists.
  api.post(
    '/key',
    {
      schema: {
        summary: 'Replaces the key that signs requests to SAML providers.',
        response: { 200: SamlKey },
      },
    },
    async (request) => {
      await renewKey(app.seal);
      await record(
        request,
        'settings-changed',
        'New SAML key. Add its certificate to each provider that verifies signatures.',
      );
      return { certificate: await ownCertificate(app.seal) };
    },
  );
}

async function shown(request: FastifyRequest, provider: SamlSettings): Promise<SamlSettings> {
  const addresses = samlAddresses(ownOrigin(request), provider.name);
  if (!provider.signRequests) return { ...provider, ...addresses };
  return { ...provider, ...addresses, ownCertificate: await ownCertificate(request.server.seal) };
}

async function existing(name: string, find = findSaml): Promise<SamlSettings> {
  const provider = await find(name);
  if (!provider) throw providerNotFound(name);
  return provider;
}

type Step = ProviderTest['steps'][number];

function certificateStep(certificate: string, at: number): Step {
  const name = `Read certificate ${at + 1}`;
  try {
    const { subject, validTo } = new X509Certificate(plainCertificate(certificate));
    const ends = new Date(validTo);
    const ok = ends.getTime() > Date.now();
    const message = `${subject.replaceAll('\n', ', ')} ${ok ? 'expires on' : 'expired on'} ${ends.toISOString()}`;
    return { name, ok, message };
  } catch {
    return {
      name,
      ok: false,
      message: 'Invalid certificate. Expected PEM text, with or without its first and last line.',
    };
  }
}

/** Tests a URL from this server. Browsers may reach more, or less. */
async function pageStep(name: string, address: string): Promise<Step> {
  if (!isWebAddress(address))
    return { name, ok: false, message: `Invalid URL ${address}. Expected an HTTP or HTTPS URL.` };
  const { kind, message } = await requestPage(address);
  // Browsers open these pages. The server only tests them, and not on a private network.
  if (kind === 'refused')
    return { name, ok: true, skipped: true, message: `${message}. Check that browsers can open ${address}` };
  if (kind === 'unreachable')
    return { name, ok: false, message: `Failed to connect to ${address} from this server: ${message}` };
  return { name, ok: kind === 'ok', message: `${address} ${message}` };
}

/** Returns the settings without read-only fields. */
function checked(body: SamlSettings): SamlSettings {
  const {
    acsUrl: _acs,
    singleLogoutUrl: _slo,
    metadataUrl: _metadata,
    ownCertificate: _own,
    ...value
  } = body;
  const { loginUrl, logoutUrl, certificates } = value;
  for (const [name, address] of Object.entries({ loginUrl, ...(logoutUrl === '' ? {} : { logoutUrl }) })) {
    if (!isWebAddress(address)) {
      throw new HttpError(400, 'BAD_ADDRESS', `Invalid ${name}. Expected an HTTP or HTTPS URL.`);
    }
  }
  const wrong = certificates.findIndex(isInvalidCertificate);
  if (wrong >= 0)
    throw new HttpError(400, 'BAD_CERTIFICATE', `Invalid certificate ${wrong + 1}. Expected PEM text.`);
  return value;
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

function isInvalidCertificate(certificate: string): boolean {
  try {
    plainCertificate(certificate);
    return false;
  } catch {
    return true;
  }
}
