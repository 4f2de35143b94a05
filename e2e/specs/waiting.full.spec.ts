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

  it('detects that none is left', async () => {
    const form = await $('form').getElement();
    await browser.execute(() => document.querySelector('form')?.remove());
    expect(await form.isDisplayed()).toBe(false);
    await form.waitForDisplayed({ reverse: true });
  });
});
