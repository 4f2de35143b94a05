import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const LOGIN = /\/auth\/login/;
const RECORD = 'lading.sessionRedirect';

describe('signing in and out', () => {
  let platform: Platform;
  let proxy: FaultProxy;
  const place = async () => {
    const { pathname, search } = new URL(await browser.getUrl());
    return pathname + search;
  };
  const waitForPlace = (path: string) =>
    browser.waitUntil(async () => (await place()) === path, { timeoutMsg: `never came to ${path}` });

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
  });

  beforeEach(async () => {
    await signInPage.open(proxy, '/ui/login?logout=true').catch(() => {});
    await browser.deleteCookies();
    await browser.execute(() => sessionStorage.clear());
  });

  after(async () => {
    await proxy?.stop();
    await platform?.stop();
  });

  it('reports a wrong password at the form, keeps the user name, and stops loading [login-11]', async () => {
    await signInPage.open(proxy);
    await signInPage.signIn('admin', 'not-the-password');
    await expect(signInPage.error).toBeDisplayed();
    await expect(signInPage.error).not.toHaveText('');
    await expect(signInPage.form).toHaveAttribute('aria-busy', 'false');
    await expect(signInPage.userName).toHaveValue('admin');
    await expect(signInPage.password).toHaveValue('');
    await waitForFocus('input[name="password"]');
    await browser.keys([...platform.password, 'Enter']);
    await $('h1=Packages').waitForDisplayed();
    expect(await place()).toBe('/ui/packages');
  });

  it('shows progress, reports that the platform is not responding, and can be retried [login-11]', async () => {
    const held = proxy.inject(LOGIN, { kind: 'held' });
    await signInPage.open(proxy);
    await signInPage.signIn('admin', platform.password);
    await expect(signInPage.form).toHaveAttribute('aria-busy', 'true');
    const broken = proxy.inject(LOGIN, { kind: 'reset' });
    proxy.cut();
    await expect(signInPage.error).toHaveText(
      expect.stringContaining('The server is not responding. Try again in a moment.'),
    );
    await expect(signInPage.form).toHaveAttribute('aria-busy', 'false');
    broken.heal();
    held.heal();
    await signInPage.password.setValue(platform.password);
    await signInPage.submit.click();
    await $('h1=Packages').waitForDisplayed();
  });

  it('reports missing values without a request', async () => {
    await signInPage.open(proxy);
    const asked = proxy.requests.length;
    await signInPage.submit.click();
    await expect($('form')).toHaveText(expect.stringContaining('Enter your user name'));
    await waitForFocus('input[name="username"]');
    expect(proxy.requests.slice(asked).filter((path) => LOGIN.test(path))).toEqual([]);
  });

  it('signs in and out by keyboard only [login-08]', async () => {
    await signInPage.open(proxy);
    await waitForFocus('input[name="username"]');
    await browser.keys([...'admin', 'Tab', ...platform.password, 'Enter']);
    await $('h1=Packages').waitForDisplayed();
    await waitForFocus('h1');
    await tabTo('button[aria-label="User admin"]');
    await browser.keys(['Enter']);
    const signOut = $('[role="menuitem"]*=Logout');
    await signOut.waitForDisplayed();
    await browser.waitUntil(async () => {
      if (/Logout/.test(await browser.execute(() => document.activeElement?.textContent ?? ''))) return true;
      await browser.keys(['ArrowDown']);
      return false;
    });
    await browser.keys(['Enter']);
    await waitForPlace('/ui/login?logout=true');
    await signInPage.userName.waitForDisplayed();
  });

  it('ends the session on the server, and going back shows none of its data [login-02, login-08]', async () => {
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin }, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
    const cookie = (await browser.getCookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const current = () =>
      fetch(`${platform.origin}/ui/api/v1/ui/auth/current`, { headers: { cookie } }).then(
        ({ status }) => status,
      );
    expect(await current()).toBe(200);
    await shellPage.push('/logout');
    await waitForPlace('/ui/login?logout=true');
    expect(await current()).toBe(401);
    await browser.back();
    await signInPage.userName.waitForDisplayed();
    await expect($('h1=Packages')).not.toBeDisplayed();
  });

  it('keeps a session after the browser is closed only on request', async () => {
    const lasting = async () => {
      await $('h1=Packages').waitForDisplayed();
      // The browser always gets an identifying cookie that grants no access.
      const cookies = await browser.getCookies();
      return cookies.some(({ name, expiry }) => !/device/.test(name) && expiry !== undefined);
    };
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin });
    expect(await lasting()).toBe(false);
    await browser.deleteCookies();
    await signInPage.open(proxy);
    await signInPage.remember.click();
    await signInPage.signIn('admin', platform.password);
    expect(await lasting()).toBe(true);
  });

  it('redirects to the page that an anonymous user requested [login-15]', async () => {
    const wish = '/ui/packages?name=plugin&sort_by=downloads';
    await signInPage.open(proxy, wish);
    expect(await place()).toBe('/ui/login?logout=true');
    await signInPage.signIn('admin', platform.password);
    await waitForPlace(wish);
    await $('h1=Packages').waitForDisplayed();
    expect(proxy.requests.some((path) => path.includes('/auth/redirect?redirectTo='))).toBe(true);
  });

  for (const { what, path, age } of [
    { what: 'is older than 8 hours', path: '/diagnostics', age: 1 },
    { what: 'leads to another host', path: '//elsewhere.example/ui/', age: -60_000 },
    { what: 'is a script', path: 'javascript:alert(1)', age: -60_000 },
    { what: 'leads to the sign-in page', path: '/login?logout=true', age: -60_000 },
  ]) {
    it(`lands on the first page when the remembered path ${what} [login-15]`, async () => {
      await signInPage.open(proxy);
      await browser.execute(
        (key, pathAfterLogin, since) => {
          const expiration = Date.now() - since;
          sessionStorage.setItem(key, JSON.stringify({ pathAfterLogin, expiration }));
        },
        RECORD,
        path,
        age,
      );
      await signInPage.signIn('admin', platform.password);
      await $('h1=Packages').waitForDisplayed();
      expect(await place()).toBe('/ui/packages');
    });
  }

  it('redirects users who are already signed in [login-09]', async () => {
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin });
    await browser.url(`${proxy.origin}/ui/login`);
    await $('h1=Packages').waitForDisplayed();
    expect(await place()).toBe('/ui/packages');
  });

  it('prompts over the page when the session has expired, and the page continues', async () => {
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin }, '/ui/packages?plugins=true');
    await $('h1=Packages').waitForDisplayed();
    await shellPage.mark();
    await browser.deleteCookies();
    await signInPage.askAgain();
    await expect(signInPage.dialog.$('h2')).toHaveText('Sign in again');
    await signInPage.password.setValue(platform.password);
    await signInPage.submit.click();
    await signInPage.dialog.waitForExist({ reverse: true });
    await $('=@lading/plugin-packages').waitForDisplayed();
    expect(await place()).toContain('/ui/packages?');
    expect(await shellPage.isMarked()).toBe(true);
  });
});
