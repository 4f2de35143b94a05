import { createHash, randomBytes } from 'node:crypto';
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
    return answer([{ id: 7, full_name: 'octocat/tea', default_branch: 'main', private: true }]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A third-party application: waits for the browser at its callback URL. */
async function startApplication(): Promise<{ server: Server; url: string; arrived: Promise<URL> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const arrived = new Promise<URL>((resolve) => {
    server.on('request', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Tea ordered</h1>');
      if (request.url?.startsWith('/callback')) resolve(new URL(request.url, url));
    });
  });
  return { server, url, arrived };
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

  it('let an application act for a user who allows it, and end that in the profile [appi-01] [appi-02]', async () => {
    const application = await startApplication();
    try {
      await browser.setViewport({ width: 1440, height: 900 });
      await shellPage.push('/admin/configuration/integrations');
      await $('=New Integration').waitForDisplayed();
      await $('=New Integration').click();
      await $('main input[name="name"]').waitForDisplayed();
      await $('main input[name="name"]').setValue('tea-shop');
      await $('select[name="type"]').selectByAttribute('value', 'native');
      await $('input[name="callback_url"]').setValue(`${application.url}/callback`);
      await $('button=Create').click();
      await $('h2=Secret').waitForDisplayed();
      const value = async (label: string) => $(`[role="group"][aria-label="${label}"]`).getText();
      const [id, secret] = [await value('Client ID'), await value('Secret')];
      await $('=Done').click();
      await $('h1=Application integrations').waitForDisplayed();

      const redirect_uri = `${application.url}/callback`;
      const code_verifier = randomBytes(32).toString('base64url');
      const asked = new URLSearchParams({
        ...{ client_id: id, redirect_uri, response_type: 'code', state: 'a-state' },
        ...{ scope: 'repository:npm-local:read', code_challenge_method: 'S256' },
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      });
      await browser.url(`${platform.origin}/ui/integrations/authorize?${asked}`);
      await $('strong*=tea-shop asks to act for you').waitForDisplayed();
      expect(await faults()).toEqual([]);
      await $('button=Allow').click();
      await $('h1=Tea ordered').waitForDisplayed();
      const answer = (await application.arrived).searchParams;
      expect([answer.get('state'), answer.get('iss')]).toEqual(['a-state', platform.origin]);
      const code = answer.get('code') ?? '';
      const exchanged = await fetch(`${platform.origin}/access/api/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, code_verifier }),
      });
      const issued = (await exchanged.json()) as { access_token: string };
      const read = () =>
        fetch(`${platform.origin}/artifactory/api/storage/npm-local`, {
          headers: { authorization: `Bearer ${issued.access_token}` },
        });
      expect((await read()).status).toBe(200);

      await browser.url(`${platform.origin}/ui/user_profile?tab=applications`);
      await $('button[aria-label="Revoke access of tea-shop"]').waitForDisplayed();
      await $('button[aria-label="Revoke access of tea-shop"]').click();
      await $('dialog[open]').$('button=Revoke').click();
      await $('p*=You have not allowed any applications').waitForDisplayed();
      expect((await read()).status).toBe(401);
    } finally {
      application.server.closeAllConnections();
      application.server.close();
    }
  });
});
