import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin, makeUser } from '../support/administration.ts';
import { lookAtList, WINDOWS } from '../support/listWidths.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const KEY = 'platform-engineering-europe-docker-local';
const EMAIL = 'maria-magdalena.kowalska@warszawa.example.pl';

/** Lists of the administration, and one of the profile. */
const LISTS = [
  '/admin/repositories/local',
  '/admin/repositories/remote',
  '/admin/management/users',
  '/admin/management/groups',
  '/admin/management/permissions',
  '/admin/management/tokens',
  '/admin/configuration/webhooks',
  '/admin/configuration/plugins',
  '/admin/monitoring/jobs',
  '/user_profile?tab=sessions',
];

describe('lists of the administration', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await asAdmin(platform, 'PUT', `/artifactory/api/repositories/${KEY}`, {
      ...{ rclass: 'local', packageType: 'docker' },
      description: 'Images that have passed all checks and are deployed to production',
    });
    await makeUser(platform, 'maria-magdalena.kowalska', 'a-long-Passw0rd-for-tests', { email: EMAIL });
    await asAdmin(platform, 'POST', '/event/api/v1/subscriptions', {
      ...{ key: 'promotions-to-production', description: 'Starts the rollout', enabled: true },
      event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
      handlers: [{ handler_type: 'webhook', url: 'https://ci.example.com/api/v4/projects/1234/trigger' }],
    });
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  for (const width of [...WINDOWS, 390]) {
    it(`fit into ${width} px without cut names`, async () => {
      await browser.setViewport({ width, height: 900 });
      const found: Record<string, unknown> = {};
      for (const path of LISTS) found[path] = await lookAtList(platform, path);
      expect(found).toEqual(Object.fromEntries(LISTS.map((path) => [path, { scrolls: 0, cut: [] }])));
    });
  }

  it('show emails below the names if all columns have no room', async () => {
    await browser.setViewport({ width: 1024, height: 900 });
    await lookAtList(platform, '/admin/management/users');
    const email = await $(`.ld-name=${EMAIL}`);
    await expect(email).toBeDisplayed();
    expect(await email.getAttribute('data-short')).toBeNull();
    await browser.setViewport({ width: 1440, height: 900 });
    await expect($('.ld-table__head')).toHaveText(expect.stringContaining('Email'));
    expect(await $(`.ld-name=${EMAIL}`).getAttribute('data-short')).toBeNull();
  });

  it('find a user who is not on the first page, by an email address [adm-02]', async () => {
    const names = Array.from({ length: 130 }, (_, at) => `robot-${String(at).padStart(3, '0')}`);
    for (const username of names)
      await asAdmin(platform, 'POST', '/access/api/v2/users', {
        ...{ username, email: `${username}@machines.example`, internal_password_disabled: true },
      });
    await browser.setViewport({ width: 1440, height: 900 });
    await browser.url(`${platform.origin}/ui/admin/management/users`);
    await $('aria/robot-001').waitForDisplayed();
    await $('aria/Filter users').setValue('129@machines');
    await $('aria/robot-129').waitForDisplayed();
    await browser.waitUntil(async () => (await $$('.ld-table__link').length) === 1);
    await $('aria/robot-129').click();
    await browser.waitUntil(async () => (await browser.getUrl()).endsWith('/users/edit/robot-129'));
  });

  it('select a user by typing, among more than a field lists at once [adm-02]', async () => {
    await browser.url(`${platform.origin}/ui/admin/management/groups/new`);
    await $('aria/Group name').setValue('machines');
    await $('[role="combobox"][name="members"]').setValue('robot-128');
    await $('[role="option"]=robot-128').waitForDisplayed();
    await browser.keys('Enter');
    await $('li*=robot-128').waitForDisplayed();
  });
});
