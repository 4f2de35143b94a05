import { projectSelector } from '../pages/ProjectSelector.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults } from '../support/axe.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeProjects } from '../support/projects.ts';

/** As many as in a large company; a unit test covers ten thousand. */
const MANY = Array.from({ length: 1_000 }, (_, n) => ({ key: `team-${n}`, name: `Team ${n}` }));

describe('projects', () => {
  let platform: Platform;
  const place = async () => (await browser.getUrl()).slice(platform.origin.length);

  before(async () => {
    platform = await startPlatform();
    await makeProjects(platform, [...MANY, { key: 'harbour', name: 'Harbour office' }]);
    await signInPage.openAsAdmin(platform, '/ui/packages');
    await projectSelector.button.waitForDisplayed();
  });

  after(async () => {
    await platform?.stop();
  });

  it('are found among many by keyboard, and the settings of one replace the administration [shell-03]', async () => {
    await $('button=Administration').waitForDisplayed();
    await browser.execute(() => document.querySelector<HTMLElement>('.lading-project__button')?.focus());
    await browser.keys(['ArrowDown']);
    await projectSelector.waitForCount('1,001 projects');
    expect(await projectSelector.options.length).toBeLessThan(40);
    expect(await faults()).toEqual([]);
    await browser.keys([...'harbour o']);
    await projectSelector.waitForCount('1 project');
    await browser.keys(['Enter']);
    await projectSelector.waitForName('Harbour office');
    await waitForFocus('.lading-project__button');
    expect(await place()).toBe('/ui/packages?projectKey=harbour');
    await $('p=This project has no packages yet').waitForDisplayed();
    await $('button=Project settings').waitForDisplayed();
    expect(await $('button=Administration').isExisting()).toBe(false);
    await $('button=Project settings').click();
    await $('nav[aria-label="Project settings"]').$('=General').click();
    await $('h1=Project settings').waitForDisplayed();
    await $('main form').waitForDisplayed();
    expect(await faults()).toEqual([]);
    expect(await place()).toBe('/ui/project/settings?projectKey=harbour');
  });

  it('show their current name in the header', async () => {
    await $('label*=Name').waitForDisplayed();
    await $('main form input').setValue('Harbour master');
    await $('button=Save').click();
    await projectSelector.waitForName('Harbour master');
  });

  it('have members that their administrators add and remove', async () => {
    await $('nav[aria-label="Project settings"]').$('=Members').click();
    await $('p=No members yet').waitForDisplayed();
    await $('button=Add member').click();
    await $('dialog[open] input').setValue('nobody');
    await $('dialog[open]').$('button=Add').click();
    await $('dialog[open]').$('[role="alert"]').waitForDisplayed();
    await $('dialog[open] input').setValue('admin');
    await $('dialog[open]').$('button=Add').click();
    await $('[role="row"]*=Developer').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await $('button[aria-label="Remove admin"]').click();
    await $('dialog[open]').$('button=Remove').click();
    await $('p=No members yet').waitForDisplayed();
  });

  it('stay selected for the user, and a link opens the same one for a colleague', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await projectSelector.waitForName('Harbour master');
    expect(await place()).toBe('/ui/packages?projectKey=harbour');
    await browser.url(`${platform.origin}/ui/packages?projectKey=team-7`);
    await projectSelector.waitForName('Team 7');
  });

  it('that were deleted are reported, and all projects are shown', async () => {
    await browser.url(`${platform.origin}/ui/packages?projectKey=sunk`);
    await $('.lading-notification*=Project sunk no longer exists').waitForDisplayed();
    await projectSelector.waitForName('All projects');
    expect(await place()).toBe('/ui/packages');
  });

  it('stay unchanged after Escape', async () => {
    await shellPage.menu.waitForDisplayed();
    await projectSelector.button.click();
    await projectSelector.field.waitForDisplayed();
    await browser.keys(['ArrowDown', 'ArrowDown', 'Escape']);
    await projectSelector.field.waitForExist({ reverse: true });
    await projectSelector.waitForName('All projects');
    await waitForFocus('.lading-project__button');
  });
});
