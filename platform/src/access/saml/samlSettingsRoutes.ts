import { X509Certificate } from 'node:crypto';
import type { ProviderTest, SamlSettings } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { audit } from '../audit/audit.ts';
import { readStored, removeStored, writeStored } from '../configuration/storedSettings.ts';
import { authorise, callerOf } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { plainCertificate, samlAddresses } from './provider.ts';

const text = Type.String({ maxLength: 1000 });
const given = Type.String({ minLength: 1, maxLength: 1000 });
const settings = Type.Object({
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
});

/** The SAML provider, under `/access/api/v1/saml`, for administrators. */
export async function samlSettingsRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));

  const shown = async (request: FastifyRequest): Promise<SamlSettings> => {
    const stored = await readStored('saml');
    if (!stored)
      throw new HttpError(404, 'NOT_CONFIGURED', 'No SAML provider is configured: PUT its settings');
    return { ...stored.value, ...samlAddresses(ownOrigin(request)) };
  };
  const record = (request: FastifyRequest, detail: string) =>
    audit(originOf(request), { event: 'settings-changed', user: callerOf(request).userName, detail });

  app.get('/', shown);

  app.put<{ Body: SamlSettings }>('/', { schema: { body: settings } }, async (request) => {
    const { acsUrl: _acs, singleLogoutUrl: _slo, metadataUrl: _metadata, ...value } = request.body;
    check(value);
    await writeStored('saml', value, callerOf(request).userName);
    await record(request, `SAML provider ${value.idpEntityId}`);
    return shown(request);
  });

  app.delete('/', async (request, reply) => {
    await removeStored('saml');
    await record(request, 'No SAML provider any more');
    return reply.code(204).send();
  });

  app.post<{ Body: SamlSettings }>(
    '/test',
    { schema: { body: settings } },
    async ({ body }): Promise<ProviderTest> => {
      const steps = [
        ...body.certificates.map(certificateStep),
        await pageStep('Find the page to sign in', body.loginUrl),
      ];
      if (body.logoutUrl !== '') steps.push(await pageStep('Find the page to sign out', body.logoutUrl));
      return { ok: steps.every(({ ok }) => ok), steps };
    },
  );
}

type Step = ProviderTest['steps'][number];

function certificateStep(certificate: string, at: number): Step {
  const name = `Read certificate ${at + 1}`;
  try {
    const { subject, validTo } = new X509Certificate(plainCertificate(certificate));
    const ends = new Date(validTo);
    const ok = ends.getTime() > Date.now();
    const message = `${subject.replaceAll('\n', ', ')} ${ok ? 'holds until' : 'has run out on'} ${ends.toISOString()}`;
    return { name, ok, message };
  } catch {
    return {
      name,
      ok: false,
      message: 'This is no certificate: its PEM text, or what stands between the lines of it, is expected',
    };
  }
}

/** From here; people's browsers may reach more, or less. */
async function pageStep(name: string, address: string): Promise<Step> {
  try {
    const answer = await outgoing().request(address, { allowPrivate: true, limit: 1_000_000 });
    answer.discard();
    // Without a request of SAML many a page says 400.
    return { name, ok: answer.status < 500, message: `${address} answered ${answer.status}` };
  } catch (error) {
    const said = error instanceof Error ? error.message : 'It cannot be reached';
    return { name, ok: false, message: `${address} cannot be reached from this server: ${said}` };
  }
}

function check({ loginUrl, logoutUrl, certificates }: SamlSettings): void {
  for (const [name, address] of Object.entries({ loginUrl, ...(logoutUrl === '' ? {} : { logoutUrl }) })) {
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      throw new HttpError(400, 'BAD_ADDRESS', `${name} must be an http or https address`);
    }
  }
  const wrong = certificates.findIndex(isNone);
  if (wrong >= 0)
    throw new HttpError(400, 'BAD_CERTIFICATE', `Certificate ${wrong + 1} is none: its PEM text is expected`);
}

function isNone(certificate: string): boolean {
  try {
    plainCertificate(certificate);
    return false;
  } catch {
    return true;
  }
}
