import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

const password = 'a-long-Passw0rd-of-rosa';
/** Milliseconds until the job that notifies must have run. */
const NOTIFIED = { timeout: 60_000 };
const reason = 'I maintain the <b>charts</b>';

describe('asking for access', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await makeUser(platform, 'rosa', password);
    await asAdmin(platform, 'DELETE', '/access/api/v2/permissions/Everything%20for%20readers');
    await asAdmin(platform, 'PUT', '/artifactory/api/repositories/charts', {
      ...{ rclass: 'local', packageType: 'generic' },
    });
    await asAdmin(platform, 'PUT', '/artifactory/charts/north.txt', { deep: true });
    const artifact = { actions: { users: {}, groups: {} }, targets: { charts: {} } };
    await asAdmin(platform, 'POST', '/access/api/v2/permissions', {
      ...{ name: 'chart readers', resources: { artifact } },
    });
  });

  after(() => platform?.stop());

  async function signInAs(user: string, secret: string): Promise<void> {
    await browser.reloadSession();
    await signInPage.open(platform);
    await signInPage.signIn(user, secret);
    await $('.lading-bell button').waitForDisplayed();
  }
  const isUnread = (kind: string) =>
    browser.waitUntil(async () => {
      await browser.refresh();
      return $(`.lading-bell button[aria-label="${kind}"]`)
        .waitForExist({ timeout: 5_000 })
        .catch(() => false);
    }, NOTIFIED);
  const accessible = async () => {
    expect(await lookAt(async () => {})).toEqual({});
  };

  it('starts at the page of a file that the user cannot see', async () => {
    await signInAs('rosa', password);
    await browser.url(`${platform.origin}/ui/repos/tree/General/charts/north.txt`);
    await $('=Ask for access').click();
    await $('h1=Why can’t I see this?').waitForDisplayed();
    expect(await $('input[name=repository]').getValue()).toBe('charts');
    expect(await $('input[name=path]').getValue()).toBe('north.txt');
    await $('textarea[name=reason]').setValue(reason);
    await $('button=Send request').click();
    await $('strong=Read: charts/north.txt').waitForDisplayed();
    await $('p*=Waiting for a decision').waitForDisplayed();
    await accessible();
  });

  it('is granted by an administrator who follows the notification', async () => {
    await signInAs('admin', platform.password);
    await isUnread('Notifications, 1 unread');
    await $('.lading-bell button').click();
    await $('[role=dialog]').$('span=rosa asks for access (read)').waitForDisplayed();
    await $('[role=dialog]').$('=charts').click();
    await $('h1=Access requests').waitForDisplayed();
    await $('button=Decide').waitForDisplayed();
    await accessible();
    await $('button=Decide').click();
    const dialog = $('dialog[open]');
    await dialog.$('p*=I maintain the').waitForDisplayed();
    await expect(dialog).toHaveText(expect.stringContaining(reason));
    await dialog.$('select').selectByVisibleText('Grant: add to permission chart readers (charts)');
    await accessible();
    await dialog.$('button=Grant').click();
    await $('p=No requests').waitForDisplayed();
  });

  it('lets the user see the file, and says so', async () => {
    await signInAs('rosa', password);
    await isUnread('Notifications, 1 unread');
    await browser.url(`${platform.origin}/ui/why`);
    await $('p*=Granted').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/repos/tree/General/charts/north.txt`);
    await $('h2=north.txt').waitForDisplayed();
  });
});
