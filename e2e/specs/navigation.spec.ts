import { Key } from 'webdriverio';
import { packageListPage } from '../pages/PackageListPage.ts';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

/** A form that is never saved. */
const ledger: PluginSource = {
  specifier: '@lading/plugin-ledger',
  mount: `const heading = document.createElement('h1');
    heading.textContent = 'Ledger';
    const input = document.createElement('input');
    input.id = 'entry';
    props.domElement.append(heading, input);
    const stand = props.shell.navigation.block(() => input.value ? 'The entry is not saved.' : undefined);
    props.shell.signal.addEventListener('abort', stand);`,
};
const harbour: PluginSource = { specifier: '@lading/plugin-harbour' };
const broken: PluginSource = {
  specifier: '@lading/plugin-broken',
  evaluate: `throw new Error('The hold is empty');`,
};
const all = [ledger, harbour, broken];

describe('the console has one navigation, and the URL always matches the page', () => {
  let platform: Platform;
  const entry = () => $('#entry');
  const dialog = () => $('dialog[open]');
  const place = async () => {
    const { pathname, search, hash } = new URL(await browser.getUrl());
    return pathname + search + hash;
  };
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, all);
    npm.remove();
    writeOperatorMap(platform.home, mapOf(all));
    await signInPage.openAsAdmin(platform);
  });

  after(() => platform?.stop());

  for (const [how, leave] of [
    ['a link of the frame', () => shellPage.menuItem('Packages').click()],
    ['the button back', () => browser.back()],
    ['a raw pushState', () => shellPage.push('/harbour')],
  ] as const) {
    it(`asks before typed values are lost by ${how}, and stays or leaves as selected`, async () => {
      await open('/packages');
      await packageListPage.heading.waitForDisplayed();
      await shellPage.goTo('harbour');
      await new PluginSlot('harbour').waitForState('mounted');
      await shellPage.goTo('ledger');
      await new PluginSlot('ledger').waitForState('mounted');
      await entry().setValue('forty barrels');
      await leave();
      await dialog().waitForDisplayed();
      await expect(dialog()).toHaveText(expect.stringContaining('The entry is not saved.'));
      await dialog().$('button=Cancel').click();
      await dialog().waitForExist({ reverse: true });
      expect(await place()).toBe('/ui/ledger');
      await expect(entry()).toHaveValue('forty barrels');

      await leave();
      await dialog().waitForDisplayed();
      await dialog().$('button=Leave').click();
      await browser.waitUntil(async () => (await place()) !== '/ui/ledger');
      await expect(entry()).not.toBeExisting();
    });
  }

  it('goes back and forward at any speed, and ends at the page of the URL', async () => {
    await open('/packages');
    await packageListPage.heading.waitForDisplayed();
    for (let turn = 0; turn < 3; turn += 1) {
      await shellPage.goTo('harbour');
      await shellPage.goTo('ledger');
    }
    await browser.execute(() => {
      for (const step of [-1, -1, 1, -1, 1]) history.go(step);
    });
    await browser.execute(() => {
      for (const path of ['/ui/harbour', '/ui/packages', '/ui/harbour']) history.pushState({}, '', path);
    });
    await browser.waitUntil(async () => (await place()) === '/ui/harbour');
    await new PluginSlot('harbour').waitForText('harbour 1.0.0');
    await expect(packageListPage.heading).not.toBeDisplayed();
  });

  it('redirects unknown paths to /404, and those of a failed plugin to its error [mfe-11]', async () => {
    await open('/nothing/here');
    await $('h1=Page not found').waitForDisplayed();
    expect(await place()).toBe('/ui/404');
    await open('/broken');
    const slot = new PluginSlot('broken');
    await slot.waitForState('failed');
    await expect(slot.element).toHaveText(expect.stringContaining('The hold is empty'));
    expect(await place()).toBe('/ui/broken');
  });

  it('names each page in the title and puts the focus on its heading [shell-11]', async () => {
    await open('/packages');
    await packageListPage.heading.waitForDisplayed();
    await expect(browser).toHaveTitle(expect.stringMatching(/^Packages\b.+/));
    await shellPage.goTo('ledger');
    await new PluginSlot('ledger').waitForState('mounted');
    await expect(browser).toHaveTitle(expect.stringMatching(/^The ledger\b.+/));
    await waitForFocus('[data-plugin="ledger"] h1');
  });

  it('opens a link in a separate tab', async () => {
    await open('/packages?plugins=true');
    const link = packageListPage.row('@lading/plugin-packages');
    await link.waitForDisplayed();
    const here = await browser.getWindowHandle();
    await browser.action('key').down(Key.Ctrl).perform(true);
    await link.click();
    await browser.action('key').up(Key.Ctrl).perform();
    await browser.waitUntil(async () => (await browser.getWindowHandles()).length === 2);
    expect(await place()).toBe('/ui/packages?plugins=true');
    const tabs = await browser.getWindowHandles();
    await browser.switchToWindow(tabs.find((handle) => handle !== here) ?? here);
    await $('h1=@lading/plugin-packages').waitForDisplayed();
    await browser.closeWindow();
    await browser.switchToWindow(here);
  });

  it('opens the search from anywhere with the key /', async () => {
    await open('/harbour');
    await new PluginSlot('harbour').waitForState('mounted');
    await shellPage.press('/');
    await waitForFocus('input[type="search"]');
    await browser.keys([...'plugin-auth', 'Enter']);
    await packageListPage.row('@lading/plugin-auth').waitForDisplayed();
    expect(await place()).toBe('/ui/packages?query=plugin-auth');
  });
});
