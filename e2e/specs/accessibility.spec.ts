import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** What a screen is called, where it is, its heading. */
const SCREENS = [
  ['the list', '/packages', 'Packages'],
  ['a readme', '/packages/npm:%2F%2Ftea-chest/1.0.0', 'tea-chest 1.0.0'],
  ['files', '/packages/npm:%2F%2Ftea-chest/1.0.0?tab=files', 'tea-chest 1.0.0'],
  ['diagnostics', '/diagnostics', 'Diagnostics'],
  ['an empty list', '/packages?name=nothing-such', 'Packages'],
  ['a package', '/packages/npm:%2F%2Ftea-chest', 'tea-chest'],
  ['an unknown package', '/packages/npm:%2F%2Fnothing-such', 'nothing-such'],
  ['an id that is none', '/packages/nothing', 'nothing'],
  ['dependencies', '/packages/npm:%2F%2Ftea-chest/1.0.0?tab=dependencies', 'tea-chest 1.0.0'],
  ['the page that is not there', '/nothing', 'Page not found'],
  ['users', '/admin/management/users', 'Users'],
  ['a new remote repository', '/admin/repositories/remote/new', 'New Remote Repository'],
  ['a virtual repository', '/admin/repositories/virtual/edit/npm', 'npm'],
  ['a new permission', '/admin/management/permissions/create', 'New Permission'],
  ['the advanced menu', '/admin/artifactory/list?search=re', 'Advanced menu'],
  ['the licence', '/admin/license_management/licenses', 'Licenses'],
  ['who sees what', '/why?all=true', 'Why can’t I see this?'],
  ['the profile', '/user_profile', 'Profile'],
  ['the overview', '/overview', 'Overview'],
  ['the repositories of a lightweight instance', '/lightweight', 'Repositories'],
  ['a screen still to come', '/admin/configuration/webhooks', 'Webhooks'],
] as const;

/** Axe needs a second and more for each screen. Said of the test from outside: what it says itself comes too late. */
const ALL_SCREENS_MS = 300_000;

describe('every screen can be used by everybody', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    const readme = '# Tea chest\n\nOpen with `care`.\n\n## Table\n\n|a|b|\n|-|-|\n|1|2|\n';
    const dependencies = { 'left-buoy': '^1.0.0' };
    await npm.publish({ name: 'tea-chest', version: '1.0.0', dependencies }, { 'README.md': readme });
    npm.remove();
  });

  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('signing in', async () => {
    await signInPage.open(platform);
    expect(await faults()).toEqual([]);
    await signInPage.signIn('', '');
    expect(await faults()).toEqual([]);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
  });

  for (const [theme, width] of [
    ['Light', 1440],
    ['Dark', 1440],
    ['High contrast', 390],
  ] as const) {
    it(`in the theme ${theme}, ${width} px wide`, async () => {
      await browser.setViewport({ width, height: 900 });
      await shellPage.chooseTheme(theme);
      expect(await lookAtAll(faults)).toEqual({});
    }).timeout(ALL_SCREENS_MS);
  }

  it('on a screen 320 px wide, without being scrolled to both sides', async () => {
    await browser.setViewport({ width: 320, height: 900 });
    expect(await lookAtAll(tooWide)).toEqual({});
  }).timeout(ALL_SCREENS_MS);

  /** What is wrong with each screen; those without a fault are left out. */
  async function lookAtAll(look: () => Promise<string[]>): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const [screen, path, heading] of SCREENS) {
      await browser.url(`${platform.origin}/ui${path}`);
      await $(`h1=${heading}`).waitForDisplayed();
      await browser.waitUntil(() =>
        browser.execute(() => !document.querySelector('main [aria-busy="true"]')),
      );
      const faulty = await look();
      if (faulty.length > 0) found[screen] = faulty;
    }
    return found;
  }
});
