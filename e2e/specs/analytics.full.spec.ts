import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const page = '/ui/admin/monitoring/analytics';
const call = '/ui/api/v1/ui/analytics';

describe('usage analytics', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await signInPage.open(platform);
    await signInPage.signIn('admin', platform.password);
    await $('.lading-bell button').waitForDisplayed();
  });

  after(() => platform?.stop());

  const requests = () =>
    browser.execute(
      (path) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(path)).length,
      `${call}/events`,
    );
  /** Lets the page send what it has counted, as when the user leaves it. */
  const leave = () => browser.execute(() => window.dispatchEvent(new Event('pagehide')));
  const cells = async () =>
    browser.execute(() =>
      [...document.querySelectorAll('[role=row]')].map((row) =>
        [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent),
      ),
    );

  it('are off at first: nothing is sent, and the page says so', async () => {
    await browser.url(platform.origin + page);
    await $('p*=Usage analytics are off: browsers send no events.').waitForDisplayed();
    await leave();
    expect(await requests()).toBe(0);
  });

  it('are turned on in the settings, which say what is collected', async () => {
    await $('button=Settings').click();
    await $('label*=Count events in the console').click();
    await $('*=opened pages by the name of their route').waitForDisplayed();
    await $('button=Save').click();
    await $('p*=Usage analytics are on.').waitForDisplayed();
  });

  it('count opened pages, in a table', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await $('h1=Packages').waitForDisplayed();
    await browser.url(platform.origin + page);
    await $('h1=Usage analytics').waitForDisplayed();
    await browser.waitUntil(async () => {
      await leave();
      return (await requests()) > 0;
    });
    await browser.waitUntil(async () => {
      await browser.refresh();
      await $('h1=Usage analytics').waitForDisplayed();
      return $('[role=gridcell]')
        .waitForExist({ timeout: 5_000 })
        .catch(() => false);
    });
    const today = new Date().toISOString().slice(0, 10);
    const rows = await cells();
    expect(rows).toContainEqual([
      today,
      'page route: admin.monitoring.analytics',
      expect.any(String),
      expect.any(String),
    ]);
    expect(await lookAt(async () => {})).toEqual({});
  });

  it('are deleted on request', async () => {
    await $('button=Delete all').click();
    await $('dialog[open]').$('button=Delete all').click();
    await browser.waitUntil(async () => {
      const response = await asAdmin<{ counts: unknown[] }>(platform, 'GET', `${call}/history`);
      return response.counts.length === 0;
    });
  });
});
