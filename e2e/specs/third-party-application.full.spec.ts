import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { ThirdPartyApplication } from '../support/thirdPartyApplication.ts';

const password = 'an old tune of the sea';

describe('a third-party application', () => {
  let platform: Platform;
  let application: ThirdPartyApplication;

  before(async () => {
    application = await ThirdPartyApplication.start();
    platform = await startPlatform();
    const created = await fetch(`${platform.origin}/access/api/v2/users`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ username: 'rosa', email: 'rosa@example.org', password }),
    });
    expect(created.status).toBe(201);
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await application?.stop();
    await platform?.stop();
  });

  it('is registered, and its secret is shown once [appi-01] [appi-02]', async () => {
    await signInPage.openAsAdmin(platform, '/ui/admin/configuration/integrations');
    await $('=New Integration').waitForDisplayed();
    await $('=New Integration').click();
    await $('main input[name="name"]').waitForDisplayed();
    await $('main input[name="name"]').setValue('tea-shop');
    await $('select[name="type"]').selectByAttribute('value', 'native');
    await $('input[name="callback_url"]').setValue(application.callback);
    await $('button=Create').click();
    await $('h2=Secret').waitForDisplayed();
    expect(await faults()).toEqual([]);
    const value = async (label: string) => $(`[role="group"][aria-label="${label}"]`).getText();
    const [clientId, secret] = [await value('Client ID'), await value('Secret')];
    await $('=Done').click();
    await $('h1=Application integrations').waitForDisplayed();
    expect(await $('main').getText()).not.toContain(secret);
    await application.register({ platform: platform.origin, clientId, secret });
    await browser.deleteCookies();
  });

  it('signs its user in, who allows it, and calls the API [appi-01]', async () => {
    await browser.url(application.url);
    await $('=Sign in with Lading').click();
    await signInPage.userName.waitForDisplayed();
    await signInPage.signIn('rosa', password);
    await $('strong*=tea-shop asks to act for you').waitForDisplayed();
    await expect($('li=In npm-local: read')).toBeDisplayed();
    await expect($('li=See your email address')).toBeDisplayed();
    for (const width of [1440, 390]) {
      await browser.setViewport({ width, height: 900 });
      expect([width, await faults(), await tooWide()]).toEqual([width, [], []]);
    }
    await $('button=Allow').click();
    await $('h1=Hello rosa').waitForDisplayed();
    await expect($('p=rosa@example.org')).toBeDisplayed();
    await $('=Orders').click();
    await $('h1=Orders: status 200').waitForDisplayed();
  });

  it('gets no token from a user who denies it', async () => {
    await browser.url(`${application.url}/sign-in`);
    await $('button=Deny').waitForDisplayed();
    await $('button=Deny').click();
    await $('h1*=Failed').waitForDisplayed();
    expect(await browser.getUrl()).toContain('error=access_denied');
  });

  it('loses access when its user revokes it on the profile page [appi-01]', async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await browser.url(`${platform.origin}/ui/user_profile?tab=applications`);
    await $('button[aria-label="Revoke access of tea-shop"]').waitForDisplayed();
    await $('button[aria-label="Revoke access of tea-shop"]').click();
    await $('dialog[open]').$('button=Revoke').click();
    await $('p*=You have not allowed any applications').waitForDisplayed();
    await browser.url(`${application.url}/orders`);
    await $('h1*=Failed').waitForDisplayed();
  });
});
