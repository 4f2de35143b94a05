import { signInPage } from '../pages/SignInPage.ts';
import { contrastFaults, faults } from '../support/axe.ts';
import { lookAt } from '../support/looks.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { screens } from '../support/screens.ts';

describe('every screen is accessible', () => {
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
    await platform?.stop();
  });

  it('signs in', async () => {
    await signInPage.open(platform);
    expect(await faults()).toEqual([]);
    await signInPage.signIn('', '');
    expect(await faults()).toEqual([]);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
  });

  it('detects violations', async () => {
    await browser.execute(() => {
      const pale = document.createElement('p');
      pale.id = 'pale';
      pale.textContent = 'Pale';
      pale.style.color = '#ddd';
      pale.style.background = '#fff';
      document.body.append(pale, document.createElement('img'));
    });
    expect((await faults()).join()).toMatch(/color-contrast: <p id="pale".*image-alt: <img/s);
    expect((await contrastFaults()).join()).toContain('color-contrast: <p id="pale"');
    expect(await faults('#lading-chrome')).toEqual([]);
  });

  for (const [screen, path, heading] of screens)
    it(screen, async () => {
      await browser.url(`${platform.origin}/ui${path}`);
      expect(await lookAt(() => whole(heading))).toEqual({});
    });

  async function whole(heading: string): Promise<void> {
    await $(`h1=${heading}`).waitForDisplayed();
    await browser.waitUntil(() => browser.execute(() => !document.querySelector('main [aria-busy="true"]')));
  }
});
