import { AxeBuilder } from '@axe-core/webdriverio';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** What a screen is called, where it is, its heading. The first four are looked at in every theme. */
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
  ['a screen still to come', '/admin/configuration/webhooks', 'Webhooks'],
] as const;

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

  /** What axe finds, in words. */
  async function faults(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ client: browser }).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' … ')}`);
  }

  it('signing in', async () => {
    await signInPage.open(platform);
    expect(await faults()).toEqual([]);
    await signInPage.signIn('', '');
    expect(await faults()).toEqual([]);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
  });

  for (const [theme, width, count] of [
    ['Light', 1440, SCREENS.length],
    ['Dark', 1440, 4],
    ['High contrast', 390, 4],
  ] as const) {
    it(`in the theme ${theme}, ${width} px wide`, async () => {
      await browser.setViewport({ width, height: 900 });
      await shellPage.chooseTheme(theme);
      const found: Record<string, string[]> = {};
      for (const [screen, path, heading] of SCREENS.slice(0, count)) {
        await browser.url(`${platform.origin}/ui${path}`);
        await $(`h1=${heading}`).waitForDisplayed();
        await browser.waitUntil(() =>
          browser.execute(() => !document.querySelector('main [aria-busy="true"]')),
        );
        const faulty = await faults();
        if (faulty.length > 0) found[screen] = faulty;
      }
      expect(found).toEqual({});
    });
  }
});
