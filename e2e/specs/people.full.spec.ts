import { administrationPage as page } from '../pages/AdministrationPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const CSV = [
  'username,email,groups',
  'ann,ann@example.org,deckhands',
  'bob,no email,',
  'admin,a@example.org,',
];

describe('people and their rights', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    for (const name of ['deckhands', 'crew'])
      await asAdmin(platform, 'POST', '/access/api/v2/groups', { name, auto_join: name === 'crew' });
    await signInPage.openAsAdmin(platform);
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('imports users from CSV after a preview of each line [adm-02]', async () => {
    await browser.url(`${platform.origin}/ui/admin/management/users/import`);
    await page.field('csv').setValue(CSV.join('\n'));
    await page.button('Preview').click();
    await $('td=ann').waitForDisplayed();
    // With the group that every new user joins.
    await expect($('td=ann').parentElement()).toHaveText(
      expect.stringMatching(/Groups: (?=.*deckhands)(?=.*crew)/),
    );
    await expect($('td=bob').parentElement()).not.toHaveText(expect.stringContaining('Groups:'));
    await expect($('td=bob').parentElement()).toHaveText(expect.stringMatching(/email/i));
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    expect([await tooWide(), await faults()]).toEqual([[], []]);
    await browser.setViewport({ width: 1440, height: 900 });
    const before = await asAdmin<{ users: { username: string }[] }>(platform, 'GET', '/access/api/v2/users');
    expect(before.users.map(({ username }) => username)).not.toContain('ann');
    await page.button('Create 1 user').click();
    await $('.lading-notification*=1 user created').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/admin/management/users`);
    await page.row('ann').waitForDisplayed();
  });

  it('explains who can do what on a path, and by which rule [adm-02]', async () => {
    await asAdmin(platform, 'POST', '/access/api/v2/permissions', {
      name: 'tea-readers',
      resources: {
        artifact: {
          targets: { 'npm-local': { include_patterns: ['tea/**'], exclude_patterns: [] } },
          actions: { users: { ann: ['READ'] }, groups: {} },
        },
      },
    });
    await browser.url(`${platform.origin}/ui/admin/management/effective?repository=npm-local&path=tea/a.tgz`);
    await $('main').$('*=ann').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.url(`${platform.origin}/ui/admin/management/effective?user=ann`);
    await $('main').$('*=npm-local').waitForDisplayed();
    await browser.setViewport({ width: 390, height: 844 });
    await $('main').$('*=npm-local').waitForDisplayed();
    expect([await tooWide(), await faults()]).toEqual([[], []]);
  });
});
