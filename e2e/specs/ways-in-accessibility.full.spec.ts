import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin, makeUser } from '../support/administration.ts';
import { faults } from '../support/axe.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const PASSWORD = 'correct horse battery staple';
/** Name and heading of a screen without a session. */
const OPEN = [
  ['/login/forgot-password', 'Forgot your password?'],
  ['/login/reset-password?key=made-up', 'Choose a new password'],
  ['/login/change-password?username=ada', 'Change password'],
  ['/login/otp-login?username=ada', 'Enter your one-time code'],
  ['/login/registration', 'Register'],
  ['/login/sso/http', 'Single sign-on'],
  ['/login?ssoError=SSO_NO_USER&provider=port', 'Sign in'],
] as const;
const ADMIN = [
  ['/admin/security/rules', 'Sign-in rules'],
  ['/admin/security/providers', 'Identity providers'],
  ['/admin/security/providers/oauth', 'Add OpenID Connect'],
  ['/admin/security/providers/saml', 'Add SAML'],
  ['/admin/security/providers/ldap', 'LDAP'],
  ['/admin/security/mail', 'Email server'],
  ['/admin/security/audit', 'Audit log'],
] as const;

describe('every sign-in screen is accessible', () => {
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
    await platform?.stop();
  });

  async function open(path: string, heading: string): Promise<void> {
    await browser.url(`${platform.origin}/ui${path}`);
    await $(`h1=${heading}`).waitForDisplayed();
    await browser.waitUntil(() => browser.execute(() => !document.querySelector('[aria-busy="true"]')));
  }

  for (const [path, heading] of OPEN)
    it(`${heading}, without a session`, async () => {
      await open(path, heading);
      expect(await faults()).toEqual([]);
    });

  it('the MFA setup', async () => {
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'required' });
    await signInPage.open(platform, '/ui/login?logout=true');
    await signInPage.signIn('ned', PASSWORD);
    await $('img[alt="QR code for the app"]').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'optional' });
    await browser.deleteCookies();
  });

  describe('the settings of sign-in methods', () => {
    before(async () => {
      await signInPage.openAsAdmin(platform);
      await $('h1=Packages').waitForDisplayed();
    });
    for (const [path, heading] of ADMIN)
      it(heading, async () => {
        await open(path, heading);
        expect(await lookAt(async () => {})).toEqual({});
      });
  });
});
