import { signInPage } from '../pages/SignInPage.ts';
import { BrowserLog } from '../support/browserLog.ts';
import { FailedResponses } from '../support/failedResponses.ts';
import { type Platform, startFirstTime } from '../support/platform.ts';

/** Each page is loaded as if the browser opened it. */
const ALL_PAGES_MS = 600_000;
/** Pages that a user opens with a search, or from another page. */
const MORE = [
  '/packages?name=nothing-such',
  '/artifactSearchResults?name=nothing-such',
  '/xraySearchResults?name=nothing-such',
  '/repos/tree',
  '/repos/tree/General/npm-local',
  '/user_profile?tab=sessions',
  '/admin/management/users/edit/admin',
  '/admin/repositories/local/edit/npm-local',
  '/admin/repositories/remote/edit/npm-remote',
  '/admin/repositories/virtual/edit/npm',
  '/admin/security/providers/ldap',
  '/admin/security/providers/http',
  '/admin/security/providers/crowd',
];
describe('a fresh installation', () => {
  let platform: Platform;
  let log: BrowserLog;
  let responses: FailedResponses;

  before(async () => {
    platform = await startFirstTime();
    log = await BrowserLog.start();
    responses = await FailedResponses.start();
  });

  after(async () => {
    log?.stop();
    responses?.stop();
    await platform?.stop();
  });

  /** Errors and failed responses since the last call. */
  const faults = () => {
    const errors = log.errors;
    log.clear();
    // Whether the user is signed in is known only by the response.
    const expected = `401 GET ${platform.origin}/ui/api/v1/ui/auth/current`;
    return [...responses.take().filter((each) => each !== expected), ...errors];
  };
  const settled = () =>
    browser.waitUntil(() => browser.execute(() => !document.querySelector('main [aria-busy="true"]')));

  it('logs no error on the first page', async () => {
    await signInPage.open(platform);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
    await settled();
    expect(faults()).toEqual([]);
  });

  it('logs no error on any page of the menus and the advanced menu [adm-01]', async () => {
    const found: Record<string, readonly string[]> = {};
    const left = new Set(['/packages', '/admin/artifactory/list', ...MORE]);
    for (const path of left) {
      const before = responses.count;
      await browser.url(`${platform.origin}/ui${path}`);
      await $('main h1').waitForDisplayed();
      await $('nav a').waitForExist();
      await settled();
      expect(responses.count).toBeGreaterThan(before);
      const logged = faults();
      if (logged.length > 0) found[path] = logged;
      for (const link of await links()) left.add(link);
    }
    expect(left.size).toBeGreaterThan(40);
    expect(found).toEqual({});
  }).timeout(ALL_PAGES_MS);

  /** Paths of the menu and, in the advanced menu, of its cards. */
  const links = () =>
    browser.execute(() => {
      const all = document.querySelectorAll<HTMLAnchorElement>(
        'nav a[href^="/ui/"], main a[href^="/ui/admin/"]',
      );
      const paths = [...all].map(({ pathname }) => pathname.slice('/ui'.length));
      return paths.filter((path) => !path.startsWith('/packages/') && !path.startsWith('/repos/'));
    });
});
