import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { downloads } from '../wdio.conf.ts';

describe('the support zone', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/admin/support-zone`);
  });
  after(() => platform?.stop());

  const row = (name: string) => $('main [role="grid"], main [role="table"]').$(`[role="row"]*=${name}`);

  it('shows an empty state', async () => {
    await $('p=No support bundles yet').waitForDisplayed();
    expect(await faults()).toEqual([]);
  });

  it('requests a bundle of two services, and shows them in progress, then created [supp-01] [supp-02]', async () => {
    await $('button=New Support Bundle').click();
    await $('dialog input[name="name"]').setValue('Slow uploads');
    await $('dialog').$('label=Xray').click();
    expect(await faults()).toEqual([]);
    await $('dialog').$('button=Create').click();
    await row('Slow uploads').waitForDisplayed();
    await row('Slow uploads').$('.in-progress').waitForDisplayed();
    await browser.waitUntil(async () => (await $$('main .success').length) === 2, {
      timeoutMsg: 'The two bundles are not created',
    });
    expect(await faults()).toEqual([]);
  });

  it('downloads a bundle [supp-01]', async () => {
    await $('button[aria-label="Download Slow uploads"]').click();
    const archive = () => readdirSync(downloads).find((file) => /^support-bundle-[\w-]+\.zip$/.test(file));
    await browser.waitUntil(async () => existsSync(downloads) && archive() !== undefined);
    expect(statSync(join(downloads, archive() ?? '')).size).toBeGreaterThan(10_000);
  });

  it('shows the job that created the bundles, and runs another one [adm-01]', async () => {
    await browser.url(`${platform.origin}/ui/admin/monitoring/jobs`);
    await row('Creates requested support bundles').$('.ld-badge--good').waitForDisplayed();
    await $('button[aria-label="Run delete-sessions now"]').click();
    await $('.lading-notification*=Job delete-sessions started').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.back();
    await row('Slow uploads').waitForDisplayed();
  });

  it('fits a phone, and deletes a bundle after a confirmation', async () => {
    await browser.setViewport({ width: 390, height: 844 });
    await row('Slow uploads').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    await $('button[aria-label="Delete Slow uploads"]').click();
    await $('dialog[open]').$('button=Delete').click();
    await browser.waitUntil(async () => (await $$('main .success').length) === 1);
  });
});
