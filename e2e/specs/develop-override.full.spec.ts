import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { Author } from '../support/author.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { freePort, type Platform, startPlatform } from '../support/platform.ts';
import { addressOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';

/** The version that everyone else has. */
const installed: PluginSource = {
  specifier: 'lading-plugin-tide',
  mount: "props.domElement.textContent = 'the installed version';",
};

describe('a development override', () => {
  const author = new Author('tide');
  const slot = new PluginSlot('tide');
  const screen = 'src/list/RepositoryListPage.tsx';
  const textOf = (file: string) => readFileSync(join(author.folder, file), 'utf8');
  let platform: Platform;
  let server: Awaited<ReturnType<Author['start']>> | undefined;
  let port: string;
  let link: string;

  const bar = () => $('aside.lading-develop');
  const overlay = () => $('.lading-develop-error');
  /** Pixels of the page that the bar covers. */
  const covered = () =>
    browser.execute(() => {
      const bar = document.querySelector('.lading-develop')?.getBoundingClientRect();
      const frame = document.querySelector('#lading-frame')?.getBoundingClientRect();
      return (frame?.bottom ?? 0) - (bar?.top ?? 0);
    });
  const open = (path: string) => browser.url(`${platform.origin}${path}`);
  /**
   * Changes a file while no page is open that would be reloaded, and waits until the server has it.
   */
  const change = async (file: string, text: string) => {
    await browser.url('about:blank');
    writeFileSync(join(author.folder, file), text);
    const isBroken = text.includes('very low tide');
    await browser.waitUntil(async () => {
      const answer = await fetch(`http://localhost:${port}/${file}`);
      return (await answer.text()).includes('very low tide') === isBroken;
    });
  };
  const serve = async () => {
    server = await author.start(['dev', '--port', port, '--console', platform.origin], 'develop=');
    link = /http\S+develop=\S+/.exec(server.output)?.[0] ?? '';
  };

  before(async () => {
    await author.create();
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [installed]);
    npm.remove();
    writeOperatorMap(platform.home, { [installed.specifier]: addressOf(installed) });
    port = String(await freePort());
    await serve();
  });
  after(async () => {
    await server?.stop();
    await platform?.stop();
    author.remove();
  });

  it('is not possible until an administrator allows it', async () => {
    await signInPage.openAsAdmin(platform, '/ui/tide');
    await slot.waitForText('the installed version');
    await browser.url(link);
    await $('*=Development overrides are turned off').waitForDisplayed();
    await expect($('button=Start override')).not.toBeExisting();
    await open('/ui/admin/configuration/plugins/development');
    await $('label=Allow development overrides').waitForClickable();
    expect(await faults()).toEqual([]);
    await $('label=Allow development overrides').click();
    await $('textarea[name="users"]').setValue('admin');
    await $('button=Save').click();
    await $('*=Development overrides saved').waitForDisplayed();
  });

  it('replaces the plugin in this browser, with a bar and hot reload', async () => {
    await browser.url(link);
    await $('button=Start override').waitForClickable();
    expect(await faults()).toEqual([]);
    await $('button=Start override').click();
    await bar().waitForDisplayed();
    await open('/ui/tide');
    await slot.waitForText('npm-local');
    await expect(bar()).toHaveText(expect.stringContaining('lading-plugin-tide'));
    await expect(bar()).toHaveText(expect.stringContaining(`http://localhost:${port}`));
    await expect(bar()).toHaveText(expect.stringMatching(/Expires in [78] h \d+ min/));
    expect(await covered()).toBeLessThanOrEqual(0);
    expect(await faults()).toEqual([]);
    const changed = textOf(screen).replace('heading="Tide"', 'heading="Tide and ebb"');
    writeFileSync(join(author.folder, screen), changed);
    await expect(slot.heading).toHaveText('Tide and ebb');
    const other = await fetch(`${platform.origin}/ui/tide`);
    expect(other.headers.get('content-security-policy')).not.toContain('localhost');
    expect(await other.text()).not.toContain(`localhost:${port}`);
  });

  it('has a bar that fits on a phone', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    await open('/ui/tide');
    await bar().waitForDisplayed();
    await slot.waitForState('mounted');
    expect(await tooWide()).toEqual([]);
    expect(await covered()).toBeLessThanOrEqual(0);
    await browser.setViewport({ width: 1440, height: 900 });
  });

  it('shows errors of the plugin over the page', async () => {
    const text = textOf(screen);
    const broken = text.replace(
      /(export const RepositoryListPage[^{]*\{)/,
      "$1\n  throw new Error('very low tide');",
    );
    expect(broken).not.toBe(text);
    await change(screen, broken);
    await open('/ui/tide');
    await overlay().waitForDisplayed();
    await expect(overlay()).toHaveText(expect.stringContaining('very low tide'));
    await expect(overlay()).toHaveText(expect.stringContaining('RepositoryListPage'));
    await change(screen, text);
    await open('/ui/tide');
    await slot.waitForText('npm-local');
    await expect(overlay()).not.toBeExisting();
  });

  it('shows why the development server rejects the definition', async () => {
    const file = join(author.folder, 'src/plugin.ts');
    const text = readFileSync(file, 'utf8');
    // The open page would be reloaded.
    await browser.url('about:blank');
    writeFileSync(file, text.replace("path: '/tide'", "path: 'tide'"));
    await open('/ui/tide');
    await expect(overlay()).toHaveText(expect.stringContaining('routes[0].path'));
    await slot.waitForText('the installed version');
    writeFileSync(file, text);
  });

  it('is ignored in safe mode', async () => {
    await open('/ui/packages?safe-mode');
    await $('*=Safe mode: only the shipped plugin versions').waitForDisplayed();
    await expect(bar()).not.toBeExisting();
  });

  it('leaves the installed version to a page whose development server was stopped', async () => {
    await server?.stop();
    server = undefined;
    await open('/ui/tide');
    await slot.waitForText('the installed version');
    await expect(bar()).toHaveText(expect.stringContaining('is not responding'));
    await bar().$('button=Stop override').click();
    await bar().waitForExist({ reverse: true });
    await slot.waitForText('the installed version');
    await expect(bar()).not.toBeExisting();
  });

  it('ends at the next page when an administrator forbids it', async () => {
    await serve();
    await browser.url(link);
    await $('button=Start override').waitForClickable();
    await $('button=Start override').click();
    await bar().waitForDisplayed();
    await open('/ui/admin/configuration/plugins/development');
    await $('label=Allow development overrides').waitForClickable();
    await $('label=Allow development overrides').click();
    await $('button=Save').click();
    await $('*=Development overrides saved').waitForDisplayed();
    await open('/ui/tide');
    await slot.waitForText('the installed version');
    await expect(bar()).not.toBeExisting();
  });
});
