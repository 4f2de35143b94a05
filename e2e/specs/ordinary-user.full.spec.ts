import { packageListPage } from '../pages/PackageListPage.ts';
import { versionPage } from '../pages/PackagePage.ts';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

const PASSWORD = 'hold-fast-to-Th1s-rail';
const broken: PluginSource = { specifier: '@lading/plugin-broken', mount: `throw new Error('top secret');` };

describe('a user with read permission only', () => {
  let platform: Platform;
  let proxy: FaultProxy;

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
    const plugins = new NpmClient(platform, 'plugins-local');
    await publishPlugins(plugins, [broken]);
    plugins.remove();
    writeOperatorMap(platform.home, mapOf([broken]));
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'tea-chest', version: '1.0.0' }, { 'README.md': '# Tea chest' });
    npm.remove();
    const administrator = {
      authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`,
    };
    const call = (method: string, path: string, body: unknown) =>
      fetch(platform.origin + path, {
        method,
        headers: { ...administrator, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const created = await call('POST', '/access/api/v2/users', {
      username: 'deckhand',
      email: 'deckhand@ship.example',
      password: PASSWORD,
      groups: [],
    });
    expect(created.status).toBe(201);
    const permitted = await call('POST', '/access/api/v2/permissions', {
      name: 'deckhands',
      resources: {
        artifact: {
          actions: { users: { deckhand: ['READ'] }, groups: {} },
          targets: { 'npm-local': { include_patterns: ['**'], exclude_patterns: [] } },
        },
      },
    });
    expect(permitted.status).toBe(201);
    await signInPage.open(proxy);
    await signInPage.signIn('deckhand', PASSWORD);
    await packageListPage.heading.waitForDisplayed();
  });

  after(async () => {
    await proxy?.stop();
    await platform?.stop();
  });

  it('sees only readable packages', async () => {
    await packageListPage.waitForNames(['tea-chest']);
    await expect(packageListPage.count).toHaveText('1 package');
  });

  it('sees what failed without internal details', async () => {
    await shellPage.goTo('broken');
    const slot = new PluginSlot('broken');
    await slot.retry.waitForDisplayed();
    await expect(slot.element).not.toHaveText(expect.stringContaining('top secret'));
  });

  it('is redirected from administration pages', async () => {
    await shellPage.push('/diagnostics');
    await $('*=You are not authorized to view this page').waitForDisplayed();
    await packageListPage.heading.waitForDisplayed();
    expect(new URL(await browser.getUrl()).pathname).toBe('/ui/packages');
  });

  for (const { what, path, fault, said, found } of [
    {
      what: 'the list',
      path: /\/mds\/packages/,
      fault: { kind: 'status', status: 503 },
      said: 'Failed to load packages',
      found: () => packageListPage.row('tea-chest'),
    },
    {
      what: 'the version',
      path: /\/mds\/versions/,
      fault: { kind: 'reset' },
      said: 'Failed to load the version',
      found: () => versionPage.heading('tea-chest', '1.0.0'),
    },
    {
      what: 'the readme',
      path: /\/versions\/npm\/readme/,
      fault: { kind: 'html' },
      said: 'Failed to load the readme',
      found: () => versionPage.readme.$('h2=Tea chest'),
    },
  ] as const) {
    it(`sees that ${what} failed, and Retry loads it without a reload [pkg-09]`, async () => {
      const injection = proxy.inject(path, fault);
      const address = what === 'the list' ? '/packages' : '/packages/npm:%2F%2Ftea-chest/1.0.0';
      await browser.url(`${proxy.origin}/ui${address}`);
      const error = $('main [role="alert"]');
      await expect(error).toHaveText(expect.stringContaining(said));
      await expect(shellPage.menuItem('Packages')).toBeDisplayed();
      await shellPage.mark();
      injection.heal();
      // After a failed request, the console may have retried automatically. The button is found
      // in the page, not in the error: an error that is gone has no elements to look for.
      const retry = $('main').$('button*=Retry');
      if (await retry.isExisting()) await retry.click().catch(() => undefined);
      await found().waitForDisplayed();
      expect(await shellPage.isMarked()).toBe(true);
    });
  }
});
