import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { addressOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

const title = (text: string) => ({ id: `tide.${text}`, text });
const tide: PluginSource = {
  specifier: 'lading-plugin-tide',
  settings: [
    {
      ...{ name: 'seconds', scope: 'instance', title: title('Refresh every (seconds)') },
      ...{ type: 'integer', default: 60, minimum: 10 },
    },
    {
      ...{ name: 'unit', scope: 'user', title: title('Unit'), description: title('Of water levels') },
      ...{ type: 'string', enum: ['m', 'ft'], default: 'm' },
    },
    { name: 'loud', scope: 'user', title: title('Loud'), type: 'boolean', default: false },
  ],
  mount: `const { values } = await props.shell.http.json('/ui/api/v1/lading/plugins/tide/settings');
  props.domElement.textContent = values.seconds + ' s, ' + values.unit + ', ' + (values.loud ? 'loud' : 'quiet');`,
};

describe('the settings of a plugin', () => {
  let platform: Platform;
  const open = (path: string) => browser.url(`${platform.origin}${path}`);

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [tide]);
    npm.remove();
    writeOperatorMap(platform.home, { [tide.specifier]: addressOf(tide) });
  });
  after(() => platform?.stop());

  it('have their defaults until they are set', async () => {
    await signInPage.openAsAdmin(platform, '/ui/tide');
    await $('*=60 s, m, quiet').waitForDisplayed();
  });

  it('are set for all users in the administration, in a form that names what is invalid', async () => {
    await open('/ui/admin/configuration/plugins');
    await $('button=lading-plugin-tide').waitForClickable();
    await $('button=lading-plugin-tide').click();
    await $('dialog[open]').$('a=Settings').waitForClickable();
    await $('dialog[open]').$('a=Settings').click();
    await $('input[name="seconds"]').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('input[name="seconds"]').setValue('9');
    await $('button=Save').click();
    await $('*=Enter at least 10.').waitForDisplayed();
    await $('input[name="seconds"]').setValue('30');
    await $('button=Save').click();
    await $('*=Settings of tide saved').waitForDisplayed();
    await open('/ui/tide');
    await $('*=30 s, m, quiet').waitForDisplayed();
  });

  it('are set by each user in the profile', async () => {
    await open('/ui/user_profile');
    await $('[role="tab"]=Plugins').waitForClickable();
    await $('[role="tab"]=Plugins').click();
    await $('select[name="unit"]').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('select[name="unit"]').selectByAttribute('value', 'ft');
    await $('label=Loud').click();
    await $('button=Save').click();
    await $('*=Settings of tide saved').waitForDisplayed();
    await open('/ui/tide');
    await $('*=30 s, ft, loud').waitForDisplayed();
  });

  it('are among the extension points, with the plugin that uses them', async () => {
    await open('/ui/admin/configuration/plugins?tab=extension-points');
    await $('//li[.//code[.="settings"]]').$('span*=tide 1.0.0 (3)').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    await $('//li[.//code[.="settings"]]').$('summary').click();
    await $('//li[.//code[.="settings"]]').$('code*=refreshSeconds').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 1440, height: 900 });
  });

  it('have forms that fit on a phone', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    await open('/ui/user_profile?tab=plugins');
    await $('select[name="unit"]').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    await open('/ui/admin/configuration/plugins/settings/tide');
    await $('input[name="seconds"]').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    await browser.setViewport({ width: 1440, height: 900 });
  });
});
