// Opens the screen in a running console that contains the plugin: `npm run e2e`.
//   CONSOLE_URL       http://localhost:8082 by default; several: npm run e2e -- --console URL,URL
//   CONSOLE_USER      admin by default
//   CONSOLE_PASSWORD  password of the user
//   CHROME            path of the browser, if it is not installed in the default place
//   CHROMEDRIVER      path of its driver; downloaded if absent
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openConsole } from '@lading/kit/e2e';
import { remote } from 'webdriverio';

let page;

before(async () => {
  page = await openConsole(remote);
});
after(() => page?.close());

test('shows the repositories to a signed-in user', async () => {
  const screen = await page.open('/__NAME__', '__NAME__');
  await screen.$('table').waitForDisplayed({ timeout: 30_000 });
  assert.equal(await screen.$('h1').getText(), '__TITLE__');
});
