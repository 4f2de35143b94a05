import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults } from '../support/axe.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** Responses to the first request of the start. */
const FAULTS = [
  { what: 'a refusal', fault: { kind: 'status', status: 403 } },
  { what: 'a failure', fault: { kind: 'status', status: 500 } },
  { what: 'a page of the network', fault: { kind: 'html' } },
  { what: 'half an answer', fault: { kind: 'truncated' } },
  { what: 'a reset', fault: { kind: 'reset' } },
] as const;
const USER = /\/ui\/auth\/current/;
const OFFLINE = 'The server cannot be reached.';

describe('a session', () => {
  let platform: Platform;
  let proxy: FaultProxy;

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin }, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
  });

  after(async () => {
    await proxy?.stop();
    await platform?.stop();
  });

  for (const { what, fault } of FAULTS) {
    it(`starts later if the server responds with ${what}, and the URL stays [shell-12]`, async () => {
      const injection = proxy.inject(USER, fault);
      await browser.url(`${proxy.origin}/ui/packages?name=plugin`);
      await $('h1=Failed to load your user data').waitForDisplayed();
      await expect(browser).toHaveUrl(`${proxy.origin}/ui/packages?name=plugin`);
      injection.heal();
      await $('button=Retry').click();
      await $('h1=Packages').waitForDisplayed();
      await expect(browser).toHaveUrl(`${proxy.origin}/ui/packages?name=plugin`);
    });
  }

  it('shows its pages without other data, and reports missing data with Retry [shell-12, shell-15]', async () => {
    const injection = proxy.inject(/\/ui\/api\/v1\/(?:system|access|auth)\//, {
      kind: 'status',
      status: 500,
    });
    await browser.url(`${proxy.origin}/ui/packages`);
    await $('h1=Packages').waitForDisplayed();
    await shellPage.push('/diagnostics');
    for (const name of ['Footer', 'Services', 'Entitlements', 'Projects'])
      await $(`button=Retry ${name}`).waitForDisplayed();
    injection.heal();
    await $('button=Retry Services').click();
    await $('button=Retry Services').waitForExist({ reverse: true });
  });

  it('reports an unreachable server, and continues automatically afterwards', async () => {
    await browser.url(`${proxy.origin}/ui/packages`);
    await $('h1=Packages').waitForDisplayed();
    const injection = proxy.inject(/./, { kind: 'reset' });
    await browser.execute(() => window.dispatchEvent(new Event('offline')));
    const bar = $('.lading-offline');
    await browser.waitUntil(async () => (await bar.getText()).includes(OFFLINE));
    expect(await faults('.lading-offline')).toEqual([]);
    await shellPage.mark();
    injection.heal();
    await browser.waitUntil(async () => (await bar.getText()) === '', { timeout: 30_000 });
    expect(await shellPage.isMarked()).toBe(true);
  });

  it('that ends in one tab ends in the others, and starts again in them', async () => {
    await browser.url(`${proxy.origin}/ui/packages?name=plugin`);
    await $('h1=Packages').waitForDisplayed();
    const first = await browser.getWindowHandle();
    await browser.newWindow(`${proxy.origin}/ui/packages`);
    const second = await browser.getWindowHandle();
    await $('h1=Packages').waitForDisplayed();
    await shellPage.push('/logout');
    await signInPage.userName.waitForDisplayed();
    await browser.switchToWindow(first);
    await signInPage.userName.waitForDisplayed();
    await browser.switchToWindow(second);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
    await browser.switchToWindow(first);
    await $('h1=Packages').waitForDisplayed();
    await expect(browser).toHaveUrl(`${proxy.origin}/ui/packages?name=plugin`);
    await browser.switchToWindow(second);
    await browser.closeWindow();
    await browser.switchToWindow(first);
  });
});
