import { signInPage } from '../pages/SignInPage.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { screens } from '../support/screens.ts';

const more = [
  ['the dashboard', '/insight', 'Dashboard'],
  ['backups', '/admin/monitoring/backups', 'Backups'],
  ['plugins', '/admin/configuration/plugins', 'Plugins'],
  ['the service status', '/admin/monitoring/service-status', 'Service status'],
  ['live logs', '/admin/monitoring/system_logs', 'System logs'],
  ['the support zone', '/admin/support-zone', 'Support zone'],
] as const;

for (const [device, width] of [
  ['a desktop', 1440],
  ['a phone', 390],
] as const)
  describe(`nothing moves while a page loads on ${device}`, () => {
    let platform: Platform;

    before(async () => {
      platform = await startPlatform();
      const npm = new NpmClient(platform, 'npm-local');
      await npm.publish({ name: 'tea-chest', version: '1.0.0' }, { 'README.md': '# Tea chest' });
      npm.remove();
      await signInPage.open(platform);
      await signInPage.signIn('admin', platform.password);
      await $('h1=Packages').waitForDisplayed();
      await browser.setViewport({ width, height: 900 });
    });

    after(async () => {
      await platform?.stop();
    });

    for (const [screen, path, heading] of [...screens, ...more])
      it(screen, async () => {
        await browser.url(`${platform.origin}/ui${path}`);
        await $(`h1=${heading}`).waitForDisplayed();
        await browser.waitUntil(() =>
          browser.execute(() => !document.querySelector('main [aria-busy="true"]')),
        );
        expect(await layoutShifts()).toEqual([]);
      });
  });
