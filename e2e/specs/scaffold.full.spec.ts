import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { Author } from '../support/author.ts';
import { NpmClient } from '../support/npm.ts';
import { freePort, type Platform, startPlatform } from '../support/platform.ts';
import { writeOperatorMap } from '../support/plugins.ts';
import { violations, watchViolations } from '../support/violations.ts';

describe('a third-party plugin, created by the scaffold outside of the workspaces', () => {
  const author = new Author('tide');
  const slot = new PluginSlot('tide');
  let platform: Platform | undefined;

  before(() => author.create());
  afterEach(() => platform?.stop());
  after(() => author.remove());

  it('is built with kit only, published with npm, and loaded by the import map [mfe-01]', async () => {
    platform = await startPlatform();
    await author.kit('pack');
    const npm = new NpmClient(platform, 'plugins-local');
    await npm.npm(author.folder, ['publish', './build/lading-plugin-tide-0.1.0.tgz']);
    npm.remove();
    writeOperatorMap(platform.home, { 'lading-plugin-tide': '/ui/plugins/tide/0.1.0/plugin.js' });
    const map = async () => (await fetch(`${platform?.origin}/ui/importmap.json`)).text();
    await browser.waitUntil(async () => (await map()).includes('"lading-plugin-tide"'));
    await watchViolations();
    await signInPage.openAsAdmin(platform);
    await shellPage.menuItem('Tide').click();
    await slot.waitForText('npm-local');
    expect(await violations()).toEqual([]);
  });

  it('shows a change immediately in the running console during development, without a reload', async () => {
    const port = String(await freePort());
    platform = await startPlatform({ LADING_DEV_ORIGIN: `http://localhost:${port}` });
    const words = ['dev', '--port', port, '--home', platform.home];
    const server = await author.start(words, 'is served at');
    try {
      await signInPage.openAsAdmin(platform);
      await shellPage.menuItem('Tide').click();
      await slot.waitForText('npm-local');
      await expect(slot.heading).toHaveText('Tide');
      await shellPage.mark();
      const screen = join(author.folder, 'src/list/RepositoryListPage.tsx');
      const text = readFileSync(screen, 'utf8');
      writeFileSync(screen, text.replace('heading="Tide"', 'heading="Tide and ebb"'));
      await expect(slot.heading).toHaveText('Tide and ebb');
      await expect(slot.element).toHaveText(expect.stringContaining('npm-local'));
      expect(await shellPage.isMarked()).toBe(true);
    } finally {
      await server.stop();
    }
    expect(readFileSync(join(platform.home, 'importmap.json'), 'utf8')).not.toContain('localhost');
  });
});
