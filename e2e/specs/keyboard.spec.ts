import { packageListPage } from '../pages/PackageListPage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const PALETTE = '[role="combobox"][aria-label="Find a page, a package, a setting, or an action"]';
const TEA_CHEST = '/ui/packages/npm%3A%2F%2Ftea-chest';

/** The main tasks without a mouse: this file contains no click. */
describe('the console by keyboard only', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'tea-chest', version: '1.0.0' }, { 'README.md': '# Tea chest\n' });
    npm.remove();
  });

  after(() => platform?.stop());

  const type = (text: string) => browser.keys([...text]);
  const at = async (path: string) => browser.waitUntil(async () => (await browser.getUrl()).includes(path));

  it('signs in, finds a package, opens a version, goes back, and signs out', async () => {
    await signInPage.open(platform, '/ui/packages');
    await waitForFocus('input[name="username"]');
    await type('admin');
    await browser.keys(['Tab']);
    await type(platform.password);
    await browser.keys(['Enter']);
    await $('h1=Packages').waitForDisplayed();

    await shellPage.press('Control', 'k');
    await waitForFocus(PALETTE);
    await type('tea-chest');
    await $('[role="option"][aria-label="Search for “tea-chest” in Packages"]').waitForDisplayed();
    await browser.waitUntil(async () => {
      const chosen = await $('[role="option"][aria-selected="true"]').getAttribute('aria-label');
      if (chosen === 'Search for “tea-chest” in Packages') return true;
      await browser.keys(['ArrowUp']);
      return false;
    });
    await browser.keys(['Enter']);
    await at('/ui/packages?query=tea-chest');

    // Wait until the previous list, which also contains it, is gone.
    await expect(packageListPage.count).toHaveText('1 package');
    await tabTo('[role="gridcell"] a[href*="tea-chest"]');
    await browser.keys(['Enter']);
    await at(TEA_CHEST);
    await waitForFocus('h1');

    await tabTo('[role="tab"]');
    await browser.keys(['ArrowRight', 'Enter']);
    await $('[role="row"] a[href*="1.0.0"]').waitForDisplayed();
    await tabTo('a[href$="/1.0.0"]');
    await browser.keys(['Enter']);
    await at(`${TEA_CHEST}/1.0.0`);
    await $('h1=tea-chest 1.0.0').waitForDisplayed();
    await waitForFocus('h1');

    await browser.keys(['Alt', 'ArrowLeft']);
    if ((await browser.getUrl()).endsWith('/1.0.0')) await browser.back();
    await $('h1=tea-chest').waitForDisplayed();
    await waitForFocus('h1');

    // Recently viewed packages are offered.
    await shellPage.press('Control', 'k');
    await waitForFocus(PALETTE);
    await $('[role="option"][aria-label^="tea-chest 1.0.0"]').waitForDisplayed();
    await type('logout');
    await $('[role="option"][aria-selected="true"][aria-label^="Logout"]').waitForDisplayed();
    await browser.keys(['Enter']);
    await waitForFocus('input[name="username"]');
  });

  it('opens pages with g and a letter, the shortcuts with ?, and the search box with /', async () => {
    await browser.deleteCookies();
    await signInPage.open(platform, '/ui/packages');
    await waitForFocus('input[name="username"]');
    await type('admin');
    await browser.keys(['Tab']);
    await type(platform.password);
    await browser.keys(['Enter']);
    await $('h1=Packages').waitForDisplayed();
    await type('gd');
    await at('/ui/diagnostics');
    await waitForFocus('h1');
    await type('gp');
    await at('/ui/packages');
    await waitForFocus('h1');
    await type('/');
    await waitForFocus('.lading-searchbox input');
    await type('g?');
    expect(await $('.lading-searchbox input').getValue()).toBe('g?');
    await tabTo('main button');
    await type('?');
    await $('dialog[open]').waitForDisplayed();
    await tabTo('button[aria-label="Change the shortcut for Search box"]');
    await browser.keys(['Enter']);
    await type('zs');
    await browser.keys(['Enter']);
    await $('button[aria-label="Reset the shortcut for Search box"]').waitForDisplayed();
    await browser.keys(['Escape']);
    await $('dialog[open]').waitForExist({ reverse: true });
    await type('zs');
    await waitForFocus('.lading-searchbox input');
  });
});
