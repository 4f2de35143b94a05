import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const id = 'artifactory-jobs.log';
const gib = 1024 ** 3;
/** Pages of lines that are dropped when the page keeps its maximum. */
const pages = 30;

const lineOf = (at: number) =>
  `{"level":"info","time":"2026-01-31T12:00:00.000Z","msg":"Line ${String(at).padStart(7, '0')} ${'x'.repeat(50)}"}\n`;

/** Writes a log of 1 GiB, without holes. Returns the number of its lines. */
function fill(path: string): number {
  const file = openSync(path, 'w');
  let count = 0;
  for (let written = 0; written < gib; ) {
    let block = '';
    for (const end = count + 40_000; count < end; count++) block += lineOf(count);
    written += writeSync(file, block);
  }
  closeSync(file);
  return count;
}

describe('a log of 1 GiB', () => {
  let platform: Platform;
  let directory: string;
  let path: string;
  let count: number;

  before(async () => {
    // The data directory of tests is in memory.
    directory = mkdtempSync(join(tmpdir(), 'lading-large-log-'));
    path = join(directory, id);
    count = fill(path);
    platform = await startPlatform({ LADING_LOG_FILE_SIZE: '4000' });
    const log = join(platform.home, 'log', id);
    rmSync(log, { force: true });
    symlinkSync(path, log);
    await signInPage.openAsAdmin(platform, `/ui/admin/monitoring/system_logs?log=${id}`);
  });

  after(async () => {
    await platform?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const lineAt = (at: number) => $(`.logs-line*=Line ${String(at).padStart(7, '0')}`);
  /** Numbers of the lines in view. */
  const inView = () =>
    browser.execute(() => {
      const { top, bottom } = document.querySelector('.logs-lines')?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll('.logs-line')]
        .filter((line) => {
          const place = line.getBoundingClientRect();
          return place.top < bottom && place.bottom > top;
        })
        .map((line) => Number(/Line (\d+)/.exec(line.textContent)?.[1]))
        .sort((a, b) => a - b);
    });
  const scrollTo = (edge: 'top' | 'bottom') =>
    browser.execute((where) => {
      const lines = document.querySelector('.logs-lines');
      if (lines) lines.scrollTop = where === 'top' ? 0 : lines.scrollHeight;
    }, edge);
  /** Pixels of loaded lines between the view and the edge. */
  const beyond = (edge: 'top' | 'bottom') =>
    browser.execute((where) => {
      const lines = document.querySelector('.logs-lines');
      if (!lines) return 0;
      const { scrollTop, scrollHeight, clientHeight } = lines;
      return where === 'top' ? scrollTop : scrollHeight - scrollTop - clientHeight;
    }, edge);
  /** Scrolls to an edge, and waits for the lines beyond it. */
  const scrollBeyond = async (edge: 'top' | 'bottom') => {
    await scrollTo(edge);
    await browser.waitUntil(async () => (await beyond(edge)) > 1000);
  };
  const heapBytes = async () => {
    await browser.sendCommandAndGetResult('HeapProfiler.collectGarbage', {});
    const { usedSize } = await browser.sendCommandAndGetResult('Runtime.getHeapUsage', {});
    return usedSize as number;
  };

  it('opens at its end', async () => {
    await lineAt(count - 1).waitForDisplayed({ withinViewport: true });
    await expect($('.logs-range')).toHaveText('Loaded: 99.9 % to 100 % of 1 GiB');
  });

  it('is scrolled back in flat memory', async () => {
    const heaps: number[] = [];
    let before = count;
    for (let at = 0; at < 2 * pages; at++) {
      await scrollBeyond('top');
      await browser.waitUntil(async () => ((await inView())[0] ?? count) < before);
      const [first = count] = await inView();
      before = first;
      if (at >= pages) heaps.push(await heapBytes());
    }
    await expect($('.logs-countdown [role="status"]')).toHaveText('50,000 lines');
    // The page had its maximum of lines before the first of these figures.
    const [start = 0] = heaps;
    console.log(`  heap: ${heaps.map((bytes) => Math.round(bytes / 1024 ** 2)).join(', ')} MiB`);
    expect(Math.max(...heaps) - start).toBeLessThan(16 * 1024 ** 2);
  });

  it('keeps the line in view in its place while earlier lines are loaded', async () => {
    const [before = 0] = await inView();
    await browser.execute(() => {
      const lines = document.querySelector('.logs-lines');
      if (lines) lines.scrollTop = 2000;
    });
    await browser.waitUntil(async () => ((await inView())[0] ?? count) < before);
    const seen = await inView();
    const above = await beyond('top');
    await $('button=Load earlier lines').click();
    await browser.waitUntil(async () => (await beyond('top')) > above);
    await browser.waitUntil(async () => (await inView()).length === seen.length);
    expect(await inView()).toEqual(seen);
  });

  it('shows its first line, is read on from there, and shows its last one with new ones', async () => {
    await $('button=First lines').click();
    await lineAt(0).waitForDisplayed({ withinViewport: true });
    await expect($('button=Load earlier lines')).not.toExist();
    for (let at = 0; at < 3; at++) await scrollBeyond('bottom');
    const lines = await inView();
    const [first = 0] = lines;
    expect(first).toBeGreaterThan(10_000);
    expect(lines).toEqual(lines.map((_, at) => first + at));
    await $('button=Last lines').click();
    await lineAt(count - 1).waitForDisplayed({ withinViewport: true });
    appendFileSync(path, lineOf(count));
    await $('button=Refresh now').click();
    await lineAt(count).waitForDisplayed({ withinViewport: true });
  });

  it('is searched back to a line that is not loaded, and says what it has searched', async () => {
    const wanted = count - 60_000;
    await $('input[aria-label="Filter lines by text"]').setValue(`Line ${String(wanted).padStart(7, '0')}`);
    await browser.keys(['Enter']);
    await $('*=Lines that are not loaded may match.').waitForDisplayed();
    await $('button=Search earlier lines').click();
    await lineAt(wanted).waitForDisplayed();
    await expect($('.logs-countdown [role="status"]')).toHaveText(
      expect.stringMatching(/^1 of \d+ loaded lines$/),
    );
  });
});
