import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const title = (column: string) => $(`//*[@role="columnheader"]//button[normalize-space()="${column}"]`);
const order = (column: string) => title(column).$('..').getAttribute('aria-sort');

describe('tables on a phone', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    for (const name of ['anchor', 'buoy', 'cable']) await npm.publish({ name, version: '1.0.0' });
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await asAdmin(platform, 'PUT', `/artifactory/generic-local/docs/${name}`, { about: name });
    await browser.setViewport({ width: 390, height: 844 });
    await signInPage.openAsAdmin(platform);
    await packageListPage.row('anchor').waitForDisplayed();
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    npm?.remove();
    await platform?.stop();
  });

  it('sort packages by the titles of columns, by touch and by keyboard', async () => {
    await browser.url(`${platform.origin}/ui/packages?package_type=npm`);
    await packageListPage.waitForNames(['anchor', 'buoy', 'cable']);
    expect(await order('Name')).toBe('ascending');
    await title('Name').click();
    await packageListPage.waitForNames(['cable', 'buoy', 'anchor']);
    expect(await order('Name')).toBe('descending');
    await browser.execute((text) => {
      const buttons = [...document.querySelectorAll<HTMLElement>('[role="columnheader"] button')];
      buttons.find(({ textContent }) => textContent === text)?.focus();
    }, 'Name');
    await browser.keys(['Enter']);
    await packageListPage.waitForNames(['anchor', 'buoy', 'cable']);
    expect(await order('Name')).toBe('ascending');
    expect([await tooWide(), await faults()]).toEqual([[], []]);
    await browser.setViewport({ width: 320, height: 844 });
    expect(await tooWide()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
  });

  it('keep a long name apart from a long version', async () => {
    const name = 'a-long-name-of-a-library-of-components';
    await npm.publish({ name, version: '10.20.30-alpha.20261130.commit.abcdef0123456789' }, {}, 'next');
    await browser.url(`${platform.origin}/ui/packages?name=${name}`);
    await packageListPage.row(name).waitForDisplayed();
    const gap = await browser.execute(() => {
      const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const row = '[role="grid"] [data-row="0"]';
      return (
        (edges(`${row} [data-phone="first-end"] .ld-mono`)?.left ?? 0) -
        (edges(`${row} .ld-name`)?.right ?? 0)
      );
    });
    expect(gap).toBeGreaterThanOrEqual(8);
  });

  it('sort the contents of a folder', async () => {
    await browser.url(`${platform.origin}/ui/repos/tree/General/generic-local/docs`);
    const first = () => $('[role="grid"] [data-row="0"] a');
    await title('Name').waitForDisplayed();
    await browser.waitUntil(async () => (await first().getText()) === 'a.txt');
    await title('Name').click();
    await browser.waitUntil(async () => (await first().getText()) === 'c.txt');
    expect([await tooWide(), await faults()]).toEqual([[], []]);
  });
});
