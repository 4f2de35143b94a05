import { projectSelector } from '../pages/ProjectSelector.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeProjects } from '../support/projects.ts';
import { makeUser } from '../support/users.ts';

const PASSWORD = 'hold-fast-to-Th1s-rail';

describe('the administrator of one project who can view another', () => {
  let platform: Platform;
  const place = async () => (await browser.getUrl()).slice(platform.origin.length);
  const settings = () => $('button=Project settings');
  const give = async (project: string, role: string) => {
    const answer = await fetch(`${platform.origin}/access/api/v1/projects/${project}/users/chief`, {
      method: 'PUT',
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'chief', roles: [role] }),
    });
    expect(answer.ok).toBe(true);
  };

  before(async () => {
    platform = await startPlatform();
    await makeProjects(platform, [
      { key: 'tea', name: 'Tea room' },
      { key: 'rum', name: 'Rum store' },
    ]);
    await makeUser(platform, 'chief', PASSWORD);
    await give('tea', 'Project Admin');
    await give('rum', 'Viewer');
    await signInPage.open(platform, '/ui/packages');
    await signInPage.signIn('chief', PASSWORD);
    await $('h1=Packages').waitForDisplayed();
  });
  after(() => platform?.stop());

  it('administers that project alone [shell-03]', async () => {
    await browser.url(`${platform.origin}/ui/project/members?projectKey=tea`);
    await $('h1=Members').waitForDisplayed();
    await settings().waitForDisplayed();
    await browser.url(`${platform.origin}/ui/packages?projectKey=rum`);
    await projectSelector.waitForName('Rum store');
    await $('h1=Packages').waitForDisplayed();
    await expect(settings()).not.toExist();
    await shellPage.push('/project/members?projectKey=rum');
    await $('.lading-notification*=You are not authorized to view this page').waitForDisplayed();
    expect(await place()).toBe('/ui/packages?projectKey=rum');
  });

  it('loses access at the next check after the role is removed [guard-06]', async () => {
    await browser.url(`${platform.origin}/ui/project/members?projectKey=tea`);
    await $('h1=Members').waitForDisplayed();
    await give('tea', 'Viewer');
    // The user returns after more than a minute.
    await browser.execute(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 61_000;
      window.dispatchEvent(new Event('mousemove'));
    });
    await $('.lading-notification*=You are not authorized to view this page').waitForDisplayed();
    expect(await place()).toBe('/ui/packages?projectKey=tea');
    await settings().waitForExist({ reverse: true });
  });
});
