import { packageListPage } from '../pages/PackageListPage.ts';
import { packagePage, versionPage } from '../pages/PackagePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const name = 'ship-log';
const id = encodeURIComponent(`npm://${name}`);

describe('the package page', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    const files = { 'README.md': '# Ship log\n\nWrites **down** what happens.' };
    const folder = await npm.publish({ name, version: '1.0.0', license: 'MIT' }, files);
    await npm.npm(folder, ['deprecate', `${name}@1.0.0`, 'Use 2.0.0']);
    await npm.publish({ name, version: '3.0.0-beta.1', license: 'MIT' }, files, 'next');
    await npm.publish({ name, version: '2.0.0', license: 'MIT' }, files);
    await download();
    await signInPage.open(platform);
    await signInPage.signIn('admin', platform.password);
    await packageListPage.row(name).waitForDisplayed();
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  /** Downloads a version and waits until it is counted. */
  async function download(): Promise<void> {
    const auth = Buffer.from(`admin:${platform.password}`).toString('base64');
    const get = (path: string) =>
      fetch(`${platform.origin}${path}`, { headers: { authorization: `Basic ${auth}` } });
    await get(`/artifactory/api/npm/npm-local/${name}/-/${name}-2.0.0.tgz`);
    await browser.waitUntil(async () => {
      const answer = await get(`/ui/api/v1/ui/v1/native/downloads?packageId=${id}`);
      return ((await answer.json()) as { downloads: number[] }).downloads.at(-1) === 1;
    });
  }

  it('shows downloads per day as a chart and in the list of versions [pkg-02] [pkg-03]', async () => {
    await browser.setWindowSize(1440, 900);
    await browser.url(`${platform.origin}/ui/packages/${id}`);
    await packagePage.heading(name).waitForDisplayed();
    await $('.packages-downloads canvas').waitForDisplayed();
    await expect($('.packages-downloads [role="slider"]')).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/: 1 download$/),
    );
    await packagePage.versionsTab.click();
    await expect($('[role="grid"] .ld-sparkline')).toHaveAttribute('aria-label', '1 download in 30 days');
    await expect(browser).toHaveTitle(`${name} · Packages - Lading`);
  });

  it('shows full names and versions next to the install command [pkg-03]', async () => {
    await expect(packagePage.version('3.0.0-beta.1')).toBeDisplayed();
    await expect($('.ld-tag=Deprecated')).toBeDisplayed();
    const { shown, cut } = await browser.execute(() => {
      const found = document.querySelectorAll('[role="grid"] :is(.ld-name, .ld-tag, [role="gridcell"])');
      const texts = (cells: Element[]) => cells.map(({ textContent }) => textContent);
      const cells = [...found];
      return { shown: texts(cells), cut: texts(cells.filter((each) => each.scrollWidth > each.clientWidth)) };
    });
    expect(shown).toEqual(expect.arrayContaining(['1.0.0', 'Deprecated', 'npm-local']));
    expect(cut).toEqual([]);
  });

  it('starts with the readme of the latest version [pkg-02]', async () => {
    await browser.url(`${platform.origin}/ui/packages/${id}`);
    await expect(versionPage.readme).toHaveText(expect.stringContaining('Writes down what happens.'));
  });

  it('has no layout shifts', async () => {
    for (const [path, ready] of [
      ['', () => packageListPage.row(name)],
      [`/${id}`, () => packagePage.heading(name)],
      [`/${id}/2.0.0`, () => versionPage.heading(name, '2.0.0')],
    ] as const) {
      await browser.url(`${platform.origin}/ui/packages${path}`);
      await ready().waitForDisplayed();
      await browser.waitUntil(() =>
        browser.execute(() => !document.querySelector('main [aria-busy="true"]')),
      );
      expect({ path, moves: await layoutShifts() }).toEqual({ path, moves: [] });
    }
    await expect(browser).toHaveTitle(`${name} 2.0.0 · Packages - Lading`);
  });

  it('exports the filtered list [pkg-01]', async () => {
    await browser.url(`${platform.origin}/ui/packages?name=${name}`);
    await packageListPage.row(name).waitForDisplayed();
    const href = await $('a=CSV').getAttribute('href');
    const csv = await browser.executeAsync((url: string | null, done: (text?: string) => void) => {
      void fetch(url ?? '').then(async (answer) => done(await answer.text()));
    }, href);
    expect((csv ?? '').split('\r\n').map((line) => line.split(',').slice(0, 3))).toEqual([
      ['name', 'type', 'latestVersion'],
      [name, 'npm', '2.0.0'],
      [''],
    ]);
  });
});
