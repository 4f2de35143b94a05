import { text } from 'node:stream/consumers';
import { packagePage } from '../pages/PackagePage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { type LocalServer, listen } from '../support/localServer.ts';
import { lookAt } from '../support/looks.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

const name = 'kite';
const password = 'a-long-Passw0rd-of-rosa';
/** Milliseconds until the job that looks for new versions must have run. */
const NOTIFIED = { timeout: 60_000 };

describe('stars and notifications', () => {
  const received: { path: string; body: string }[] = [];
  let receiver: LocalServer;
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.1' });
    receiver = await listen(async (request, response) => {
      received.push({ path: request.url ?? '', body: await text(request) });
      response.end();
    });
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name, version: '1.0.0' });
    await makeUser(platform, 'rosa', password);
    const artifact = { actions: { users: { rosa: ['READ'] }, groups: {} }, targets: { 'npm-local': {} } };
    await asAdmin(platform, 'POST', '/access/api/v2/permissions', { name: 'rosa', resources: { artifact } });
    await signInPage.open(platform);
    await signInPage.signIn('rosa', password);
    await $('.lading-bell button').waitForDisplayed();
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
    await receiver?.stop();
  });

  const bell = (label: string) => $(`.lading-bell button[aria-label="${label}"]`);
  const panel = () => $('[role="dialog"]');
  /** Whether a part scrolls on its own, and therefore shows only some of its content. */
  const isCut = (selector: string) =>
    browser.execute((each) => {
      const element = document.querySelector(each);
      return !element || element.scrollHeight > element.clientHeight;
    }, selector);

  it('star a package, which is then on the dashboard', async () => {
    await browser.url(`${platform.origin}/ui/packages/npm:%2F%2F${name}`);
    await packagePage.heading(name).waitForDisplayed();
    const { width } = await $('button=Star').getSize();
    await $('button=Star').click();
    await $('button=Starred').waitForDisplayed();
    // The buttons next to it don't move.
    expect((await $('button=Starred').getSize()).width).toBe(width);
    await browser.url(`${platform.origin}/ui/packages`);
    // In the row, too.
    await $(`button[aria-label="Remove the star of ${name}"]`).click();
    await $(`button[aria-label="Star ${name}"]`).click();
    await $(`button[aria-label="Remove the star of ${name}"]`).waitForDisplayed();
    await browser.url(`${platform.origin}/ui/insight`);
    await $('section*=Starred packages').$(`=${name}`).waitForDisplayed();
  });

  it('tell of a version that another user publishes, until it is read, by keyboard', async () => {
    await npm.publish({ name, version: '1.1.0' });
    await browser.waitUntil(async () => {
      await browser.refresh();
      return bell('Notifications, 1 unread')
        .waitForExist({ timeout: 5_000 })
        .catch(() => false);
    }, NOTIFIED);
    await browser.execute(() => document.querySelector<HTMLElement>('.lading-bell button')?.focus());
    await browser.keys(['Enter']);
    await panel().$('span=New version 1.1.0').waitForDisplayed();
    expect(
      await lookAt(
        async () => {
          if (!(await panel().isExisting())) await $('.lading-bell button').click();
          await panel().$('summary').click();
          await panel().$('select').waitForDisplayed();
          expect(await isCut('.lading-notices-settings')).toBe(false);
        },
        () => panel().$('summary').click(),
      ),
    ).toEqual({});
    await panel().$('button=Mark all as read').click();
    await panel().$(`button[aria-label="Mark ${name} as unread"]`).waitForDisplayed();
    await bell('Notifications').waitForExist();
    await browser.keys(['Escape']);
    await panel().waitForExist({ reverse: true });
  });

  it('lead to the version', async () => {
    await $('.lading-bell button').click();
    await panel().$(`=${name}`).click();
    await $('h1*=kite 1.1.0').waitForDisplayed();
    await expect(panel()).not.toExist();
  });

  it('are sent to the webhook of the user', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await $('.lading-bell button').waitForClickable();
    await $('.lading-bell button').click();
    await panel().$('summary=Settings').click();
    await panel().$('summary=Webhook').waitForDisplayed();
    await panel().$('summary=Webhook').click();
    const url = panel().$('input[type="url"]');
    await url.waitForDisplayed();
    await url.setValue('http://10.0.0.1/');
    await panel().$('button=Save webhook').click();
    await panel().$('*=is on a private network').waitForDisplayed();
    await url.setValue(`${receiver.origin}/chat`);
    await panel().$('button=Save webhook').click();
    await panel().$('[role="group"][aria-label="Signing secret"]').waitForDisplayed();
    await panel().$('button=Send test').click();
    await panel().$('li*=Test: delivered').waitForDisplayed({ timeout: 20_000 });
    expect(
      await lookAt(async () => {
        await panel().$('li*=Test: delivered').waitForDisplayed();
      }),
    ).toEqual({});
    await npm.publish({ name, version: '1.2.0' });
    await browser.waitUntil(() => received.length === 2, NOTIFIED);
    expect(received.map(({ path, body }) => [path, JSON.parse(body).event_type])).toEqual([
      ['/chat', 'test'],
      ['/chat', 'version'],
    ]);
    expect(JSON.parse(received[1]?.body ?? '').data).toMatchObject({
      subject: 'npm://kite',
      items: [{ version: '1.2.0' }],
    });
  });
});
