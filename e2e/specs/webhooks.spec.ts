import { text } from 'node:stream/consumers';
import { administrationPage } from '../pages/AdministrationPage.ts';
import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type LocalServer, listen } from '../support/localServer.ts';
import { lookAt } from '../support/looks.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** Saves a screenshot if `LADING_SHOTS` is set to a directory. */
const picture = async (name: string) => {
  const folder = process.env.LADING_SHOTS;
  if (folder) await browser.saveScreenshot(`${folder}/${name}.png`);
};

describe('webhooks', () => {
  let platform: Platform;
  let receiver: LocalServer;
  const received: { path: string; body: string }[] = [];

  before(async () => {
    receiver = await listen(async (request, response) => {
      received.push({ path: request.url ?? '', body: await text(request) });
      response.end('thanks');
    });
    platform = await startPlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.1' });
    await signInPage.openAsAdmin(platform);
    await packageListPage.heading.waitForDisplayed();
  });

  after(async () => {
    await platform?.stop();
    await receiver?.stop();
  });

  it('explain themselves when none exist [hook-01]', async () => {
    await browser.url(`${platform.origin}/ui/admin/configuration/webhooks`);
    await expect($('main')).toHaveText(expect.stringContaining('No webhooks yet'));
    await picture('empty');
  });

  it('are created in a form with 25 pixels between its rows, and tested in it [hook-01] [hook-04] [hook-05]', async () => {
    await $('main').$('a*=New Webhook').click();
    await administrationPage.heading('New Webhook').waitForDisplayed();
    expect((await $('main form').getCSSProperty('row-gap')).value).toBe('25px');
    await administrationPage.field('key').setValue('not good');
    await administrationPage.button('Create Webhook').click();
    await expect($('main form')).toHaveText(
      expect.stringContaining('Name cannot contain special characters'),
    );
    await administrationPage.field('key').setValue('deploys');
    await administrationPage.field('url').setValue(`${receiver.origin}/hook`);
    await administrationPage.choice('Event').selectByVisibleText('Artifacts');
    await $('main').$('label=deployed').click();
    await picture('form');
    await administrationPage.button('Test').click();
    await expect($('main form')).toHaveText(
      expect.stringContaining('A dummy hook was executed and sent to the configured URL'),
    );
    await administrationPage.button('Create Webhook').click();
    await administrationPage.row('deploys').waitForDisplayed();
    await picture('list');
  });

  it('send the event of a deployment, which is in the deliveries [hook-05]', async () => {
    await fetch(`${platform.origin}/artifactory/generic-local/green/sencha.txt`, {
      method: 'PUT',
      headers: { authorization: `Basic ${btoa(`admin:${platform.password}`)}` },
      body: 'leaves',
    });
    await browser.waitUntil(() => received.length === 2);
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      data: { repo_key: 'generic-local', path: 'green/sencha.txt', name: 'sencha.txt', size: 6 },
      subscription_key: 'deploys',
    });
    await administrationPage.row('deploys').click();
    await $('main').$('a=Deliveries').click();
    await $('main').$('button=artifact.deployed').click();
    await expect($('dialog[open]')).toHaveText(expect.stringContaining('thanks'));
    await picture('delivery');
    await $('dialog[open]').$('button=Redeliver').click();
    await browser.waitUntil(() => received.length === 3);
    await $('dialog[open]').waitForExist({ reverse: true });
  });

  it('are accessible, in the form and in the deliveries', async () => {
    for (const path of ['new', 'edit/deploys', 'edit/deploys?tab=deliveries']) {
      const found = await lookAt(async (width) => {
        await browser.url(`${platform.origin}/ui/admin/configuration/webhooks/${path}`);
        await $('main')
          .$(path.includes('tab') ? 'button=artifact.deployed' : 'button=Test')
          .waitForDisplayed();
        await picture(`${path.replace(/\W/g, '-')}-${width}`);
      });
      expect([path, found]).toEqual([path, {}]);
    }
  });
});
