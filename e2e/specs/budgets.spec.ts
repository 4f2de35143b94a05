import { packageListPage } from '../pages/PackageListPage.ts';
import { packagePage } from '../pages/PackagePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type PageWeight, pageWeight } from '../support/pageWeight.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const name = 'left-hand';
const common = [
  '/ui/api/v1/system/auth/screen/footer',
  '/ui/api/v1/ui/auth/current',
  '/ui/contributions/HASH.json',
];

/** Exact figures, so that growth is a decision: commits that raise one explain why. */
const budgets = {
  signIn: { files: 8, kib: 144.2 },
  // Shared by the list and less common pages: the bundler creates a file for each set of modules.
  // 0.3 KiB are the button of the notifications, whose list is loaded when it is opened.
  // 0.4 KiB are the stars of the rows. What only later pages and dialogs need is not loaded.
  // 0.1 are the notes about ranges that a search cannot compare, and project names in completions.
  list: { files: 11, kib: 181.0 },
  // One file for key-value lists, tags, and badges, which are shared by seven plugins. One more for
  // charts: sparklines, and the frame of the chart. The chart itself is loaded if there were
  // downloads. 0.5 KiB are the star and its state, and 0.3 the button of the notifications.
  package: { files: 18, kib: 200.2 },
  // 0.01 are the page of usage analytics, in the manifest of the administration, and 0.01 that of
  // requests for access. The hashes of file names compress differently from build to build: 0.002.
  kibPerPlugin: 1.09,
};
/** If a figure is this much below its budget, the budget must be lowered. */
const slackKib = 6;

describe('each page stays within its budget', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name, version: '1.0.0', license: 'MIT' });
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  /** Starts with an empty cache, and signed in only if a user is given. */
  async function newVisitor(signedIn: boolean): Promise<void> {
    await browser.reloadSession();
    if (!signedIn) return;
    const answer = await fetch(`${platform.origin}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'admin', password: platform.password, type: 'login' }),
    });
    await browser.url(`${platform.origin}/artifactory/api/system/ping`);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const hostOnly = key.startsWith('__Host-');
      await browser.setCookies({ name: key, value, path: '/', ...(hostOnly ? { secure: true } : {}) });
    }
  }

  function expectWithin({ files, fileBytes }: PageWeight, budget: { files: number; kib: number }): void {
    const kib = fileBytes / 1024;
    console.log(`  ${files} files, ${kib.toFixed(1)} KiB`);
    expect({ files, kib }).toEqual({ files: budget.files, kib: expect.any(Number) });
    expect(kib).toBeLessThanOrEqual(budget.kib);
    expect(kib).toBeGreaterThan(budget.kib - slackKib);
  }

  it('the sign-in page', async () => {
    await newVisitor(false);
    await signInPage.open(platform);
    expectWithin(await pageWeight(), budgets.signIn);
  });

  it('the package list, and only the page itself when opened again', async () => {
    await newVisitor(true);
    await browser.url(`${platform.origin}/ui/packages`);
    await packageListPage.row(name).waitForDisplayed();
    await $('.packages-type path').waitForExist();
    const weight = await pageWeight('/ui/api/v1/mds/packages');
    expectWithin(weight, budgets.list);
    expect(weight.calls).toEqual(['/ui/api/v1/mds/packages', ...common].sort());
    const { imports } = (await (await fetch(`${platform.origin}/ui/importmap.json`)).json()) as {
      imports: Record<string, string>;
    };
    const plugins = Object.keys(imports).filter((specifier) => specifier.startsWith('@lading/plugin-'));
    const kibPerPlugin = weight.manifestBytes / 1024 / plugins.length;
    console.log(`  ${kibPerPlugin.toFixed(2)} KiB of manifest per plugin`);
    expect(kibPerPlugin).toBeLessThanOrEqual(budgets.kibPerPlugin);

    await browser.refresh();
    await packageListPage.row(name).waitForDisplayed();
    const again = await pageWeight('/ui/api/v1/mds/packages');
    expect(again.files).toBeLessThanOrEqual(1);
    expect(again.calls).toEqual(['/ui/api/v1/mds/packages', ...common.slice(0, 2)].sort());
  });

  it('the package page', async () => {
    await newVisitor(true);
    await browser.url(`${platform.origin}/ui/packages/npm:%2F%2F${name}`);
    await packagePage.heading(name).waitForDisplayed();
    await packagePage.version('1.0.0').waitForDisplayed();
    await $('.packages-type path').waitForExist();
    await $('button=Generate token').waitForDisplayed();
    expectWithin(await pageWeight('/ui/api/v1/mds/versions'), budgets.package);
  });
});
