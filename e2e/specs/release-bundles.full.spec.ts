import { searchBox } from '../pages/SearchPage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const files = ['libs/app/1.0/app.bin', 'libs/app/1.0/docs.txt'];

describe('release bundles', () => {
  let platform: Platform;
  const place = async () => (await browser.getUrl()).slice(platform.origin.length);
  const deploy = async (path: string, method = 'PUT') => {
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    return fetch(`${platform.origin}/artifactory/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/octet-stream' },
      ...(method === 'PUT' ? { body: path } : {}),
    });
  };

  before(async () => {
    platform = await startPlatform();
    for (const [key, environment] of [
      ['libs', 'DEV'],
      ['libs-prod', 'PROD'],
    ])
      await asAdmin(platform, 'PUT', `/artifactory/api/repositories/${key}`, {
        ...{ rclass: 'local', packageType: 'generic', environments: [environment] },
      });
    for (const file of files) await deploy(file);
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('opens the source tab, also at the legacy path [rb-01] [rb-02]', async () => {
    await browser.url(`${platform.origin}/ui/release-bundles`);
    await $('p=No release bundles yet').waitForDisplayed();
    expect(await place()).toBe('/ui/release-bundles/source');
    expect(await faults()).toEqual([]);
    await browser.url(`${platform.origin}/ui/bundles/target`);
    await $('p=No received release bundles').waitForDisplayed();
    expect(await place()).toBe('/ui/release-bundles/target');
    await $('p=Retention of received bundles is off.').waitForDisplayed();
    expect(await faults()).toEqual([]);
  });

  it('creates a version that protects its artifacts', async () => {
    await $('[role="tab"]=Source').click();
    await $('button=New release bundle').click();
    const dialog = $('dialog[open]');
    await dialog.$('input[name="name"]').setValue('app');
    await dialog.$('input[name="version"]').setValue('1.0');
    await dialog.$('textarea[name="artifacts"]').setValue(files.join('\n'));
    expect(await faults()).toEqual([]);
    await dialog.$('button=Create').click();
    await $('strong=Signature valid.').waitForDisplayed();
    expect(await place()).toBe('/ui/release-bundles/source/app/1.0');
    expect(await faults()).toEqual([]);
    expect((await deploy('libs/app/1.0/app.bin', 'DELETE')).status).toBe(409);
  });

  it('creates a version from packages that are found by typing, after a preview', async () => {
    await shellPage.push('/release-bundles/source');
    await $('button=New release bundle').click();
    const dialog = $('dialog[open]');
    await dialog.$('input[name="name"]').setValue('picked');
    await dialog.$('input[name="version"]').setValue('1.0');
    await dialog.$('select[name="sourceType"]').selectByAttribute('value', 'packages');
    await dialog.$('input[name="packages"]').setValue('ap');
    await dialog.$('[role="option"]=app (generic)').waitForDisplayed();
    await browser.keys(['Enter']);
    await dialog.$('input[name="packageVersion"]').waitForDisplayed();
    await browser.keys(['ArrowDown']);
    await dialog.$('[role="option"]=1.0 in libs').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.keys(['Enter']);
    await dialog.$('span=generic://app 1.0').waitForDisplayed();
    await dialog.$('button=Preview content').click();
    await dialog.$('p*=The version will contain 2 artifacts').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await dialog.$('button=Create').click();
    await $('strong=Signature valid.').waitForDisplayed();
    expect(await place()).toBe('/ui/release-bundles/source/picked/1.0');
  });

  it('shows packages, files, licenses, and vulnerabilities, and has an SBOM', async () => {
    await $('a*=app').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('[role="tab"]*=Files').click();
    await $('a=libs/app/1.0/docs.txt').waitForDisplayed();
    await $('[role="tab"]*=Licenses').click();
    await $('th=Unknown').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('[role="tab"]*=Vulnerabilities').click();
    await $('p*=Not scanned: 1 package version').waitForDisplayed();
    expect(await faults()).toEqual([]);
    const bom = await browser.execute(
      async (url: string) => (await fetch(url)).json(),
      String(await $('a=CycloneDX 1.6').getAttribute('href')),
    );
    expect(bom).toMatchObject({ specVersion: '1.6', metadata: { component: { name: 'picked' } } });
  });

  it('is promoted only after the approval that the environment requires', async () => {
    await asAdmin(platform, 'POST', '/access/api/v2/groups', { name: 'leads' });
    const mia = { username: 'mia', password: 'an old tune of the sea' };
    await asAdmin(platform, 'POST', '/access/api/v2/users', {
      ...{ ...mia, email: 'mia@ship.example', groups: ['leads'] },
    });
    await asAdmin(platform, 'POST', '/access/api/v2/permissions', {
      name: 'bundles',
      resources: {
        release_bundle: {
          actions: { users: {}, groups: { leads: ['READ'] } },
          targets: { 'release-bundles-v2': {} },
        },
      },
    });
    await shellPage.push('/admin/promotion-conditions');
    const form = $('form[aria-label="PROD"]');
    await form.$('input[name="approvers"]').click();
    await form.$('[role="option"]=leads').click();
    expect(await faults()).toEqual([]);
    await form.$('button=Save').click();
    await $('*=Promotion conditions of PROD saved').waitForDisplayed();

    await shellPage.push('/release-bundles/source/app/1.0');
    await $('strong=0 of 1 approvals by members of leads').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('main').$('button=Promote').click();
    await $('dialog[open]').$('button=Preview').click();
    await $('dialog[open]').$('strong=0 of 1 approvals by members of leads').waitForDisplayed();
    await expect($('dialog[open]').$('button=Promote')).toBeDisabled();

    await browser.deleteCookies();
    await signInPage.open(platform, '/ui/release-bundles/source/app/1.0');
    await signInPage.signIn(mia.username, mia.password);
    await $('button=Approve for PROD').waitForDisplayed();
    await $('button=Approve for PROD').click();
    await $('strong=Approved by mia').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.deleteCookies();
    await signInPage.openAsAdmin(platform, '/ui/release-bundles/source/app/1.0');
    await $('strong=Approved by mia').waitForDisplayed();
  });

  it('promotes it after a preview', async () => {
    await $('main').$('button=Promote').click();
    await $('dialog[open]').$('button=Preview').waitForDisplayed();
    await $('dialog[open]').$('button=Preview').click();
    await $('dialog[open]').$('summary=Copied: 2').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('dialog[open]').$('button=Promote').click();
    await $('strong=Promoted to PROD').waitForDisplayed();
    expect((await deploy('libs-prod/app/1.0/app.bin', 'GET')).status).toBe(200);
  });

  it('is found by the search box, and listed on the page of its package [rb-02] [rb-03]', async () => {
    await searchBox.category.selectByVisibleText('Release Bundles');
    await searchBox.type('app');
    await browser.keys(['Enter']);
    await $('a*=app 1.0').waitForDisplayed();
    expect(await place()).toBe('/ui/release-bundles/source?name=app');
    expect(await faults()).toEqual([]);
    await shellPage.push('/packages/generic%3A%2F%2Fapp/1.0?tab=bundles');
    await $('p*=In 2 bundle versions').waitForDisplayed();
    expect(await faults()).toEqual([]);
  });

  it('fits a phone, and is deleted after a confirmation', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    await shellPage.push('/release-bundles/source/app/1.0');
    await $('strong=Signature valid.').waitForDisplayed();
    for (const tab of ['Packages', 'Files', 'Licenses', 'Vulnerabilities']) {
      await $(`[role="tab"]*=${tab}`).click();
      expect(await tooWide()).toEqual([]);
    }
    await $('main').$('button=Delete').click();
    await $('dialog[open]').$('button=Delete').click();
    await $('a*=picked 1.0').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    await asAdmin(platform, 'DELETE', '/lifecycle/api/v2/release_bundle/records/picked/1.0');
    expect((await deploy('libs/app/1.0/app.bin', 'DELETE')).status).toBe(204);
  });
});
