import { createHash } from 'node:crypto';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** Axe takes a second or more per screen. */
const ALL_SCREENS_MS = 120_000;
const content = 'a chest of tea';
const file = 'tools/tea-chest-1.0.0.bin';

describe('builds', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/octet-stream' };
    await fetch(`${platform.origin}/artifactory/generic-local/${file}`, {
      method: 'PUT',
      headers,
      body: content,
    });
    const sha256 = createHash('sha256').update(content).digest('hex');
    const artifacts = [{ name: 'tea-chest-1.0.0.bin', type: 'bin', sha256 }];
    const dependencies = [
      { id: 'a-library-with-a-rather-long-name-that-has-to-be-broken:1.0', scopes: ['compile'] },
    ];
    await asAdmin(platform, 'PUT', '/artifactory/api/build', {
      ...{ name: 'harbour/night', number: '7', started: '2026-01-31T12:00:00.000+0000' },
      ...{ agent: { name: 'ci', version: '1' }, url: 'https://ci.example.org/7' },
      modules: [{ id: 'tea-chest', type: 'generic', artifacts, dependencies }],
    });
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('link from a build to its run, and from the run to the file that it created', async () => {
    await signInPage.openAsAdmin(platform, '/ui/builds');
    await $('=harbour/night').waitForDisplayed();
    await $('=harbour/night').click();
    await $('h1=harbour/night').waitForDisplayed();
    await $('=7').click();
    await $('h1=harbour/night 7').waitForDisplayed();
    await $('h2*=tea-chest').waitForDisplayed();
    await $('=tools/tea-chest 1.0.0').click();
    await $('h1*=tea-chest').waitForDisplayed();
  });

  it('promote a run after an explanation, and compare it with another run', async () => {
    await asAdmin(platform, 'PUT', '/artifactory/api/repositories/released', {
      ...{ rclass: 'local', packageType: 'generic' },
    });
    await asAdmin(platform, 'PUT', '/artifactory/api/build', {
      ...{ name: 'harbour/night', number: '6', started: '2026-01-30T12:00:00.000+0000' },
    });
    await shellPage.push('/builds/harbour%2Fnight/7');
    await $('button=Promote…').waitForDisplayed();
    await $('button=Promote…').click();
    const dialog = $('dialog[open]');
    await dialog.$('input').waitForDisplayed();
    await dialog.$('input').setValue('released');
    await dialog.$('select').selectByVisibleText('Copy to released');
    await dialog.$('button=Continue').click();
    await $(
      'p*=The status of the run becomes released. 1 file (14 B) is copied to released.',
    ).waitForDisplayed();
    await dialog.$('button=Promote').click();
    await dialog.waitForExist({ reverse: true });
    await $('h2=Promotions').waitForDisplayed();
    await expect($('.builds-promotions')).toHaveText(expect.stringContaining('1 file copied to released'));
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const copied = await fetch(`${platform.origin}/artifactory/released/${file}`, {
      headers: { authorization },
    });
    expect(await copied.text()).toBe(content);

    await $('.builds-compare select').waitForDisplayed();
    await $('.builds-compare select').selectByVisibleText('6');
    await $('h2=Changes since 6').waitForDisplayed();
    await $('p=0 changed, 1 added, 0 removed, 0 unchanged').waitForDisplayed();
  });

  it('are accessible', async () => {
    for (const [place, heading] of [
      ['/builds', 'Builds'],
      ['/builds?name=nothing-such', 'Builds'],
      ['/builds/harbour%2Fnight', 'harbour/night'],
      ['/builds/harbour%2Fnight/7?compare=6', 'harbour/night 7'],
      ['/builds/nothing/1', 'nothing 1'],
    ] as const) {
      for (const width of [1440, 390]) {
        await browser.setViewport({ width, height: 900 });
        await shellPage.push(place);
        await $(`h1=${heading}`).waitForDisplayed();
        expect([place, width, await faults()]).toEqual([place, width, []]);
        expect([place, width, await tooWide()]).toEqual([place, width, []]);
      }
    }
  }).timeout(ALL_SCREENS_MS);
});
