import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { type PluginSource, publishPlugins } from '../support/plugins.ts';
import { distrust } from '../support/untrusted.ts';

const specifier = 'lading-plugin-tide';
const tide = (version: string): PluginSource => ({
  specifier,
  version,
  mount: `const field = document.createElement('input');
    props.domElement.append('tide ${version}', field);`,
  evaluate: `document.documentElement.dataset.evaluated = 'tide';`,
  contributions: {
    menuItems: [
      { sidebar: 'application', path: '/tide', label: { id: 't', text: `The tide of ${version}` } },
    ],
  },
});
/** From the activation to the open page. */
const MAX_MS = 60_000;

describe('an open page takes other plugins without a reload', () => {
  let platform: Platform;
  let npm: NpmClient;
  const slot = new PluginSlot('tide');

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [tide('1.0.0'), tide('2.0.0')]);
    await install('1.0.0');
    await signInPage.openAsAdmin(platform, '/ui/tide');
    await slot.waitForText('tide 1.0.0');
    await shellPage.mark();
  });
  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  async function call(path: string, body: object): Promise<void> {
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const answer = await fetch(`${platform.origin}/ui/api/v1/lading/plugins/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  const install = (version: string) =>
    call('releases', { changes: [{ action: 'install', specifier, version }], activate: true });

  async function becomes(version: string): Promise<void> {
    const began = Date.now();
    await shellPage.menuItem(`The tide of ${version}`).waitForExist({ timeout: MAX_MS });
    await slot.waitForText(`tide ${version}`);
    console.log(`  shown after ${Math.round((Date.now() - began) / 1000)} s`);
    expect(await shellPage.isMarked()).toBe(true);
  }

  it('when a version is installed, and not while the user is in a field of it', async () => {
    await slot.element.$('input').click();
    await browser.keys('high');
    await install('2.0.0');
    await $('button=Reload').waitForDisplayed({ timeout: MAX_MS });
    await expect(slot.element.$('input')).toHaveValue('high');
    await browser.execute(() => (document.activeElement as unknown as HTMLElement).blur());
    await becomes('2.0.0');
    await expect($('button=Reload')).not.toBeExisting();
    await expect(browser).toHaveUrl(`${platform.origin}/ui/tide`);
  });

  it('when the set is rolled back', async () => {
    await call('rollback', {});
    await becomes('1.0.0');
  });

  it('when the version is revoked, also from its own page', async () => {
    await call('revocations', { specifier, version: '1.0.0', reason: 'sends data away' });
    await shellPage.menuItem('The tide of 1.0.0').waitForExist({ timeout: MAX_MS, reverse: true });
    await $('h1=Page not found').waitForDisplayed();
    // Its code can still run.
    const offer = $('.lading-notification*=Code of removed plugins can still run in this page');
    await offer.$('button=Reload').waitForDisplayed();
    expect(await shellPage.isMarked()).toBe(true);
  });

  it('only with a reload, which it offers, when the plugin is no longer trusted', async () => {
    await install('2.0.0');
    await browser.url(`${platform.origin}/ui/tide`);
    await slot.waitForText('tide 2.0.0');
    await shellPage.mark();
    await distrust(platform, [tide('2.0.0')]);
    await shellPage.menuItem('The tide of 2.0.0').waitForExist();
    await $('button=Reload').waitForDisplayed({ timeout: MAX_MS });
    expect(await shellPage.isMarked()).toBe(true);
    // What it contributes was withdrawn, except its page.
    await shellPage.menuItem('The tide of 2.0.0').waitForExist({ reverse: true });
    await $('button=Reload').click();
    await shellPage.menuItem('The tide of 2.0.0').waitForExist();
    await slot.element.$('iframe[sandbox="allow-scripts"]').waitForExist();
    expect(await shellPage.isMarked()).toBe(false);
  });

  it('and does not load a plugin that is no longer trusted, but asks for the reload in its place', async () => {
    await distrust(platform, []);
    await browser.url(`${platform.origin}/ui/packages`);
    await shellPage.menuItem('The tide of 2.0.0').waitForExist();
    await shellPage.mark();
    await distrust(platform, [tide('2.0.0')]);
    await $('button=Reload').waitForDisplayed({ timeout: MAX_MS });
    await shellPage.push('/tide');
    await $('h1=Reload to open The tide').waitForDisplayed();
    await expect(slot.element).toHaveText(expect.stringContaining('lading-plugin-tide has become untrusted'));
    expect(await browser.execute(() => document.documentElement.dataset.evaluated)).toBeFalsy();
    expect(await faults()).toEqual([]);
    expect(await tooWide()).toEqual([]);
    expect(await shellPage.isMarked()).toBe(true);
    await slot.element.$('button=Reload').click();
    await slot.element.$('iframe[sandbox="allow-scripts"]').waitForExist();
    expect(await shellPage.isMarked()).toBe(false);
  });
});
