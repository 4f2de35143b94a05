import { type Platform, startPlatform } from '../support/platform.ts';

/** Without `support/detachedElements.ts`, a wait that finds a node too early never ends. */
describe('waiting for an element that the page replaces', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await browser.url(`${platform.origin}/ui/login`);
  });

  after(() => platform?.stop());

  it('finds the new element', async () => {
    const form = await $('form').getElement();
    const button = await $('form').$('button[type="submit"]').getElement();
    await button.waitForDisplayed();
    await browser.execute(() => {
      const old = document.querySelector('form');
      old?.replaceWith(old.cloneNode(true));
    });
    expect(await form.isDisplayed()).toBe(true);
    await button.waitForDisplayed();
  });

  it('clicks the new element', async () => {
    const form = await $('form').getElement();
    const button = await $('form').$('button[type="submit"]').getElement();
    await button.waitForDisplayed();
    await browser.execute(() => {
      const old = document.querySelector('form');
      const copy = old?.cloneNode(true) as HTMLFormElement;
      copy.onsubmit = () => {
        document.title = 'clicked';
        return false;
      };
      old?.replaceWith(copy);
    });
    await button.click();
    expect(await browser.getTitle()).toBe('clicked');
    expect(await form.isDisplayed()).toBe(true);
  });

  it('detects that none is left', async () => {
    const form = await $('form').getElement();
    await browser.execute(() => document.querySelector('form')?.remove());
    expect(await form.isDisplayed()).toBe(false);
    await form.waitForDisplayed({ reverse: true });
  });
});
