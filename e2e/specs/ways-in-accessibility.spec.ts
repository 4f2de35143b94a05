import { AxeBuilder } from '@axe-core/webdriverio';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin, makeUser } from '../support/administration.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const PASSWORD = 'correct horse battery staple';
/** What a screen is called, and its heading, without a session. */
const OPEN = [
  ['/login/forgot-password', 'Forgot your password?'],
  ['/login/reset-password?key=made-up', 'Choose a new password'],
  ['/login/change-password?username=ada', 'Change password'],
  ['/login/otp-login?username=ada', 'Type your one-time code'],
  ['/login/registration', 'Register'],
  ['/login/sso/http', 'Single sign-on'],
  ['/login?ssoError=SSO_NO_USER&provider=port', 'Sign in'],
] as const;
const ADMIN = [
  ['/admin/security/rules', 'Sign-in rules'],
  ['/admin/security/providers', 'Sign-in providers'],
  ['/admin/security/providers/oauth', 'Add a provider'],
  ['/admin/security/providers/saml', 'SAML 2.0'],
  ['/admin/security/providers/ldap', 'LDAP'],
  ['/admin/security/mail', 'Mail server'],
  ['/admin/security/audit', 'Audit log'],
] as const;

describe('every way in can be taken by everybody', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const provider = { name: 'port', displayName: 'Port', type: 'openid', issuer: 'https://port.example' };
    await asAdmin(platform, 'POST', '/access/api/v1/oauth/providers', {
      ...provider,
      enabled: true,
      clientId: 'lading',
      clientSecret: 'of-the-test-alone',
      scope: 'openid',
      userNameClaim: 'sub',
      groupsClaim: '',
      createUsers: true,
      linkExisting: false,
      allowPrivate: false,
    });
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { registration: { enabled: true } });
    await makeUser(platform, 'ned', PASSWORD);
  });

  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  async function faults(screens: readonly (readonly [string, string])[]): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const [path, heading] of screens) {
      await browser.url(`${platform.origin}/ui${path}`);
      await $(`h1=${heading}`).waitForDisplayed();
      await browser.waitUntil(() => browser.execute(() => !document.querySelector('[aria-busy="true"]')));
      const { violations } = await new AxeBuilder({ client: browser }).analyze();
      const faulty = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' … ')}`);
      if (faulty.length > 0) found[path] = faulty;
    }
    return found;
  }

  it('before there is a session', async () => {
    expect(await faults(OPEN)).toEqual({});
  });

  it('while a second factor is set up', async () => {
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'required' });
    await signInPage.open(platform, '/ui/login?logout=true');
    await signInPage.signIn('ned', PASSWORD);
    await $('img[alt="QR code for the app"]').waitForDisplayed();
    const { violations } = await new AxeBuilder({ client: browser }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'optional' });
    await browser.deleteCookies();
  });

  for (const [theme, width] of [
    ['Light', 1440],
    ['Dark', 390],
  ] as const) {
    it(`where it is set up, in the theme ${theme}, ${width} px wide`, async () => {
      await browser.setViewport({ width: 1440, height: 900 });
      await browser.deleteCookies();
      await signInPage.openAsAdmin(platform);
      await $('h1=Packages').waitForDisplayed();
      await shellPage.chooseTheme(theme);
      await browser.setViewport({ width, height: 900 });
      expect(await faults(ADMIN)).toEqual({});
    });
  }
});
