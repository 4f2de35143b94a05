import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { BrowserLog } from '../support/browserLog.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import {
  mapOf,
  nameOf,
  type PluginSource,
  publishPlugins,
  textOf,
  writeOperatorMap,
} from '../support/plugins.ts';

const plugin = (name: string, rest: Partial<PluginSource> = {}): PluginSource => ({
  specifier: `@lading/plugin-${name}`,
  ...rest,
});

/** Valid plugins whose requests fail. */
const broken: readonly { what: string; plugin: PluginSource; fault: Fault; failure: string }[] = [
  {
    what: 'is answered with 404',
    plugin: plugin('lost'),
    fault: { kind: 'status', status: 404 },
    failure: 'http',
  },
  {
    what: 'is answered with 503',
    plugin: plugin('busy'),
    fault: { kind: 'status', status: 503 },
    failure: 'http',
  },
  { what: 'is answered with a page', plugin: plugin('portal'), fault: { kind: 'html' }, failure: 'http' },
  { what: 'has other bytes', plugin: plugin('altered'), fault: { kind: 'altered' }, failure: 'integrity' },
  { what: 'is cut off by a reset', plugin: plugin('reset'), fault: { kind: 'reset' }, failure: 'network' },
  { what: 'breaks off', plugin: plugin('broken-off'), fault: { kind: 'truncated' }, failure: 'network' },
  { what: 'never arrives', plugin: plugin('silent'), fault: { kind: 'held' }, failure: 'timeout' },
];

/** Plugins that load unchanged but were built incorrectly. */
const unsound: readonly { what: string; plugin: PluginSource; failure: string; cause: RegExp }[] = [
  {
    what: 'is not JavaScript',
    plugin: plugin('garbled', { entry: 'System.register([], (give) => {{{ not JavaScript' }),
    failure: 'evaluation',
    cause: /SyntaxError/,
  },
  {
    what: 'throws while it is evaluated',
    plugin: plugin('explosive', { evaluate: `throw new Error('no powder on deck');` }),
    failure: 'evaluation',
    cause: /no powder on deck/,
  },
  {
    what: 'has another shape',
    plugin: plugin('shapeless', {
      entry: `System.register([], (give) => ({ execute() { give({ hello: 'world' }); } }));`,
    }),
    failure: 'not-a-plugin',
    cause: /shapeless.*default: found nothing, expected/,
  },
  {
    what: 'has a name that another has',
    plugin: { specifier: 'lading-plugin-harbour', version: '2.0.0' },
    failure: 'duplicate-name',
    cause: /@lading\/plugin-harbour/,
  },
];

const harbour = plugin('harbour');
const notFetched = (name: string) => `Could not fetch microfrontend application: ${name}`;
const notResolved = (name: string) => `Error: failed resolving microfrontend ${name}`;

describe('a plugin that cannot be loaded affects only itself', () => {
  let platform: Platform;
  let proxy: FaultProxy;
  let npm: NpmClient;
  let log: BrowserLog;

  before(async () => {
    platform = await startPlatform({ LADING_TEST_CLOCKS: 'chunk=4000,mount=4000' });
    proxy = await startFaultProxy(platform.origin);
    npm = new NpmClient(platform, 'plugins-local');
    const all = [harbour, ...broken.map((each) => each.plugin), ...unsound.map((each) => each.plugin)];
    await publishPlugins(npm, all);
    writeOperatorMap(platform.home, mapOf(all));
    log = await BrowserLog.start();
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin });
    await shellPage.mark();
  });

  after(async () => {
    log?.stop();
    npm?.remove();
    await proxy?.stop();
    await platform?.stop();
  });

  async function othersWorkOn(): Promise<void> {
    await shellPage.goTo('harbour');
    await new PluginSlot('harbour').waitForText(textOf(harbour));
    await shellPage.menuItem('Packages').click();
    await $('h1=Packages').waitForDisplayed();
    expect(await shellPage.isMarked()).toBe(true);
  }

  for (const { what, plugin, fault, failure } of broken) {
    const name = nameOf(plugin);
    it(`that ${what} is logged and classified, and Retry restores it without a reload [mfe-03]`, async () => {
      const slot = new PluginSlot(name);
      const injection = proxy.inject(new RegExp(`/ui/plugins/${name}/`), fault);
      await shellPage.goTo(name);
      await slot.waitForState('failed');
      await slot.heading.waitForDisplayed();
      await log.waitFor(notFetched(name));
      await othersWorkOn();
      await diagnosticsPage.go();
      expect((await diagnosticsPage.cells(name)).slice(0, 4)).toEqual([name, '1.0.0', 'Failed', failure]);
      await shellPage.goTo(name);
      await slot.retry.waitForDisplayed();
      // After a lost connection, the console also retries automatically: the log can have more
      // entries and the button can be gone.
      expect(log.count(notFetched(name))).toBeGreaterThanOrEqual(2);
      injection.heal();
      await slot.retry.click().catch(() => undefined);
      await slot.waitForText(textOf(plugin));
      await diagnosticsPage.go();
      expect((await diagnosticsPage.cells(name)).slice(0, 4)).toEqual([name, '1.0.0', 'Loaded', '']);
      expect(await shellPage.isMarked()).toBe(true);
    });
  }

  for (const { what, plugin, failure, cause } of unsound) {
    const name = nameOf(plugin);
    it(`that ${what} is logged and classified [mfe-04]`, async () => {
      if (failure !== 'duplicate-name') {
        await shellPage.push(`/${name}`);
        await new PluginSlot(name).waitForState('failed');
      }
      await log.waitFor(notResolved(name));
      await othersWorkOn();
      await diagnosticsPage.go();
      const row = $(`//tr[@data-plugin-row="${name}"][contains(., "${failure}")]`);
      await row.waitForDisplayed();
      expect(await row.getText()).toMatch(cause);
    });
  }
});
