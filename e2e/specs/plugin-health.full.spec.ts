import { writeFileSync } from 'node:fs';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { addressOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

const broken: PluginSource = {
  specifier: 'lading-plugin-tide',
  mount: `throw new TypeError('no mast for "Ada Lovelace"');`,
};

const repaired: PluginSource = { ...broken, version: '1.0.1', mount: '' };

const canary: PluginSource = { ...broken, specifier: 'lading-plugin-ebb' };

describe('plugin health', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [broken, repaired, canary]);
    npm.remove();
    writeOperatorMap(platform.home, { [broken.specifier]: addressOf(broken) });
  });
  after(() => platform.stop());

  async function call(path: string, body?: object): Promise<string> {
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    return (await fetch(`${platform.origin}/ui/api/v1/lading/${path}`, sent)).text();
  }
  const stored = () => call('plugin-health');
  const hasReported = () =>
    browser.execute(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/plugin-health')),
    );

  it('shows a failure in a browser with its version, stage, and message, and no data of the user [mfe-04]', async () => {
    await signInPage.openAsAdmin(platform, '/ui/tide');
    await new PluginSlot('tide').waitForState('failed');
    // The server stores reports every 5 seconds.
    await browser.waitUntil(async () => (await stored()).includes('no mast'));
    await browser.url(`${platform.origin}/ui/admin/monitoring/plugin-health`);
    const row = $('[role="row"]*=tide');
    await expect(row).toHaveText(expect.stringContaining('100 % of 1 load'));
    await row.$('button').click();
    const dialog = $('dialog[open]');
    await expect(dialog).toHaveText(expect.stringContaining('Once, while it was mounted: mount'));
    await expect(dialog).toHaveText(expect.stringContaining('TypeError: no mast for "…"'));
    await expect(dialog).toHaveText(expect.stringMatching(/Chrome \d+/));
    if (process.env.SCREENSHOT)
      writeFileSync(process.env.SCREENSHOT, await browser.takeScreenshot(), 'base64');
  });

  it('is off in a browser after two crashes in a row, until the user or another version turns it on', async () => {
    const slot = new PluginSlot('tide');
    const notice = $('.lading-notification*=lading-plugin-tide 1.0.0 failed twice in a row');
    const open = async (path: string) => browser.url(`${platform.origin}/ui/${path}`);
    await open('tide');
    await slot.waitForState('failed');
    await expect(shellPage.menuItem('The tide')).toBeDisplayed();

    await open('packages');
    await notice.waitForDisplayed();
    await $('h1=Packages').waitForDisplayed();
    await expect(shellPage.menuItem('The tide')).not.toBeExisting();
    await browser.waitUntil(async () => (await stored()).includes('"turnedOff":1'));
    await open('admin/monitoring/plugin-health');
    await expect($('[role="row"]*=tide')).toHaveText(expect.stringContaining('in 1 browser'));

    await open('packages');
    await notice.$('button=Turn on').click();
    await shellPage.menuItem('The tide').waitForDisplayed();
    await expect(notice).not.toBeExisting();
    await shellPage.goTo('tide');
    await slot.waitForState('failed');
    await slot.retry.click();
    await browser.waitUntil(async () =>
      (await browser.execute(() => localStorage.getItem('lading.failures.crashes')))?.includes('"crashes":2'),
    );

    await open('packages');
    await notice.waitForDisplayed();
    writeOperatorMap(platform.home, { [broken.specifier]: addressOf(repaired) });
    await open('tide');
    await slot.waitForState('mounted');
    await expect(notice).not.toBeExisting();
  });

  it('stays on while its page also runs in windows that it opens, which copy its storage', async () => {
    await browser.url(`${platform.origin}/ui/tide`);
    await new PluginSlot('tide').waitForState('mounted');
    for (const copy of ['one', 'two']) {
      await browser.execute((name) => void Object.assign(window, { copy: open('/ui/tide', name) }), copy);
      const isMounted = () =>
        browser.execute(() => {
          const { document } = (window as unknown as { copy: Window }).copy;
          return document.querySelector('[data-plugin-state="mounted"]') !== null;
        });
      await browser.waitUntil(isMounted);
      const crashes = await browser.execute(() => localStorage.getItem('lading.failures.crashes'));
      await browser.execute(() => (window as unknown as { copy: Window }).copy.close());
      expect(crashes ?? '').not.toContain('"1.0.1"');
    }
  });

  it('is off after its page ended twice without notice, as pages do that never return', async () => {
    const slot = new PluginSlot('tide');
    const noted = () => browser.execute(() => sessionStorage.getItem('lading.running') ?? '');
    for (let page = 0; page < 2; page += 1) {
      await browser.url(`${platform.origin}/ui/tide`);
      await slot.waitForState('mounted');
      expect(await noted()).toContain('"1.0.1"');
      // The page removes its note, which a page that never returns has no chance to.
      await browser.execute(() => {
        const note = sessionStorage.getItem('lading.running') ?? '';
        const restore = () => sessionStorage.setItem('lading.running', note);
        addEventListener('pagehide', restore);
        document.addEventListener('visibilitychange', restore);
      });
    }
    await browser.url(`${platform.origin}/ui/packages`);
    await $('.lading-notification*=lading-plugin-tide 1.0.1 failed twice in a row').waitForDisplayed();
    expect(await noted()).toBe('');
    await browser.waitUntil(async () => (await stored()).includes('the page stopped responding'));
  });

  it('stops a canary that fails in the browsers of its users', async () => {
    const install = { action: 'install', specifier: canary.specifier, version: '1.0.0' };
    await call('plugins/releases', { changes: [install], canary: { groups: [], percent: 100 } });
    for (let page = 0; page < 3; page += 1) {
      await browser.url(`${platform.origin}/ui/ebb`);
      await new PluginSlot('ebb').waitForState('failed');
      await browser.waitUntil(hasReported);
    }
    await browser.waitUntil(async () => (await call('plugins/releases')).includes('"action":"stop"'));
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins?tab=releases`);
    await $('summary=History').click();
    await expect($('main')).toHaveText(
      expect.stringContaining('lading: Stopped the canary of release set 1'),
    );
  });
});
