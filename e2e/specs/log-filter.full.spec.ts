import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const file = 'artifactory-service.log';
const count = 60_000;
/** Longest task of the page while it filters, in milliseconds. Rendering needs most of it. */
const longestTask = 1000;

describe('filters of a large log', () => {
  let platform: Platform;
  const status = () => $('.logs-countdown [role="status"]');

  before(async () => {
    platform = await startPlatform({ LADING_LOG_FILE_SIZE: '1000' });
    const lines = Array.from({ length: count }, (_, at) =>
      JSON.stringify({
        ...{ level: at % 7 === 0 ? 'warn' : 'info', time: '2026-11-23T10:11:12.345Z' },
        ...{
          requestId: `request-${at}`,
          user: at % 3 === 0 ? 'ada' : 'eve',
          msg: `Line ${at} of a large log`,
        },
      }),
    );
    appendFileSync(join(platform.home, 'log', file), `${lines.join('\n')}\n`);
    await signInPage.openAsAdmin(platform, `/ui/admin/monitoring/system_logs?log=${file}`);
    await $('.logs-lines').waitForDisplayed();
    // Back to the first line: the page then has as many lines as it keeps.
    const range = () => $('.logs-range').getText();
    while (await $('button=Load earlier lines').isExisting()) {
      const said = await range();
      await $('button=Load earlier lines').click();
      await browser.waitUntil(
        async () => !(await $('button=Load earlier lines').isExisting()) || (await range()) !== said,
      );
    }
  });

  after(() => platform?.stop());

  const tasks = () => browser.execute(() => (window as never as { tasks: number[] }).tasks);
  /** Watches tasks of more than 50 ms, on a processor that is a sixth as fast. */
  const watch = async () => {
    await browser.sendCommandAndGetResult('Emulation.setCPUThrottlingRate', { rate: 6 });
    await browser.execute(() => {
      const page = window as never as { tasks: number[]; observer: PerformanceObserver };
      page.tasks = [];
      page.observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) page.tasks.push(duration);
      });
      page.observer.observe({ type: 'longtask' });
      // Proves that long tasks are seen.
      setTimeout(() => {
        for (const end = performance.now() + 100; performance.now() < end; );
      });
    });
    await browser.waitUntil(async () => (await tasks()).length > 0);
    await browser.execute(() => {
      (window as never as { tasks: number[] }).tasks = [];
    });
  };
  const longest = async () => Math.max(0, ...(await tasks()));

  it("run in a worker of the plugin, and don't block the page", async () => {
    await watch();
    for (const text of ['Line 48', 'large', 'Line 4899']) {
      await $('input[aria-label="Filter lines by text"]').setValue(text);
      await browser.keys(['Enter']);
      await $(`.logs-line*=${text}`).waitForDisplayed();
    }
    await $('.logs-line*=Line 48990').waitForDisplayed();
    await expect(status()).toHaveText(expect.stringMatching(/^11 of 50000 loaded lines$/));
    const longestMs = await longest();
    console.log(`  longest task while filtering: ${Math.round(longestMs)} ms`);
    const workers = await browser.execute(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/ui/workers/logs/')),
    );
    console.log(`  ${workers}`);
    expect(longestMs).toBeLessThan(longestTask);
    expect(workers).toHaveLength(1);
  });

  it('find a request and a user', async () => {
    await $('input[aria-label="Filter lines by text"]').setValue('');
    await $('input[aria-label="Request ID"]').setValue('request-48990');
    await $('.logs-line*=Line 48990').waitForDisplayed();
    await expect(status()).toHaveText(expect.stringMatching(/^1 of /));
    await $('input[aria-label="User"]').setValue('nobody');
    await $('*=No line matches the filters').waitForDisplayed();
  });
});
