import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { packageListPage } from '../pages/PackageListPage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { exportedCsv } from '../support/exportedCsv.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';
import { ebb, tideContributions } from '../support/tidePlugin.ts';

const tide: PluginSource = { specifier: 'lading-plugin-tide', version: '1.2.0', ...tideContributions };

describe('what a plugin adds to pages of the console', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    const publisher = new NpmClient(platform, 'plugins-local');
    await publishPlugins(publisher, [tide, ebb]);
    publisher.remove();
    writeOperatorMap(platform.home, mapOf([tide, ebb]));
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'left-hand', version: '1.0.0' });
    await npm.publish({ name: 'right-hand', version: '2.0.0' });
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    for (const name of ['deep/a.json', 'deep/b.txt']) {
      const url = `${platform.origin}/artifactory/generic-local/${name}`;
      await fetch(url, { method: 'PUT', headers: { authorization }, body: name });
    }
    await signInPage.openAsAdmin(platform);
    await packageListPage.heading.waitForDisplayed();
  });

  beforeEach(() => browser.setViewport({ width: 1440, height: 900 }));

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  /** How often the plugin was asked for the values of a column since the page was loaded. */
  const calls = (column: string) =>
    browser.execute((id) => Number(document.documentElement.dataset[id] ?? 0), column);

  describe('columns', () => {
    it('are in the package list, with one call for all rows', async () => {
      await open('/packages');
      await packageListPage.title('Level').waitForExist({ reverse: true });
      await $('[role="columnheader"]*=Level').waitForDisplayed();
      await $('a=level of left-hand').waitForDisplayed();
      const hidden = await browser.execute(() => {
        const grid = document.querySelector('.ld-table__scroller') as HTMLElement;
        return grid.scrollWidth - grid.clientWidth;
      });
      expect(hidden).toBe(0);
      await expect($('a=level of right-hand')).toHaveAttribute('href', '/ui/tide');
      expect(await calls('tidePackages')).toBe(1);
      expect(await faults()).toEqual([]);
      expect(await tooWide()).toEqual([]);
    });

    it('are in the versions of a package, where unknown does not look like none', async () => {
      await open('/packages/npm:%2F%2Fleft-hand?tab=versions');
      await $('[role="row"]*=1.0.0').$('span=Unknown').waitForDisplayed();
    });

    it('leave room in narrow windows until the user shows them', async () => {
      await browser.setViewport({ width: 1024, height: 900 });
      await open('/packages');
      await packageListPage.row('left-hand').waitForDisplayed();
      await expect($('a=level of left-hand')).not.toBeExisting();
      expect(await calls('tidePackages')).toBe(0);
      await $('button=Columns').click();
      await $('label=Level').click();
      await $('a=level of left-hand').waitForExist();
      await expect($('button[aria-label="Actions for left-hand"]')).toBeClickable();
      await $('button=Reset').click();
      await browser.setViewport({ width: 390, height: 844 });
      await expect($('a=level of left-hand')).not.toBeDisplayed();
    });

    it('sort and are exported where the table has all its rows', async () => {
      await open('/admin/repositories/local');
      const lengths = async () => {
        const cells = await $$('[role="gridcell"]*=fathoms').map((cell) => cell.getText());
        return cells.map((cell) => Number.parseInt(cell, 10));
      };
      await $('[role="columnheader"]').$('button=Fathoms').waitForExist({ reverse: true });
      await $('button=Fathoms').waitForClickable();
      await $('button=Fathoms').click();
      const isSorted = async (sign: number) => {
        const found = await lengths();
        return (
          found.length > 3 && found.every((one, at) => at === 0 || sign * (one - (found[at - 1] ?? 0)) >= 0)
        );
      };
      await browser.waitUntil(() => isSorted(1));
      await $('button=Fathoms').click();
      await browser.waitUntil(() => isSorted(-1));
      expect(await faults()).toEqual([]);
      await browser.refresh();
      await $('[role="columnheader"][aria-sort="descending"]').$('button=Fathoms').waitForDisplayed();
      await browser.waitUntil(() => isSorted(-1));
      const longest = await $('[role="rowgroup"]:last-child [role="row"] a').getText();
      // The failing column is part of the list as well, so that nothing is saved while it is shown.
      await $('button=Columns').click();
      await $('label=Level').click();
      const [head = '', first = ''] = await exportedCsv();
      expect(head).toBe('key,type,packageType,description,project,url,tide/tide.depth');
      expect([first.split(',')[0], first.split(',').at(-1)]).toEqual([longest, String(longest.length)]);
      await $('button=Reset').click();
    });

    it('have no sort control where the server pages the rows', async () => {
      await open('/packages');
      await $('[role="columnheader"]*=Level').waitForDisplayed();
      await expect($('button=Level')).not.toBeExisting();
      await expect($('a[aria-label="Download list as CSV"]')).toBeExisting();
    });

    it('that fail leave the table usable, and are failures of the plugin in its version', async () => {
      await open('/admin/repositories/local');
      const row = $('[role="row"]*=npm-local');
      await row.$('button[aria-label*="no gauge"]').waitForDisplayed();
      expect(await faults()).toEqual([]);
      await row.$('a=npm-local').click();
      await $('h1*=npm-local').waitForDisplayed();
      await diagnosticsPage.go();
      const cells = await diagnosticsPage.cells('tide');
      expect(cells[1]).toBe('1.2.0');
      await expect($('td*=tide.repositories: no gauge')).toBeDisplayed();
      await expect(diagnosticsPage.past).toHaveText(expect.stringContaining('tide 1.2.0'));
    });
  });

  describe('row actions', () => {
    const openMenu = async (name: string) => {
      await $(`button[aria-label="Actions for ${name}"]`).waitForClickable();
      await $(`button[aria-label="Actions for ${name}"]`).click();
      await $('[role="menu"]').waitForDisplayed();
    };

    it('run with the row and the shell of their plugin', async () => {
      await open('/packages');
      await openMenu('left-hand');
      expect(await faults()).toEqual([]);
      await $('[role="menuitem"]*=Measure').click();
      await $('*=Measured npm://left-hand').waitForDisplayed();
      // The columns of the row are loaded again.
      await browser.waitUntil(async () => (await calls('tidePackages')) === 2);
      const stored = await browser.execute(() => Object.keys({ ...localStorage }).join(' '));
      expect(stored).toContain('plugin.tide');
    });

    it('are offered only for rows that suit, and reachable by keyboard', async () => {
      await open('/packages');
      await $('button[aria-label="Actions for right-hand"]').waitForClickable();
      await browser.execute(() => {
        document.querySelector<HTMLElement>('button[aria-label="Actions for right-hand"]')?.focus();
      });
      await browser.keys(['Enter']);
      await $('[role="menuitem"]*=Sink').waitForDisplayed();
      await expect($('[role="menuitem"]*=Measure')).not.toBeExisting();
      await browser.keys(['Escape']);
      await $('[role="menu"]').waitForExist({ reverse: true });
      await expect($('button[aria-label="Actions for right-hand"]')).toBeFocused();
    });

    it('that fail are notifications, and failures of the plugin', async () => {
      await open('/packages');
      await openMenu('right-hand');
      await $('[role="menuitem"]*=Sink').click();
      await $('*=Sink failed: no anchor (plugin tide)').waitForDisplayed();
      await packageListPage.row('right-hand').waitForDisplayed();
      await diagnosticsPage.go();
      await expect($('td*=tide.sink: no anchor')).toBeDisplayed();
    });

    it('that never end are given up, and leave those of other plugins usable', async () => {
      await open('/packages');
      await openMenu('right-hand');
      await $('[role="menuitem"]*=Wait for ebb').click();
      await $('[role="menu"]').waitForExist({ reverse: true });
      await openMenu('right-hand');
      await expect($('[role="menuitem"]*=Wait for ebb')).toHaveAttribute('aria-disabled', 'true');
      expect(await faults()).toEqual([]);
      await $('[role="menuitem"]*=Greet').click();
      await $('*=Ahoy right-hand').waitForDisplayed();
      const late = '*=Wait for ebb failed: it has not finished after 60 s';
      await $(late).waitForDisplayed({ timeout: 75_000 });
      await openMenu('right-hand');
      await expect($('[role="menuitem"]*=Wait for ebb')).not.toHaveAttribute('aria-disabled', 'true');
      await browser.keys(['Escape']);
    });

    it('are at hand on a phone', async () => {
      await browser.setViewport({ width: 390, height: 844 });
      await open('/packages');
      await openMenu('left-hand');
      expect(await tooWide()).toEqual([]);
      await browser.keys(['Escape']);
    });
  });

  describe('tabs', () => {
    it('are at files and folders, have a URL, and load when they are opened', async () => {
      await open('/repos/tree/General/generic-local/deep/b.txt');
      await $('[role="tab"]=Depth').waitForClickable();
      await expect($('[role="tab"]=Wreck')).not.toBeExisting();
      const loaded = () => browser.execute(() => document.documentElement.dataset.tideDepth);
      expect(await loaded()).toBeFalsy();
      await $('[role="tab"]=Depth').click();
      await $('p=Depth of the file deep/b.txt').waitForDisplayed();
      expect(await faults()).toEqual([]);
      const stored = await browser.execute(() => Object.keys({ ...localStorage }).join(' '));
      expect(stored).toContain('plugin.tide');
      await browser.refresh();
      await $('p=Depth of the file deep/b.txt').waitForDisplayed();
      await open('/repos/tree/General/generic-local/deep');
      await $('[role="tab"]=General').waitForDisplayed();
      await $('[role="grid"]').$('=a.json').waitForDisplayed();
      expect(await tooWide()).toEqual([]);
      await $('[role="tab"]=Depth').click();
      await $('p=Depth of the folder deep').waitForDisplayed();
    });

    it('that stop leave the other tabs usable, and are failures of the plugin', async () => {
      await open('/repos/tree/tide.wreck/generic-local/deep/a.json');
      await $('[role="alert"]*=run aground').waitForDisplayed();
      await $('[role="tab"]=Checksums').click();
      await $('dt=sha256').waitForDisplayed();
      await diagnosticsPage.go();
      await expect($('td*=tide.wreck: run aground')).toBeDisplayed();
    });

    it('are at versions', async () => {
      await open('/packages/npm:%2F%2Fleft-hand/1.0.0?tab=tide.harbor');
      await $('p=Harbor of left-hand 1.0.0').waitForDisplayed();
    });
  });

  describe('icons and titles', () => {
    /** Whether an element that matches has the icon of the plugin. */
    const waves = (selector: string) =>
      browser.execute(
        (of) => document.querySelector(`${of} path`)?.getAttribute('d') === 'M2 10h20v2H2z',
        selector,
      );

    it('has its own icons at its menu item, tabs, and actions', async () => {
      await open('/packages');
      await shellPage.menuItem('The tide').waitForDisplayed();
      expect(await waves('a[href="/ui/tide"]')).toBe(true);
      await $('button[aria-label="Actions for left-hand"]').waitForClickable();
      await $('button[aria-label="Actions for left-hand"]').click();
      await $('[role="menuitem"]*=Measure').waitForDisplayed();
      expect(await waves('[role="menuitem"]')).toBe(true);
      await open('/repos/tree/General/generic-local/deep/b.txt');
      const tab = $('[role="tab"]*=Depth');
      await tab.waitForDisplayed();
      expect(await waves('[role="tab"]:last-child')).toBe(true);
      const { width, color, fill } = await browser.execute(() => {
        const svg = document.querySelector('[role="tab"] svg') as SVGElement;
        const { color: text } = getComputedStyle(svg.parentElement as Element);
        return { width: svg.clientWidth, color: text, fill: getComputedStyle(svg).fill };
      });
      expect([width, fill]).toEqual([16, color]);
    });

    it('has a title from its data, which ends with its page', async () => {
      await open('/tide');
      await browser.waitUntil(async () => (await browser.getTitle()).startsWith('Harbor 7 · The tide'));
      await shellPage.menuItem('Packages').click();
      await browser.waitUntil(async () => (await browser.getTitle()).startsWith('Packages'));
    });
  });
});
