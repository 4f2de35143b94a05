import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw';
import {
  type AuditEvent,
  type AuditPage,
  type AuthSettings,
  type CrowdSettings,
  defaultAuthSettings,
  type HttpSsoSettings,
  type LdapSettings,
  type MailSettings,
  type OAuthProviderSettings,
  type ProviderTest,
  type SamlSettings,
} from '../../rest/index.ts';
import { refusal } from './refusal.ts';

/** Sign-in settings of administrators. Tests may change them between requests. */
export interface AuthAdminState {
  settings: AuthSettings;
  providers: OAuthProviderSettings[];
  mail?: MailSettings;
  samlProviders: SamlSettings[];
  ldap?: LdapSettings;
  http?: HttpSsoSettings;
  crowd?: CrowdSettings;
  /** Response of all test buttons. */
  test: ProviderTest;
  audit: AuditEvent[];
  /** Invited email addresses. */
  invited: string[];
}

/** The state of a new platform, with nothing configured. */
export function authAdminState(state: Partial<AuthAdminState> = {}): AuthAdminState {
  return {
    settings: structuredClone(defaultAuthSettings),
    providers: [],
    samlProviders: [],
    test: { ok: true, steps: [{ name: 'Discover the provider', ok: true, message: 'It answers' }] },
    audit: [],
    invited: [],
    ...state,
  };
}

const V1 = '*/access/api/v1';
const secrets = {
  password: 'hasPassword',
  managerPassword: 'hasManagerPassword',
  clientSecret: 'hasClientSecret',
};
const oauth = 'http://localhost:8082/ui/api/v1/ui/oauth';
const saml = 'http://localhost:8082/ui/api/v1/auth/saml';
const ownCertificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const single = {
  mail: '/mail',
  ldap: '/ldap',
  http: '/sso/http',
  crowd: '/sso/crowd',
} as const;

/** msw handlers that read and change `state`. */
export function authAdminHandlers(state: AuthAdminState): RequestHandler[] {
  return [
    http.get(`${V1}/auth/settings`, () => HttpResponse.json(state.settings)),
    http.patch(`${V1}/auth/settings`, async ({ request }) => {
      const patch = (await request.json()) as Record<string, unknown>;
      state.settings = merge(state.settings, patch) as AuthSettings;
      return HttpResponse.json(state.settings);
    }),
    ...Object.entries(single).flatMap(([kind, path]) =>
      singleHandlers(state, kind as keyof typeof single, path),
    ),
    ...severalHandlers<OAuthProviderSettings>(`${V1}/oauth/providers`, {
      list: () => state.providers,
      take: (providers) => {
        state.providers = providers;
      },
      answered: (name) => ({
        callbackUrl: `${oauth}/${name}/callback`,
        postLogoutUrl: `${oauth}/${name}/signedOut`,
      }),
      test: () => state.test,
    }),
    ...severalHandlers<SamlSettings>(`${V1}/saml/providers`, {
      list: () => state.samlProviders,
      take: (providers) => {
        state.samlProviders = providers;
      },
      answered: (name, { signRequests }) => ({
        acsUrl: `${saml}/loginResponse`,
        singleLogoutUrl: `${saml}/logoutResponse`,
        metadataUrl: `${saml}/metadata?provider=${name}`,
        ...(signRequests ? { ownCertificate } : {}),
      }),
      test: () => state.test,
    }),
    http.get(`${V1}/saml/key`, () => HttpResponse.json({ certificate: ownCertificate })),
    http.post(`${V1}/saml/key`, () => HttpResponse.json({ certificate: ownCertificate })),
    http.get(`${V1}/audit`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [user, event] = [query.get('user'), query.get('event')];
      const events = state.audit.filter(
        (known) => (!user || known.user === user) && (!event || known.event === event),
      );
      return HttpResponse.json({ events } satisfies AuditPage);
    }),
    http.post<never, { invited_email: string }, DefaultBodyType>(
      `${V1}/users/invite`,
      async ({ request }) => {
        if (!state.mail?.enabled) return refusal(409, 'MAIL_OFF', "Email wasn't sent");
        state.invited.push((await request.json()).invited_email);
        return HttpResponse.json({ message: 'Invitation sent' });
      },
    ),
    http.delete(`${V1}/mfa/:user`, () => new HttpResponse(null, { status: 204 })),
  ];
}

interface Several<Provider> {
  list: () => Provider[];
  take: (providers: Provider[]) => void;
  /** What the platform says of one besides what was set. */
  answered: (name: string, provider: Provider) => object;
  test: () => ProviderTest;
}

/** Handlers for providers of a kind, by name. */
function severalHandlers<Provider extends { name: string }>(
  path: string,
  { list, take, answered, test }: Several<Provider>,
): RequestHandler[] {
  const named = (name: string) => list().find((provider) => provider.name === name);
  const keep = (provider: Provider) => {
    const sent = { ...provider, ...answered(provider.name, provider) };
    const kept = withoutSecrets(sent, named(provider.name)) as Provider;
    take([...list().filter(({ name }) => name !== provider.name), kept]);
    return kept;
  };
  return [
    http.post(`${path}/test`, () => HttpResponse.json(test())),
    http.get(path, () => HttpResponse.json({ providers: list() })),
    http.post<never, Provider, DefaultBodyType>(path, async ({ request }) => {
      const provider = await request.json();
      if (named(provider.name))
        return refusal(409, 'PROVIDER_EXISTS', `Provider ${provider.name} already exists`);
      return HttpResponse.json(keep(provider), { status: 201 });
    }),
    http.get<{ name: string }>(`${path}/:name`, ({ params }) => {
      const provider = named(params.name);
      return provider ? HttpResponse.json(provider) : noProvider(params.name);
    }),
    http.put<{ name: string }, Provider, DefaultBodyType>(`${path}/:name`, async ({ params, request }) =>
      named(params.name)
        ? HttpResponse.json(keep({ ...(await request.json()), name: params.name }))
        : noProvider(params.name),
    ),
    http.delete<{ name: string }>(`${path}/:name`, ({ params }) => {
      if (!named(params.name)) return noProvider(params.name);
      take(list().filter(({ name }) => name !== params.name));
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}

function singleHandlers(state: AuthAdminState, kind: keyof typeof single, path: string): RequestHandler[] {
  return [
    http.post(`${V1}${path}/test`, () => HttpResponse.json(state.test)),
    http.get(`${V1}${path}`, ({ request }) => {
      const known = state[kind];
      if (!known && new URL(request.url).searchParams.get('optional') === 'true')
        return new HttpResponse(null, { status: 204 });
      return known ? HttpResponse.json(known) : refusal(404, 'NOT_CONFIGURED', 'It is not configured');
    }),
    http.put(`${V1}${path}`, async ({ request }) => {
      const answered = kind === 'mail' ? { linkBase: 'http://localhost:8082' } : {};
      const sent = { ...((await request.json()) as object), ...answered };
      const kept = withoutSecrets(sent, state[kind]);
      Object.assign(state, { [kind]: kept });
      return HttpResponse.json(kept);
    }),
    http.delete(`${V1}${path}`, () => {
      delete state[kind];
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}

/** Replaces secrets with flags, like the platform. */
function withoutSecrets(settings: object, former: object = {}): object {
  const kept: Record<string, unknown> = { ...settings };
  for (const [secret, mark] of Object.entries(secrets)) {
    if (!(secret in kept) && !(mark in former) && !(mark in kept)) continue;
    kept[mark] = secret in kept ? kept[secret] !== '' : mark in former;
    delete kept[secret];
  }
  return kept;
}

function merge(base: object, patch: Record<string, unknown>): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    const old = merged[name];
    const both = isPlain(old) && isPlain(value);
    merged[name] = both ? merge(old, value) : value;
  }
  return merged;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const noProvider = (name: string) => refusal(404, 'PROVIDER_NOT_FOUND', `Provider ${name} not found`);
