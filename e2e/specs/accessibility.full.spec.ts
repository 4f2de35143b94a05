import { signInPage } from '../pages/SignInPage.ts';
import { contrastFaults, faults } from '../support/axe.ts';
import { lookAt } from '../support/looks.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** Name of a screen, its URL, and its heading. */
const SCREENS = [
  ['the list', '/packages', 'Packages'],
  ['a readme', '/packages/npm:%2F%2Ftea-chest/1.0.0', 'tea-chest 1.0.0'],
  ['files', '/packages/npm:%2F%2Ftea-chest/1.0.0?tab=files', 'tea-chest 1.0.0'],
  ['diagnostics', '/diagnostics', 'Diagnostics'],
  ['an empty list', '/packages?name=nothing-such', 'Packages'],
  ['a package', '/packages/npm:%2F%2Ftea-chest', 'tea-chest'],
  ['an unknown package', '/packages/npm:%2F%2Fnothing-such', 'nothing-such'],
  ['an id that is none', '/packages/nothing', 'nothing'],
  ['dependencies', '/packages/npm:%2F%2Ftea-chest/1.0.0?tab=dependencies', 'tea-chest 1.0.0'],
  ['a file in the tree', '/repos/tree/General/npm-local/tea-chest/-/tea-chest-1.0.0.tgz', 'Artifacts'],
  ['the page that is not there', '/nothing', 'Page not found'],
  ['users', '/admin/management/users', 'Users'],
  ['a new remote repository', '/admin/repositories/remote/new', 'New Remote Repository'],
  ['a virtual repository', '/admin/repositories/virtual/edit/npm', 'npm'],
  ['a new permission', '/admin/management/permissions/create', 'New Permission'],
  ['the advanced menu', '/admin/artifactory/list?search=re', 'Advanced menu'],
  ['the license', '/admin/license_management/licenses', 'Licenses'],
  ['who sees what', '/why?all=true', 'Why can’t I see this?'],
  ['the profile', '/user_profile', 'Profile'],
  ['the overview', '/overview', 'Overview'],
  ['the repositories of a lightweight instance', '/lightweight', 'Artifacts'],
  ['the distribution network', '/admin/monitoring/pdn', 'PDN status'],
  ['a service that is not here', '/admin/pipelines-teaser', 'Pipelines'],
  ['webhooks', '/admin/configuration/webhooks', 'Webhooks'],
  ['a new webhook', '/admin/configuration/webhooks/new', 'New Webhook'],
  ['proxies', '/admin/proxies/configuration', 'Proxies'],
  ['a new proxy', '/admin/proxies/configuration/new', 'New Proxy'],
  ['the HTTP settings', '/admin/artifactory/http_settings', 'HTTP settings'],
  ['general settings', '/admin/configuration/general', 'General settings'],
  ['storage', '/admin/monitoring/storage', 'Storage'],
  ['cleanup policies', '/admin/artifactory/cleanup-policies', 'Cleanup policies'],
  ['a new cleanup policy', '/admin/artifactory/cleanup-policies/new', 'New Cleanup Policy'],
  ['permissions on a path', '/admin/management/effective?repository=npm-local', 'Effective permissions'],
  ['permissions of a user', '/admin/management/effective?user=admin', 'Effective permissions'],
  ['the import of users', '/admin/management/users/import', 'Import users'],
  ['groups', '/admin/management/groups', 'Groups'],
  ['an existing group', '/admin/management/groups/edit/readers', 'readers'],
  ['an existing user', '/admin/management/users/edit/admin', 'admin'],
  ['the invitation of a user', '/admin/management/users/invite', 'Invite by Email'],
  ['permissions', '/admin/management/permissions', 'Permissions'],
  [
    'an existing permission',
    '/admin/management/permissions/edit/Everything%20for%20readers',
    'Everything for readers',
  ],
  ['local repositories', '/admin/repositories/local', 'Local repositories'],
  ['all access tokens', '/admin/management/tokens', 'Access tokens'],
  ['projects', '/admin/management/projects', 'Projects'],
  ['a new project', '/admin/management/projects/new', 'New project'],
  ['the audit log', '/admin/security/audit', 'Audit log'],
  ['the trash', '/admin/artifactory/trash', 'Trash'],
  ['background jobs', '/admin/monitoring/jobs', 'Background jobs'],
  ['usage analytics', '/admin/monitoring/analytics', 'Usage analytics'],
] as const;

describe('every screen is accessible', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    const readme = '# Tea chest\n\nOpen with `care`.\n\n## Table\n\n|a|b|\n|-|-|\n|1|2|\n';
    const dependencies = { 'left-buoy': '^1.0.0' };
    await npm.publish({ name: 'tea-chest', version: '1.0.0', dependencies }, { 'README.md': readme });
    npm.remove();
  });

  after(async () => {
    await platform?.stop();
  });

  it('signs in', async () => {
    await signInPage.open(platform);
    expect(await faults()).toEqual([]);
    await signInPage.signIn('', '');
    expect(await faults()).toEqual([]);
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
  });

  it('detects violations', async () => {
    await browser.execute(() => {
      const pale = document.createElement('p');
      pale.id = 'pale';
      pale.textContent = 'Pale';
      pale.style.color = '#ddd';
      pale.style.background = '#fff';
      document.body.append(pale, document.createElement('img'));
    });
    expect((await faults()).join()).toMatch(/color-contrast: <p id="pale".*image-alt: <img/s);
    expect((await contrastFaults()).join()).toContain('color-contrast: <p id="pale"');
    expect(await faults('#lading-chrome')).toEqual([]);
  });

  for (const [screen, path, heading] of SCREENS)
    it(screen, async () => {
      await browser.url(`${platform.origin}/ui${path}`);
      expect(await lookAt(() => whole(heading))).toEqual({});
    });

  async function whole(heading: string): Promise<void> {
    await $(`h1=${heading}`).waitForDisplayed();
    await browser.waitUntil(() => browser.execute(() => !document.querySelector('main [aria-busy="true"]')));
  }
});
