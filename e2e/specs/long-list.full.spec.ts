import { packageListPage } from '../pages/PackageListPage.ts';
import { repositoryTreePage } from '../pages/RepositoryTreePage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { lookAtList, WINDOWS } from '../support/listWidths.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** More packages than one page contains. */
const CRATES = Array.from({ length: 150 }, (_, index) => `crate-${String(index).padStart(3, '0')}`);
const LAST = 'crates/crate-149';

describe('a package list with several pages', () => {
  let platform: Platform;
  let proxy: FaultProxy;

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    for (const crate of CRATES) {
      const address = `${platform.origin}/artifactory/generic-local/crates/${crate}/1.0.0/${crate}.txt`;
      const put = await fetch(address, { method: 'PUT', headers: { authorization }, body: crate });
      expect(put.status).toBe(201);
    }
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin });
  });

  after(async () => {
    await proxy?.stop();
    await platform?.stop();
  });

  const asked = () => proxy.requests.filter((path) => path === '/ui/api/v1/mds/packages').length;

  it('requests its first hundred once, and shared data once', async () => {
    // Wait until the page after sign-in is idle: its late requests would be counted here.
    await packageListPage.row('crates/crate-000').waitForDisplayed();
    await browser.url('about:blank');
    const before = proxy.requests.length;
    await browser.url(`${proxy.origin}/ui/packages`);
    await packageListPage.row('crates/crate-000').waitForDisplayed();
    const count = (path: string) => proxy.requests.slice(before).filter((asked) => asked === path).length;
    for (const call of ['mds/packages', 'ui/auth/current', 'system/auth/screen/footer']) {
      expect([call, count(`/ui/api/v1/${call}`)]).toEqual([call, 1]);
    }
    expect(count('/ui/api/v1/system/features')).toBe(0);
  });

  for (const width of WINDOWS)
    it(`fits next to the menu and its scroll bar in a window of ${width} pixels [pkg-01]`, async () => {
      await browser.setViewport({ width, height: 900 });
      expect(await lookAtList(proxy, '/packages')).toEqual({ scrolls: 0, cut: [] });
      await browser.setViewport({ width: 1440, height: 900 });
    });

  it('loads the next page on scrolling, and shows the last package [pkg-01]', async () => {
    const before = asked();
    await packageListPage.grid.waitForDisplayed();
    await browser.waitUntil(async () => {
      await browser.execute(() => {
        const grid = document.querySelector('[role="grid"]');
        if (grid) grid.scrollTop = grid.scrollHeight;
      });
      return (await packageListPage.names()).includes(LAST);
    });
    expect(asked()).toBe(before + 1);
    await expect(packageListPage.row(LAST)).toBeDisplayed();
  });

  it('keeps its position when the user returns from another page [pkg-01]', async () => {
    await packageListPage.row(LAST).waitForDisplayed();
    const before = asked();
    await shellPage.menuItem('Artifacts').click();
    await repositoryTreePage.tree.waitForDisplayed();
    await browser.back();
    await expect(packageListPage.row(LAST)).toBeDisplayed();
    expect(asked()).toBe(before);
  });
});
