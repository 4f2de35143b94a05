import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type FaultProxy, type Injection, startFaultProxy } from '../support/faultProxy.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** All API requests, but neither pages nor their code. */
const CALLS = /^\/(ui\/api|artifactory|access|xray|event|metadata|mc|router|v2)\//;
const PAGES = [
  '/packages',
  '/packages/npm%3A%2F%2Ftea-chest',
  '/packages/npm%3A%2F%2Ftea-chest/1.0.0',
  '/repos/tree/General/npm-local',
  '/artifactSearchResults?name=tea*',
  '/xraySearchResults?name=tea*',
  '/builds',
  '/violations',
  '/user_profile',
  '/admin/repositories/local',
  '/admin/management/users',
  '/admin/management/groups',
  '/admin/management/permissions',
  '/admin/security_policies',
  '/admin/security/audit',
  '/admin/configuration/general',
  '/admin/license_management/licenses',
];

describe('after a connection loss', () => {
  let platform: Platform;
  let proxy: FaultProxy;

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'tea-chest', version: '1.0.0' }, { 'README.md': '# Tea chest' });
    npm.remove();
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin }, '/ui/packages');
    await $('h1=Packages').waitForDisplayed();
  });
  after(async () => {
    await proxy?.stop();
    await platform?.stop();
  });

  let loss: Injection | undefined;
  afterEach(() => {
    loss?.heal();
    loss = undefined;
  });
  const errors = () => $$('main [role="alert"]');
  const bar = () => $('.lading-offline');

  for (const path of PAGES) {
    it(`${path} shows its content without a click or a page reload`, async () => {
      await browser.url(`${proxy.origin}/ui/overview`);
      await $('h1=Overview').waitForDisplayed();
      // Wait for the startup requests, which some pages need.
      await shellPage.menuItem('Violations').waitForDisplayed();
      await shellPage.mark();
      loss = proxy.inject(CALLS, { kind: 'status', status: 502 });
      await shellPage.push(path);
      await browser.waitUntil(async () => (await errors().length) > 0 && (await bar().isDisplayed()), {
        timeoutMsg: 'no error was shown',
      });
      loss.heal();
      loss = undefined;
      await bar().waitForDisplayed({ reverse: true });
      await browser.waitUntil(
        async () => (await errors().length) === 0 && !(await $('main .ld-skeleton').isExisting()),
        { timeoutMsg: 'an error stayed' },
      );
      await $('main h1').waitForDisplayed();
      expect(await shellPage.isMarked()).toBe(true);
    });
  }
});
