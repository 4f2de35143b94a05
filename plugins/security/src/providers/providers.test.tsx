import { HttpFailure } from '@lading/contract';
import type { ProviderTest } from '@lading/contract/rest';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MailPage } from '../mail/MailPage.tsx';
import { MAIL, NEW_OAUTH, PROVIDERS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { OAuthPage } from './OAuthPage.tsx';
import { ProvidersPage } from './ProvidersPage.tsx';
import { SamlPage } from './SamlPage.tsx';
import { SingleProviderPage } from './SingleProviderPage.tsx';

const V1 = '/access/api/v1';
const notConfigured = () => {
  throw new HttpFailure(404, 'It is not configured', 'NOT_CONFIGURED');
};
const mail = {
  enabled: true,
  host: 'mail.example.org',
  port: 587,
  security: 'starttls',
  username: 'lading',
  hasPassword: true,
  from: 'lading@example.org',
  subjectPrefix: '',
};
const tested: ProviderTest = {
  ok: false,
  steps: [
    { name: 'Connect', ok: true, message: 'mail.example.org answers' },
    { name: 'Sign in', ok: false, message: '535 Wrong account' },
  ],
};

describe('the email server', () => {
  const open = (found: unknown = mail) =>
    openAt(MAIL, MAIL, MailPage, ({ http }) => {
      http.on(`GET ${V1}/mail`, found);
      http.on(`PUT ${V1}/mail`, mail);
      http.on(`POST ${V1}/mail/test`, tested);
      http.on(`DELETE ${V1}/mail`, undefined);
    });
  const sent = (shell: ReturnType<typeof open>, method: string) =>
    shell.http.calls.filter((call) => call.method === method).map(({ options }) => options.body);

  it('keeps its password unless it is replaced, and never shows it', async () => {
    const shell = open();
    const host = await screen.findByRole('textbox', { name: 'Host' });
    expect(screen.queryByLabelText('Password')).toBeNull();
    await userEvent.clear(host);
    await userEvent.type(host, 'other.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell, 'PUT')).toHaveLength(1));
    expect(sent(shell, 'PUT')[0]).toEqual({
      enabled: true,
      host: 'other.example.org',
      port: 587,
      security: 'starttls',
      username: 'lading',
      from: 'lading@example.org',
      subjectPrefix: '',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
    await userEvent.type(screen.getByLabelText('Password'), ' secret ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell, 'PUT')[1]).toMatchObject({ password: ' secret ' }));
  });

  it('is tested with the typed values, and shows the response step by step', async () => {
    const shell = open();
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Recipient of the test email' }),
      'ada@example.org',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Test failed')).toBeTruthy();
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual(['DoneConnectmail.example.org answers', 'FailedSign in535 Wrong account']);
    expect(sent(shell, 'POST')[0]).toMatchObject({
      to: 'ada@example.org',
      settings: { host: 'mail.example.org' },
    });
  });

  it('starts with common defaults, and can be deleted once it is configured', async () => {
    const shell = open(notConfigured);
    expect(await screen.findByRole('textbox', { name: 'Port' })).toHaveProperty('value', '587');
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByText('This field is mandatory')).toHaveLength(2);
    await userEvent.type(screen.getByRole('textbox', { name: 'Host' }), 'mail.example.org');
    await userEvent.type(screen.getByRole('textbox', { name: 'Sender' }), 'lading@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent(shell, 'DELETE')).toHaveLength(1));
    expect(shell.modals.asked[0]?.title).toBe('Remove Email server?');
  });
});

describe('the list of providers', () => {
  it('shows whether each is enabled; a failed request affects only its own row', async () => {
    openAt(PROVIDERS, PROVIDERS, ProvidersPage, ({ http }) => {
      http.on(`GET ${V1}/oauth/providers`, {
        providers: [{ name: 'port', displayName: 'Port', issuer: 'https://port.example', enabled: true }],
      });
      http.on(`GET ${V1}/saml/providers`, {
        providers: [{ name: 'house', displayName: 'The house', idpEntityId: 'urn:house', enabled: false }],
      });
      http.on(`GET ${V1}/ldap`, notConfigured);
      http.on(`GET ${V1}/sso/http`, notConfigured);
      http.on(`GET ${V1}/sso/crowd`, () => {
        throw new HttpFailure(503, 'The database is away');
      });
    });
    const row = async (name: string) => {
      const item = (await screen.findByRole('link', { name })).closest('li');
      return within(item as HTMLElement);
    };
    expect((await row('Port')).getByText('On')).toBeTruthy();
    expect(await (await row('The house')).findByText('Off')).toBeTruthy();
    expect(await (await row('LDAP')).findByText('Not set up')).toBeTruthy();
    expect(await (await row('Crowd')).findByText('Unknown: The database is away')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'LDAP' }).getAttribute('href')).toBe(
      '/ui/admin/security/providers/ldap',
    );
  });
});

describe('an OpenID Connect provider', () => {
  const port = {
    name: 'port',
    displayName: 'Port',
    enabled: true,
    type: 'openid',
    issuer: 'https://port.example',
    clientId: 'lading',
    hasClientSecret: true,
    scope: 'openid',
    userNameClaim: 'sub',
    groupsClaim: '',
    createUsers: true,
    linkExisting: false,
    allowPrivate: false,
    callbackUrl: 'https://lading.example/ui/api/v1/ui/oauth/port/callback',
  };

  it('shows the values to configure at the provider after it is created', async () => {
    const shell = openAt(NEW_OAUTH, `${PROVIDERS}/oauth`, OAuthPage, ({ http }) =>
      http.on(`POST ${V1}/oauth/providers`, port),
    );
    for (const [label, value] of [
      ['Name *', 'port'],
      ['Button label *', 'Port'],
      ['Issuer *', 'https://port.example'],
      ['Client ID *', 'lading'],
    ] as const) {
      await userEvent.type(screen.getByLabelText(label), value);
    }
    await userEvent.type(screen.getByLabelText('Client secret'), 'of-the-client');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/admin/security/providers/oauth/port'));
    expect(shell.http.calls[0]?.options.body).toMatchObject({ name: 'port', clientSecret: 'of-the-client' });
  });

  it('shows the redirect URL after sign-out when single sign-out is on', async () => {
    const postLogoutUrl = 'https://lading.example/ui/api/v1/ui/oauth/port/signedOut';
    openAt('/admin/security/providers/oauth/port', `${PROVIDERS}/oauth/:name`, OAuthPage, ({ http }) => {
      http.on(`GET ${V1}/oauth/providers/port`, { ...port, postLogoutUrl });
      http.on(`PUT ${V1}/oauth/providers/port`, { ...port, postLogoutUrl, singleLogout: true });
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Sign out at the provider too' }));
    expect(screen.queryByText(postLogoutUrl)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(postLogoutUrl)).toBeTruthy();
  });

  it('shows validation errors of the platform at the field', async () => {
    openAt('/admin/security/providers/oauth/port', `${PROVIDERS}/oauth/:name`, OAuthPage, ({ http }) => {
      http.on(`GET ${V1}/oauth/providers/port`, port);
      http.on(`PUT ${V1}/oauth/providers/port`, () => {
        throw new HttpFailure(400, 'Invalid issuer. Expected an HTTPS URL', 'BAD_PROVIDER');
      });
    });
    expect(await screen.findByText(port.callbackUrl)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Issuer *'), '/x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Invalid issuer. Expected an HTTPS URL')).toBeTruthy();
    expect(screen.getByLabelText('Issuer *').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a provider that exists only once', () => {
  const open = (kind: string, prepare: (http: import('@lading/contract/testing').FakeHttp) => void) =>
    openAt(`${PROVIDERS}/${kind}`, `${PROVIDERS}/:kind`, SingleProviderPage, ({ http }) => prepare(http));

  it('tests LDAP with a user, if one is given', async () => {
    const scrolled: unknown[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.textContent);
    };
    const shell = open('ldap', (http) => {
      http.on(`GET ${V1}/ldap`, {
        enabled: true,
        url: 'ldap://here',
        searchBase: 'dc=x',
        searchFilter: '(uid={0})',
      });
      http.on(`POST ${V1}/ldap/test`, { ok: true, steps: [] });
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Test user' }), 'ada');
    await userEvent.type(screen.getByLabelText('Test password'), 'pw');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Test succeeded')).toBeTruthy();
    // The result can be below the window.
    expect(scrolled).toEqual([expect.stringContaining('Test succeeded')]);
    expect(shell.http.calls.at(-1)?.options.body).toMatchObject({
      user: 'ada',
      password: 'pw',
      settings: { url: 'ldap://here' },
    });
  });

  it('tests HTTP SSO with the typed values, and shows the result for the current request', async () => {
    const shell = open('http', (http) => {
      http.on(`GET ${V1}/sso/http`, notConfigured);
      http.on(`POST ${V1}/sso/http/test`, {
        ok: false,
        steps: [{ name: 'Read X-Remote-User', ok: false, message: 'This request has no X-Remote-User' }],
      });
    });
    const proxies = await screen.findByRole('textbox', { name: 'Trusted proxies' });
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(screen.getByText('This field is mandatory')).toBeTruthy();
    expect(document.activeElement).toBe(proxies);
    await userEvent.type(proxies, '10.1.0.0/16');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText(/This request has no X-Remote-User/)).toBeTruthy();
    expect(shell.http.calls.at(-1)?.options.body).toEqual({
      enabled: true,
      header: 'X-Remote-User',
      proxies: ['10.1.0.0/16'],
      createUsers: false,
    });
  });

  it('redirects to the list when it is unknown', async () => {
    const shell = open('nothing', () => {});
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(PROVIDERS));
  });
});

describe('a SAML provider', () => {
  const [one, two] = ['A', 'B'].map(
    (body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`,
  );
  const house = {
    name: 'house',
    enabled: true,
    displayName: 'The house',
    idpEntityId: 'i',
    loginUrl: 'https://i',
    entityId: 'l',
    certificates: [one],
    acsUrl: 'https://lading.example/acs',
    signRequests: false,
  };
  const open = (answer: object) =>
    openAt('/admin/security/providers/saml/house', `${PROVIDERS}/saml/:name`, SamlPage, ({ http }) => {
      http.on(`GET ${V1}/saml/providers/house`, house);
      http.on(`PUT ${V1}/saml/providers/house`, answer);
    });

  it('accepts several certificates, separated by blank lines', async () => {
    const shell = open(house);
    expect(await screen.findByText('https://lading.example/acs')).toBeTruthy();
    await userEvent.click(screen.getByRole('textbox', { name: 'Provider certificates' }));
    await userEvent.paste(`\n\n${two}\n`);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.http.calls.at(-1)?.method).toBe('PUT'));
    expect(shell.http.calls.at(-1)?.options.body).toMatchObject({ name: 'house', certificates: [one, two] });
  });

  it('requires a certificate, with the other mandatory fields', async () => {
    const shell = open(house);
    await userEvent.clear(await screen.findByRole('textbox', { name: /^Provider certificates/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    const field = screen.getByRole('textbox', { name: /^Provider certificates/ });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('This field is mandatory')).toBeTruthy();
    // The button is far below the field.
    expect(document.activeElement).toBe(field);
    expect(shell.http.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('shows the certificate for signed requests once signing is on', async () => {
    open({ ...house, signRequests: true, ownCertificate: 'our certificate' });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Sign requests to the provider' }));
    expect(document.body.textContent).not.toContain('our certificate');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(document.body.textContent).toContain('our certificate'));
  });
});
