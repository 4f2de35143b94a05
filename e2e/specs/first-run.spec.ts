import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startFirstTime } from '../support/platform.ts';

describe('from an empty folder to real packages on the screen', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startFirstTime();
    npm = new NpmClient(platform, 'npm-local');
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('shows how to publish the first package after signing in [pkg-01, shell-01, mfe-01]', async () => {
    await signInPage.openAsAdmin(platform);
    await packageListPage.heading.waitForDisplayed();
    await packageListPage.noneYet.waitForDisplayed();
    await $('code*=npm publish --registry').waitForDisplayed();
    await expect(packageListPage.grid).not.toBeExisting();
  });

  it('shows the console’s plugins to a user who asks for them [mfe-01]', async () => {
    await packageListPage.more.click();
    await packageListPage.plugins.click();
    await packageListPage.row('@lading/plugin-packages').waitForDisplayed();
    expect(new URL(await browser.getUrl()).search).toBe('?plugins=true');
    await browser.refresh();
    await packageListPage.row('@lading/plugin-packages').waitForDisplayed();
    await packageListPage.clear.click();
    await packageListPage.noneYet.waitForDisplayed();
    await packageListPage.filter.setValue('plugin-auth');
    await packageListPage.row('@lading/plugin-auth').waitForDisplayed();
  });

  it('shows what npm published, and npm installs it again', async () => {
    await npm.publish(
      { name: 'first-freight', version: '1.0.0' },
      { 'README.md': '# First freight', 'index.js': '' },
    );
    const project = await npm.install('first-freight');
    expect(existsSync(join(project, 'node_modules/first-freight/package.json'))).toBe(true);
    await browser.url(`${platform.origin}/ui/packages`);
    await packageListPage.waitForNames(['first-freight']);
    await expect(packageListPage.count).toHaveText('1 package');
  });
});
