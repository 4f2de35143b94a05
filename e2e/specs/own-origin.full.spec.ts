import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { packageListPage } from '../pages/PackageListPage.ts';
import { packagePage, versionPage } from '../pages/PackagePage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { BrowserRequests } from '../support/requests.ts';
import { violations, watchViolations } from '../support/violations.ts';

describe('the console sends requests only to its own origin', () => {
  let platform: Platform;
  let requests: BrowserRequests;

  before(async () => {
    platform = await startPlatform();
    requests = await BrowserRequests.start();
    await watchViolations();
  });

  after(async () => {
    requests?.stop();
    await platform?.stop();
  });

  it('on every screen, in every theme, without violations of its policy [mfe-10]', async () => {
    await signInPage.openAsAdmin(platform, '/ui/packages?plugins=true');
    await packageListPage.row('@lading/plugin-packages').click();
    await packagePage.heading('@lading/plugin-packages').waitForDisplayed();
    await packagePage.versionsTab.click();
    await packagePage.version('0.1.0').click();
    for (const tab of ['Properties', 'Files', 'Dependencies', 'Readme']) {
      await versionPage.tab(tab).click();
      await expect(versionPage.tab(tab)).toHaveAttribute('aria-selected', 'true');
    }
    await versionPage.readme.waitForDisplayed();
    for (const theme of ['Dark', 'High contrast', 'Light', 'Use system theme']) {
      await shellPage.chooseTheme(theme);
    }
    await $('button[aria-label="Help"]').click();
    await $('[role="menu"]').waitForDisplayed();
    await browser.keys(['Escape']);
    await diagnosticsPage.go();
    await expect(diagnosticsPage.entry('@lading/plugin-auth')).toBeDisplayed();
    expect(await violations()).toEqual([]);
    await browser.url(`${platform.origin}/ui/nothing/here`);
    await $('h1=Page not found').waitForDisplayed();
    expect(await violations()).toEqual([]);
    expect(requests.addresses.length).toBeGreaterThan(20);
    expect(requests.outside(platform.origin)).toEqual([]);
  });

  it('and restricts them in the page’s headers', async () => {
    const { headers } = await fetch(`${platform.origin}/ui/packages`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('runs no injected script', async () => {
    await signInPage.open(platform, '/ui/login?logout=true');
    const ran = await browser.execute(() => {
      const script = document.createElement('script');
      try {
        script.text = 'window.ran = true';
        document.head.append(script);
      } catch {
        return 'refused';
      }
      return 'ran' in window ? 'ran' : 'blocked';
    });
    expect(ran).not.toBe('ran');
  });
});
