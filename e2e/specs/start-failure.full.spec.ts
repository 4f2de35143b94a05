import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const unavailable = { kind: 'status', status: 503 } as const;

describe('a console file that fails to load', () => {
  let platform: Platform;
  let proxy: FaultProxy;

  before(async () => {
    platform = await startPlatform();
    proxy = await startFaultProxy(platform.origin);
    await signInPage.openAsAdmin({ ...platform, origin: proxy.origin });
  });

  after(async () => {
    await proxy?.stop();
    await platform?.stop();
  });

  // Open another page first: the browser does not request files in its memory again.
  async function openAfresh(): Promise<void> {
    await browser.url('about:blank');
    await browser.url(`${proxy.origin}/ui/packages?plugins=true`);
  }

  async function reload(what: ReturnType<typeof $>): Promise<void> {
    await what.waitForDisplayed();
    await what.click();
    await packageListPage.heading.waitForDisplayed();
  }

  it('as its first script is reported by the page, with Reload', async () => {
    const injection = proxy.inject(/\/ui\/assets\/boot-/, unavailable);
    await clearCache();
    await openAfresh();
    const line = $('#lading-late');
    await line.waitForDisplayed({ timeout: 30_000 });
    await expect(line).toHaveText(
      expect.stringMatching(/^The console has not started: failed to load \/ui\/assets\/boot-/),
    );
    injection.heal();
    await clearCache();
    await reload(line.$('a=Reload'));
  });

  for (const name of ['core', 'shell']) {
    it(`as its ${name} is reported with the reason, and Reload starts the console`, async () => {
      const injection = proxy.inject(new RegExp(`/ui/assets/${name}-`), unavailable);
      await clearCache();
      await openAfresh();
      const panel = $('[role="alert"]');
      await panel.waitForDisplayed();
      await expect(panel).toHaveText(
        expect.stringMatching(
          new RegExp(`/ui/assets/${name}-\\S+ could not be used: the server answered 503`),
        ),
      );
      injection.heal();
      await reload(panel.$('button=Reload'));
    });
  }

  for (const [name, fault] of [
    ['ui', unavailable],
    ['ui', { kind: 'altered' }],
    ['ui-table', { kind: 'altered' }],
    ['ui-table', { kind: 'reset' }],
  ] as const) {
    it(`as the shared ${name} (${fault.kind}) affects only the screens that need it, and one Retry restores them`, async () => {
      const injection = proxy.inject(new RegExp(`/ui/assets/${name}-[a-z0-9]{8}\\.js`), fault);
      await clearCache();
      await openAfresh();
      // On a slow machine, the panel of a slow plugin precedes the failure, with the same button.
      const retry = $('[data-plugin="packages"][data-plugin-state="failed"]').$('button=Retry');
      await retry.waitForDisplayed();
      injection.heal();
      await retry.click().catch((error: unknown) => {
        // Without a usable response, the console may have retried automatically before the click.
        if (fault.kind === 'altered') throw error;
      });
      await packageListPage.grid.waitForDisplayed();
    });
  }
});

async function clearCache(): Promise<void> {
  await browser.sendCommandAndGetResult('Network.clearBrowserCache', {});
}
