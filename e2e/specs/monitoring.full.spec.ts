import { signInPage } from '../pages/SignInPage.ts';
import { faults, spilled, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('monitoring', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform({ LADING_LOG_LEVEL: 'info' });
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('shows the log of a running server, including new lines [logs-01] [logs-02] [logs-04]', async () => {
    await fetch(`${platform.origin}/artifactory/api/system/ping?from=before&token=c4nary`);
    for (let count = 0; count < 150; count++)
      await fetch(`${platform.origin}/artifactory/api/system/version`);
    await signInPage.openAsAdmin(
      platform,
      '/ui/admin/monitoring/system_logs?log=artifactory-request.log&text=system%2Fping',
    );
    await $('.logs-line*=from=before').waitForDisplayed();
    await expect($('.logs-lines')).not.toHaveText(expect.stringContaining('c4nary'));
    await expect($('[role="timer"]')).toHaveText(expect.stringContaining('Refreshing Logs in'));
    await fetch(`${platform.origin}/artifactory/api/system/ping?from=later`);
    await $('button=Refresh now').click();
    await $('.logs-line*=from=later').waitForDisplayed();
    await $('label=Live').click();
    await browser.waitUntil(
      async () => (await $('[role="timer"]').getText()) === 'New lines appear immediately',
    );
    await fetch(`${platform.origin}/artifactory/api/system/ping?from=live`);
    await $('.logs-line*=from=live').waitForDisplayed();
    await $('.logs-line*=from=live').$('a').click();
    await $('.logs-line--linked*=from=live').waitForDisplayed();
    await browser.url(
      `${platform.origin}/ui/admin/monitoring/system_logs?log=artifactory-request.log&text=system%2Fping`,
    );
    await $('.logs-line*=from=before').$('a').click();
    // Among all lines, it is far from the end.
    await $('.logs-line--linked*=from=before').waitForDisplayed({ withinViewport: true });
    expect(await faults('main')).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    expect(await tooWide()).toEqual([]);
    await browser.setViewport({ width: 1440, height: 900 });
    await browser.url(`${platform.origin}/ui/admin/monitoring/system_logs?log=*&live=1&text=system%2Fping`);
    await $('.logs-line*=from=live').waitForDisplayed();
    await browser.waitUntil(
      async () => (await $('[role="timer"]').getText()) === 'New lines appear immediately',
    );
    await fetch(`${platform.origin}/artifactory/api/system/ping?from=merged`);
    await $('.logs-line*=from=merged').waitForDisplayed();
    await $('button=Pause').click();
    await expect($('[role="timer"]')).toHaveText('Paused');
    expect(await faults('main')).toEqual([]);
  });

  it('shows the services of the node online, and its dependencies [stat-01] [stat-02]', async () => {
    await browser.url(`${platform.origin}/ui/admin/monitoring/service-status`);
    const artifactory = $('section[aria-label^="jfrt@"] tbody tr');
    await artifactory.waitForDisplayed();
    await expect(artifactory).toHaveText(expect.stringMatching(/Online[\s\S]*HEALTHY[\s\S]*second/));
    await $('th=Database').waitForDisplayed();
    const bars = $('.status-strip');
    await bars.waitForDisplayed();
    // The data directory has just been created, by a server that was stopped.
    await expect(bars).toHaveAttribute('aria-valuetext', expect.stringMatching(/: (No outage$|Stopped, )/));
    await browser.execute((strip) => strip.focus(), await bars);
    await browser.keys('ArrowLeft');
    await expect(bars).toHaveAttribute('aria-valuetext', expect.stringMatching(/: Not recorded$/));
    await $('.status-outages summary').waitForDisplayed();
    // The first value is taken 10 seconds after the start.
    const requests = $('.status-load__plot');
    await requests.waitForDisplayed({ timeout: 30_000 });
    await expect(requests).toHaveAttribute('aria-valuetext', expect.stringMatching(/: [\d.,]+ per second$/));
    await $('th=Events for webhooks').waitForDisplayed();
    expect(await faults('main')).toEqual([]);
    await browser.setViewport({ width: 1024, height: 900 });
    expect(await spilled('.ld-badge, .status-table thead th')).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    expect(await tooWide()).toEqual([]);
    // Nothing scrolls sideways, and each cell has its title.
    expect(await faults('main')).toEqual([]);
    await expect(artifactory).toHaveText(expect.stringContaining('Online'));
    const scrolling = await browser.execute(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ className }) => className),
    );
    expect(scrolling).toEqual([]);
  });
});
