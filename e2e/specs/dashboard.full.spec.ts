import { headerMenus } from '../pages/HeaderMenus.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const widget = (name: string) => $(`//section[.//h2[normalize-space()="${name}"]]`);

describe('the dashboard', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  /** Waits until the download is counted. */
  async function download(path: string): Promise<void> {
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`,
    };
    const get = (url: string) => fetch(platform.origin + url, { headers });
    expect((await get(`/artifactory/${path}`)).status).toBe(200);
    const total = '/ui/api/v1/ui/v1/native/downloads/total?days=1';
    await browser.waitUntil(async () => (await (await get(total)).text()).includes('"downloads":[1]'));
  }

  it('leads a newcomer to the first package, and shows it without a reload', async () => {
    await signInPage.openAsAdmin(platform, '/ui/insight');
    const steps = widget('Recently updated packages');
    await steps.$('h3=See the first package arrive').waitForDisplayed();
    await steps.$('label=Repository to publish to').waitForDisplayed();
    await expect(steps.$('a=Set Me Up')).toHaveAttribute('href', /\/ui\/set-me-up\?repo=/);
    await widget('Vulnerabilities by severity').$('p=Vulnerabilities are unknown').waitForDisplayed();
    await widget('Newly found vulnerabilities').$('p=Vulnerabilities are unknown').waitForDisplayed();
    expect(await faults('main')).toEqual([]);
    // The machine that runs the tests may have little free space.
    await expect(widget('Needs attention')).toHaveText(
      /^Needs attention\s+(.* free on the disk of .*|No problems found.*)$/s,
    );
    await widget('Downloads per day').$('p=No downloads in the last 30 days').waitForDisplayed();
    await new NpmClient(platform, 'npm-local').publish({ name: 'left-pad', version: '1.0.0' });
    await steps.$('a=left-pad').waitForDisplayed();
    await expect(steps.$('p*=The first package has arrived')).toBeDisplayed();
    await download('npm-local/left-pad/-/left-pad-1.0.0.tgz');
    await browser.refresh();
    const recent = widget('Recently updated packages').$('a=left-pad');
    await recent.waitForDisplayed();
    await expect(widget('Downloads per day')).toHaveText(
      expect.stringContaining('1 download in 30 days · Downloads per day are counted since'),
    );
    await widget('Downloads per day').$('canvas').waitForExist();
    expect(await faults('main')).toEqual([]);
    await recent.click();
    await $('h1=left-pad').waitForDisplayed();
  });

  it('is the start page of a user who chooses it in the user menu', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await headerMenus.open('User');
    expect(await headerMenus.item('Packages').getAttribute('aria-checked')).toBe('true');
    await headerMenus.item('Dashboard').click();
    for (const path of ['/ui/', '/ui/home']) {
      await browser.url(platform.origin + path);
      await $('h1=Dashboard').waitForDisplayed();
    }
    await headerMenus.open('User');
    expect(await headerMenus.item('Dashboard').getAttribute('aria-checked')).toBe('true');
    await headerMenus.item('Packages').click();
    await browser.url(`${platform.origin}/ui/`);
    await $('h1=Packages').waitForDisplayed();
  });

  it('is first in the menu; the first page stays the package list', async () => {
    await browser.url(`${platform.origin}/ui/`);
    await $('h1=Packages').waitForDisplayed();
    await expect($('nav a')).toHaveText('Dashboard');
    await $('nav a').click();
    await $('h1=Dashboard').waitForDisplayed();
    await browser.setViewport({ width: 390, height: 844 });
    await widget('Storage').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
  });
});
