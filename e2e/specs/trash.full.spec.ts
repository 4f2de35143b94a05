import { administrationPage } from '../pages/AdministrationPage.ts';
import { repositoryTreePage as page } from '../pages/RepositoryTreePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

const password = 'a-long-Passw0rd-of-rosa';
const notification = (text: string) => $(`.lading-notification*=${text}`);

describe('the trash', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    for (const name of ['manual.txt', 'index.html'])
      await asAdmin(platform, 'PUT', `/artifactory/generic-local/docs/${name}`, { about: name });
    await signInPage.openAsAdmin(platform);
  });

  after(() => platform?.stop());

  async function deleteDocs(): Promise<void> {
    await browser.url(`${platform.origin}/ui/repos/tree/General/generic-local/docs`);
    await page.heading('docs').waitForDisplayed();
    await page.button('Delete…').click();
    await expect(page.dialog).toHaveText(expect.stringContaining('The trash keeps them for 14 days'));
    await page.dialog.$('button=Delete 2 files').click();
    await notification('2 files deleted').waitForDisplayed();
  }

  it('undoes a deletion from its notification, by keyboard', async () => {
    await deleteDocs();
    await page.line('docs').waitForExist({ reverse: true });
    await browser.execute(() =>
      document
        .querySelector<HTMLElement>('.lading-notification button:not(.lading-notification-close)')
        ?.focus(),
    );
    await browser.keys(['Enter']);
    await notification('2 items restored').waitForDisplayed();
    await page.heading('docs').waitForDisplayed();
    await page.line('manual.txt').waitForDisplayed();
  });

  it('undoes a move from its notification', async () => {
    await browser.url(`${platform.origin}/ui/repos/tree/General/generic-local/docs`);
    await page.heading('docs').waitForDisplayed();
    await page.button('Move…').click();
    const field = page.dialog.$('input[spellcheck="false"]');
    await field.waitForDisplayed();
    await field.setValue('attic/docs');
    await page.dialog.$('button=Continue').click();
    await page.dialog.$('button=Move').click();
    await notification('2 files moved').waitForDisplayed();
    await expect(browser).toHaveUrl(expect.stringContaining('/generic-local/attic/docs'));
    await notification('2 files moved').$('button=Undo').click();
    await notification('2 files moved back').waitForDisplayed();
    await expect(browser).toHaveUrl(expect.stringContaining('/generic-local/docs'));
    await page.line('manual.txt').waitForDisplayed();
    await page.line('attic/docs').waitForExist({ reverse: true });
  });

  it('lists what was deleted, restores a file, and deletes another permanently', async () => {
    await deleteDocs();
    await administrationPage.open('Trash');
    const row = (name: string) => $('[role="grid"]').$(`.ld-name*=${name}`);
    await row('docs/manual.txt').waitForDisplayed();
    await $('input[aria-label*="docs/manual.txt"]').click();
    await $('button=Restore').click();
    await notification('1 item restored').waitForDisplayed();
    await row('docs/manual.txt').waitForExist({ reverse: true });
    const url = `${platform.origin}/artifactory/generic-local/docs/manual.txt`;
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`,
    };
    expect((await fetch(url, { headers })).status).toBe(200);
    await $('input[aria-label*="docs/index.html"]').click();
    await $('button=Delete permanently').click();
    await $('dialog[open]').$('button=Delete permanently').click();
    await $('p=The trash is empty').waitForDisplayed();
  });

  it('is accessible with and without items, as are its settings', async () => {
    const looks = async (path: string, heading: string) => {
      await browser.url(`${platform.origin}/ui/admin/artifactory/trash${path}`);
      return lookAt(async () => void (await $(`h1=${heading}`).waitForDisplayed()));
    };
    expect(await looks('', 'Trash')).toEqual({});
    await asAdmin(platform, 'DELETE', '/artifactory/generic-local/docs/manual.txt');
    await browser.url(`${platform.origin}/ui/admin/artifactory/trash`);
    await $('[role="grid"]').$('.ld-name*=docs/manual.txt').waitForDisplayed();
    expect(await looks('', 'Trash')).toEqual({});
    expect(await looks('/settings', 'Settings')).toEqual({});
  });

  it('lets a user restore own content from the menu, and not what others deleted', async () => {
    const headers = {
      authorization: `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}`,
    };
    await makeUser(platform, 'rosa', password);
    await asAdmin(platform, 'DELETE', '/access/api/v2/permissions/Everything%20for%20readers');
    const artifact = {
      actions: { users: { rosa: ['READ', 'WRITE', 'DELETE'] }, groups: {} },
      targets: { 'generic-local': { include_patterns: ['rosa/**'] } },
    };
    await asAdmin(platform, 'POST', '/access/api/v2/permissions', { name: 'rosa', resources: { artifact } });
    const url = `${platform.origin}/artifactory/generic-local/rosa/chart.txt`;
    await fetch(url, { method: 'PUT', headers, body: 'north' });
    await fetch(url, { method: 'DELETE', headers });
    await browser.reloadSession();
    await signInPage.open(platform);
    await signInPage.signIn('rosa', password);
    await $('nav').$('a=Trash').waitForDisplayed();
    await $('nav').$('a=Trash').click();
    await $('[role="grid"]').$('.ld-name*=rosa/chart.txt').waitForDisplayed();
    expect(await $('.ld-name*=docs').isExisting()).toBe(false);
    expect(await $('button=Empty trash').isExisting()).toBe(false);
    expect(await lookAt(async () => {})).toEqual({});
    await $('input[aria-label*="rosa/chart.txt"]').click();
    await $('button=Restore').click();
    await notification('1 item restored').waitForDisplayed();
    await $('p=The trash is empty').waitForDisplayed();
    expect(await (await fetch(url, { headers })).text()).toBe('north');
    await browser.url(`${platform.origin}/ui/admin/artifactory/trash`);
    await notification('not authorized').waitForDisplayed();
  });
});
