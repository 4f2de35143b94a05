import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, spilled, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('the console in another language', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'tea-chest', version: '1.0.0' }, { 'README.md': '# Tea chest\n' });
    npm.remove();
    await signInPage.openAsAdmin(platform, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
  });

  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  /** Returns the file names of the loaded catalogs. */
  const catalogs = () =>
    browser.execute(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name.split('/').at(-1) ?? '')
        .filter((name) => /^pl-\w+\.js/.test(name)),
    );
  const page = () =>
    browser.execute(
      () => [document.documentElement.lang, document.documentElement.dir, document.title] as const,
    );

  async function choose(button: string, language: string): Promise<void> {
    await $(`button[aria-label^="${button} "]`).click();
    await $(`//*[starts-with(@role, "menuitem")][contains(., "${language}")]`).click();
  }

  it('loads nothing until selected, then shows its plural forms, and is stored', async () => {
    expect(await catalogs()).toEqual([]);
    await choose('User', 'Polski');
    await $('h1=Pakiety').waitForDisplayed();
    await $('.ld-table__count*=pakiet').waitForDisplayed();
    expect(await page()).toEqual(['pl', 'ltr', 'Pakiety - Lading']);
    expect((await catalogs()).length).toBeGreaterThan(1);

    await browser.refresh();
    await $('h1=Pakiety').waitForDisplayed();
    expect((await page()).slice(0, 2)).toEqual(['pl', 'ltr']);
    expect(await faults()).toEqual([]);

    await choose('Użytkownik', 'English');
    await $('h1=Packages').waitForDisplayed();
    await browser.refresh();
    await $('h1=Packages').waitForDisplayed();
    expect(await catalogs()).toEqual([]);
  });

  it('has room for states and titles of columns, 1,024 px wide', async () => {
    await choose('User', 'Polski');
    await browser.setViewport({ width: 1024, height: 900 });
    await browser.url(`${platform.origin}/ui/admin/monitoring/service-status`);
    await $('.status-table .ld-badge').waitForDisplayed();
    expect(await spilled('.ld-badge, .status-table thead th')).toEqual([]);
    await browser.url(`${platform.origin}/ui/admin/monitoring/jobs`);
    await $('.ld-table__row .ld-badge').waitForDisplayed();
    // Buttons with two words stay in sight.
    expect(await spilled('.ld-badge, .ld-table__scroller')).toEqual([]);
    await browser.setViewport({ width: 1440, height: 900 });
    await choose('Użytkownik', 'English');
  });

  it('is shown on the sign-in page too', async () => {
    await browser.execute(() => localStorage.setItem('lading.shell.language', 'pl'));
    await browser.deleteCookies();
    await browser.url(`${platform.origin}/ui/login`);
    await $('label*=Nazwa użytkownika').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.execute(() => localStorage.removeItem('lading.shell.language'));
    await signInPage.openAsAdmin(platform, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
  });

  for (const width of [1440, 390]) {
    it(`supports right-to-left languages, ${width} px wide`, async () => {
      await browser.setViewport({ width, height: 900 });
      await shellPage.press('Control', 'k');
      await $('dialog[open] [role="combobox"]').waitForDisplayed();
      await browser.keys([...'rtl']);
      await $('[role="option"][aria-selected="true"][aria-label*="right to left"]').waitForDisplayed();
      await browser.keys(['Enter']);
      await browser.waitUntil(async () => (await page())[1] === 'rtl');
      expect(await tooWide()).toEqual([]);
      const places = await browser.execute(() => {
        const right = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect().right ?? 0;
        return { logo: right('.lading-logo'), user: right('.lading-head-actions'), page: innerWidth };
      });
      expect(places.logo).toBeGreaterThan(places.user);
      expect(await faults()).toEqual([]);
      await browser.execute(() => localStorage.removeItem('lading.shell.language'));
      await browser.refresh();
      await $('h1=Packages').waitForDisplayed();
    });
  }
});
