import { JfrogClient } from 'jfrog-client-js';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { startCrowd } from '../support/crowd.ts';
import { hasDirectory, startDirectory } from '../support/directory.ts';
import { press, waitForFocus } from '../support/keyboard.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { startSamlProvider } from '../support/samlProvider.ts';
import { startSigningProxy } from '../support/signingProxy.ts';

describe('sign-in with other user directories', () => {
  let platform: Platform;
  const place = async () => {
    const { pathname, search } = new URL(await browser.getUrl());
    return pathname + search;
  };
  const waitForPlace = (path: string) =>
    browser.waitUntil(async () => (await place()).startsWith(path), { timeoutMsg: `never came to ${path}` });
  const signedInAs = (name: string) => $(`button[aria-label="User ${name}"]`).waitForDisplayed();

  before(async () => {
    platform = await startPlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  });

  beforeEach(async () => {
    await browser.url(`${platform.origin}/ui/login?logout=true`);
    await browser.deleteCookies();
    await browser.execute(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
  });

  after(() => platform?.stop());

  it('SAML opens the requested page, and signs out at the provider too [login-08, login-17]', async () => {
    const provider = await startSamlProvider();
    try {
      await asAdmin(platform, 'POST', '/access/api/v1/saml/providers', {
        name: 'port',
        enabled: true,
        displayName: 'Port',
        idpEntityId: `${provider.origin}/saml`,
        loginUrl: `${provider.origin}/login`,
        logoutUrl: `${provider.origin}/logout`,
        certificates: [provider.certificate],
        entityId: 'lading',
        userNameAttribute: '',
        emailAttribute: '',
        groupsAttribute: '',
        createUsers: true,
        linkExisting: false,
        signRequests: true,
      });
      await provider.readMetadata(`${platform.origin}/ui/api/v1/auth/saml/metadata?provider=port`);
      await browser.url(`${platform.origin}/ui/packages?name=tea`);
      await press('Sign in with Port');
      await $('h1=Sign in to Port').waitForDisplayed();
      // By keyboard, as the field has the focus there.
      await browser.keys(['k', 'i', 'm', 'Enter']);
      await waitForPlace('/ui/packages?name=tea');
      await signedInAs('kim');
      await shellPage.push('/logout');
      await $('h1=Signed out of Port').waitForDisplayed();
      expect(provider.signedOut).toEqual(['somebody']);
    } finally {
      await asAdmin(platform, 'DELETE', '/access/api/v1/saml/providers/port');
      await provider.stop();
    }
  });

  it('LDAP validates the password, and a wrong password is reported at the form', async function () {
    if (!hasDirectory) return this.skip();
    const directory = await startDirectory('an old tune of the sea');
    try {
      await asAdmin(platform, 'PUT', '/access/api/v1/ldap', {
        enabled: true,
        url: directory.url,
        startTls: false,
        managerDn: directory.managerDn,
        managerPassword: directory.managerPassword,
        searchBase: 'dc=example,dc=org',
        searchFilter: '(uid={0})',
        emailAttribute: 'mail',
        groupBase: '',
        groupFilter: '(member={0})',
        groupNameAttribute: 'cn',
        createUsers: true,
        allowPrivate: true,
      });
      await signInPage.open(platform);
      await signInPage.signInByKeys('rosa', 'a tune of another sea');
      await signInPage.error.waitForDisplayed();
      await expect(signInPage.userName).toHaveValue('rosa');
      await waitForFocus('input[name="password"]');
      await browser.keys([...'an old tune of the sea', 'Enter']);
      await signedInAs('rosa');
    } finally {
      await asAdmin(platform, 'DELETE', '/access/api/v1/ldap');
      await directory.stop();
    }
  });

  it('a trusted proxy authenticates users without a prompt [login-17]', async () => {
    const proxy = await startSigningProxy(platform.origin, 'x-remote-user', 'lou');
    try {
      await asAdmin(platform, 'PUT', '/access/api/v1/sso/http', {
        enabled: true,
        header: 'X-Remote-User',
        proxies: ['127.0.0.0/8', '::1'],
        createUsers: true,
      });
      await browser.url(`${proxy.origin}/ui/packages?name=tea`);
      await waitForPlace('/ui/packages?name=tea');
      await signedInAs('lou');
    } finally {
      await asAdmin(platform, 'DELETE', '/access/api/v1/sso/http');
      await proxy.stop();
    }
  });

  it('a Crowd session is accepted [login-17]', async () => {
    const crowd = await startCrowd('of the application', { 'a-token': 'mia' });
    try {
      await asAdmin(platform, 'PUT', '/access/api/v1/sso/crowd', {
        enabled: true,
        url: `${crowd.origin}/crowd`,
        application: 'lading',
        password: 'of the application',
        createUsers: true,
        allowPrivate: true,
      });
      await browser.setCookies({ name: 'crowd.token_key', value: 'a-token' });
      await browser.url(`${platform.origin}/ui/packages`);
      await signedInAs('mia');
      await $('h1=Packages').waitForDisplayed();
    } finally {
      await asAdmin(platform, 'DELETE', '/access/api/v1/sso/crowd');
      await crowd.stop();
    }
  });

  it('an unchanged existing command-line client is allowed by a user who enters its code [login-20]', async () => {
    const silent = { debug: () => undefined, error: () => undefined, warn: () => undefined };
    const client = new JfrogClient({ platformUrl: `${platform.origin}/`, logger: silent });
    const session = crypto.randomUUID();
    await client.platform().webLogin().registerSessionId(session);
    const token = () => client.platform().webLogin().getToken(session);
    await expect(token()).rejects.toMatchObject({ response: { status: 400 } });
    await signInPage.open(
      platform,
      `/ui/login?jfClientSession=${session}&jfClientName=Client&jfClientCode=1`,
    );
    await signInPage.signIn('admin', platform.password);
    await $('button=Continue').waitForDisplayed();
    await $('button=Continue').click();
    await $('input[name="code"]').waitForDisplayed();
    await $('input[name="code"]').setValue(session.slice(-4));
    await browser.keys(['Enter']);
    await $('p=The client is signed in. You can close this page.').waitForDisplayed();
    const { access_token } = await token();
    const asked = await fetch(`${platform.origin}/artifactory/api/repositories`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(asked.status).toBe(200);
  });
});
