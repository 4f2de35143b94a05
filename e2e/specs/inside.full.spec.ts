import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const name = 'rope-walk';
const id = encodeURIComponent(`npm://${name}`);

describe('the content of a package', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name, version: '1.0.0', license: 'MIT' }, { 'lib/index.js': 'one\ntwo\n' });
    await npm.publish({ name, version: '1.1.0', license: 'ISC' }, { 'lib/index.js': 'one\n2\n' });
    await signInPage.open(platform);
    await signInPage.signIn('admin', platform.password);
    await packageListPage.row(name).waitForDisplayed();
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('is compared with the version before', async () => {
    await browser.url(`${platform.origin}/ui/packages/${id}/1.1.0`);
    await $('a=Compare').click();
    await $('summary*=package/lib/index.js').click();
    await expect($('.compare-line--added')).toHaveText('+2');
    const url = await browser.getUrl();
    expect(url).toContain(`/packages/${id}/versions/compare?`);
    expect(url).toContain('from=1.0.0');
  });

  it('is shown as files with their texts', async () => {
    await browser.url(`${platform.origin}/ui/packages/${id}/1.1.0?tab=contents`);
    await $('summary=lib/').click();
    await $('button*=index.js').click();
    await expect($('.ld-preview__text')).toHaveText(expect.stringContaining('one'));
  });

  it('fits a phone without accessibility faults', async () => {
    await browser.setWindowSize(390, 844);
    await browser.url(`${platform.origin}/ui/packages/${id}/versions/compare?from=1.0.0&to=1.1.0`);
    await $('summary*=package/lib/index.js').click();
    await $('.compare-line--added').waitForDisplayed();
    expect([...(await faults()), ...(await tooWide())]).toEqual([]);
    await browser.url(`${platform.origin}/ui/packages/${id}/1.1.0?tab=contents`);
    await $('button*=package.json').click();
    await $('.ld-preview__text').waitForDisplayed();
    expect([...(await faults()), ...(await tooWide())]).toEqual([]);
  });
});
