import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin, makeUser } from '../support/administration.ts';
import { contrastFaults, faults, tooWide } from '../support/axe.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const name = 'rope-walk';
const package_ = `/packages/${encodeURIComponent(`npm://${name}`)}`;

/** Path, and a text of the page's main content. */
const PAGES = [
  ['/insight', 'Recently updated packages'],
  [`${package_}/versions/compare?from=1.0.0&to=1.1.0`, 'package/lib/index.js'],
  [`${package_}/1.1.0?tab=contents`, 'package.json'],
  ['/release-bundles/source', 'app'],
  ['/release-bundles/source/app/1.0', 'Signature valid.'],
  ['/integrations', 'GitHub Actions'],
  ['/admin/configuration/plugins', '@lading/plugin-packages'],
  ['/admin/configuration/plugins?tab=releases', 'No release sets yet'],
  ['/admin/monitoring/plugin-health', 'Failed loads'],
  ['/admin/monitoring/service-status', 'Availability'],
  ['/admin/monitoring/storage', 'Garbage collection'],
  ['/admin/security/audit', 'sign-in'],
  ['/admin/management/users', 'maria-magdalena.kowalska'],
  ['/admin/artifactory/cleanup-policies', 'No cleanup policies yet'],
] as const;

describe('pages that load in parts', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name, version: '1.0.0', license: 'MIT' }, { 'lib/index.js': 'one\ntwo\n' });
    await npm.publish({ name, version: '1.1.0', license: 'ISC' }, { 'lib/index.js': 'one\n2\n' });
    npm.remove();
    await makeUser(platform, 'maria-magdalena.kowalska', 'a-long-Passw0rd-for-tests', {
      email: 'maria-magdalena.kowalska@warszawa.example.pl',
    });
    await asAdmin(platform, 'POST', '/lifecycle/api/v2/release_bundle?async=false', {
      ...{ release_bundle_name: 'app', release_bundle_version: '1.0', source_type: 'artifacts' },
      source: { artifacts: [{ path: `npm-local/${name}/-/${name}-1.0.0.tgz` }] },
    });
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
    // Reports the packages plugin, for the page of plugin health.
    await browser.refresh();
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  for (const width of [1440, 1024, 390])
    it(`show their content without faults and without moving at ${width} px`, async () => {
      await browser.setViewport({ width, height: 900 });
      const found: Record<string, string[]> = {};
      for (const [path, content] of PAGES) {
        await browser.url(`${platform.origin}/ui${path}`);
        await expect($('main')).toHaveText(expect.stringContaining(content));
        await browser.waitUntil(() =>
          browser.execute(() => !document.querySelector('main [aria-busy="true"]')),
        );
        const all = [
          ...(await layoutShifts()),
          ...(await (width === 1024 ? contrastFaults() : faults())),
          ...(await tooWide()),
        ];
        if (all.length > 0) found[path] = all;
      }
      expect(found).toEqual({});
    });

  it('offer a calendar for dates, which closes by Escape', async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await browser.url(`${platform.origin}/ui/admin/security/audit`);
    const open = $('button[aria-label="Open the calendar of From (date)"]');
    await open.click();
    const calendar = $('[role="dialog"][aria-label="From (date)"]');
    await calendar.waitForDisplayed();
    expect(await faults('[role="dialog"]')).toEqual([]);
    await browser.keys(['Escape']);
    await calendar.waitForExist({ reverse: true });
    await expect(open).toBeFocused();
    await open.click();
    await calendar.$('button*=Go to today').waitForDisplayed();
    await browser.keys(['Enter']);
    await calendar.waitForExist({ reverse: true });
    await expect($('label=From (date)').parentElement().parentElement().$('input')).toHaveValue(
      expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    );
  });

  it('download a list that the server does not export', async () => {
    await browser.url(`${platform.origin}/ui/admin/management/groups`);
    await $('a=readers').waitForDisplayed();
    const saved = browser.executeAsync((done: (text: string) => void) => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob: Blob) => {
        void blob.text().then(done);
        return create.call(URL, blob);
      };
      document.querySelector<HTMLElement>('button[aria-label="Download list as CSV"]')?.click();
    });
    expect(await saved).toMatch(/^name,.*\r\n.*readers/s);
  });
});
