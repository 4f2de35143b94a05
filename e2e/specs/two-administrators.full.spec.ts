import { administrationPage as page } from '../pages/AdministrationPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const granted = (actions: readonly string[]) => ({
  artifact: { actions: { users: { admin: actions }, groups: {} }, targets: { 'npm-local': {} } },
});

/** Saves a screenshot if `LADING_SHOTS` is set to a directory. */
const picture = async (name: string) => {
  const folder = process.env.LADING_SHOTS;
  if (folder) await browser.saveScreenshot(`${folder}/${name}.png`);
};

interface Kind {
  readonly what: string;
  readonly path: string;
  readonly url: string;
  /** What the other administrator saves. */
  readonly theirs: { readonly method: string; readonly body: object };
  readonly change: () => Promise<void>;
}

const KINDS: readonly Kind[] = [
  {
    what: 'a permission',
    path: 'management/permissions/edit/shared',
    url: '/access/api/v2/permissions/shared',
    theirs: { method: 'PUT', body: { resources: granted(['READ', 'DELETE']) } },
    change: () => $('input[aria-label="admin: Deploy"]').click(),
  },
  {
    what: 'the members of a virtual repository',
    path: 'repositories/virtual/edit/shared-virtual',
    url: '/artifactory/api/repositories/shared-virtual',
    theirs: { method: 'POST', body: { repositories: ['npm-local', 'npm-second'] } },
    change: () => page.field('description').setValue('Of both'),
  },
  {
    what: 'a webhook',
    path: 'configuration/webhooks/edit/shared',
    url: '/event/api/v1/subscriptions/shared',
    theirs: { method: 'PUT', body: webhook('Of the other administrator') },
    change: () => page.field('description').setValue('Of this one'),
  },
  {
    what: 'an outgoing proxy',
    path: 'proxies/configuration/edit/shared',
    url: '/ui/api/v1/ui/proxies/crud/shared',
    theirs: { method: 'PUT', body: { host: '192.0.2.2', port: 3128 } },
    change: () => page.field('port').setValue('8080'),
  },
  {
    what: 'a group',
    path: 'management/groups/edit/shared',
    url: '/access/api/v2/groups/shared',
    theirs: { method: 'PATCH', body: { admin_privileges: true } },
    change: () => page.field('description').setValue('Of this one'),
  },
];

function webhook(description: string) {
  return {
    description,
    event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
    handlers: [{ handler_type: 'webhook', url: 'https://receiver.example.org/' }],
  };
}

describe('two administrators', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = { packageType: 'npm' };
    await asAdmin(platform, 'PUT', '/artifactory/api/repositories/npm-second', { rclass: 'local', ...npm });
    await asAdmin(platform, 'PUT', '/artifactory/api/repositories/shared-virtual', {
      ...{ rclass: 'virtual', ...npm, repositories: ['npm-local'] },
    });
    await asAdmin(platform, 'POST', '/access/api/v2/permissions', {
      ...{ name: 'shared', resources: granted(['READ']) },
    });
    await asAdmin(platform, 'POST', '/event/api/v1/subscriptions', { key: 'shared', ...webhook('First') });
    const proxy = { key: 'shared', host: '192.0.2.1', port: 3128 };
    await asAdmin(platform, 'POST', '/ui/api/v1/ui/proxies/crud', proxy);
    await asAdmin(platform, 'POST', '/access/api/v2/groups', { name: 'shared' });
    await signInPage.openAsAdmin(platform);
  });
  after(() => platform?.stop());

  for (const { what, path, url, theirs, change } of KINDS)
    it(`do not overwrite each other's changes of ${what} [adm-01]`, async () => {
      await browser.url(`${platform.origin}/ui/admin/${path}`);
      await page.button('Save').waitForDisplayed();
      await asAdmin(platform, theirs.method, url, theirs.body);
      const stored = await asAdmin(platform, 'GET', url);
      await change();
      await page.button('Save').click();
      await expect($('main [role="alert"]')).toHaveText(
        expect.stringContaining('the values were changed after you opened this page'),
      );
      expect(await asAdmin(platform, 'GET', url)).toEqual(stored);
      const name = path.replaceAll('/', '-');
      expect(await lookAt(async (width) => picture(`${name}-${width}`))).toEqual({});
      await page.button('Discard changes and reload').click();
      await $('main [role="alert"]').waitForExist({ reverse: true });
      await page.button('Save').waitForDisplayed();
      await change();
      await page.button('Save').click();
      await $('main form').waitForExist({ reverse: true });
      expect(await asAdmin(platform, 'GET', url)).not.toEqual(stored);
    });
});
