import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

/** The parts of the GitHub Enterprise Server API that the console calls. */
async function startGitServer(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const answer = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== 'Bearer the-token') return response.writeHead(401).end('{}');
    if (request.url === '/api/v3/user') return answer({ login: 'octocat', id: 1 });
    return answer([
      {
        id: 7,
        full_name: 'octocat/tea',
        default_branch: 'main',
        private: true,
        html_url: 'https://github.com/octocat/tea',
      },
    ]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const field = (label: string) =>
  $(`//dialog//label[starts-with(normalize-space(), "${label}")]/following::input[1]`);

describe('integrations', () => {
  let platform: Platform;
  let git: { server: Server; url: string };

  before(async () => {
    git = await startGitServer();
    platform = await startPlatform({
      LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING',
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    await signInPage.openAsAdmin(platform, '/ui/integrations');
  });
  after(async () => {
    git?.server.closeAllConnections();
    git?.server.close();
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  it('connect a Git server after a test, and list its repositories [intg-01] [intg-05] [intg-06]', async () => {
    await $('button[aria-label="Connect GitHub"]').waitForDisplayed();
    await $('button[aria-label="Connect GitHub"]').click();
    await field('Integration name').waitForDisplayed();
    await field('Integration name').setValue('Tea');
    await $('dialog input[type="checkbox"]').click();
    await field('URL').setValue(git.url);
    await field('User name').setValue('octocat');
    await field('Token').setValue('wrong');
    await $('button=Test connection').click();
    await $('p*=rejected the credentials (401)').waitForDisplayed();
    await expect($('button=Create')).toBeDisabled();
    await field('Token').setValue('the-token');
    await $('button=Test connection').click();
    await $('section[aria-label="Connection test passed"]').waitForDisplayed();
    await $('button=Create').click();
    await $('button=Continue').waitForDisplayed();
    await $('button=Continue').click();
    await $('h1=Repositories of Tea').waitForDisplayed();
    await $('//main//*[contains(text(), "octocat/tea")]').waitForDisplayed();
  });

  it('show the card as configured, with its size, and the connection in the table [intg-03] [intg-04]', async () => {
    await shellPage.push('/integrations');
    const card = $('[data-vendor-state="configured"]');
    await card.waitForDisplayed();
    expect([await card.getSize('width'), await card.getSize('height')]).toEqual([204, 218]);
    await card.$('a').click();
    await $('h1=GitHub').waitForDisplayed();
    await $('button[aria-label="Edit Tea"]').waitForDisplayed();
  });

  it('show settings for an editor, and are accessible [intg-11]', async () => {
    await shellPage.push('/integrations');
    await $('button[aria-label="Connect Visual Studio Code"]').waitForDisplayed();
    await $('button[aria-label="Connect Visual Studio Code"]').click();
    await $('h2=Connect Visual Studio Code').waitForDisplayed();
    await $('dialog[open]').$('button=Generate token').waitForDisplayed();
    await $('dialog[open]').$('button=Close').click();
    for (const [place, heading] of [
      ['/integrations', 'Integrations'],
      ['/integrations/github', 'GitHub'],
      ['/integrations/git-scanning?vcsType=github&integrationId=tea', 'Repositories of Tea'],
    ] as const) {
      for (const width of [1440, 390]) {
        await browser.setViewport({ width, height: 900 });
        await shellPage.push(place);
        await $(`h1=${heading}`).waitForDisplayed();
        expect([place, width, await faults()]).toEqual([place, width, []]);
        expect([place, width, await tooWide()]).toEqual([place, width, []]);
      }
    }
  });
});
