import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { lookAt } from '../support/looks.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

const PASSWORD = 'a searcher who saves searches';
const QUERY = 'query=lantern+license%3AMIT&package_type=npm&sort_by=modified';
const dialog = () => $('dialog*=Saved searches');

/** Saves a screenshot if `LADING_SHOTS` is set to a directory. */
const picture = async (name: string) => {
  const folder = process.env.LADING_SHOTS;
  if (folder) await browser.saveScreenshot(`${folder}/${name}.png`);
};

describe('saved searches', () => {
  let platform: Platform;
  let npm: NpmClient;
  const admin = async (method: string, path: string, body: object) => {
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(platform.origin + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'lantern-oil', version: '1.0.0', license: 'MIT' });
    await npm.publish({ name: 'lantern-glass', version: '1.0.0', license: 'ISC' });
    await admin('POST', '/access/api/v1/projects', {
      project_key: 'tea',
      display_name: 'Tea',
      admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
    });
    for (const [name, role] of [
      ['ada', 'Developer'],
      ['bea', 'Viewer'],
    ] as const) {
      await makeUser(platform, name, PASSWORD);
      await admin('PUT', `/access/api/v1/projects/tea/users/${name}`, { roles: [role] });
    }
    await admin('POST', '/access/api/v2/permissions', {
      name: 'readers',
      resources: {
        artifact: {
          actions: { users: { ada: ['READ'], bea: ['READ'] }, groups: {} },
          targets: { 'npm-local': {} },
        },
      },
    });
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  const signIn = async (name: string) => {
    await browser.deleteCookies();
    await signInPage.open(platform, '/ui/login');
    await signInPage.signIn(name, PASSWORD);
    await packageListPage.row('lantern-oil').waitForDisplayed();
  };
  const open = async () => {
    await $('button[aria-label="Saved searches"]').click();
    await dialog().waitForDisplayed();
  };

  it('are saved with their filters, shared with a project, and renamed', async () => {
    await signIn('ada');
    await browser.url(`${platform.origin}/ui/packages?${QUERY}`);
    await packageListPage.waitForNames(['lantern-oil']);
    await open();
    await $('label*=Name of the search').click();
    await browser.keys([...'MIT lanterns']);
    await dialog().$('select').selectByVisibleText('Members of project Tea');
    await browser.keys(['Tab', 'Enter']);
    await dialog().$('a=MIT lanterns').waitForDisplayed();
    await dialog().$('span*=Shared with project tea by ada').waitForDisplayed();
    await dialog().$('button[aria-label="Rename MIT lanterns"]').click();
    await browser.keys(['Control', 'a']);
    await browser.keys([...'Free lanterns', 'Enter']);
    await dialog().$('a=Free lanterns').waitForDisplayed();
  });

  it('are opened by other members, also from the palette', async () => {
    await signIn('bea');
    await open();
    expect(await dialog().$('button[aria-label^="Rename"]').isExisting()).toBe(false);
    await dialog().$('a=Free lanterns').click();
    await packageListPage.waitForNames(['lantern-oil']);
    expect(new URL(await browser.getUrl()).search).toBe(`?${QUERY}`);
    await browser.url(`${platform.origin}/ui/packages`);
    await packageListPage.row('lantern-glass').waitForDisplayed();
    await browser.keys(['Control', 'k']);
    await $('.lading-palette input').waitForDisplayed();
    await browser.keys([...'free lant']);
    await $('//*[@role="option"][contains(., "Free lanterns")]').click();
    await packageListPage.waitForNames(['lantern-oil']);
  });

  it('are accessible, also on a phone', async () => {
    await signIn('ada');
    await browser.url(`${platform.origin}/ui/packages?${QUERY}`);
    await packageListPage.waitForNames(['lantern-oil']);
    const found = await lookAt(async (width) => {
      if (!(await dialog().isExisting())) await open();
      await dialog().$('a=Free lanterns').waitForDisplayed();
      await picture(`saved-${width}`);
    });
    expect(found).toEqual({});
    await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: 'dark' }],
    });
    await picture('saved-dark');
    await browser.keys(['Escape']);
    await dialog().waitForExist({ reverse: true });
    await picture('list-dark');
    await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', { features: [] });
    await picture('list-light');
  });

  it('are deleted after a question', async () => {
    await open();
    await dialog().$('button[aria-label="Delete Free lanterns"]').click();
    await $('p*=All members of project tea lose this search').waitForDisplayed();
    await picture('delete');
    await $('dialog*=Delete saved search').$('button=Delete').click();
    await dialog().$('p=No saved searches yet').waitForDisplayed();
  });
});
