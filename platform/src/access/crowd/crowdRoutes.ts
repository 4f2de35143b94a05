import { CrowdSettings, ProviderTest, UserData } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { singleSettings } from '../configuration/singleSettings.ts';
import { openSecret, readStored } from '../configuration/storedSettings.ts';
import { externalUser } from '../sso/externalUser.ts';
import { judgeProvider, noteProvider } from '../sso/providerOutcomes.ts';
import { SsoError } from '../sso/SsoError.ts';
import { signInSilently, silentSignInErrors } from '../sso/signInSilently.ts';
import type { User } from '../User.ts';
import { askCrowd, crowdFault, crowdUser } from './crowd.ts';

/** Adds the sign-in route under `/ui/api/v1` for users with a Crowd session. */
export async function crowdRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });
  for (const variant of ['ui', 'access']) {
    api.get(
      `/${variant}/auth/sso/crowd`,
      {
        schema: {
          summary: 'Signs in the user of the Crowd session, for pages of this console only.',
          response: { 200: UserData },
        },
        config: { errors: silentSignInErrors },
      },
      async (request, reply) => signInSilently(request, reply, 'By Crowd', () => userOfCrowd(request)),
    );
  }
}

/** Crowd works if it rejects a session. */
const judge = (error: unknown) =>
  error instanceof SsoError && error.code === 'SSO_REFUSED' ? 'worked' : judgeProvider(error);

async function userOfCrowd(request: FastifyRequest): Promise<User> {
  const stored = await readStored('sso/crowd');
  if (!stored?.value.enabled) throw new SsoError('SSO_OFF', 'Crowd sign-in is off');
  const token = request.cookies['crowd.token_key'];
  if (!token) throw new SsoError('SSO_REFUSED', 'The browser has no Crowd session');
  const password = openSecret(stored, 'sso/crowd', request.server.seal);
  const { name, email, active } = await noteProvider({ kind: 'crowd', name: '', judge }, () =>
    crowdUser(stored.value, password, token, request.ip),
  );
  if (!active) throw new SsoError('SSO_DISABLED', `User ${name} is not active in Crowd`);
  const identity = { realm: 'crowd', provider: stored.value.url, subject: name, userName: name, email };
  return externalUser(identity, { createUsers: stored.value.createUsers, linkExisting: false });
}

/** Adds the settings routes under `/access/api/v1/sso/crowd`, for administrators. */
export async function crowdSettingsRoutes(app: FastifyInstance): Promise<void> {
  const api = singleSettings(app, {
    name: 'sso/crowd',
    title: 'Crowd',
    schema: CrowdSettings,
    rejects: ['BAD_ADDRESS'],
    secret: ['password', 'hasPassword'],
    target: ({ url }) => url,
    check,
  });

  api.post(
    '/test',
    {
      schema: {
        summary: 'Tests settings of Crowd without storing them.',
        body: CrowdSettings,
        response: { 200: ProviderTest },
      },
      config: { errors: { 400: ['BAD_ADDRESS'] } },
    },
    async ({ body }) => {
      check(body);
      const stored = await readStored('sso/crowd');
      const kept = stored?.value.url === body.url ? openSecret(stored, 'sso/crowd', app.seal) : '';
      const name = 'Authenticate as the application';
      try {
        const { status } = await askCrowd(
          body,
          body.password ?? kept,
          'search?entity-type=user&max-results=1',
        );
        if (status !== 200) throw new SsoError('SSO_INVALID', crowdFault(status));
        return {
          ok: true,
          steps: [{ name, ok: true, message: 'Crowd accepted the application name and password' }],
        };
      } catch (error) {
        if (!(error instanceof SsoError)) throw error;
        return { ok: false, steps: [{ name, ok: false, message: error.message }] };
      }
    },
  );
}

function check({ url: typed, allowPrivate }: CrowdSettings): void {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const plain = url?.protocol === 'http:' && allowPrivate;
  if (url && (url.protocol === 'https:' || plain) && url.username === '' && url.search === '') return;
  throw new HttpError(
    400,
    'BAD_ADDRESS',
    'Invalid url. Expected an HTTPS URL such as https://crowd.example.org/crowd. HTTP is allowed only for private networks.',
  );
}
