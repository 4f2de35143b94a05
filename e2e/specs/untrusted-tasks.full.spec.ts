import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { packageListPage } from '../pages/PackageListPage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { exportedCsv } from '../support/exportedCsv.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, publishPlugins, writeOperatorMap } from '../support/plugins.ts';
import { distrust } from '../support/untrusted.ts';
import { fog, tide } from '../support/untrustedTasks.ts';

describe('columns and commands of untrusted plugins', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    const publisher = new NpmClient(platform, 'plugins-local');
    await publishPlugins(publisher, [tide, fog]);
    publisher.remove();
    writeOperatorMap(platform.home, mapOf([tide]));
    await distrust(platform, [tide, fog]);
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'left-hand', version: '1.0.0' });
    await npm.publish({ name: 'right-hand', version: '2.0.0' });
    await signInPage.openAsAdmin(platform);
    await packageListPage.heading.waitForDisplayed();
  });
  beforeEach(() => browser.setViewport({ width: 1440, height: 900 }));
  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const evaluated = () => browser.execute(() => document.documentElement.dataset.evaluated);
  /** Runs a command by the palette. */
  async function command(label: string): Promise<void> {
    await shellPage.press('Control', 'k');
    await $('.lading-palette input').waitForDisplayed();
    await browser.keys([...label]);
    await $(`[role="option"][aria-selected="true"][aria-label^="${label}"]`).waitForDisplayed();
    await browser.keys('Enter');
  }

  describe('columns', () => {
    it('are in the package list, without a frame that is seen', async () => {
      await open('/packages');
      await $('a=level of left-hand').waitForDisplayed();
      await expect($('a=level of right-hand')).toHaveAttribute('href', '/ui/tide');
      expect(await layoutShifts()).toEqual([]);
      expect(await evaluated()).toBeFalsy();
      expect(await $('iframe[src*="/frames/tide/"]').getSize()).toMatchObject({ height: 0 });
      expect(await faults()).toEqual([]);
      expect(await tooWide()).toEqual([]);
    });

    it('lead to pages of the plugin', async () => {
      await open('/packages');
      await $('a=level of left-hand').waitForDisplayed();
      await $('a=level of left-hand').click();
      await expect(browser).toHaveUrl(`${platform.origin}/ui/tide`);
    });

    it('are in the versions of a package, where unknown does not look like none', async () => {
      await open('/packages/npm:%2F%2Fleft-hand?tab=versions');
      await $('[role="row"]*=1.0.0').$('span=Unknown').waitForDisplayed();
    });

    it('get no rows while they are hidden', async () => {
      await browser.setViewport({ width: 1024, height: 900 });
      await open('/packages');
      await packageListPage.row('left-hand').waitForDisplayed();
      await $('button=Columns').click();
      await $('label=Level').waitForDisplayed();
      await expect($('iframe')).not.toBeExisting();
      await $('label=Level').click();
      await $('a=level of left-hand').waitForExist();
      await $('button=Reset').click();
    });

    it('sort and are exported where the table has all its rows', async () => {
      await open('/admin/repositories/local');
      await $('button=Fathoms').waitForClickable();
      const lengths = async () => {
        const cells = await $$('[role="gridcell"]*=fathoms').map((cell) => cell.getText());
        return cells.map((cell) => Number.parseInt(cell, 10));
      };
      await $('button=Fathoms').click();
      await browser.waitUntil(async () => {
        const found = await lengths();
        return found.length > 3 && found.every((one, at) => at === 0 || one >= (found[at - 1] ?? 0));
      });
      const shortest = await $('[role="rowgroup"]:last-child [role="row"] a').getText();
      await $('button=Columns').click();
      await $('label=Level').click();
      const [head = '', first = ''] = await exportedCsv();
      expect(head).toMatch(/,tide\/tide\.depth$/);
      expect(first.split(',').at(-1)).toBe(String(shortest.length));
      await $('button=Reset').click();
    });

    it('that fail name the plugin, and leave the table usable', async () => {
      await open('/admin/repositories/local');
      const row = $('[role="row"]*=npm-local');
      const retry = row.$('button[aria-label*="Failed to load Level: lading-plugin-tide 1.2.0: no gauge"]');
      await retry.waitForDisplayed();
      await retry.click();
      await retry.waitForEnabled();
      expect(await faults()).toEqual([]);
      await diagnosticsPage.go();
      await expect($('td*=tide.repositories: lading-plugin-tide 1.2.0: no gauge')).toBeDisplayed();
    });
  });

  describe('commands', () => {
    it('run in a frame that is not seen, and ask, notify, and open pages of their plugin', async () => {
      await open('/packages');
      await packageListPage.row('left-hand').waitForDisplayed();
      await command('Sail to the harbor');
      const dialog = $('dialog[open]');
      await dialog.waitForDisplayed();
      await expect(dialog).toHaveText(expect.stringContaining('tide: Sail'));
      expect(await faults()).toEqual([]);
      await dialog.$('button=Cast off').click();
      await $('*=tide: Sailed past true and PLUGIN_CALL_DENIED, saw nothing').waitForDisplayed();
      await browser.waitUntil(async () => (await browser.getUrl()) === `${platform.origin}/ui/tide`);
      expect(await evaluated()).toBeFalsy();
    });

    it('do not take shortcuts of the console', async () => {
      await open('/repos/tree');
      await $('h1').waitForDisplayed();
      await shellPage.press('Control', 'k');
      const option = $('[role="option"][aria-label^="Sail to the harbor"]');
      await option.waitForDisplayed();
      await expect(option.$('kbd')).not.toBeExisting();
      await browser.keys('Escape');
    });

    it('that fail say so, with the plugin, and are failures of it', async () => {
      await open('/packages');
      await packageListPage.row('left-hand').waitForDisplayed();
      await command('Drift');
      await $('*=“Drift” failed: lading-plugin-tide 1.2.0: no wind').waitForDisplayed();
      await diagnosticsPage.go();
      await expect($('td*=tide.drift: lading-plugin-tide 1.2.0: no wind')).toBeDisplayed();
    });

    it('that never end are given up', async () => {
      await open('/packages');
      await packageListPage.row('left-hand').waitForDisplayed();
      await command('Wait for wind');
      const late = '*=“Wait for wind” failed: lading-plugin-tide 1.2.0: the command took longer than 30 s';
      await $(late).waitForDisplayed({ timeout: 45_000 });
    });
  });

  describe('that misbehave', () => {
    before(() => writeOperatorMap(platform.home, mapOf([tide, fog])));

    it('fail alone, after a while, and cannot draw in the table or link elsewhere', async () => {
      await open('/packages');
      const row = $('[role="row"]*=right-hand');
      await row.$('.//span[contains(., "onerror=alert(1)")]').waitForDisplayed();
      await $('a=level of right-hand').waitForDisplayed();
      const lost = 'Failed to load Lost: lading-plugin-fog 1.0.0: the column took longer than 25 s';
      await row.$(`button[aria-label*="${lost}"]`).waitForDisplayed({ timeout: 45_000 });
      await expect($('a=level of right-hand')).toBeDisplayed();
    });

    it('cannot read what the user types', async () => {
      await open('/packages/npm:%2F%2Fleft-hand?tab=versions');
      const search = $('.lading-searchbox input');
      await search.waitForDisplayed();
      await search.click();
      await $('button[aria-label*="takes the focus from fields of the page"]').waitForDisplayed();
      await browser.keys([...'secret']);
      await expect(search).toHaveValue('secret');
    });
  });
});
