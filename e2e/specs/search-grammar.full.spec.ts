import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const SOURCE = 'git+https://example.org/sail.git';
const option = (text: string) => $(`//*[@role="option"][contains(., "${text}")]`);
const notes = () => $('.packages-search__notes');

describe('the grammar of the search', () => {
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'by-range', version: '1.0.0', dependencies: { sail: '^1.0.0' } });
    await npm.publish({ name: 'by-url', version: '1.0.0', dependencies: { sail: SOURCE } });
    for (const [key, name] of [
      ['tea', 'Tea clippers'],
      ['rum', 'Rum runners'],
    ])
      await asAdmin(platform, 'POST', '/access/api/v1/projects', { project_key: key, display_name: name });
    await signInPage.openAsAdmin(platform);
    await packageListPage.row('by-range').waitForDisplayed();
  });
  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    npm?.remove();
    await platform?.stop();
  });

  it('names packages whose ranges cannot be compared, which are not in the list', async () => {
    await packageListPage.filter.setValue('dependency:sail>0.9');
    await browser.keys(['Enter']);
    await packageListPage.waitForNames(['by-range']);
    await notes().$('p').waitForDisplayed();
    expect(await notes().getText()).toBe(
      `1 package that depends on sail is left out, because its range cannot be compared: ${SOURCE}`,
    );
    expect(await notes().getAttribute('role')).toBe('status');
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    await notes().waitForDisplayed();
    expect([await tooWide(), await faults()]).toEqual([[], []]);
    await browser.setViewport({ width: 1440, height: 900 });
    // A search that compares no ranges leaves none out.
    await packageListPage.filter.setValue('dependency:sail');
    await browser.keys(['Enter']);
    await packageListPage.waitForNames(['by-range', 'by-url']);
    await notes().waitForExist({ reverse: true });
  });

  it('offers the type and the repository that an unknown one is meant for', async () => {
    await packageListPage.filter.setValue('type:npmm');
    await option('npm').waitForDisplayed();
    await browser.keys(['Enter']);
    await $('.ld-state--error').waitForDisplayed();
    expect(await $('.ld-state--error').getText()).toContain('unknown package type "npmm". Did you mean npm?');
    await packageListPage.filter.setValue('repo:npm-locla');
    await browser.keys(['Enter']);
    await notes().$('a').waitForDisplayed();
    expect(await notes().getText()).toBe('Repository “npm-locla” not found. Search in npm-local');
    expect(await faults()).toEqual([]);
    await notes().$('a').click();
    await packageListPage.waitForNames(['by-range', 'by-url']);
    await expect(packageListPage.filter).toHaveValue('repo:npm-local');
    await notes().waitForExist({ reverse: true });
  });

  it('shows the results of the search that is meant, with a link to it', async () => {
    await packageListPage.filter.setValue('by-rnage type:npm');
    await browser.keys(['Enter']);
    await packageListPage.waitForNames(['by-range']);
    const note = $('p*=No results for “by-rnage type:npm”. Showing results for “by-range type:npm”.');
    await note.waitForDisplayed();
    expect(await faults()).toEqual([]);
    await note.$('a').click();
    await expect(packageListPage.filter).toHaveValue('by-range type:npm');
    await note.waitForExist({ reverse: true });
    await packageListPage.waitForNames(['by-range']);
  });

  it('completes projects by key and name, by keyboard', async () => {
    await packageListPage.filter.setValue('project:clip');
    await option('Tea clippers').waitForDisplayed();
    await expect(option('Rum runners')).not.toBeExisting();
    expect(await faults()).toEqual([]);
    await browser.keys(['ArrowDown']);
    const active = await packageListPage.filter.getAttribute('aria-activedescendant');
    expect(await $(`[id="${active}"]`).getText()).toContain('tea');
    await browser.keys(['Enter']);
    await expect(packageListPage.filter).toHaveValue('project:tea');
    await browser.keys(['Enter']);
    await packageListPage.empty.waitForDisplayed();
    expect(new URL(await browser.getUrl()).searchParams.get('query')).toBe('project:tea');
  });
});
