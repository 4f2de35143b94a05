import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { BrowserLog } from '../support/browserLog.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, textOf, writeOperatorMap } from '../support/plugins.ts';

const files = { 'plugin.css': '[data-plugin] h1 { letter-spacing: 3px }' };

/** Its entry requires the stylesheet. */
const styled: PluginSource = {
  specifier: '@lading/plugin-styled',
  imports: ['./plugin.css'],
  files,
};
/** Loads the stylesheet itself and shows the error code. */
const dressing: PluginSource = {
  specifier: '@lading/plugin-dressing',
  files,
  mount: `props.domElement.textContent = await load('plugin.css').then(() => 'dressed', (error) => error.code);`,
};

describe('a stylesheet that fails to load', () => {
  let platform: Platform;
  let proxy: FaultProxy;
  let npm: NpmClient;
  let log: BrowserLog;

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
    npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [styled, dressing]);
    writeOperatorMap(platform.home, mapOf([styled, dressing]));
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

  it('prevents its plugin from being shown, until Retry loads both [mfe-09]', async () => {
    const slot = new PluginSlot('styled');
    const injection = proxy.inject(/\/ui\/plugins\/styled\/.*\.css$/, { kind: 'status', status: 503 });
    await shellPage.goTo('styled');
    await slot.waitForState('failed');
    await log.waitFor('Could not fetch microfrontend application: styled');
    await expect(slot.element).not.toHaveText(expect.stringContaining('CSS_CHUNK_LOAD_FAILED'));
    injection.heal();
    await slot.retry.click();
    await slot.waitForText(textOf(styled));
    await expect($('link[rel="stylesheet"][href*="/styled/"]')).toExist();
    expect(await shellPage.isMarked()).toBe(true);
  });

  it('reports the code CSS_CHUNK_LOAD_FAILED [mfe-09]', async () => {
    const injection = proxy.inject(/\/ui\/plugins\/dressing\/.*\.css$/, { kind: 'html' });
    await shellPage.goTo('dressing');
    await new PluginSlot('dressing').waitForText('CSS_CHUNK_LOAD_FAILED');
    injection.heal();
    await shellPage.goTo('styled');
    await new PluginSlot('styled').waitForText(textOf(styled));
    await shellPage.goTo('dressing');
    await new PluginSlot('dressing').waitForText('dressed');
  });
});
