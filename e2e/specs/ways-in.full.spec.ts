import { randomUUID } from 'node:crypto';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin, makeUser } from '../support/administration.ts';
import { deviceCode } from '../support/deviceCode.ts';
import { press, type as typeText, waitForFocus } from '../support/keyboard.ts';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const PASSWORD = 'correct horse battery staple';
const OTHER = 'another horse battery staple';

describe('authentication', () => {
  let platform: Platform;
  let mails: MailServer;
  const place = async () => {
    const { pathname, search } = new URL(await browser.getUrl());
    return pathname + search;
  };
  const waitForPlace = (path: string) =>
    browser.waitUntil(async () => (await place()).startsWith(path), { timeoutMsg: `never came to ${path}` });
  const landed = () => $('h1=Packages').waitForDisplayed();
  /** By keyboard, from field to field. */
  const type = async (first: string, ...texts: string[]) => {
    await waitForFocus(first);
    for (const [at, text] of texts.entries()) {
      // The button that shows the password is in between.
      if (at > 0) await browser.keys(['Tab', 'Tab']);
      await browser.keys([...text]);
    }
    await browser.keys(['Enter']);
  };

  before(async () => {
    platform = await startPlatform();
    mails = await startMailServer();
    await asAdmin(platform, 'PUT', '/access/api/v1/mail', {
      enabled: true,
      host: '127.0.0.1',
      port: mails.port,
      security: 'none',
      username: '',
      from: 'lading@example.org',
      subjectPrefix: '',
    });
  });

  beforeEach(async () => {
    await signInPage.open(platform, '/ui/login?logout=true').catch(() => {});
    await browser.deleteCookies();
    await browser.execute(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
  });

  after(async () => {
    await mails?.stop();
    await platform?.stop();
  });

  it('replaces a forgotten password by email, with a link that works once [login-13, login-14]', async () => {
    await makeUser(platform, 'fay', PASSWORD);
    await signInPage.open(platform);
    await waitForFocus('input[name="username"]');
    await typeText('fay');
    await press('Forgot password?');
    await type('input[name="user"]', '');
    await $('p*=an email is on its way').waitForDisplayed();
    const link = await mails.link('fay@example.org');
    await browser.url(link);
    await $('p=For user fay.').waitForDisplayed();
    await type('input[name="fresh"]', OTHER, OTHER);
    await landed();
    await browser.deleteCookies();
    await browser.url(link);
    await expect($('.auth-failure')).toHaveText(expect.stringContaining('This link is invalid'));
  });

  it('requires a new password when the old one has expired [login-11, login-13]', async () => {
    await makeUser(platform, 'gil', PASSWORD);
    await asAdmin(platform, 'PATCH', '/access/api/v2/users/gil', { password_expired: true });
    await signInPage.open(platform);
    await signInPage.signInByKeys('gil', PASSWORD);
    await waitForPlace('/ui/login/change-password?username=gil');
    await type('input[name="old"]', 'not the old one', OTHER, OTHER);
    await waitForFocus('input[name="old"][aria-invalid="true"]');
    await browser.keys(['Control', 'a']);
    await type('input[name="old"]', PASSWORD);
    await landed();
  });

  it('sets up MFA, prompts for it at the next sign-in, and accepts a recovery code [login-06, login-12]', async () => {
    await makeUser(platform, 'hal', PASSWORD);
    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'required' });
    try {
      await signInPage.open(platform, '/ui/login?redirectTo=%2Fui%2Fuser_profile');
      await signInPage.signInByKeys('hal', PASSWORD);
      await waitForPlace('/ui/login/mfa-enroll?username=hal');
      const secret = await $('[aria-label="secret"] code').getText();
      await expect($('img[alt="QR code for the app"]')).toBeDisplayed();
      await type('input[name="otp"]', deviceCode(secret));
      await $('h1=Save your recovery codes').waitForDisplayed();
      const codes = await $$('.ld-codes li').map((item) => item.getText());
      expect(codes.length).toBeGreaterThan(4);
      await press('I have saved them');
      await waitForPlace('/ui/user_profile');
      await browser.deleteCookies();
      await signInPage.open(platform, '/ui/login?logout=true');
      await signInPage.signIn('hal', PASSWORD);
      await waitForPlace('/ui/login/otp-login?username=hal');
      await type('input[name="otp"]', '000000');
      await $('form [role="alert"]').waitForDisplayed();
      await waitForFocus('input[name="otp"]');
      await browser.keys([...deviceCode(secret, 1)]);
      await landed();
      await browser.deleteCookies();
      await signInPage.open(platform, '/ui/login?logout=true');
      await signInPage.signInByKeys('hal', PASSWORD);
      await press('Use a recovery code');
      await type('input[name="otp"]', codes[0] ?? '');
      await landed();
    } finally {
      await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'optional' });
    }
  });

  it('renews an expired session over the page, also when the password has expired or MFA is missing', async () => {
    await makeUser(platform, 'una', PASSWORD);
    await asAdmin(platform, 'PATCH', '/access/api/v2/users/una', { admin: true });
    await signInPage.open(
      platform,
      `/ui/login?redirectTo=${encodeURIComponent('/ui/packages?plugins=true')}`,
    );
    await signInPage.signInByKeys('una', PASSWORD);
    await landed();
    await shellPage.mark();
    const ends = async () => {
      await browser.deleteCookies();
      await signInPage.askAgain();
      await waitForFocus('dialog input[name="password"]');
    };
    const goesOn = async () => {
      await signInPage.dialog.waitForExist({ reverse: true });
      await $('=@lading/plugin-packages').waitForDisplayed();
      expect(await shellPage.isMarked()).toBe(true);
    };

    await asAdmin(platform, 'PATCH', '/access/api/v2/users/una', { password_expired: true });
    await ends();
    await browser.keys([...PASSWORD, 'Enter']);
    await type('dialog input[name="old"]', PASSWORD, OTHER, OTHER);
    await goesOn();

    await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'required' });
    try {
      await ends();
      await browser.keys([...OTHER, 'Enter']);
      await $('dialog img[alt="QR code for the app"]').waitForDisplayed();
      const secret = await $('dialog [aria-label="secret"] code').getText();
      await type('dialog input[name="otp"]', deviceCode(secret));
      await $('dialog .ld-codes').waitForDisplayed();
      await browser.keys('Escape');
      await browser.keys('Escape');
      await expect($('dialog .ld-codes')).toBeDisplayed();
      await press('I have saved them');
      await goesOn();
    } finally {
      await asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { mfa: 'optional' });
    }
  });

  it('redirects from the code page to the form when no sign-in is in progress [login-12]', async () => {
    await browser.url(`${platform.origin}/ui/login/otp-login?username=nobody`);
    await type('input[name="otp"]', '123456');
    await waitForPlace('/ui/login');
    await signInPage.userName.waitForDisplayed();
  });

  it('signs in a command-line client by the code that it shows [login-20, route-13]', async () => {
    const session = randomUUID();
    const client = '/access/api/v2/authentication/jfrog_client_login';
    const asked = await fetch(`${platform.origin}${client}/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'tea-client/1.0' },
      body: JSON.stringify({ session }),
    });
    expect(asked.status).toBe(200);
    await signInPage.open(
      platform,
      `/ui/login?jfClientSession=${session}&jfClientName=Tea-client&jfClientCode=1`,
    );
    await signInPage.signInByKeys('admin', platform.password);
    await waitForPlace('/ui/plugs/extension/cli');
    await $('dd*=tea-client/1.0').waitForDisplayed();
    await press('Continue');
    await waitForPlace('/ui/plugs/extension/cli/verify');
    await type('input[name="code"]', 'none');
    await waitForFocus('input[name="code"][aria-invalid="true"]');
    await browser.keys(['Control', 'a']);
    await type('input[name="code"]', session.slice(-4));
    await $('p=The client is signed in. You can close this page.').waitForDisplayed();
    const token = await fetch(`${platform.origin}${client}/token/${session}`);
    expect(token.status).toBe(200);
    await browser.url(`${platform.origin}/ui/plugs/extension/cli`);
    await waitForPlace('/ui/login?logout=true');
  });

  it('signs in an invited user after a first password is set [login-10]', async () => {
    await asAdmin(platform, 'POST', '/access/api/v1/users/invite', {
      invited_email: 'ivy@example.org',
      source: 'test',
      username: 'ivy',
    });
    await browser.url(await mails.link('ivy@example.org'));
    await $('p*=You were invited as ivy').waitForDisplayed();
    await type('input[name="fresh"]', 'short', 'short');
    await waitForFocus('input[name="fresh"][aria-invalid="true"]');
    await browser.keys(['Control', 'a']);
    await browser.keys([...PASSWORD, 'Tab', 'Tab']);
    await browser.keys(['Control', 'a']);
    await browser.keys([...PASSWORD, 'Enter']);
    await landed();
    await browser.url(`${platform.origin}/ui/login/invitation?token=made-up`);
    await waitForPlace('/ui/login?logout=true');
  });

  it('allows self-registration when it is enabled', async () => {
    const rules = (enabled: boolean) =>
      asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { registration: { enabled } });
    await rules(true);
    await signInPage.open(platform);
    await press('No account? Register');
    await type('input[name="email"]', 'jo@example.org');
    await $('p*=an email is on its way').waitForDisplayed();
    await browser.url(await mails.link('jo@example.org'));
    await type('input[name="fresh"]', PASSWORD, PASSWORD);
    await landed();
    await rules(false);
  });

  it('shows the notice before the form, once [login-05]', async () => {
    const notice = (loginDialog: object | null) =>
      asAdmin(platform, 'PATCH', '/access/api/v1/auth/settings', { loginDialog });
    await notice({ title: 'House rules', message: 'Be kind.', permanent: false });
    await signInPage.open(platform);
    await $('h2=House rules').waitForDisplayed();
    await browser.keys(['Escape']);
    await $('h2=House rules').waitForExist({ reverse: true });
    await signInPage.open(platform);
    await $('input[name="remember"]').waitForExist();
    await expect($('h2=House rules')).not.toExist();
    await notice(null);
  });
});
