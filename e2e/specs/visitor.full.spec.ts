import { packageListPage } from '../pages/PackageListPage.ts';
import { repositoryTreePage } from '../pages/RepositoryTreePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('an anonymous user with anonymous access enabled', () => {
  let platform: Platform;
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const path = async () => new URL(await browser.getUrl()).pathname;

  before(async () => {
    platform = await startPlatform({ LADING_ANONYMOUS_ACCESS: 'true' });
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'tea-chest', version: '1.0.0' }, { 'README.md': '# Tea chest\n\nOf wood.' });
    npm.remove();
  });
  after(() => platform?.stop());

  it('opens the packages first, and reads one [guard-07] [route-01]', async () => {
    await open('/');
    await packageListPage.row('tea-chest').waitForDisplayed();
    expect(await path()).toBe('/ui/packages');
    await expect($('button*=Deploy')).not.toBeExisting();
    await open('/packages/npm%3A%2F%2Ftea-chest/1.0.0');
    await expect($('[role=tabpanel]')).toHaveText(expect.stringContaining('Of wood.'));
    expect(await faults()).toEqual([]);
  });

  it('browses the repositories, without actions that need a user [route-07]', async () => {
    await open('/repos/tree/General/npm-local/tea-chest/-/tea-chest-1.0.0.tgz');
    await repositoryTreePage.heading('tea-chest-1.0.0.tgz').waitForDisplayed();
    await expect($('a=Download')).toBeDisplayed();
    await expect(repositoryTreePage.button('Copy to…')).not.toBeExisting();
    await expect(repositoryTreePage.button('Delete…')).not.toBeExisting();
    expect(await faults()).toEqual([]);
  });

  it('searches files and scan results [srch-10]', async () => {
    await open('/artifactSearchResults?name=tea*');
    await $('=tea-chest-1.0.0.tgz').waitForDisplayed();
    await open('/xraySearchResults?name=tea*');
    await $('=tea-chest').waitForDisplayed();
  });

  it('is prompted to sign in for pages that need a user, and returned to them', async () => {
    await open('/builds');
    await signInPage.userName.waitForDisplayed();
    await signInPage.signIn('admin', platform.password);
    await $('h1=Builds').waitForDisplayed();
  });
});
