import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { artifactsPage, searchBox } from '../pages/SearchPage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { hasCommand, pushImage } from '../support/skopeo.ts';
import { makeUser } from '../support/users.ts';
import { downloads } from '../wdio.conf.ts';

const SAILOR = 'a sailor who looks for things';

describe('search', () => {
  let platform: Platform;
  let npm: NpmClient;
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${platform.origin}${path}`, {
      ...init,
      headers: { authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}` },
    });
  const place = async () => {
    const { pathname, search } = new URL(await browser.getUrl());
    return pathname + search;
  };
  const waitForPlace = (wanted: string) =>
    browser.waitUntil(async () => (await place()) === wanted, { timeoutMsg: `the place is not ${wanted}` });

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    const manifest = { license: 'MIT', description: 'Gives light' };
    await npm.publish({ name: 'lantern-oil', version: '1.0.0', ...manifest }, { 'wick/Burner.txt': 'wick' });
    await npm.publish({ name: 'lantern-glass', version: '2.0.0', ...manifest });
    for (const path of ['charts/lantern-map.txt;qa=passed', 'charts/anchor.txt', 'logs/=SUM(A1).txt'])
      await call(`/artifactory/generic-local/${path.replace('=SUM', '%3DSUM')}`, {
        method: 'PUT',
        body: path,
      });
    await makeUser(platform, 'sailor', SAILOR);
    await signInPage.openAsAdmin(platform);
    await searchBox.input.waitForDisplayed();
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('opens a package from the suggestions by keyboard', async () => {
    await shellPage.press('/');
    await waitForFocus('.lading-searchbox input');
    await browser.keys([...'lantern']);
    await searchBox.option('lantern-oil').waitForDisplayed();
    await expect(searchBox.input).toHaveAttribute('aria-expanded', 'true');
    await browser.keys(['ArrowDown', 'ArrowDown']);
    await browser.waitUntil(async () => {
      const active = await searchBox.input.getAttribute('aria-activedescendant');
      return (await $(`[id="${active}"]`).getText()).includes('lantern-oil');
    });
    await browser.keys(['Enter']);
    await $('h1*=lantern-oil').waitForDisplayed();
    expect(await place()).toBe('/ui/packages/npm%3A%2F%2Flantern-oil');
  });

  it('offers the available categories [srch-01, srch-10]', async () => {
    const offered = await searchBox.categories();
    expect(offered.slice(0, 2)).toEqual(['Packages', 'Artifacts']);
    expect(offered).not.toContain('Pipelines');
    expect(offered).not.toContain('Archive');
    // The available services are loaded shortly after the page.
    await browser.waitUntil(async () => (await searchBox.categories()).includes('Release Bundles'));
  });

  it('finds artifacts on Enter, and links them to the tree [srch-11]', async () => {
    await searchBox.category.selectByVisibleText('Artifacts');
    await searchBox.type('lantern');
    await browser.keys(['Enter']);
    await artifactsPage.row('lantern-map.txt').waitForDisplayed();
    expect(await place()).toBe('/ui/artifactSearchResults?name=lantern');
    await expect(artifactsPage.count).toHaveText('3 artifacts');
    await artifactsPage.row('lantern-map.txt').click();
    await waitForPlace('/ui/repos/tree/General/generic-local/charts/lantern-map.txt');
    await browser.back();
    await artifactsPage.row('lantern-map.txt').waitForDisplayed();
    await expect(searchBox.input).toHaveValue('lantern');
  });

  it('filters in the panel by mouse, with all filters in the URL [srch-02]', async () => {
    await artifactsPage.filters.click();
    await artifactsPage.field('Properties').setValue('qa=passed');
    await artifactsPage.submit.click();
    await waitForPlace('/ui/artifactSearchResults?name=lantern&properties=qa%3Dpassed');
    await expect(artifactsPage.count).toHaveText('1 artifact');
    await browser.refresh();
    await expect(artifactsPage.count).toHaveText('1 artifact');
    await expect(artifactsPage.field('Properties')).toHaveValue('qa=passed');
  });

  it('keeps only the name when the category changes, and searches archives [srch-09]', async () => {
    await browser.waitUntil(async () => {
      const found = await call('/artifactory/api/search/archive?name=*Burner.txt');
      return (await found.json()).results.length === 1;
    });
    await artifactsPage.kind.selectByVisibleText('Archive and image content');
    await expect(artifactsPage.name).toHaveValue('lantern');
    await artifactsPage.name.setValue('burner');
    await browser.keys(['Enter']);
    await artifactsPage.row('lantern-oil-1.0.0.tgz').waitForDisplayed();
    expect(await place()).toBe('/ui/artifactSearchResults?searchType=archive&name=burner');
    await expect($('[role="grid"]')).toHaveText(expect.stringContaining('package/wick/Burner.txt'));
  });

  it('finds files in layers of images, and can be limited to one image', async function () {
    if (!hasCommand('skopeo')) return this.skip();
    for (const image of ['fleet/lantern', 'fleet/hold']) pushImage(platform, image);
    await browser.waitUntil(async () => {
      const found = await call('/artifactory/api/search/archive?name=hold/manifest.txt');
      return (await found.json()).results[0]?.archiveUris.length === 2;
    });
    await artifactsPage.name.setValue('manifest.txt');
    await browser.keys(['Enter']);
    await expect(artifactsPage.count).toHaveText('2 artifacts');
    await artifactsPage.filters.click();
    await artifactsPage.field('Archive or package').setValue('fleet/lantern');
    await artifactsPage.submit.click();
    await expect(artifactsPage.count).toHaveText('1 artifact');
    await expect($('[role="grid"]')).toHaveText(expect.stringContaining('hold/manifest.txt'));
    await expect($('[role="grid"]')).toHaveText(expect.stringMatching(/fleet\/lantern, layer [0-9a-f]{12}/));
    await $('a=fleet/lantern 1.0').click();
    await waitForPlace('/ui/packages/docker%3A%2F%2Ffleet%2Flantern/1.0');
    await browser.back();
    await expect(artifactsPage.count).toHaveText('1 artifact');
  });

  it('finds files by the license of their package, sorted by size [srch-02]', async () => {
    await browser.url(`${platform.origin}/ui/artifactSearchResults?licenses=MIT&pkg=lantern`);
    await expect(artifactsPage.count).toHaveText('2 artifacts');
    await $('button=Size').click();
    await waitForPlace('/ui/artifactSearchResults?pkg=lantern&licenses=MIT&sort_by=size');
    await expect(artifactsPage.count).toHaveText('2 artifacts');
    await expect($('ul[aria-label="Licenses"]')).toHaveText('MIT');
    // Removed, and selected again from the licenses of the packages.
    await $('button[aria-label="Remove MIT"]').click();
    await artifactsPage.field('Licenses').click();
    await $('[role="option"]').waitForDisplayed();
    await browser.keys(['ArrowDown', 'Enter']);
    await expect($('ul[aria-label="Licenses"]')).toHaveText('MIT');
  });

  it('reports an invalid checksum, and finds a valid one [srch-07]', async () => {
    await artifactsPage.kind.selectByVisibleText('Checksum');
    await artifactsPage.name.setValue('not a checksum');
    await expect(artifactsPage.submit).toBeDisabled();
    await expect($('.search-why')).toHaveText(expect.stringContaining('hexadecimal digits'));
    const info = await (await call('/artifactory/api/storage/generic-local/charts/anchor.txt')).json();
    await artifactsPage.name.setValue(info.checksums.sha1);
    await artifactsPage.submit.click();
    await artifactsPage.row('anchor.txt').waitForDisplayed();
  });

  it('exports the results, without formulas', async () => {
    await browser.url(`${platform.origin}/ui/artifactSearchResults?path=logs`);
    await artifactsPage.row('=SUM(A1).txt').waitForDisplayed();
    const file = join(downloads, 'artifacts.csv');
    rmSync(file, { force: true });
    await artifactsPage.export('CSV').click();
    await browser.waitUntil(() => existsSync(file));
    expect(readFileSync(file, 'utf8')).toContain(`generic-local,logs/=SUM(A1).txt,,'=SUM(A1).txt,`);
    rmSync(file, { force: true });
  });

  it('offers recent searches for an empty text [srch-05]', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await searchBox.input.waitForDisplayed();
    await searchBox.input.click();
    // They include searches in the panel of the page.
    await searchBox.option('lantern · qa=passed').waitForDisplayed();
    await searchBox.option('lantern · qa=passed').click();
    await waitForPlace('/ui/artifactSearchResults?name=lantern&properties=qa%3Dpassed');
    await artifactsPage.row('lantern-map.txt').waitForDisplayed();
  });

  it('explains an empty result', async () => {
    await searchBox.type('no-such-thing');
    await browser.keys(['Enter']);
    await $('p=No artifacts found').waitForDisplayed();
    await $('a=Search packages').click();
    await waitForPlace('/ui/packages?name=no-such-thing');
  });

  it('finds a package, a file, a user, a setting, and a guide in the palette, by keyboard', async () => {
    const option = (group: string, text: string) =>
      $(`//*[@role="group"][*[1]="${group}"]//*[@role="option"][contains(., "${text}")]`);
    const find = async (words: string) => {
      if (!(await $('.lading-palette').isExisting())) await browser.keys(['Control', 'k']);
      await $('.lading-palette input').waitForDisplayed();
      await browser.keys(['Control', 'a']);
      await browser.keys([...words]);
    };
    await find('lantern');
    await option('Packages', 'lantern-oil').waitForDisplayed();
    await option('Artifacts', 'lantern-map.txt').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await find('anonymous acc');
    await option('Pages', 'Anonymous access').waitForDisplayed();
    await find('error codes');
    await option('Pages', 'Error codes').waitForDisplayed();
    await find('generic-lo');
    await option('Repositories', 'generic-local').waitForDisplayed();
    await find('sailor');
    await option('Users', 'sailor@ship.example').waitForDisplayed();
    // A search is first, so that results appear below the entry that Enter runs.
    await browser.waitUntil(async () => {
      const chosen = await option('Users', 'sailor@ship.example').getAttribute('aria-selected');
      if (chosen === 'true') return true;
      await browser.keys(['ArrowDown']);
      return false;
    });
    await browser.keys(['Enter']);
    await waitForPlace('/ui/admin/management/users/edit/sailor');
    await $('h1*=sailor').waitForDisplayed();
  });

  for (const width of [1440, 390]) {
    it(`is accessible at ${width} pixels`, async () => {
      await browser.setWindowSize(width, 900);
      await browser.url(`${platform.origin}/ui/artifactSearchResults?name=lantern&path=charts`);
      await artifactsPage.row('lantern-map.txt').waitForDisplayed();
      expect(await faults()).toEqual([]);
      await searchBox.type('lantern');
      await searchBox.option('lantern-glass').waitForDisplayed();
      expect(await faults()).toEqual([]);
      expect(await tooWide()).toEqual([]);
      await browser.keys(['Escape']);
      await browser.setWindowSize(1440, 900);
    });
  }

  it('requires three characters from users who are not administrators, with a note [srch-06]', async () => {
    await browser.deleteCookies();
    await signInPage.open(platform, '/ui/login');
    await signInPage.signIn('sailor', SAILOR);
    await searchBox.input.waitForDisplayed();
    await tabTo('.lading-searchbox input');
    await browser.keys([...'l*']);
    await browser.keys(['Enter']);
    await expect(searchBox.note).toHaveText('Type at least 3 characters other than * and ?.');
    expect(await place()).toBe('/ui/packages');
  });
});
