import { administrationPage } from '../pages/AdministrationPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('proxies and HTTP settings', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(() => platform?.stop());

  it('shows the proxies, and creates one [prox-01]', async () => {
    await browser.url(`${platform.origin}/ui/admin/proxies/configuration`);
    await $('p=No proxies yet').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('main').$('a*=New Proxy').click();
    await administrationPage.field('key').setValue('corporate');
    await administrationPage.field('host').setValue('127.0.0.1');
    await administrationPage.field('port').setValue('9');
    await administrationPage.field('username').setValue('lading');
    await administrationPage.field('password').setValue('secret');
    await $('label=Remote repositories').click();
    await $('label=The proxy resolves host names').click();
    await administrationPage.button('Test connection').click();
    await expect($('.admin-trial [role="status"]')).toHaveText(
      'Proxy corporate is unreachable: ECONNREFUSED',
    );
    expect(await faults()).toEqual([]);
    await administrationPage.button('Create Proxy').click();
    await administrationPage.row('corporate').waitForDisplayed();
    await expect($('main [role="grid"]')).toHaveText(expect.stringContaining('Remote repositories'));
  });

  it('sends requests of a remote repository through it, and then prevents its deletion [prox-01]', async () => {
    await browser.url(`${platform.origin}/ui/admin/repositories/remote/new`);
    await administrationPage.field('key').setValue('far');
    await administrationPage.field('url').setValue('https://registry.example.org/');
    await administrationPage.field('proxy').$('option=corporate').waitForExist();
    await administrationPage.field('proxy').selectByVisibleText('corporate');
    await administrationPage.button('Create Repository').click();
    await administrationPage.row('far').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/admin/proxies/configuration/edit/corporate`);
    await $('p*=In use by far').waitForDisplayed();
    await expect(administrationPage.button('Delete')).not.toBeExisting();
    expect(await faults()).toEqual([]);
  });

  it('generates the configuration of a web server [prox-02]', async () => {
    await browser.url(`${platform.origin}/ui/admin/artifactory/http_settings`);
    await administrationPage.field('serverName').setValue('packages.example.org');
    await administrationPage.field('dockerReverseProxyMethod').selectByAttribute('value', 'SUBDOMAIN');
    await $('.ld-code*=upstream lading').waitForDisplayed();
    await expect($('.ld-code')).toHaveText(expect.stringContaining('server_name packages.example.org;'));
    expect(await faults()).toEqual([]);
    await administrationPage.button('Save').click();
    await $('*=HTTP settings saved').waitForDisplayed();
  });

  it('fits a phone', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    for (const path of [
      'proxies/configuration',
      'proxies/configuration/edit/corporate',
      'artifactory/http_settings',
    ]) {
      await browser.url(`${platform.origin}/ui/admin/${path}`);
      await $('main h1').waitForDisplayed();
      expect(await tooWide()).toEqual([]);
    }
  });
});
