import { profilePage } from '../pages/ProfilePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults } from '../support/axe.ts';
import { clipboardText } from '../support/clipboard.ts';
import { deviceCode } from '../support/deviceCode.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { lookAt } from '../support/looks.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

/** Contributes a part that it does not have. */
const leaky: PluginSource = {
  specifier: '@lading/plugin-leaky',
  contributions: {
    extensions: {
      pageParts: [
        {
          id: 'leaky.part',
          label: { id: 'leaky.part', text: 'A leaky part' },
          lifecycles: { $ref: 'extensions/pageParts/0/lifecycles' },
        },
      ],
    },
  },
};

describe('a user’s own profile', () => {
  let platform: Platform;
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const place = async () => {
    const { pathname, search } = new URL(await browser.getUrl());
    return pathname + search;
  };
  const whoIs = async (headers: Record<string, string>) => {
    const answer = await fetch(`${platform.origin}/ui/api/v1/ui/auth/current`, { headers });
    return answer.ok ? ((await answer.json()) as { name: string }).name : answer.status;
  };

  before(async () => {
    platform = await startPlatform({
      LADING_FEATURES: 'COMMON.TESTED',
      LADING_SUBSCRIPTION_URL: 'http://10.0.0.1/account',
    });
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [leaky]);
    npm.remove();
    writeOperatorMap(platform.home, mapOf([leaky]));
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('opens from the menu by keyboard only, and is unlocked [route-03, shell-06, shell-08]', async () => {
    await open('/packages');
    await $('h1=Packages').waitForDisplayed();
    await tabTo('button[aria-label^="User "]');
    await browser.keys(['Enter']);
    await $('//*[starts-with(@role, "menuitem")][contains(., "Edit Profile")]').waitForDisplayed();
    await browser.waitUntil(async () => {
      await browser.keys(['ArrowDown']);
      return browser.execute(() => document.activeElement?.textContent?.includes('Edit Profile') ?? false);
    });
    await browser.keys(['Enter']);
    await profilePage.heading.waitForDisplayed();
    expect(await place()).toBe('/ui/user_profile');
    await tabTo('.profile-unlock input[type="password"]');
    await browser.keys([...'not the password', 'Enter']);
    await expect($('.profile-unlock [role="alert"]')).toHaveText('The password is incorrect');
    await waitForFocus('.profile-unlock input[type="password"]');
    await browser.keys([...platform.password, 'Enter']);
    await profilePage.unlocked.waitForDisplayed();
    await tabTo('input[type="email"]');
    await browser.keys([...'admin@example.org', 'Enter']);
    await expect($('.lading-notification-success')).toHaveText(expect.stringContaining('Profile saved'));
  });

  it('asks before leaving a partly completed form', async () => {
    await open('/user_profile');
    await $('input[type="email"]').setValue('half');
    await $('nav[aria-label="Application"]').$('=Packages').click();
    await expect(profilePage.dialog).toHaveText(
      expect.stringContaining('Your new email address is not saved.'),
    );
    await profilePage.dialogButton('Cancel').click();
    expect(await place()).toBe('/ui/user_profile');
    await expect($('input[type="email"]')).toHaveValue('half');
    await $('input[type="email"]').setValue('admin@example.org');
  });

  it('sets up MFA, and removes it', async () => {
    await open('/user_profile?tab=secondFactor');
    await profilePage.button('Set up MFA').click();
    const secret = await $('[role="group"][aria-label="secret"] code').getText();
    await expect($('.ld-qr')).toBeDisplayed();
    expect(await faults()).toEqual([]);
    await $('input[autocomplete="one-time-code"]').setValue(deviceCode(secret.replaceAll(' ', '')));
    await profilePage.button('Confirm').click();
    await $('h2=Save your recovery codes').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await profilePage.button('I have saved them').click();
    await $('h2=MFA is on').waitForDisplayed();
    await profilePage.button('Turn off').click();
    await profilePage.dialogButton('Turn off').click();
    await $('p=MFA is not set up').waitForDisplayed();
  });

  it('creates an API key that works until it is revoked', async () => {
    await open('/user_profile?tab=apiKey');
    await profilePage.button('Create API key').click();
    await $('button[aria-label="Copy API key"]').click();
    await browser.waitUntil(async () => (await clipboardText()).startsWith('lading_ak_'));
    const key = await clipboardText();
    expect(await whoIs({ 'x-jfrog-art-api': key })).toBe('admin');
    await profilePage.button('Revoke').click();
    await expect(profilePage.dialog).toHaveText(expect.stringContaining('Revoke the API key of admin?'));
    await profilePage.dialogButton('Revoke').click();
    await $('p=You have no API key').waitForDisplayed();
    expect(await whoIs({ 'x-jfrog-art-api': key })).toBe(401);
  });

  it('creates an access token that is shown once, and revokes it by name', async () => {
    await open('/user_profile?tab=tokens');
    await profilePage.button('Create access token').click();
    await waitForFocus('dialog[open] input');
    await browser.keys([...'the lighthouse']);
    await profilePage.dialogButton('Create').click();
    await $('h2=Your access token “the lighthouse”').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('button[aria-label="Copy Access token"]').click();
    await browser.waitUntil(async () => (await clipboardText()).startsWith('lading_at_'));
    const authorization = `Bearer ${await clipboardText()}`;
    await profilePage.dialogButton('Done').click();
    await profilePage.row('the lighthouse').waitForDisplayed();
    expect(await browser.execute(() => document.body.textContent?.includes('lading_at_'))).toBe(false);
    expect(await whoIs({ authorization })).toBe('admin');
    await $('button[aria-label="Revoke the lighthouse"]').click();
    await expect(profilePage.dialog).toHaveText(
      expect.stringContaining('Revoke the access token “the lighthouse”?'),
    );
    await profilePage.dialogButton('Revoke').click();
    await profilePage.row('the lighthouse').waitForExist({ reverse: true });
    expect(await whoIs({ authorization })).toBe(401);
  });

  it('ends all other sessions, and continues in this one', async () => {
    const answer = await fetch(`${platform.origin}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'a-forgotten-laptop' },
      body: JSON.stringify({ user: 'admin', password: platform.password, type: 'login' }),
    });
    const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const there = { cookie, 'sec-fetch-site': 'same-origin' };
    expect(await whoIs(there)).toBe('admin');
    await open('/user_profile?tab=sessions');
    await profilePage.row('a-forgotten-laptop').waitForDisplayed();
    await expect(profilePage.row('This session')).toHaveText(expect.stringContaining('Chrome'));
    await profilePage.button('End all others').click();
    await profilePage.dialogButton('End all others').click();
    await profilePage.row('a-forgotten-laptop').waitForExist({ reverse: true });
    expect(await whoIs(there)).toBe(401);
    await open('/user_profile');
    await profilePage.heading.waitForDisplayed();
  });

  it('reports an invalid URL of the account portal [route-03]', async () => {
    await open('/user/my-jfrog-redirect');
    await $('p=Invalid URL of the account portal').waitForDisplayed();
    expect(await place()).toBe('/ui/user/my-jfrog-redirect');
  });

  it('shows parts of several plugins on one page, although one of them fails [route-05]', async () => {
    await open('/demo');
    for (const part of ['demo.tree', 'demo.greeting', 'profile.me']) {
      await $(`[data-part="${part}"][data-part-state="there"]`).waitForExist();
    }
    await $('[data-part="leaky.part"][data-part-state="failed"]').waitForExist();
    await expect($('p=Hello, admin.')).toBeDisplayed();
    expect(await faults()).toEqual([]);
    await open('/template');
    await $('h1=Template').waitForDisplayed();
  });

  for (const tab of ['profile', 'secondFactor', 'apiKey', 'tokens', 'sessions'])
    it(`is accessible in the tab ${tab}`, async () => {
      await open(`/user_profile?tab=${tab}`);
      await profilePage.heading.waitForDisplayed();
      await browser.waitUntil(() =>
        browser.execute(() => !document.querySelector('main [aria-busy="true"]')),
      );
      expect(await lookAt(async () => {})).toEqual({});
    });
});

describe('a page that requires an unsupported feature', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(() => platform?.stop());

  const push = (path: string) => browser.execute((to) => history.pushState({}, '', `/ui${to}`), path);

  it('is not opened: the current page stays [route-04]', async () => {
    await push('/template');
    await $('.lading-notification-error').waitForDisplayed();
    expect(new URL(await browser.getUrl()).pathname).toBe('/ui/packages');
    await expect($('h1=Packages')).toBeDisplayed();
  });

  it('does not exist [route-05]', async () => {
    await push('/demo');
    await $('h1=Page not found').waitForDisplayed();
  });
});
