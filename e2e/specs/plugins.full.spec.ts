import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { type PluginSource, publishPlugins } from '../support/plugins.ts';

const tide: PluginSource = { specifier: '@lading/plugin-tide' };

describe('the plugins page', () => {
  let platform: Platform;
  let npm: NpmClient;
  const open = () => browser.url(`${platform.origin}/ui/admin/configuration/plugins`);

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [tide]);
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('installs a published plugin, which the next page has in its menu [mfe-01]', async () => {
    await open();
    await $('button[aria-label="Install @lading/plugin-tide"]').waitForClickable();
    expect(await faults()).toEqual([]);
    await $('button[aria-label="Install @lading/plugin-tide"]').click();
    const dialog = $('dialog[open]');
    await dialog.$('li*=not installed → 1.0.0').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await dialog.$('button=Activate').click();
    await $('dd*=1, created by admin').waitForDisplayed();
    await browser.newWindow(`${platform.origin}/ui/packages`);
    await shellPage.menuItem('The tide').click();
    await $('*=tide 1.0.0').waitForDisplayed();
    await browser.closeWindow();
    await browser.switchToWindow((await browser.getWindowHandles())[0] ?? '');
  });

  it('rolls back after it showed what changes, and the next page lacks the plugin [mfe-01]', async () => {
    await open();
    await $('button=Roll back').waitForEnabled();
    await $('button=Roll back').click();
    const dialog = $('dialog[open]');
    await dialog.$('li*=1.0.0 → not installed').waitForDisplayed();
    await dialog.$('button=Roll back').click();
    await $('dd*=None. All plugins are those').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/packages`);
    await shellPage.menuItem('Packages').waitForDisplayed();
    await expect(shellPage.menuItem('The tide')).not.toBeExisting();
  });

  it('does not install a plugin that is not allowed, and names the rule', async () => {
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins`);
    await $('button=Allowed plugins').waitForClickable();
    await $('button=Allowed plugins').click();
    await $('textarea[name="packages"]').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('textarea[name="packages"]').setValue('@acme');
    await $('button=Save').click();
    await $('*=Allowed plugins saved').waitForDisplayed();
    await open();
    await $('button[aria-label="Install @lading/plugin-tide"]').waitForClickable();
    await $('button[aria-label="Install @lading/plugin-tide"]').click();
    const dialog = $('dialog[open]');
    await dialog.$('li*=is not among the allowed packages and scopes (@acme)').waitForDisplayed();
    await expect(dialog.$('button=Activate')).toBeDisabled();
  });

  it('lists the releases, compares them, and fits on a phone', async () => {
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins?tab=releases`);
    await $('button[aria-label="Show release set 1"]').waitForClickable();
    expect(await faults()).toEqual([]);
    await $('button[aria-label="Show release set 1"]').click();
    await $('dialog[open]').$('li*=plugin-tide').waitForDisplayed();
    await $('dialog[open]').$('button=Close').click();
    await browser.setViewport({ width: 390, height: 844 });
    // The table only draws the rows in view.
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins?state=available`);
    await $('button[aria-label="Install @lading/plugin-tide"]').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
  });
});
