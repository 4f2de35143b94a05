import { appendFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lookUpDetachedElements } from './support/detachedElements.ts';
import { ignoreRequests, unsubscribe } from './support/networkEvents.ts';
import { makeTemplate } from './support/platform.ts';
import { typeOverSelectedText } from './support/typing.ts';

/** `npm run test:full` runs only what `npm test` leaves out: `*.full.spec.ts`. */
const isFullRun = process.env.LADING_TEST_FULL === '1';
// Results that the test run sums up: one line per test.
const results = fileURLToPath(new URL(isFullRun ? '../build/test-full/' : '../build/test/', import.meta.url));
const record = (
  test: { parent: string; title: string; file?: string },
  result: { passed: boolean; skipped?: boolean; error?: Error },
  seen?: string,
) =>
  appendFileSync(
    join(results, 'browser.ndjson'),
    `${JSON.stringify({
      title: `${basename(test.file ?? '')}: ${test.parent} ${test.title}`,
      passed: result.passed,
      // A test that calls `this.skip()` has neither passed nor failed.
      skipped: result.skipped ?? false,
      why: result.error?.stack,
      seen,
    })}\n`,
  );

/** Download directory of the browsers. */
export const downloads = join(results, 'downloads');

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Logs URL and text of the page on which a test failed, so that the cause is clear without the
 * screenshot.
 */
const whatIsSeen = async () => {
  try {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not be logged
    const text = await browser.execute(() => document.body.innerText);
    return `The page ${await browser.getUrl()} shows: ${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1_500)}`;
  } catch {
    return 'The browser no longer shows a page.';
  }
};

/** Small files that take long: they visit many screens, wait for releases, or install packages. */
const slow = /^(?:accessibility|builds|create-plugin|layout-shift|release-swap|scaffold)\./;

/**
 * The slow files and the largest ones first, because they take longest: in the order of their
 * names, one of two workers works alone for the last eighth of the run of `npm test`.
 */
function longestFirst(): string[] {
  const folder = fileURLToPath(new URL('specs/', import.meta.url));
  const size = (name: string) =>
    slow.test(name) ? Number.MAX_SAFE_INTEGER : statSync(join(folder, name)).size;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts') && name.endsWith('.full.spec.ts') === isFullRun)
    .sort((one, other) => size(other) - size(one))
    .map((name) => join(folder, name));
}

let removeTemplate = () => {};

export const config: WebdriverIO.Config = {
  runner: 'local',
  specs: longestFirst(),
  exclude: isFullRun ? [] : ['./specs/**/*.full.spec.ts'],
  maxInstances: availableParallelism(),
  capabilities: [
    {
      browserName: 'chrome',
      'goog:chromeOptions': {
        binary: '/usr/bin/chromium',
        prefs: { 'download.default_directory': downloads, 'download.prompt_for_download': false },
        args: [
          '--headless',
          ...asRoot,
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--window-size=1440,900',
        ],
      },
      'wdio:chromedriverOptions': { binary: '/usr/bin/chromedriver' },
    },
  ],
  logLevel: 'error',
  framework: 'mocha',
  mochaOpts: { ui: 'bdd', timeout: 120_000 },
  reporters: ['spec'],
  // Each worker waits for it once, at its end.
  reporterSyncInterval: 10,
  waitforTimeout: 30_000,
  onPrepare: async () => {
    // Each worker would load all its modules through `tsx`, which Node needs no longer.
    const { typescript } = process.features as { typescript?: string | false };
    if (typescript) process.env.NODE_OPTIONS = '';
    // Compiling its modules takes each worker a third of its start.
    process.env.NODE_COMPILE_CACHE = join(results, 'compiled');
    mkdirSync(downloads, { recursive: true });
    removeTemplate = await makeTemplate();
  },
  before: async () => {
    lookUpDetachedElements();
    typeOverSelectedText();
    await ignoreRequests();
  },
  onReload: unsubscribe,
  onComplete: () => removeTemplate(),
  afterTest: async (test, _context, result) => {
    const failed = !result.passed && !(result as { skipped?: boolean }).skipped;
    record(test, result, failed ? await whatIsSeen() : undefined);
    if (!failed) return;
    // A closed browser has no page to show.
    const name = `${basename(test.file ?? '')} ${test.title}`.replace(/[^\w.]+/g, '-').slice(0, 100);
    await browser.saveScreenshot(join(results, `${name}.png`)).catch(() => undefined);
  },
  afterHook: (test, _context, result) => {
    if (!result.passed) record(test, result);
  },
};
