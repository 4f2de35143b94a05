import { join } from 'node:path';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { type PluginSource, publishPlugins } from '../support/plugins.ts';
import { createAuthorKey, publishSigned } from '../support/signing.ts';

const tide: PluginSource = { specifier: 'lading-plugin-tide' };
const ebb: PluginSource = { specifier: 'lading-plugin-ebb' };

describe('the signatures of authors', () => {
  let platform: Platform;
  let npm: NpmClient;
  let publicKey: string;
  const open = () => browser.url(`${platform.origin}/ui/admin/configuration/plugins`);
  const wantToInstall = async (specifier: string) => {
    await open();
    await $(`button[aria-label="Install ${specifier}"]`).waitForClickable();
    await $(`button[aria-label="Install ${specifier}"]`).click();
  };

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'plugins-local');
    const key = join(npm.folder, 'author.pem');
    publicKey = await createAuthorKey(key);
    await publishSigned(npm, tide, key);
    await publishPlugins(npm, [ebb]);
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('are required once an administrator listed a key', async () => {
    await open();
    await $('button=Allowed plugins').waitForClickable();
    await $('button=Allowed plugins').click();
    await $('button=Add author key').waitForClickable();
    await $('input[name="signed"]').click();
    await $('button=Add author key').click();
    const editor = $('dialog[open]');
    await editor.$('input[name="name"]').setValue('Acme');
    await editor.$('input[name="publicKey"]').setValue('wrong');
    await editor.$('textarea[name="packages"]').setValue('lading-plugin-tide');
    await editor.$('button=Apply').click();
    await editor.$('*=Invalid public key "wrong"').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await editor.$('input[name="publicKey"]').setValue(publicKey);
    await editor.$('button=Apply').click();
    await editor.waitForExist({ reverse: true });
    await $('table').$('td=lading-plugin-tide').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('button=Save').click();
    await $('*=Allowed plugins saved').waitForDisplayed();
    await $('table').$('time').waitForDisplayed();
    await wantToInstall('lading-plugin-ebb');
    const dialog = $('dialog[open]');
    await dialog.$('li*=needs the signature of a trusted author, and has none').waitForDisplayed();
    await expect(dialog.$('button=Activate')).toBeDisabled();
  });

  it('show the author of a plugin that lading-kit signed', async () => {
    await wantToInstall('lading-plugin-tide');
    const dialog = $('dialog[open]');
    await dialog.$('li*=not installed → 1.0.0').waitForDisplayed();
    await dialog.$('li*=Size: ').waitForDisplayed();
    await dialog.$('li*=Signed by Acme').waitForDisplayed();
    await dialog.$('button=Activate').click();
    await $('dd*=1, created by admin').waitForDisplayed();
    await $('button=lading-plugin-tide').click();
    await $('dialog[open]').$('dd=Acme').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    expect(await tooWide()).toEqual([]);
    await browser.setViewport({ width: 1280, height: 800 });
  });

  it('are removed after a question that lists the plugins in use', async () => {
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins/policy`);
    await $('button[aria-label="Remove the key of Acme"]').waitForClickable();
    await browser.setViewport({ width: 390, height: 844 });
    expect(await tooWide()).toEqual([]);
    await browser.setViewport({ width: 1280, height: 800 });
    await $('button[aria-label="Remove the key of Acme"]').click();
    const dialog = $('dialog[open]');
    await dialog.$('li=lading-plugin-tide 1.0.0').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await dialog.$('button=Remove').click();
    await $('p=No author keys').waitForDisplayed();
    await $('input[name="signed"]').click();
    await $('button=Save').click();
    await $('*=Allowed plugins saved').waitForDisplayed();
  });

  it('of builds are trusted as well', async () => {
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins/policy`);
    await $('button=Add trusted build').waitForClickable();
    await $('button=Add trusted build').click();
    const editor = $('dialog[open]');
    await editor.$('input[name="repository"]').setValue('https://github.com/acme/tide/');
    await editor.$('input[name="workflow"]').setValue('.github/workflows/release.yml');
    await editor.$('input[name="ref"]').setValue('refs/tags/*');
    await editor.$('textarea[name="packages"]').setValue('@acme');
    await editor.$('button=Apply').click();
    await editor.$('*=Invalid URL "https://github.com/acme/tide/"').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await editor.$('input[name="repository"]').setValue('https://github.com/acme/tide');
    await editor.$('button=Apply').click();
    await editor.waitForExist({ reverse: true });
    await $('button=Save').click();
    await $('*=Allowed plugins saved').waitForDisplayed();
    await browser.refresh();
    await $('table').$('td=refs/tags/*').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    expect(await tooWide()).toEqual([]);
    await browser.setViewport({ width: 1280, height: 800 });
  });
});
