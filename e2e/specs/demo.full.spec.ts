import { signInPage } from '../pages/SignInPage.ts';
import { tooWide } from '../support/axe.ts';
import { press } from '../support/keyboard.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('the page with all shared components', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform({ LADING_FEATURES: 'COMMON.TESTED' });
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });

  beforeEach(() => browser.setViewport({ width: 1440, height: 900 }));

  after(() => platform?.stop());

  /** Its examples, with what they load themselves: rows, a rendered text, and the drawn charts. */
  async function open(): Promise<void> {
    await browser.url(`${platform.origin}/ui/demo`);
    await $('[data-part="demo.components"][data-part-state="there"]').waitForExist();
    await $('.demo-components').$('a=left-pad').waitForExist();
    await $('.demo-components .ld-markdown table').waitForExist();
    await browser.waitUntil(async () => (await $$('.demo-components canvas').length) === 2);
  }

  it('is accessible in every theme and width', async () => {
    expect(await lookAt(open)).toEqual({});
  });

  it('fits between a desktop and a phone', async () => {
    await browser.setViewport({ width: 1024, height: 900 });
    await open();
    expect(await tooWide()).toEqual([]);
  });

  it('fits when it is mirrored', async () => {
    for (const width of [1440, 390]) {
      await browser.setViewport({ width, height: 900 });
      await open();
      await browser.execute(() => {
        document.documentElement.dir = 'rtl';
      });
      expect(await tooWide()).toEqual([]);
    }
  });

  it('opens options below their field, also under a label of two lines', async () => {
    await browser.setViewport({ width: 390, height: 900 });
    await open();
    const field = $('input[name="suggest-long"]');
    await field.scrollIntoView({ block: 'center' });
    await field.click();
    await $('.ld-suggest__box').waitForDisplayed();
    const { label, top, bottom } = await browser.execute(() => {
      const input = document.querySelector<HTMLInputElement>('input[name="suggest-long"]');
      const box = (element: Element | null | undefined) => element?.getBoundingClientRect();
      return {
        label: box(input?.labels?.[0])?.height ?? 0,
        bottom: box(input?.closest('.ld-input'))?.bottom ?? 0,
        top: box(document.querySelector('.ld-suggest__box'))?.top ?? 0,
      };
    });
    expect(label).toBeGreaterThan(30);
    expect(top).toBeGreaterThanOrEqual(bottom);
    expect(top).toBeLessThan(bottom + 8);
  });

  it('does not move while it loads', async () => {
    await open();
    expect(await layoutShifts()).toEqual([]);
  });

  it('is used by keyboard: a link goes to its group, and a dialog returns the focus', async () => {
    await open();
    await press('Tabs, dialogs, and notifications');
    const heading = $('#demo-navigation');
    await browser.waitUntil(() => heading.isDisplayed({ withinViewport: true }));
    await press('Open a dialog');
    await $('dialog[open] input').waitForDisplayed();
    await browser.keys(['Escape']);
    await $('dialog[open]').waitForExist({ reverse: true });
    await browser.waitUntil(() =>
      browser.execute(() => document.activeElement?.textContent === 'Open a dialog'),
    );
  });
});
