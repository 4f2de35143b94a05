import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('backups', () => {
  let platform: Platform;
  let target: string;

  before(async () => {
    target = mkdtempSync(join(tmpdir(), 'lading-backups-'));
    platform = await startPlatform();
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
    await browser.url(`${platform.origin}/ui/admin/monitoring/backups`);
  });
  after(async () => {
    await platform?.stop();
    rmSync(target, { recursive: true, force: true });
  });

  it('show the next step before a target exists', async () => {
    await $('p=No backups yet').waitForDisplayed();
    await $('button=Back up now').waitForEnabled({ reverse: true });
    expect(await faults()).toEqual([]);
  });

  it('accept a target, which is validated, and a schedule', async () => {
    await $('button=Settings').waitForEnabled();
    await $('button=Settings').click();
    const dialog = $('dialog[open]');
    await dialog.$('input[name="target"]').setValue(join(target, 'missing'));
    await dialog.$('button=Check target').click();
    await dialog.$('p*=does not exist').waitForDisplayed();
    await dialog.$('input[name="target"]').setValue(target);
    await dialog.$('button=Check target').click();
    await dialog.$('p*=The directory can be used').waitForDisplayed();
    await dialog.$('label=Back up by schedule').click();
    await dialog.$('label=Sunday').click();
    expect(await faults()).toEqual([]);
    await dialog.$('button=Save').click();
    await $('dd*=Saturday at 03:00').waitForDisplayed();
  });

  it('are created on request', async () => {
    await $('button=Back up now').waitForEnabled();
    await $('button=Back up now').click();
    await $('main .ld-badge--good').waitForDisplayed({ timeout: 20_000 });
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    await $('main .ld-badge--good').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    expect(await faults('main')).toEqual([]);
  });
});
