import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What `npm test` adds up in the end: a line for each test.
const results = fileURLToPath(new URL('../build/test/', import.meta.url));
const record = (title: string, passed: boolean) =>
  appendFileSync(join(results, 'browser.ndjson'), `${JSON.stringify({ title, passed })}\n`);

/** Where the browsers put what they download. */
export const downloads = join(results, 'downloads');

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export const config: WebdriverIO.Config = {
  runner: 'local',
  specs: ['./specs/**/*.spec.ts'],
  maxInstances: 2,
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
  waitforTimeout: 15_000,
  onPrepare: () => {
    mkdirSync(downloads, { recursive: true });
  },
  afterTest: (test, _context, { passed }) => record(`${test.parent} ${test.title}`, passed),
  afterHook: (test, _context, { passed }) => {
    if (!passed) record(`${test.parent} ${test.title}`, false);
  },
};
