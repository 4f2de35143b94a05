import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('lists that the server does not export', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(() => platform?.stop());

  it('are downloaded as CSV', async () => {
    await browser.url(`${platform.origin}/ui/admin/management/groups`);
    await $('a=readers').waitForDisplayed();
    const saved = browser.executeAsync((done: (text: string) => void) => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob: Blob) => {
        void blob.text().then(done);
        return create.call(URL, blob);
      };
      document.querySelector<HTMLElement>('button[aria-label="Download list as CSV"]')?.click();
    });
    expect(await saved).toMatch(/^group_name,.*\r\nreaders,/);
  });
});
