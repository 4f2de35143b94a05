import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

const pack = { language: 'de', name: 'Deutsch' };
const texts = {
  'packages.title': 'Pakete',
  'packages.list.heading': 'Pakete',
  'shell.header.language': 'Sprache',
};
/** A plugin without screens. Its texts are in a separate file. */
const german: PluginSource = {
  specifier: '@acme/lading-plugin-german',
  entry: `System.register([], (give, context) => ({
    execute() {
      const texts = () => context.import('./chunks/de.js').then((module) => module.texts);
      const extensions = { languagePacks: [{ ...${JSON.stringify(pack)}, texts }] };
      const nothing = async () => {};
      const definition = { name: 'german', version: '1.0.0', contract: '1.x', extensions };
      give({ default: definition, bootstrap: nothing, mount: nothing, unmount: nothing });
    },
  }));`,
  files: {
    'chunks/de.js': `System.register([], (give) => ({ execute() { give('texts', ${JSON.stringify(texts)}); } }));`,
  },
  contributions: {
    ...{ routes: [], menuItems: [], lifecycles: undefined },
    extensions: { languagePacks: [{ ...pack, texts: { $ref: 'extensions/languagePacks/0/texts' } }] },
  },
};

describe('a language pack', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [german]);
    npm.remove();
    writeOperatorMap(platform.home, mapOf([german]));
    await signInPage.openAsAdmin(platform, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
  });

  after(() => platform?.stop());

  const fetched = () =>
    browser.execute(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/chunks/de.js')),
    );

  it('adds a language, which is loaded when selected, and stored', async () => {
    expect(await fetched()).toBe(false);
    await $('button[aria-label^="User "]').click();
    await $('//*[starts-with(@role, "menuitem")][contains(., "Deutsch")]').click();
    await $('h1=Pakete').waitForDisplayed();
    expect(await browser.execute(() => document.documentElement.lang)).toBe('de');
    await browser.refresh();
    await $('h1=Pakete').waitForDisplayed();
    await $('button[aria-label^="User "]').click();
    await $('//*[starts-with(@role, "menuitem")][contains(., "Deutsch")]').waitForDisplayed();
    await browser.keys(['Escape']);
  });

  it('is in the command palette, too', async () => {
    await shellPage.press('Control', 'k');
    await $('dialog[open] [role="combobox"]').waitForDisplayed();
    await browser.keys([...'Deutsch']);
    await $('[role="option"][aria-label*="Deutsch"]').waitForDisplayed();
  });
});
