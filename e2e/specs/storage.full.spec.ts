import { administrationPage as page } from '../pages/AdministrationPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const usage = (repo: string) => $(`//th[@scope="row"][contains(., "${repo}")]/..`);

describe('storage and retention', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    for (const name of ['old.txt', 'new.txt'])
      await asAdmin(platform, 'PUT', `/artifactory/generic-local/docs/${name}`, { about: name });
    const npm = new NpmClient(platform, 'npm-local');
    for (const version of ['2.0.0-beta.1', '1.0.0']) await npm.publish({ name: 'tea-chest', version });
    npm.remove();
    await signInPage.openAsAdmin(platform);
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('show the size of each repository once calculated [adm-01]', async () => {
    await browser.url(`${platform.origin}/ui/admin/monitoring/storage`);
    await $('button=Recalculate').click();
    await usage('generic-local').waitForDisplayed({ timeout: 20_000 });
    await expect(usage('generic-local')).toHaveText(expect.stringContaining('2'));
    expect(await faults()).toEqual([]);
  });

  it('collect garbage by keyboard, and keep the result', async () => {
    await browser.execute(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
      buttons.find(({ textContent }) => textContent === 'Run garbage collection')?.focus();
    });
    await browser.keys('Enter');
    await $('p*=Last run by admin').waitForDisplayed({ timeout: 20_000 });
    await expect($('p*=Last run by admin')).toHaveText(expect.stringContaining('Nothing to delete'));
    await browser.refresh();
    await $('p*=Last run by admin').waitForDisplayed();
    await browser.setViewport({ width: 390, height: 844 });
    await $('p*=Last run by admin').waitForDisplayed();
    expect([await tooWide(), await faults()]).toEqual([[], []]);
    await browser.setViewport({ width: 1440, height: 900 });
  });

  it('show what a cleanup policy would delete, and then delete it [adm-01]', async () => {
    await browser.url(`${platform.origin}/ui/admin/artifactory/cleanup-policies/new`);
    await page.field('key').setValue('previews');
    await page.field('local').click();
    await page.choice('Content').selectByVisibleText('Pre-release versions only');
    await page.button('Create Cleanup Policy').click();
    await $('p=No runs yet').waitForDisplayed();
    await page.button('Dry run').click();
    await $('.ld-name=tea-chest 2.0.0-beta.1').waitForDisplayed({ timeout: 20_000 });
    expect(await faults()).toEqual([]);
    expect(await versions()).toEqual(['1.0.0', '2.0.0-beta.1']);
    await page.button('Run now').click();
    await $('dialog[open]').$('button=Run now').click();
    await $('dd*=1 deleted').waitForDisplayed({ timeout: 20_000 });
    expect(await versions()).toEqual(['1.0.0']);
    await browser.setViewport({ width: 390, height: 844 });
    await $('.ld-name=tea-chest 2.0.0-beta.1').waitForDisplayed();
    expect([await tooWide(), await faults()]).toEqual([[], []]);
  });

  it('show at the fields of a cleanup policy why it cannot be saved', async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await browser.url(`${platform.origin}/ui/admin/artifactory/cleanup-policies/new`);
    await page.field('key').setValue('previews');
    await page.field('local').click();
    await page.button('Create Cleanup Policy').click();
    await expectError('olderThanDays', 'Enter an age');
    await page.field('olderThanDays').setValue('30');
    await page.button('Create Cleanup Policy').click();
    // The server knows what exists.
    await expectError('key', 'previews');
    expect(await faults()).toEqual([]);
  });

  /** Waits until a field is invalid and described by an error. */
  async function expectError(name: string, error: string): Promise<void> {
    await browser.waitUntil(
      () =>
        browser.execute(
          (field, text) => {
            const input = document.querySelector(`main [name="${field}"][aria-invalid="true"]`);
            const ids = input?.getAttribute('aria-describedby')?.split(' ') ?? [];
            return ids.some((id) => document.getElementById(id)?.textContent?.includes(text));
          },
          name,
          error,
        ),
      { timeoutMsg: `${name} does not show "${error}"` },
    );
  }

  async function versions(): Promise<string[]> {
    const { origin, password } = platform;
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    const found = await fetch(`${origin}/artifactory/api/npm/npm-local/tea-chest`, {
      headers: { authorization },
    });
    return Object.keys(((await found.json()) as { versions: object }).versions).sort();
  }
});
