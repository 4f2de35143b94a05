import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { addAxe, faults, tooWide } from '../support/axe.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, publishPlugins, writeOperatorMap } from '../support/plugins.ts';
import { distrust } from '../support/untrusted.ts';
import { OUTCOMES, squall, storm, tide } from '../support/untrustedParts.ts';

/** What administrators see of plugins in browsers. */
interface Health {
  plugins: { plugin: string; version: string; failures: { class: string; message: string }[] }[];
}

describe('parts of untrusted plugins', () => {
  let platform: Platform;
  let npm: NpmClient;
  const admin = () => `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const widget = (name: string) => $(`//section[.//h2[normalize-space()="${name}"]]`);

  const searchField = () => $('.lading-searchbox input');

  before(async () => {
    platform = await startPlatform();
    const publisher = new NpmClient(platform, 'plugins-local');
    await publishPlugins(publisher, [tide, storm, squall]);
    publisher.remove();
    // Chromium can place later frames in the process of one that floods: the storm comes last.
    writeOperatorMap(platform.home, mapOf([tide]));
    await distrust(platform, [tide, storm, squall]);
    npm = new NpmClient(platform, 'npm-local');
    for (const name of ['left-hand', 'right-hand']) await npm.publish({ name, version: '1.0.0' });
    const url = `${platform.origin}/artifactory/generic-local/deep/b.txt`;
    await fetch(url, { method: 'PUT', headers: { authorization: admin() }, body: 'b' });
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  /** Runs `look` in the document of the frame within an element. */
  async function inFrame(element: ReturnType<typeof $>, look: () => Promise<unknown>): Promise<void> {
    // A frame starts when it is visible.
    await element.scrollIntoView();
    await element.$('iframe[sandbox="allow-scripts"]').waitForExist();
    // Until then, its document can still be loading, which the driver does not expect.
    await element.$('[aria-busy="true"]').waitForExist({ reverse: true });
    await browser.switchFrame(element.$('iframe'));
    await look();
    await browser.switchFrame(null);
  }

  /** The part is shown with its props, and what it has tried. */
  async function seesNothing(text: string): Promise<void> {
    await $(`p=${text}`).waitForDisplayed();
    await $('li*=confirm: ').waitForDisplayed();
    expect(await $$('li').map((line) => line.getText())).toEqual(OUTCOMES);
  }
  const evaluated = () => browser.execute(() => document.documentElement.dataset.evaluated);

  it('are widgets in the dashboard, which reach only what their plugin declares', async () => {
    await open('/insight');
    const level = widget('Level');
    await inFrame(level, async () => {
      await seesNothing('Level of all');
      expect(await evaluated()).toContain('/ui/frames/tide/1.0.0/');
      await addAxe();
    });
    expect(await evaluated()).toBeFalsy();
    expect(await layoutShifts()).toEqual([]);
    await expect(browser).toHaveTitle(expect.stringMatching(/^Dashboard/));
    expect(await level.$('iframe').getAttribute('title')).toBe('tide: Level');
    await addAxe();
    // Page and frame as one document: the heading is in the page.
    expect(await faults()).toEqual([]);
    expect(await tooWide()).toEqual([]);
  });

  it('are as high as their content, and reach the page when the user works in them', async () => {
    await open('/insight');
    const frame = widget('Level').$('iframe');
    await inFrame(widget('Level'), () => $('li*=confirm: ').waitForDisplayed());
    const before = await frame.getSize('height');
    await inFrame(widget('Level'), async () => {
      await $('button=More').click();
      await $('div=The end').waitForDisplayed();
      await $('button=Notify').click();
    });
    await browser.waitUntil(async () => (await frame.getSize('height')) === before + 150);
    await $('*=tide: High water').waitForDisplayed();
  });

  it('are tabs of versions', async () => {
    await open('/packages/npm:%2F%2Fleft-hand/1.0.0?tab=tide.harbor');
    await inFrame($('[role="tabpanel"]'), () => seesNothing('Harbor of left-hand 1.0.0'));
    expect(await evaluated()).toBeFalsy();
  });

  it('are tabs of files and folders, which follow the selected one', async () => {
    await open('/repos/tree/tide.depth/generic-local/deep/b.txt');
    await inFrame($('[role="tabpanel"]'), () => seesNothing('Depth of the file deep/b.txt'));
    expect(await layoutShifts()).toEqual([]);
    await open('/repos/tree/tide.depth/generic-local/deep');
    await inFrame($('[role="tabpanel"]'), () => seesNothing('Depth of the folder deep'));
    expect(await evaluated()).toBeFalsy();
  });

  it('are actions of rows, which run in a frame that is not seen', async () => {
    await open('/packages');
    const openMenu = async () => {
      await $('button[aria-label="Actions for left-hand"]').waitForClickable();
      await $('button[aria-label="Actions for left-hand"]').click();
      await $('[role="menuitem"]*=Sink').waitForDisplayed();
    };
    await openMenu();
    await $('[role="menuitem"]*=Measure').click();
    await $('*=tide: <b>Measured</b> npm://left-hand in true, saw nothing').waitForDisplayed();
    expect(await evaluated()).toBeFalsy();
    expect(await faults()).toEqual([]);
    await openMenu();
    await $('[role="menuitem"]*=Sink').click();
    await $('*=Sink failed: lading-plugin-tide 1.0.0: no anchor').waitForDisplayed();
  });

  it('are search categories, after those of the console', async () => {
    await open('/packages');
    const category = $('.lading-searchbox select');
    await category.waitForDisplayed();
    const labels = await category.$$('option').map((option) => option.getText());
    expect(labels.at(-1)).toBe('Ports');
    await category.selectByVisibleText('Ports');
    await searchField().click();
    await browser.keys([...'north', 'Enter']);
    await browser.waitUntil(async () => (await browser.getUrl()).endsWith('/ui/tide?name=north'));
  });

  const focusIsInFrame = () => browser.execute(() => document.activeElement?.tagName === 'IFRAME');
  /** Opens the dashboard, and types in the search field. */
  async function typeInSearch(): Promise<void> {
    await open('/insight');
    await inFrame(widget('Level'), () => $('li*=confirm: ').waitForDisplayed());
    await searchField().click();
    await browser.keys([...'north']);
    await expect(searchField()).toHaveValue('north');
  }

  it('are entered with Tab from a field, and used by keyboard', async () => {
    await typeInSearch();
    for (let stop = 0; stop < 60 && !(await focusIsInFrame()); stop++) await browser.keys('Tab');
    expect(await focusIsInFrame()).toBe(true);
    await browser.keys('Enter');
    await inFrame(widget('Level'), () => $('div=The end').waitForDisplayed());
    await browser.keys(['Tab']);
    await browser.keys(['Enter']);
    await $('*=tide: High water').waitForDisplayed();
  });

  it('are entered with the pointer, with one click more soon after a key in a field', async () => {
    await typeInSearch();
    const { x, y } = await browser.execute(
      (frame) => (frame as unknown as Element).getBoundingClientRect().toJSON() as DOMRect,
      await widget('Level').$('iframe'),
    );
    const button = { x: 0, y: 0 };
    await inFrame(widget('Level'), async () => {
      Object.assign(
        button,
        await $('button=Notify').execute((shown) => {
          const { x, y, width, height } = shown.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }),
      );
    });
    const at = { x: Math.round(x + button.x), y: Math.round(y + button.y) };
    const click = () => browser.action('pointer').move(at).down().up().perform();
    await click();
    await browser.waitUntil(focusIsInFrame);
    await browser.waitUntil(async () => {
      await click();
      return $('*=tide: High water').isExisting();
    });
    expect(await focusIsInFrame()).toBe(true);
  });

  describe('that misbehave', () => {
    before(() => writeOperatorMap(platform.home, mapOf([tide, storm, squall])));

    it('cannot read what the user types, grow without end, or flood the page', async () => {
      await open('/insight');
      await inFrame(widget('Thief'), () => $('input').waitForDisplayed());
      await searchField().waitForDisplayed();
      await browser.execute(() => document.querySelector<HTMLElement>('.lading-searchbox input')?.focus());
      await widget('Thief').$('p*=takes the focus from fields of the page').waitForDisplayed();
      await browser.keys([...'secret']);
      await expect(searchField()).toHaveValue('secret');

      await widget('Flood').scrollIntoView();
      await widget('Flood').$('p*=sends more than 300 messages per second').waitForDisplayed();
      await expect(widget('Flood').$('button=Retry')).toBeDisplayed();
      const surge = widget('Surge').$('iframe');
      await browser.waitUntil(async () => (await surge.getSize('height')) === 640);
      await inFrame(widget('Level'), () => seesNothing('Level of all'));
    });

    it('cannot read what the user types from a frame that is not seen', async () => {
      await open('/packages');
      await $('button[aria-label="Actions for right-hand"]').waitForClickable();
      await $('button[aria-label="Actions for right-hand"]').click();
      await $('[role="menuitem"]*=Spy').waitForDisplayed();
      await browser.keys('Escape');
      await $('[role="menuitem"]').waitForExist({ reverse: true });
      await searchField().click();
      // Of the one that is not seen, and the other plugin's has no reason to end.
      await $('iframe[src*="/squall/"]').waitForExist({ reverse: true });
      await browser.keys([...'secret']);
      await expect(searchField()).toHaveValue('secret');
    });

    it('cannot take the place of a part of another plugin', async () => {
      await open('/insight');
      await widget('Flood').scrollIntoView();
      await widget('Flood').$('p*=sends more than 300 messages per second').waitForDisplayed();
      await expect(widget('Level of the storm')).not.toBeExisting();
      await diagnosticsPage.go();
      await $('li*=tide.level').waitForDisplayed();
      await expect($('td*=storm.flood: lading-plugin-storm 1.0.0: sends more')).toBeDisplayed();
      // The report for administrators, which the page sends soon after.
      await browser.waitUntil(async () => {
        const answer = await fetch(`${platform.origin}/ui/api/v1/lading/plugin-health`, {
          headers: { authorization: admin() },
        });
        const { plugins } = (await answer.json()) as Health;
        return plugins.some(({ plugin, failures }) => {
          return plugin === 'storm' && failures.some(({ message }) => message.includes('300 messages'));
        });
      });
    });
  });
});
