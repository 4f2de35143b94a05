import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { press } from '../support/keyboard.ts';
import {
  type OidcProvider,
  signInAtProvider,
  signInAtProviderByKeys,
  startOidcProvider,
} from '../support/oidcProvider.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('sign-in with a provider', () => {
  let platform: Platform;
  let provider: OidcProvider;
  const place = async () => {
    const { pathname, search } = new URL(await browser.getUrl());
    return pathname + search;
  };
  const waitForPlace = (path: string) =>
    browser.waitUntil(async () => (await place()).startsWith(path), { timeoutMsg: `never came to ${path}` });
  const settings = () => ({
    name: 'port',
    displayName: 'Port',
    enabled: true,
    type: 'openid',
    issuer: provider.issuer,
    clientId: 'lading',
    clientSecret: 'of-the-test-alone',
    scope: 'openid profile email',
    userNameClaim: 'preferred_username',
    groupsClaim: '',
    createUsers: true,
    linkExisting: false,
    allowPrivate: true,
  });

  before(async () => {
    platform = await startPlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
    provider = await startOidcProvider({
      id: 'lading',
      secret: 'of-the-test-alone',
      callback: `${platform.origin}/ui/api/v1/ui/oauth/port/callback`,
      postLogout: `${platform.origin}/ui/api/v1/ui/oauth/port/signedOut`,
    });
  });

  beforeEach(async () => {
    // No session exists at the provider or here.
    await browser.url(`${provider.issuer}/.well-known/openid-configuration`);
    await browser.deleteCookies();
    await browser.url(`${platform.origin}/ui/login?logout=true`);
    await browser.deleteCookies();
    await browser.execute(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
  });

  after(async () => {
    await provider?.stop();
    await platform?.stop();
  });

  it('is configured by an administrator, who sees the response of a test', async () => {
    await signInPage.openAsAdmin(platform, '/ui/admin/security/providers');
    await $('=Add OpenID Connect').waitForDisplayed();
    await $('=Add OpenID Connect').click();
    const { name, displayName, issuer, clientId, clientSecret } = settings();
    for (const [field, value] of Object.entries({ name, displayName, issuer, clientId, clientSecret })) {
      await $(`.ld-form input[name="${field}"]`).setValue(value);
    }
    await $('button=Save').click();
    await $('input[name="issuer"][aria-invalid="true"]').waitForExist();
    await $('input[name="allowPrivate"]').click();
    await $('button=Test').click();
    await $('b=Test succeeded').waitForDisplayed();
    await $('button=Save').click();
    await waitForPlace('/ui/admin/security/providers/oauth/port');
    await $(`span*=/ui/api/v1/ui/oauth/port/callback`).waitForExist();
    await $('input[name="clientSecret"]').waitForExist({ reverse: true });
  });

  it('opens the requested page, and signs out at the provider too [login-08, login-15, login-16]', async () => {
    const port = '/access/api/v1/oauth/providers/port';
    await asAdmin(platform, 'PUT', port, { ...settings(), singleLogout: true });
    await browser.url(`${platform.origin}/ui/packages?name=tea`);
    await press('Sign in with Port');
    await signInAtProviderByKeys('kim');
    await waitForPlace('/ui/packages?name=tea');
    await $('button[aria-label="User kim"]').waitForDisplayed();
    await shellPage.push('/logout');
    await press('Yes, sign me out');
    await waitForPlace('/ui/login?logout=true');
    await signInPage.userName.waitForDisplayed();
    // The session at the provider has ended.
    await press('Sign in with Port');
    await $('input[name="login"]').waitForDisplayed();
    await asAdmin(platform, 'PUT', port, settings());
  });

  it('names a provider that is not responding, and shows the form [login-16]', async () => {
    const { issuer, ...rest } = settings();
    await asAdmin(platform, 'PUT', '/access/api/v1/oauth/providers/port', {
      ...rest,
      issuer: 'http://127.0.0.1:9',
    });
    await browser.url(`${platform.origin}/ui/login?logout=true`);
    await $('button=Sign in with Port').waitForDisplayed();
    await $('button=Sign in with Port').click();
    await expect($('.auth-failure')).toHaveText(expect.stringContaining('port is not responding'));
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
    await asAdmin(platform, 'PUT', '/access/api/v1/oauth/providers/port', { ...rest, issuer });
  });

  it('redirects immediately to the only provider, but not after a sign-out [login-16]', async () => {
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { autoRedirect: true });
    await browser.url(`${platform.origin}/ui/`);
    await signInAtProvider('lou');
    await $('button[aria-label="User lou"]').waitForDisplayed();
    await shellPage.push('/logout');
    await waitForPlace('/ui/login?logout=true');
    await signInPage.userName.waitForDisplayed();
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { autoRedirect: false });
  });

  it('renews a session in a separate window, and the page stays unchanged', async () => {
    await browser.url(`${platform.origin}/ui/auth-provider/port`);
    await signInAtProvider('mia');
    await $('button[aria-label="User mia"]').waitForDisplayed();
    await $('h1=Packages').waitForDisplayed();
    await shellPage.mark();
    await browser.deleteCookies();
    // The list in another order requires another request.
    await shellPage.push('/packages?sort_type=desc');
    await signInPage.dialog.waitForDisplayed();
    const page = await browser.getWindowHandle();
    await signInPage.dialog.$('button=Sign in with Port').click();
    await browser.waitUntil(async () => (await browser.getWindowHandles()).length > 1);
    const popup = (await browser.getWindowHandles()).find((handle) => handle !== page) ?? '';
    await browser.switchToWindow(popup);
    // The session at the provider may still exist.
    await browser.waitUntil(
      async () =>
        !(await browser.getWindowHandles()).includes(popup) ||
        (await $('input[name="login"]').isExisting()) ||
        (await $('p*=Close this window').isExisting()),
    );
    if (
      await $('input[name="login"]')
        .isExisting()
        .catch(() => false)
    )
      await signInAtProvider('mia');
    await browser.switchToWindow(page);
    await signInPage.dialog.waitForExist({ reverse: true });
    expect(await shellPage.isMarked()).toBe(true);
    for (const handle of await browser.getWindowHandles()) {
      if (handle === page) continue;
      await browser.switchToWindow(handle);
      await browser.closeWindow();
    }
    await browser.switchToWindow(page);
  });
});
