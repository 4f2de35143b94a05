import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

describe('npm login', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-npm-login-'));
  const userconfig = join(folder, 'npmrc');
  const env = { PATH: process.env.PATH, HOME: folder };
  let platform: Platform;
  let client: ChildProcess | undefined;

  before(async () => {
    platform = await startPlatform();
    writeFileSync(userconfig, `registry=${platform.origin}/artifactory/api/npm/npm/\n`);
  });

  after(async () => {
    client?.kill();
    rmSync(folder, { recursive: true, force: true });
    await platform?.stop();
  });

  const begin = () => {
    const login = spawn(
      'npm',
      ['login', '--auth-type=web', '--browser=false', `--userconfig=${userconfig}`],
      {
        env,
        cwd: folder,
      },
    );
    client = login;
    const ended = new Promise<number | null>((resolve) => login.once('exit', resolve));
    return { ended, address: printedAddress(login) };
  };
  const letIn = async () => {
    // Looked up each time: a button that is replaced during a wait is never displayed.
    await browser.waitUntil(() => $('button=Allow').isDisplayed());
    await $('button=Allow').click();
  };
  const isIn = () => $('p=npm is signed in. You can close this page.').waitForDisplayed();

  it('receives a token after confirmation in the console', async () => {
    const { ended, address } = begin();
    await browser.url(await address);
    await signInPage.signIn('admin', platform.password);
    await letIn();
    await isIn();
    expect(await ended).toBe(0);
    const { stdout } = await promisify(execFile)('npm', ['whoami', '--userconfig', userconfig], {
      env,
      cwd: folder,
    });
    expect(stdout.trim()).toBe('admin');
  });

  it('asks for a new sign-in if the last one was long ago, and returns', async () => {
    const { ended, address } = begin();
    await browser.url(await address);
    await $('button=Allow').waitForDisplayed();
    // Simulates the response half an hour after a sign-in, once.
    await browser.execute(() => {
      const real = window.fetch;
      window.fetch = async (to, init) => {
        if (init?.method !== 'POST' || !String(to).includes('/login/confirm')) return real(to, init);
        window.fetch = real;
        const errors = [{ code: 'SIGN_IN_AGAIN', message: 'Sign in again' }];
        return Response.json({ errors }, { status: 403 });
      };
    });
    await letIn();
    await $('p*=Sign in again to confirm').waitForDisplayed();
    await expect(signInPage.userName).toHaveValue('admin');
    await signInPage.signIn('admin', platform.password);
    await letIn();
    await isIn();
    expect(await ended).toBe(0);
  });
});

/** Returns the URL that the client asks its user to open. */
function printedAddress(client: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (data: Buffer) => {
      printed += data;
      const [found] = /http:\/\/\S+npm-login\S+/.exec(printed) ?? [];
      if (found) resolve(found);
    };
    client.stdout?.on('data', read);
    client.stderr?.on('data', read);
    client.once('exit', () => reject(new Error(`npm ended before it named an address:\n${printed}`)));
  });
}
