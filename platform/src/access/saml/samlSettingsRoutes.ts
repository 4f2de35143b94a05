import { X509Certificate } from 'node:crypto';
import type { ProviderTest, SamlKey, SamlSettings } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { record, recordChange } from '../audit/record.ts';
import { authorise, callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { providerNotFound } from '../sso/providerNotFound.ts';
import { ownCertificate, renewKey } from './ownKey.ts';
import { plainCertificate, samlAddresses } from './provider.ts';
import { findSaml, keepSaml, listSaml, removeSaml } from './providers.ts';

const text = Type.String({ maxLength: 1000 });
const given = Type.String({ minLength: 1, maxLength: 1000 });
const settings = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  enabled: Type.Boolean(),
  displayName: text,
  idpEntityId: given,
  loginUrl: given,
  logoutUrl: text,
  certificates: Type.Array(Type.String({ maxLength: 20_000 }), { minItems: 1, maxItems: 10 }),
  entityId: given,
  userNameAttribute: text,
  emailAttribute: text,
  groupsAttribute: text,
  createUsers: Type.Boolean(),
  linkExisting: Type.Boolean(),
  signRequests: Type.Boolean(),
});

type ByName = { Params: { name: string } };

/** SAML providers and the key that requests to them are signed with, under `/access/api/v1/saml`, for administrators. */
export async function samlSettingsRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  app.get('/providers', async (request) => ({
    providers: await Promise.all((await listSaml()).map((provider) => shown(request, provider))),
  }));

  app.get<ByName>('/providers/:name', async (request) => shown(request, await existing(request.params.name)));

  app.post<{ Body: SamlSettings }>('/providers', { schema: { body: settings } }, async (request, reply) => {
    const value = checked(request.body);
    if (!(await keepSaml(value, 'make', callerOf(request).userName))) {
      throw new HttpError(409, 'PROVIDER_EXISTS', `Provider ${value.name} already exists`);
    }
    const detail = `SAML provider ${value.name} created: ${value.idpEntityId}`;
    await recordChange(request, 'settings-changed', detail, { after: value });
    return reply.code(201).send(await shown(request, value));
  });

  app.put<ByName & { Body: SamlSettings }>(
    '/providers/:name',
    { schema: { body: settings } },
    async (request) => {
      const { name } = request.params;
      const value = checked({ ...request.body, name });
      const before = await existing(name);
      if (!(await keepSaml(value, 'change', callerOf(request).userName))) throw providerNotFound(name);
      const detail = `SAML provider ${name} changed: ${value.idpEntityId}`;
      await recordChange(request, 'settings-changed', detail, { before, after: value });
      return shown(request, value);
    },
  );

  app.delete<ByName>('/providers/:name', async (request, reply) => {
    const { name } = request.params;
    const before = await existing(name);
    if (!(await removeSaml(name))) throw providerNotFound(name);
    await recordChange(request, 'settings-changed', `SAML provider ${name} deleted`, { before });
    return reply.code(204).send();
  });

  app.post<{ Body: SamlSettings }>(
    '/providers/test',
    { schema: { body: settings } },
    async ({ body }): Promise<ProviderTest> => {
      const steps = [
        ...body.certificates.map(certificateStep),
        await pageStep('Check the sign-in URL', body.loginUrl),
      ];
      if (body.logoutUrl !== '') steps.push(await pageStep('Find the logout endpoint', body.logoutUrl));
      return { ok: steps.every(({ ok }) => ok), steps };
    },
  );

  app.get('/key', async (): Promise<SamlKey> => ({ certificate: await ownCertificate(app.seal) }));

  // Where it may have got into other hands, or was sealed with a key that is gone.
  app.post('/key', async (request): Promise<SamlKey> => {
    await renewKey(app.seal);
    await record(
      request,
      'settings-changed',
      'New SAML key. Add its certificate to each provider that verifies signatures.',
    );
    return { certificate: await ownCertificate(app.seal) };
  });
}

async function shown(request: FastifyRequest, provider: SamlSettings): Promise<SamlSettings> {
  const addresses = samlAddresses(ownOrigin(request), provider.name);
  if (!provider.signRequests) return { ...provider, ...addresses };
  return { ...provider, ...addresses, ownCertificate: await ownCertificate(request.server.seal) };
}

async function existing(name: string): Promise<SamlSettings> {
  const provider = await findSaml(name);
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

/** From here; people's browsers may reach more, or less. */
async function pageStep(name: string, address: string): Promise<Step> {
  try {
    const answer = await outgoing().request(address, {
      service: 'identity',
      allowPrivate: true,
      limit: 1_000_000,
    });
    answer.discard();
    // Without a request of SAML many a page says 400.
    return { name, ok: answer.status < 500, message: `${address} returned ${answer.status}` };
  } catch (error) {
    const said = error instanceof Error ? error.message : 'Connection failed';
    return { name, ok: false, message: `Failed to connect to ${address} from this server: ${said}` };
  }
}

/** Without what is only answered. */
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
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      throw new HttpError(400, 'BAD_ADDRESS', `Invalid ${name}. Expected an HTTP or HTTPS URL.`);
    }
  }
  const wrong = certificates.findIndex(isNone);
  if (wrong >= 0)
    throw new HttpError(400, 'BAD_CERTIFICATE', `Invalid certificate ${wrong + 1}. Expected PEM text.`);
  return value;
}

function isNone(certificate: string): boolean {
  try {
    plainCertificate(certificate);
    return false;
  } catch {
    return true;
  }
}
