import { HttpSsoSettings, UserData } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { networks as readNetworks, ValueFault } from '../../settings/settingValues.ts';
import { everyone } from '../accessRules.ts';
import { singleSettings } from '../configuration/singleSettings.ts';
import { readStored } from '../configuration/storedSettings.ts';
import { externalUser } from '../sso/externalUser.ts';
import { SsoError } from '../sso/SsoError.ts';
import { signInSilently, silentSignInErrors } from '../sso/signInSilently.ts';
import type { User } from '../User.ts';
import { proxySsoErrors, proxySsoTestRoute } from './proxySsoTestRoute.ts';
import { proxyUserOf } from './proxyUser.ts';

/** Adds the sign-in route under `/ui/api/v1` for users that a trusted proxy has signed in. */
export async function proxySsoRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });
  for (const variant of ['ui', 'access']) {
    api.get(
      `/${variant}/auth/sso/http`,
      {
        schema: {
          summary: 'Signs in the user that a trusted proxy sent, for pages of this console only.',
          response: { 200: UserData },
        },
        config: { errors: silentSignInErrors },
      },
      async (request, reply) => signInSilently(request, reply, 'HTTP SSO', () => userOfProxy(request)),
    );
  }
}

async function userOfProxy(request: FastifyRequest): Promise<User> {
  const value = (await readStored('sso/http'))?.value;
  if (!value?.enabled) throw new SsoError('SSO_OFF', 'HTTP SSO is off');
  const { isTrusted, name } = proxyUserOf(request, value);
  if (!isTrusted) {
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
  // The proxy sends user names of this platform.
  return externalUser(identity, { createUsers: value.createUsers, linkExisting: true });
}

/** Adds the settings routes under `/access/api/v1/sso/http`, for administrators. */
export async function proxySsoSettingsRoutes(app: FastifyInstance): Promise<void> {
  const api = singleSettings(app, {
    name: 'sso/http',
    title: 'HTTP SSO',
    schema: HttpSsoSettings,
    rejects: proxySsoErrors,
    check,
  });
  proxySsoTestRoute(api, check);
}

/** Headers that browsers or other programs set, so they cannot identify users. */
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
