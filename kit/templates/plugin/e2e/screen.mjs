// Opens the screen in a running console that contains the plugin: `npm run e2e`.
//   CONSOLE_URL       http://localhost:8082 by default
//   CONSOLE_USER      admin by default
//   CONSOLE_PASSWORD  password of the user
//   CHROME            path of the browser, if it is not installed in the default place
//   CHROMEDRIVER      path of its driver; downloaded if absent
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { remote } from 'webdriverio';

const { CONSOLE_URL = 'http://localhost:8082', CONSOLE_USER = 'admin', CONSOLE_PASSWORD = '' } = process.env;
const { CHROME, CHROMEDRIVER } = process.env;
let browser;

before(async () => {
  browser = await remote({
    logLevel: 'error',
    capabilities: {
      browserName: 'chrome',
      'goog:chromeOptions': {
        args: ['--headless', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        ...(CHROME ? { binary: CHROME } : {}),
      },
      ...(CHROMEDRIVER ? { 'wdio:chromedriverOptions': { binary: CHROMEDRIVER } } : {}),
    },
  });
});
after(() => browser?.deleteSession());

test('shows the repositories to a signed-in user', async () => {
  await browser.url(`${CONSOLE_URL}/ui/__NAME__`);
  await browser.$('input[name="username"]').setValue(CONSOLE_USER);
  await browser.$('input[name="password"]').setValue(CONSOLE_PASSWORD);
  await browser.$('button[type="submit"]').click();
  const screen = browser.$('[data-plugin="__NAME__"]');
  await screen.$('table').waitForDisplayed({ timeout: 30_000 });
  assert.equal(await screen.$('h1').getText(), '__TITLE__');
});
