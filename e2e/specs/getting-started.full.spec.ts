import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

describe('a new administrator', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform({ LADING_FEATURES: 'COMMON.NEW_ONBOARDING' });
    await signInPage.open(platform);
    await signInPage.signIn('admin', platform.password);
  });
  after(() => platform.stop());

  const button = (label: string) => $(`button=${label}`);
  const choose = (label: string) => $(`//label[normalize-space()="${label}"]//input`).click();

  it('is redirected to the quick setup, and asked for the purpose of the platform [onb-01] [onb-02] [onb-06]', async () => {
    await $('h2=Welcome').waitForDisplayed();
    expect((await browser.getUrl()).slice(platform.origin.length)).toBe('/ui/quick-setup');
    await button('Start').click();
    await button('Next').click();
    await expect($('.onboarding-choices')).toHaveText(expect.stringContaining('Select a purpose'));
    await choose('Personal');
    await button('Next').click();
    await $('h2=About you').waitForDisplayed();
    await choose('Software Developer');
    await button('Next').click();
    await $('h2=What do you need?').waitForDisplayed();
    // Reloading the page loses nothing.
    await browser.refresh();
    await $('h2=What do you need?').waitForDisplayed();
    await choose('SBOM');
    await button('Send').click();
    await $('h2=Your first package').waitForDisplayed();
  });

  it('creates a repository, publishes with the commands shown, and sees the package arrive', async () => {
    await button('Create repository').click();
    await $('p=Repository my-npm-local created.').waitForDisplayed();
    const publish = await $('//section[h2="Publish"]//code').getText();
    expect(publish).toBe(`npm publish --registry ${platform.origin}/artifactory/api/npm/my-npm-local/`);
    const npm = new NpmClient(platform, 'my-npm-local');
    await npm.publish({ name: 'hello-harbour', version: '1.0.0' });
    npm.remove();
    await $('p=hello-harbour published').waitForDisplayed();
    await $('a=Show package').click();
    await $('h1*=hello-harbour').waitForDisplayed();
  });

  it('is not asked again [onb-04]', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await $('h1=Packages').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/quick-setup`);
    await $('h2=Your first package').waitForDisplayed();
    await expect($('h2=Welcome')).not.toExist();
  });
});

describe('an ordinary user with quick deploy enabled', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform({ LADING_FEATURES: 'COMMON.QUICK_DEPLOY_LANDING' });
    await makeUser(platform, 'deckhand', 'hold-fast-to-Th1s-rail');
    await browser.deleteCookies();
  });
  after(() => platform?.stop());

  it('is redirected to the quick setup at the first sign-in, without a message that it is closed [onb-06]', async () => {
    await signInPage.open(platform);
    await signInPage.signIn('deckhand', 'hold-fast-to-Th1s-rail');
    await $('h1=Getting Started').waitForDisplayed();
    expect((await browser.getUrl()).slice(platform.origin.length)).toBe('/ui/quick-setup');
    await expect($('.lading-notification')).not.toExist();
    await $('main').$('a=Packages').click();
    await $('h1=Packages').waitForDisplayed();
  });
});
