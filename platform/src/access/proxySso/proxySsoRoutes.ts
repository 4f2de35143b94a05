import type { HttpSsoSettings } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { networks as readNetworks, ValueFault } from '../../settings/settingValues.ts';
import { singleSettings } from '../configuration/singleSettings.ts';
import { readStored } from '../configuration/storedSettings.ts';
import { externalUser } from '../sso/externalUser.ts';
import { SsoError } from '../sso/SsoError.ts';
import { signInAtOnce } from '../sso/signInAtOnce.ts';
import type { User } from '../User.ts';
import { proxySsoTestRoute } from './proxySsoTestRoute.ts';
import { proxyWord } from './proxyWord.ts';

const settings = Type.Object({
  enabled: Type.Boolean(),
  header: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,99}$' }),
  proxies: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  createUsers: Type.Boolean(),
});

/** GET under `/ui/api/v1`: whoever comes through a proxy that has signed him in is signed in here too. */
export async function proxySsoRoutes(app: FastifyInstance): Promise<void> {
  for (const variant of ['ui', 'access']) {
    app.get(`/${variant}/auth/sso/http`, (request, reply) =>
      signInAtOnce(request, reply, 'HTTP SSO', () => userOfProxy(request)),
    );
  }
}

async function userOfProxy(request: FastifyRequest): Promise<User> {
  const value = (await readStored('sso/http'))?.value;
  if (!value?.enabled) throw new SsoError('SSO_OFF', 'HTTP SSO is off');
  const { believed, name } = proxyWord(request, value);
  if (!believed) {
    throw new SsoError('SSO_REFUSED', 'The request does not come from a trusted proxy');
  }
  if (name === undefined) {
    throw new SsoError('SSO_REFUSED', `The proxy sent no user name in ${value.header}`);
  }
  const identity = {
    realm: 'http',
    provider: 'proxy',
    subject: name.toLowerCase(),
    userName: name,
    email: '',
  };
  // The proxy vouches for names of this platform.
  return externalUser(identity, { createUsers: value.createUsers, linkExisting: true });
}

/** Under `/access/api/v1/sso/http`, for administrators. */
export async function proxySsoSettingsRoutes(app: FastifyInstance): Promise<void> {
  singleSettings(app, { name: 'sso/http', title: 'HTTP SSO', schema: settings, check });
  proxySsoTestRoute(app, settings, check);
}

/** A header that browsers or other programs set by themselves names nobody. */
const never = [
  'authorization',
  'cookie',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'origin',
  'referer',
];

function check({ header, proxies }: HttpSsoSettings): void {
  if (never.includes(header.toLowerCase())) {
    throw new HttpError(
      400,
      'BAD_HEADER',
      `Invalid header. ${header} is reserved. Choose a header such as X-Remote-User.`,
    );
  }
  if (proxies.length === 0) {
    throw new HttpError(400, 'NO_PROXIES', 'Invalid proxies. Expected at least one IP address or network.');
  }
  try {
    readNetworks(proxies.join(','));
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    throw new HttpError(400, 'BAD_PROXIES', `Invalid proxies: ${error.message}`);
  }
}
