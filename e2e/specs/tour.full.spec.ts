import { headerMenus } from '../pages/HeaderMenus.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { tourDialog } from '../pages/TourDialog.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

const OUTLINE = '.ld-tour__target';

describe('the tour of the console', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
    await browser.setViewport({ width: 1440, height: 900 });
    await makeUser(platform, 'deckhand', 'hold-fast-to-Th1s-rail');
    await signInPage.open(platform);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
  });
  after(() => platform?.stop());

  const path = async () => (await browser.getUrl()).slice(`${platform.origin}/ui`.length);
  /** Whether the outline is around an element, and the tour next to it. */
  const surrounds = (selector: string) =>
    browser.execute(
      (target, outline) => {
        const boxOf = (which: string) => document.querySelector(which)?.getBoundingClientRect();
        const [inner, outer, card] = [boxOf(target), boxOf(outline), boxOf('.ld-tour')];
        if (!inner || !outer || !card) return 'not there';
        const around = outer.left <= inner.left && outer.top <= inner.top;
        const isAround = around && outer.right >= inner.right && outer.bottom >= inner.bottom;
        const apart = card.left >= outer.right || card.top >= outer.bottom;
        const isApart = apart || card.right <= outer.left || card.bottom <= outer.top;
        return isAround ? (isApart ? 'next to it' : 'over it') : 'elsewhere';
      },
      selector,
      OUTLINE,
    );

  it('loads nothing until it starts', async () => {
    await browser.url(`${platform.origin}/ui/quick-setup`);
    await $('h2=Your first package').waitForDisplayed();
    expect(await tourDialog.files()).toEqual([]);
    await tourDialog.button('Take the tour').click();
    await tourDialog.heading('Welcome to Lading').waitForDisplayed();
    expect((await tourDialog.files()).length).toBeGreaterThan(0);
  });

  it('is operable by keyboard, and outlines the explained elements', async () => {
    await expect(tourDialog.button('Next')).toBeFocused();
    const targets = {
      Packages: '#lading-sidebar a[href="/ui/packages"]',
      Artifacts: '#lading-sidebar a[href="/ui/repos/tree"]',
      Search: '.lading-searchbox',
      'Set Me Up': '[data-frame-part="create"]',
      Administration: '.lading-side-switch',
      Help: '[data-frame-part="help"]',
    };
    let number = 1;
    for (const [heading, selector] of Object.entries(targets)) {
      await browser.keys(['Enter']);
      await tourDialog.heading(heading).waitForDisplayed();
      await expect($(`p=${++number} of 7`)).toBeDisplayed();
      // The page may still move the explained element: the tour follows.
      let is = '';
      const settled = async () => {
        is = await surrounds(selector);
        return is === 'next to it';
      };
      await browser
        .waitUntil(settled)
        .catch(() => expect({ heading, is }).toEqual({ heading, is: 'next to it' }));
    }
    // Tab reaches all buttons of the tour and nothing of the page. The body has the focus while the
    // browser's own buttons have it.
    const reached = new Set<string>();
    for (let press = 0; press < 6; press++) {
      await browser.keys(['Tab']);
      reached.add(await tourDialog.focused());
    }
    reached.delete('the browser');
    expect([...reached].sort()).toEqual(['Back', 'Close the tour', 'Done']);
  });

  it('is 420 px wide, and a click outside does not close it [const-02]', async () => {
    expect((await tourDialog.root.getSize()).width).toBe(420);
    await browser.action('pointer').move({ x: 20, y: 880 }).down().up().perform();
    await browser.action('pointer').move({ x: 1400, y: 20 }).down().up().perform();
    await tourDialog.heading('Help').waitForDisplayed();
    expect(await path()).toBe('/quick-setup?tour=true');
  });

  it('closes with Escape, restores the focus, and continues at the last step', async () => {
    await browser.keys(['Escape']);
    await tourDialog.root.waitForExist({ reverse: true });
    expect(await path()).toBe('/quick-setup');
    await expect(tourDialog.button('Continue the tour')).toBeFocused();
    await browser.refresh();
    await tourDialog.button('Continue the tour').click();
    await tourDialog.heading('Help').waitForDisplayed();
    await tourDialog.button('Done').click();
    await tourDialog.root.waitForExist({ reverse: true });
    await tourDialog.button('Take the tour again').click();
    await tourDialog.heading('Welcome to Lading').waitForDisplayed();
    await browser.keys(['Escape']);
    await tourDialog.root.waitForExist({ reverse: true });
  });

  it('is accessible', async () => {
    for (const name of ['Welcome to Lading', 'Packages']) {
      const found = await lookAt(
        async () => {
          await tourDialog.open();
          if (name === 'Packages') await tourDialog.button('Next').click();
          await tourDialog.heading(name).waitForDisplayed();
        },
        async () => {
          await browser.keys(['Escape']);
          await tourDialog.root.waitForExist({ reverse: true });
        },
      );
      expect({ name, found }).toEqual({ name, found: {} });
    }
  });

  it('has the width of a phone without its margins there', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    await tourDialog.open();
    expect((await tourDialog.root.getSize()).width).toBe(358);
    await browser.keys(['Escape']);
    await tourDialog.root.waitForExist({ reverse: true });
    await browser.setViewport({ width: 1440, height: 900 });
  });

  it('is in the command palette, and shows users no administration', async () => {
    await browser.deleteCookies();
    await signInPage.open(platform);
    await signInPage.signIn('deckhand', 'hold-fast-to-Th1s-rail');
    await $('h1=Packages').waitForDisplayed();
    await headerMenus.open('Help');
    await headerMenus.item('Command palette').click();
    await $('dialog input').setValue('tour');
    await $('[role="option"]*=Tour of the console').click();
    await tourDialog.heading('Welcome to Lading').waitForDisplayed();
    for (const heading of ['Packages', 'Artifacts', 'Search', 'Set Me Up', 'Help']) {
      await tourDialog.button('Next').click();
      await tourDialog.heading(heading).waitForDisplayed();
    }
    await tourDialog.button('Done').click();
    await tourDialog.root.waitForExist({ reverse: true });
  });
});
