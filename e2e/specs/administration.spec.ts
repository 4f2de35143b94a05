import { administrationPage } from '../pages/AdministrationPage.ts';
import { packageListPage } from '../pages/PackageListPage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { tabTo } from '../support/keyboard.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

const PASSWORD = 'hold-fast-to-Th1s-rail';
const text = (words: string) => ({ id: words, text: words });
/** Adds unavailable items to the administration menu. */
const brig: PluginSource = {
  specifier: '@lading/plugin-brig',
  contributions: {
    menuItems: [
      {
        sidebar: 'administration',
        path: '/brig',
        label: text('Prisoners'),
        group: text('Below deck'),
        disabled: true,
        disabledReason: text('The brig has no door yet.'),
      },
    ],
  },
};

describe('the administration', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const plugins = new NpmClient(platform, 'plugins-local');
    await publishPlugins(plugins, [brig]);
    plugins.remove();
    writeOperatorMap(platform.home, mapOf([brig]));
    await signInPage.openAsAdmin(platform);
    await packageListPage.heading.waitForDisplayed();
  });

  after(async () => {
    await platform?.stop();
  });

  const place = async () => new URL(await browser.getUrl()).pathname;

  it('opens the user list first, which the menu links to [route-09]', async () => {
    await browser.url(`${platform.origin}/ui/admin`);
    await administrationPage.heading('Users').waitForDisplayed();
    expect(await place()).toBe('/ui/admin/management/users');
    await administrationPage.open('Groups');
    await administrationPage.row('readers').waitForDisplayed();
    await administrationPage.open('Users');
    await administrationPage.row('admin').waitForDisplayed();
    await expect(administrationPage.count).toHaveText('1 user');
  });

  it('creates a user in a group and lists the user', async () => {
    await $('main').$('a*=New User').click();
    await administrationPage.field('username').setValue('deckhand');
    await administrationPage.field('password').setValue('short');
    await administrationPage.button('Create User').click();
    await expect($('main [role="alert"]')).toHaveText('Enter at least 12 characters');
    await administrationPage.field('password').setValue(PASSWORD);
    await administrationPage.add('groups', 'read');
    await administrationPage.button('Create User').click();
    await administrationPage.row('deckhand').click();
    await administrationPage.heading('deckhand').waitForDisplayed();
    await expect($('main ul[aria-label="Groups"]')).toHaveText('readers');
  });

  it('asks before discarding typed values', async () => {
    await administrationPage.field('email').setValue('deckhand@ship.example');
    await administrationPage.open('Users');
    await expect($('dialog[open]')).toHaveText(expect.stringContaining('You have unsaved changes.'));
    await $('dialog[open]').$('button=Leave').click();
    await administrationPage.row('deckhand').waitForDisplayed();
  });

  it('searches its advanced menu, and shows why an item is disabled [route-10]', async () => {
    await administrationPage.open('Advanced menu');
    await administrationPage.search.setValue('remote');
    await expect($('main mark')).toHaveText('Remote');
    await administrationPage.search.setValue('prison');
    const item = $('main').$('a*=Prisoners');
    await item.waitForDisplayed();
    const why = $('main [role="tooltip"]');
    await expect(why).not.toBeDisplayed();
    await item.moveTo();
    await expect(why).toHaveText('The brig has no door yet.');
    await administrationPage.search.setValue('remote');
    await $('main').$('a=Remote repositories').click();
    await administrationPage.row('npm-remote').waitForDisplayed();
  });

  it('creates a repository from the Create menu, which a client can use immediately [route-09] [adm-02]', async () => {
    await $('button[aria-label="Create"]').click();
    await $('//*[starts-with(@role, "menuitem")][contains(., "New Local Repository")]').click();
    await administrationPage.field('key').setValue('npm-hold');
    await administrationPage.button('Create Repository').click();
    await administrationPage.row('npm-hold').waitForDisplayed();
    const npm = new NpmClient(platform, 'npm-hold');
    await npm.publish({ name: 'cask', version: '1.0.0' });
    npm.remove();
  });

  it('adds it to a virtual repository, and does not delete it while it is a member', async () => {
    await administrationPage.open('Virtual repositories');
    await administrationPage.row('npm').click();
    await administrationPage.add('repositories', 'npm-hold');
    await administrationPage.button('Save').click();
    await administrationPage.row('npm').waitForDisplayed();
    await administrationPage.open('Local repositories');
    await administrationPage.row('npm-hold').click();
    await administrationPage.button('Delete').click();
    await expect($('dialog[open]')).toHaveText(expect.stringContaining('1 package will be deleted with it.'));
    await $('dialog[open]').$('button=Delete').click();
    await $('*=repository npm-hold. It is a member of npm').waitForDisplayed();
  });

  it('creates a group with a member by keyboard only', async () => {
    await administrationPage.open('Groups');
    await administrationPage.heading('Groups').waitForDisplayed();
    await tabTo('main a[href$="/groups/new"]');
    await browser.keys(['Enter']);
    await administrationPage.heading('New Group').waitForDisplayed();
    await tabTo('[name="name"]');
    await browser.keys([...'bosuns']);
    await tabTo('[name="members"]');
    await browser.keys([...'deck']);
    await $('main [role="option"]').waitForDisplayed();
    await browser.keys(['Enter']);
    await tabTo('main button[type="submit"]');
    await browser.keys(['Enter']);
    await administrationPage.row('bosuns').waitForDisplayed();
  });

  it('explains what is missing for an unavailable screen [route-11]', async () => {
    await shellPage.push('/admin/pipelines-teaser');
    await expect($('main')).toHaveText(
      expect.stringContaining('“pipelines”, which is not part of this platform'),
    );
  });

  it('accepts a server name and a message, which every user sees immediately [adm-01]', async () => {
    await administrationPage.open('General settings');
    await administrationPage.field('serverName').setValue('Harbour');
    await administrationPage.field('systemMessage').setValue('Closed on Sunday');
    await administrationPage.button('Save name and appearance').click();
    await browser.waitUntil(async () => (await browser.getTitle()).endsWith('Harbour'));
    await expect($('aside[aria-label="Message from the administrators"]')).toHaveText('Closed on Sunday');
  });

  it('installs a license, which takes effect immediately [adm-01]', async () => {
    await administrationPage.open('Licenses');
    await administrationPage.choice('Type').selectByVisibleText('JCR');
    await administrationPage.button('Install').click();
    await $('dd=JCR').waitForDisplayed();
    await expect($('header')).toHaveText(expect.stringContaining('Container Registry'));
    await administrationPage.button('Remove').click();
    await $('dialog[open]').$('button=Remove').click();
    await $('dd=ENTERPRISE_PLUS').waitForDisplayed();
  });

  it('is denied to ordinary users, with an explanation [perm-01] [adm-02]', async () => {
    await browser.url(`${platform.origin}/ui/logout`);
    await signInPage.userName.waitForDisplayed();
    await signInPage.signIn('deckhand', PASSWORD);
    await packageListPage.heading.waitForDisplayed();
    await $('button[aria-label="Create"]').click();
    await expect($('[role="menu"] [role^="menuitem"]')).toHaveText('Set Me Up');
    await expect($$('[role="menu"] [role^="menuitem"]')).toBeElementsArrayOfSize(1);
    await browser.keys(['Escape']);
    await shellPage.push('/admin/management/users');
    await $('*=You are not authorized to view this page').waitForDisplayed();
    expect(await place()).toBe('/ui/packages');
  });
});
