import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { BrowserLog } from '../support/browserLog.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, textOf, writeOperatorMap } from '../support/plugins.ts';

const plugin = (name: string, rest: Partial<PluginSource> = {}): PluginSource => ({
  specifier: `@lading/plugin-${name}`,
  ...rest,
});
/** Plugins follow `window.weather`, so that a test can make them work again. */
const badWeather = (says: string) => `if (window.weather !== 'fair') { ${says} }`;
const text = (said: string) => `props.domElement.textContent = ${JSON.stringify(said)};`;

const harbour = plugin('harbour');
const unstarted = plugin('unstarted', { bootstrap: badWeather(`throw new Error('no crew');`) });
const unmounted = plugin('unmounted', {
  mount: `${badWeather(`throw new Error('no mast');`)} ${text('unmounted 1.0.0')}`,
});
const clinging = plugin('clinging', { unmount: `throw new Error('will not leave');` });
const becalmed = plugin('becalmed', {
  mount: `${badWeather('await new Promise(() => {});')} ${text('becalmed 1.0.0')}`,
});
const tardy = plugin('tardy', {
  mount: `window.tardy = [...(window.tardy ?? []), 'mount'];
    await new Promise((arrive) => { window.letTardyArrive = arrive; });
    ${text('tardy 1.0.0')}`,
  unmount: `window.tardy.push('unmount');`,
});
const painter = plugin('painter', {
  screen: `async () => ({ default: () => {
    if (window.weather !== 'fair') throw new Error('out of paint');
    return shared[1].createElement('h1', null, 'painter 1.0.0');
  } })`,
});
const cargo = plugin('cargo', {
  screen: `() => load('chunks/hold.js')`,
  files: {
    'chunks/hold.js': `System.register(['react'], (give) => { let react; return {
      setters: [(module) => { react = module; }],
      execute() { give('default', () => react.createElement('h1', null, 'cargo 1.0.0')); },
    }; });`,
  },
});
const reporter = plugin('reporter', {
  mount: `const attempt = await load('chunks/news.js').then((news) => news.text, (error) => error.name);
    ${'props.domElement.textContent = attempt;'}`,
  files: {
    'chunks/news.js': `System.register([], (give) => ({ execute() { give('text', 'reporter 1.0.0'); } }));`,
  },
});
const all = [harbour, unstarted, unmounted, clinging, becalmed, tardy, painter, cargo, reporter];

describe('a plugin that fails at run time affects only itself', () => {
  let platform: Platform;
  let proxy: FaultProxy;
  let npm: NpmClient;
  let log: BrowserLog;

  before(async () => {
    platform = await startPlatform({ LADING_TEST_CLOCKS: 'chunk=4000,mount=7000' });
    proxy = await startFaultProxy(platform.origin);
    npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, all);
    writeOperatorMap(platform.home, mapOf(all));
    log = await BrowserLog.start();
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin });
    await shellPage.mark();
  });

  afterEach(() => weather('foul'));

  after(async () => {
    log?.stop();
    npm?.remove();
    await proxy?.stop();
    await platform?.stop();
  });

  async function weather(now: 'fair' | 'foul'): Promise<void> {
    await browser.execute((set) => Object.assign(window, { weather: set }), now);
  }

  async function othersWorkOn(): Promise<void> {
    await shellPage.goTo('harbour');
    await new PluginSlot('harbour').waitForText(textOf(harbour));
    await shellPage.menuItem('Packages').click();
    await $('h1=Packages').waitForDisplayed();
    expect(await shellPage.isMarked()).toBe(true);
  }

  async function isClassed(name: string, state: string, failure: string, cause: RegExp): Promise<void> {
    await diagnosticsPage.go();
    const cells = await diagnosticsPage.cells(name);
    expect(cells.slice(2, 4)).toEqual([state, failure]);
    expect(cells[4]).toMatch(cause);
  }

  for (const [source, name, stage, line, cause] of [
    [unstarted, 'unstarted', 'bootstrap', 'unstarted failed to start', /no crew/],
    [unmounted, 'unmounted', 'mount', 'unmounted failed to mount', /no mast/],
  ] as const) {
    it(`that throws at ${stage} is logged, classified, and retried`, async () => {
      const slot = new PluginSlot(name);
      await shellPage.goTo(name);
      await slot.waitForState('failed');
      await log.waitFor(line);
      await othersWorkOn();
      await isClassed(name, 'Failed', stage, cause);
      await shellPage.goTo(name);
      await slot.retry.waitForDisplayed();
      await weather('fair');
      await slot.retry.click();
      await slot.waitForText(textOf(source));
    });
  }

  it('whose screen throws while it renders is logged, classified, and retried', async () => {
    const slot = new PluginSlot('painter');
    await shellPage.goTo('painter');
    await slot.retry.waitForDisplayed();
    await log.waitFor('painter failed to render');
    await slot.waitForState('failed');
    await othersWorkOn();
    await isClassed('painter', 'Failed', 'render', /out of paint/);
    await shellPage.goTo('painter');
    await slot.retry.waitForDisplayed();
    await weather('fair');
    await slot.retry.click();
    await slot.waitForText('painter 1.0.0');
  });

  it('that throws at unmount is unmounted nevertheless, and can be mounted again', async () => {
    const slot = new PluginSlot('clinging');
    await shellPage.goTo('clinging');
    await slot.waitForText('clinging 1.0.0');
    await othersWorkOn();
    await log.waitFor('clinging failed to unmount');
    expect(await $('=will not leave').isExisting()).toBe(false);
    await isClassed('clinging', 'Failed', 'unmount', /will not leave/);
    await shellPage.goTo('clinging');
    await slot.waitForText('clinging 1.0.0');
  });

  it('that never finishes mounting blocks nothing, is reported, and fails by timeout [mfe-02]', async () => {
    const slot = new PluginSlot('becalmed');
    await shellPage.goTo('becalmed');
    await expect(slot.heading).toHaveText('The becalmed is taking longer than usual');
    await othersWorkOn();
    await shellPage.goTo('becalmed');
    await slot.waitForState('failed');
    await log.waitFor('Error: failed resolving microfrontend becalmed');
    await isClassed('becalmed', 'Failed', 'timeout', /7 s/);
    await weather('fair');
    await diagnosticsPage.retry('becalmed').click();
    await shellPage.goTo('becalmed');
    await slot.waitForText('becalmed 1.0.0');
  });

  it('that is slow can be left and reopened, and is then used as it is', async () => {
    const slot = new PluginSlot('tardy');
    await shellPage.goTo('tardy');
    await browser.waitUntil(() => browser.execute(() => 'letTardyArrive' in window));
    await othersWorkOn();
    await shellPage.goTo('tardy');
    await browser.execute(() => (window as unknown as { letTardyArrive(): void }).letTardyArrive());
    await slot.waitForText('tardy 1.0.0');
    expect(await browser.execute(() => (window as unknown as { tardy: string[] }).tardy)).toEqual(['mount']);
  });

  it('that loads after its page was left is unmounted, and shows nothing over another page', async () => {
    await othersWorkOn();
    const slot = new PluginSlot('tardy');
    await shellPage.goTo('tardy');
    const stages = () => browser.execute(() => (window as unknown as { tardy: string[] }).tardy);
    await browser.waitUntil(async () => (await stages()).length === 3);
    await othersWorkOn();
    await browser.execute(() => (window as unknown as { letTardyArrive(): void }).letTardyArrive());
    await browser.waitUntil(async () => (await stages()).join() === 'mount,unmount,mount,unmount');
    await expect(slot.element).not.toBeExisting();
    await expect($('h1=Packages')).toBeDisplayed();
  });

  it('whose screen’s chunk fails is logged and classified, and Retry shows the screen [mfe-09]', async () => {
    const slot = new PluginSlot('cargo');
    const injection = proxy.inject(/\/ui\/plugins\/cargo\/.*hold\.js/, { kind: 'status', status: 404 });
    await shellPage.goTo('cargo');
    await slot.retry.waitForDisplayed();
    await log.waitFor('Could not fetch microfrontend application: cargo');
    await othersWorkOn();
    await isClassed('cargo', 'Failed', 'http', /hold\.js.*404/);
    await shellPage.goTo('cargo');
    await slot.retry.waitForDisplayed();
    injection.heal();
    await slot.retry.click();
    await slot.waitForText('cargo 1.0.0');
    expect(await shellPage.isMarked()).toBe(true);
  });

  it('gets a ChunkLoadError for a chunk that fails or times out [mfe-09]', async () => {
    const slot = new PluginSlot('reporter');
    const chunk = /\/ui\/plugins\/reporter\/.*news\.js/;
    for (const kind of ['reset', 'held'] as const) {
      const injection = proxy.inject(chunk, { kind });
      await shellPage.goTo('reporter');
      await slot.waitForText('ChunkLoadError');
      injection.heal();
      await othersWorkOn();
    }
    await shellPage.goTo('reporter');
    await slot.waitForText('reporter 1.0.0');
  });
});
