import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageListPage } from '../pages/PackageListPage.ts';
import { packagePage, versionPage } from '../pages/PackagePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { clipboardText } from '../support/clipboard.ts';
import { HOSTILE_README } from '../support/hostileReadme.ts';
import { tabTo } from '../support/keyboard.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { BrowserRequests } from '../support/requests.ts';
import { downloads } from '../wdio.conf.ts';

const ANCHOR = 'manuals/anchor/2.1.0/anchor.txt';
const ANCHOR_TEXT = 'Let go when it is deep enough.\n';
/** The list shows the console's plugins only on request. */
const shippedMap = JSON.parse(readFileSync(new URL('../../importmap.json', import.meta.url), 'utf8'));
const SHIPPED = Object.keys(shippedMap.imports).sort();
const hash = (kind: string, bytes: Buffer | string) => createHash(kind).update(bytes).digest('hex');

describe('packages, published with npm and curl', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    const chest = (version: string) => ({
      name: 'tea-chest',
      version,
      description: 'Holds tea, keeps it dry',
      license: 'MIT',
      keywords: ['tea', 'box'],
      dependencies: { 'left-buoy': '^1.0.0' },
      devDependencies: { '@fleet/compass': '0.x' },
    });
    const readme = { 'README.md': '# Tea chest\n\nOpen with **care**.', 'index.js': '' };
    for (const version of ['1.0.0', '1.10.0']) await npm.publish(chest(version), readme);
    await npm.publish(chest('1.9.0'), readme, 'older');
    await npm.publish(chest('2.0.0-beta.1'), readme, 'beta');
    await npm.publish({ name: 'left-buoy', version: '1.0.0' });
    await npm.publish({ name: '@fleet/compass', version: '0.3.0' }, { 'README.md': HOSTILE_README });
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const put = await fetch(`${platform.origin}/artifactory/generic-local/${ANCHOR}`, {
      method: 'PUT',
      headers: { authorization },
      body: ANCHOR_TEXT,
    });
    expect(put.status).toBe(201);
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  const search = async () => new URL(await browser.getUrl()).search;
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const all = ['@fleet/compass', 'left-buoy', 'manuals/anchor', 'tea-chest'];

  it('are listed by name, with type, name, and order in the URL [pkg-01, pkg-06]', async () => {
    await open('/packages');
    await packageListPage.waitForNames(all);
    await expect(packageListPage.count).toHaveText(`${all.length} packages`);

    await packageListPage.title('Name').click();
    await packageListPage.waitForNames([...all].reverse());
    expect(await search()).toBe('?sort_type=desc');
    await packageListPage.chooseType('Generic');
    await packageListPage.waitForNames(['manuals/anchor']);
    expect(new URLSearchParams(await search()).getAll('package_type')).toEqual(['generic']);

    await browser.back();
    await packageListPage.waitForNames([...all].reverse());
    await browser.back();
    await packageListPage.waitForNames(all);
    await browser.forward();
    await browser.forward();
    await packageListPage.waitForNames(['manuals/anchor']);
    await browser.refresh();
    await packageListPage.waitForNames(['manuals/anchor']);
    await packageListPage.clear.click();
    await packageListPage.waitForNames([...all].reverse());
  });

  it('includes the console’s plugins on request, in any order and type [pkg-06]', async () => {
    const [first = '', ...rest] = all;
    const withPlugins = [first, ...SHIPPED, ...rest];
    await open('/packages?plugins=true');
    await packageListPage.waitForNames(withPlugins);
    await expect(packageListPage.count).toHaveText(`${withPlugins.length} packages`);
    await packageListPage.title('Name').click();
    await packageListPage.waitForNames([...withPlugins].reverse());
    expect(await search()).toBe('?plugins=true&sort_type=desc');
    await packageListPage.chooseType('npm');
    await packageListPage.waitForNames(withPlugins.filter((name) => name !== 'manuals/anchor').reverse());
    await packageListPage.plugins.click();
    await packageListPage.waitForNames(['tea-chest', 'left-buoy', '@fleet/compass']);
  });

  for (const { typed, found } of [
    { typed: 'chest', found: ['tea-chest'] },
    { typed: '*buoy', found: ['left-buoy'] },
    { typed: 'l?ft', found: ['left-buoy'] },
    { typed: 'TEA', found: ['tea-chest'] },
    { typed: 'plugin-pack', found: ['@lading/plugin-packages'] },
    { typed: '"left-buoy"', found: ['left-buoy'] },
    { typed: '"left"', found: [] },
    { typed: 'no_thing%', found: [] },
  ]) {
    it(`finds ${found.length} by the name ${typed} [srch-08, pkg-10]`, async () => {
      await open(`/packages?name=${encodeURIComponent(typed)}`);
      if (found.length > 0) await packageListPage.waitForNames(found);
      else await packageListPage.empty.waitForDisplayed();
    });
  }

  for (const { typed, found } of [
    { typed: 'care buoy', found: [] },
    { typed: 'chest tea', found: ['tea-chest'] },
    { typed: 'buoy type:npm', found: ['left-buoy'] },
    { typed: 'tea-chset', found: ['tea-chest'] },
  ]) {
    it(`finds ${found.length} by typing ${typed}, and keeps it in the address`, async () => {
      await open('/packages');
      await packageListPage.filter.setValue(typed);
      if (found.length > 0) await packageListPage.waitForNames(found);
      else await packageListPage.empty.waitForDisplayed();
      await browser.waitUntil(async () => new URLSearchParams(await search()).get('query') === typed);
      await browser.refresh();
      await expect(packageListPage.filter).toHaveValue(typed);
    });
  }

  it('says what is wrong with a search', async () => {
    await open('/packages?query=types%3Anpm');
    await $('*=Did you mean type:?').waitForDisplayed();
  });

  it('show versions newest first, and only releases on request [pkg-01, pkg-10]', async () => {
    await open('/packages');
    await packageListPage.row('tea-chest').click();
    await packagePage.heading('tea-chest').waitForDisplayed();
    await expect(versionPage.readme).toHaveText(expect.stringContaining('Open with care.'));
    await packagePage.versionsTab.click();
    await packageListPage.waitForNames(['2.0.0-beta.1', '1.10.0', '1.9.0', '1.0.0']);
    await packagePage.releasesOnly.click();
    await packageListPage.waitForNames(['1.10.0', '1.9.0', '1.0.0']);
    await expect($('span=Only semver release versions will be shown')).toBeDisplayed();
  });

  it('has room for its versions next to the install command', async () => {
    const { install, list } = await browser.execute(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const scroller = document.querySelector('.ld-table__scroller');
      return {
        install: box('.packages-install')?.left,
        list: [box('.ld-table')?.right, scroller?.scrollWidth, scroller?.clientWidth],
      };
    });
    const [right, wanted, room] = list;
    expect(install).toBeGreaterThan(right ?? Number.NaN);
    expect(wanted).toBe(room);
  });

  it('shows a version: readme, dependencies, install command, files, and checksums to copy [pkg-01, pkg-03, pkg-04]', async () => {
    await packagePage.version('1.10.0').click();
    await versionPage.heading('tea-chest', '1.10.0').waitForDisplayed();
    await expect(versionPage.readme.$('strong')).toHaveText('care');

    const command = versionPage.copyField('Command for this version');
    const wanted = `npm install tea-chest@1.10.0 --registry ${platform.origin}/artifactory/api/npm/npm/`;
    await expect(command.$('code')).toHaveText(wanted);
    await command.$('button').click();
    await browser.waitUntil(async () => (await clipboardText()) === wanted);
    const virtual = new NpmClient(platform, 'npm');
    const project = await virtual.install(...wanted.split(' ').slice(2));
    expect(existsSync(join(project, 'node_modules/tea-chest/README.md'))).toBe(true);
    expect(existsSync(join(project, 'node_modules/left-buoy'))).toBe(true);
    virtual.remove();

    await versionPage.tab('Dependencies').click();
    await expect(versionPage.panel).toHaveText(expect.stringMatching(/left-buoy\s+\^1\.0\.0/));
    await expect(versionPage.panel).toHaveText(expect.stringMatching(/@fleet\/compass\s+0\.x/));

    await versionPage.tab('Files').click();
    const tarball = Buffer.from(
      await (
        await fetch(`${platform.origin}/artifactory/npm-local/tea-chest/-/tea-chest-1.10.0.tgz`, {
          headers: { authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}` },
        })
      ).arrayBuffer(),
    );
    for (const kind of ['sha256', 'sha1', 'md5']) {
      const field = versionPage.copyField(`${kind} of tea-chest-1.10.0.tgz`);
      await expect(field.$('code')).toHaveText(hash(kind, tarball));
      await field.$('button').click();
      await browser.waitUntil(async () => (await clipboardText()) === hash(kind, tarball));
    }
  });

  it('links to a dependency and back', async () => {
    await versionPage.tab('Dependencies').click();
    await versionPage.panel.$('=left-buoy').click();
    await packagePage.heading('left-buoy').waitForDisplayed();
    await browser.back();
    await versionPage.heading('tea-chest', '1.10.0').waitForDisplayed();
  });

  it('downloads the original content', async () => {
    const file = join(downloads, 'anchor.txt');
    rmSync(file, { force: true });
    await open('/packages');
    await packageListPage.row('manuals/anchor').click();
    await packagePage.version('2.1.0').click();
    await versionPage.heading('manuals/anchor', '2.1.0').waitForDisplayed();
    await versionPage.download.click();
    await browser.waitUntil(async () => existsSync(file));
    expect(readFileSync(file, 'utf8')).toBe(ANCHOR_TEXT);
  });

  it('deletes a version on its page, and links its files to the tree and back [pkg-08]', async () => {
    await open(`/packages/${encodeURIComponent('npm://tea-chest')}/1.9.0?tab=files`);
    await versionPage.panel.$('=tea-chest-1.9.0.tgz').click();
    await $('h2=tea-chest-1.9.0.tgz').waitForDisplayed();
    await $('=tea-chest 1.9.0').click();
    await versionPage.heading('tea-chest', '1.9.0').waitForDisplayed();
    await $('button=Delete…').click();
    const dialog = $('dialog[open]');
    await dialog.$('button=Delete 1 version').waitForDisplayed();
    await expect(dialog).toHaveText(expect.stringContaining('tea-chest/-/tea-chest-1.9.0.tgz'));
    await dialog.$('button=Delete 1 version').click();
    await packagePage.heading('tea-chest').waitForDisplayed();
    await packagePage.versionsTab.click();
    await packageListPage.waitForNames(['2.0.0-beta.1', '1.10.0', '1.0.0']);
  });

  it('shows a hostile readme without active content [pkg-01]', async () => {
    const requests = await BrowserRequests.start();
    await open(`/packages/${encodeURIComponent('npm://@fleet/compass')}/0.3.0`);
    await expect(versionPage.readme.$('h2')).toHaveText('A friendly package');
    await expect(versionPage.readme.$('td')).toHaveText('of');
    const links = await browser.execute(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('.ld-markdown a')].map((link) => {
        // Simulates clicks on all links: none may run a script.
        if (link.protocol !== 'https:') link.click();
        return `${link.protocol} ${link.target} ${link.rel}`;
      }),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toBe('https: _blank noopener noreferrer nofollow ugc');
    const acting =
      'script, style, link, meta, base, iframe, object, embed, form, video, [onerror], [style], [id], [name]';
    expect(await versionPage.readme.$$(acting).length).toBe(0);
    expect(await browser.execute(() => 'taken' in window)).toBe(false);
    await expect(versionPage.heading('@fleet/compass', '0.3.0')).toBeDisplayed();
    expect(requests.outside(platform.origin)).toEqual([]);
    requests.stop();
  });

  it('is operable by keyboard only', async () => {
    await open('/packages');
    await packageListPage.waitForNames(all);
    await tabTo('[role="grid"] a');
    await browser.keys(Array(all.indexOf('tea-chest')).fill('ArrowDown'));
    await browser.keys(['Enter']);
    await packagePage.heading('tea-chest').waitForDisplayed();
    await tabTo('[role="tab"]');
    await browser.keys(['ArrowRight', 'Enter']);
    await packagePage.version('1.10.0').waitForDisplayed();
    await tabTo('[role="grid"] a');
    await browser.keys(['ArrowDown', 'Enter']);
    await versionPage.heading('tea-chest', '1.10.0').waitForDisplayed();
    await tabTo('[role="tab"]');
    await browser.keys(['ArrowRight', 'ArrowRight', 'Enter']);
    await expect(versionPage.tab('Files')).toHaveAttribute('aria-selected', 'true');
    await tabTo('button[aria-label="Copy sha256 of tea-chest-1.10.0.tgz"]');
    await browser.keys(['Enter']);
    const sum = await versionPage.copyField('sha256 of tea-chest-1.10.0.tgz').$('code').getText();
    await browser.waitUntil(async () => (await clipboardText()) === sum);
  });

  it('fits a phone, from the menu to a checksum', async () => {
    await browser.setViewport({ width: 390, height: 844, devicePixelRatio: 2 });
    const fits = async () =>
      expect(await browser.execute(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await open('/diagnostics');
    await $('h1=Diagnostics').waitForDisplayed();
    await fits();
    await open('/builds');
    await $('h1=Builds').waitForDisplayed();
    await fits();
    await $('button[aria-label="Open menu"]').click();
    await $('nav[aria-label="Application"]').$('=Packages').click();
    await packageListPage.heading.waitForDisplayed();
    await packageListPage.row('tea-chest').waitForDisplayed();
    await fits();
    await packageListPage.row('tea-chest').click();
    await packagePage.versionsTab.click();
    await packagePage.version('1.10.0').waitForDisplayed();
    await fits();
    await packagePage.version('1.10.0').click();
    await versionPage.heading('tea-chest', '1.10.0').waitForDisplayed();
    for (const tab of ['Readme', 'Properties', 'Files', 'Dependencies']) {
      await versionPage.tab(tab).click();
      await expect(versionPage.tab(tab)).toHaveAttribute('aria-selected', 'true');
      await fits();
    }
    await browser.setViewport({ width: 1440, height: 900 });
  });
});
