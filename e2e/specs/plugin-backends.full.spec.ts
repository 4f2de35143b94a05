import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { addressOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

const tide: PluginSource = {
  specifier: 'lading-plugin-tide',
  backends: [
    {
      name: 'levels',
      about: 'Reads water levels',
      calls: [
        { methods: ['GET'], path: '/levels' },
        { methods: ['POST'], path: '/levels' },
      ],
    },
  ],
  mount: `const call = (method) => props.shell.http
    .json('/ui/api/v1/lading/plugins/tide/proxy/levels/levels', { method, query: { from: 'monday' } })
    .then(({ level }) => method + ': level ' + level, (error) => method + ': ' + error.message);
  props.domElement.textContent = (await Promise.all(['GET', 'POST'].map(call))).join('; ');`,
};

describe('a backend of a plugin', () => {
  let platform: Platform;
  let server: Server;
  const received: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      received.push(
        `${request.method} ${request.url} ${request.headers.authorization} ${request.headers.cookie}`,
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"level":3}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    platform = await startPlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [tide]);
    npm.remove();
    writeOperatorMap(platform.home, { [tide.specifier]: addressOf(tide) });
  });
  after(async () => {
    server.close();
    await platform?.stop();
  });

  it('is not called until an administrator allows it, and the plugin learns why', async () => {
    await signInPage.openAsAdmin(platform, '/ui/tide');
    await $('*=Backend "levels" of plugin "tide" is not set up').waitForDisplayed();
    expect(received).toEqual([]);
  });

  it('is called with credentials that stay on the server, and only as allowed', async () => {
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins?tab=backends`);
    await $('a=levels').waitForClickable();
    expect(await faults()).toEqual([]);
    await $('a=levels').click();
    await $('input[name="url"]').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('label=Allow addresses in private networks').click();
    await $('input[name="url"]').setValue(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
    await $('select[name="auth"]').selectByAttribute('value', 'bearer');
    await $('input[name="secret"]').setValue('top-secret-token');
    await $('label=POST /levels').click();
    await $('button=Allow').click();
    await $('[role="row"]*=Allowed').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/tide`);
    await $('*=GET: level 3').waitForDisplayed();
    await $('*=POST: The call POST /levels is not allowed').waitForDisplayed();
    expect(received).toEqual(['GET /api/levels?from=monday Bearer top-secret-token undefined']);
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins/backends/tide/levels`);
    await $('input[name="url"]').waitForDisplayed();
    expect(await browser.getPageSource()).not.toContain('top-secret-token');
  });

  it('has a form and a list that fit on a phone', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins/backends/tide/levels`);
    await $('input[name="url"]').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins?tab=backends`);
    await $('a=levels').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
  });

  it('is denied again after its settings are deleted', async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await browser.url(`${platform.origin}/ui/admin/configuration/plugins?tab=backends`);
    await $('button[aria-label="Delete settings of levels"]').waitForClickable();
    await $('button[aria-label="Delete settings of levels"]').click();
    await $('dialog[open]').$('button=Delete settings').click();
    await $('[role="row"]*=Not set up').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/tide`);
    await $('*=Backend "levels" of plugin "tide" is not set up').waitForDisplayed();
  });
});
