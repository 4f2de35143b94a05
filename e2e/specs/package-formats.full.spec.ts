import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployDialog } from '../pages/DeployDialog.ts';
import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { listen } from '../support/localServer.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { writeWheel } from '../support/pythonWheel.ts';

const has = (command: string) => {
  try {
    execFileSync('which', [command]);
    return true;
  } catch {
    return false;
  }
};

describe('packages of several formats, published by clients and in the browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-formats-'));
  let platform: Platform;
  let npm: NpmClient;

  before(async () => {
    platform = await startPlatform({
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    for (const [key, packageType] of [
      ['pypi-local', 'pypi'],
      ['maven-local', 'maven'],
    ]) {
      await call(
        'PUT',
        `/artifactory/api/repositories/${key}`,
        JSON.stringify({ key, rclass: 'local', packageType }),
      );
    }
    npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'anchor', version: '1.0.0', license: 'MIT' });
    await npm.publish({ name: 'anchor', version: '1.1.0', license: 'ISC' });
    await npm.publish({ name: 'ship', version: '3.0.0', dependencies: { anchor: '^1.0.0' } });
    await npm.publish({ name: 'quay', version: '0.1.0', devDependencies: { anchor: '*' } });
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(method: string, path: string, body?: string) {
    const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const headers = {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${platform.origin}${path}`, { method, headers, ...(body ? { body } : {}) });
    expect({ path, ok: answer.ok }).toEqual({ path, ok: true });
    return answer;
  }
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const panel = () => $('[role=tabpanel]');

  it('lists the dependents of a package, with links [pkg-08]', async () => {
    await open('/packages/npm%3A%2F%2Fanchor/1.1.0?tab=dependents');
    await expect(panel()).toHaveText(
      expect.stringContaining('2 packages depend on “anchor” in at least one version.'),
    );
    await expect(panel()).toHaveText(expect.stringContaining('quay'));
    await panel().$('a=ship').click();
    await expect($('h1')).toHaveText('ship');
  });

  it('filters versions by the URL [pkg-07]', async () => {
    await open('/packages/npm%3A%2F%2Fanchor?licenses=ISC&includeFiles=true&limit=10&sort=created$asc');
    await expect($('[role=grid]')).toHaveText(expect.stringContaining('anchor-1.1.0.tgz'));
    expect(await $('[role=grid]').getText()).not.toContain('1.0.0');
  });

  it('has install commands for three systems, and a setup guide for the client [pkg-11] [pkg-12]', async () => {
    await open('/packages/npm%3A%2F%2Fanchor/1.1.0');
    const command = $('[aria-label="Command for this version"]');
    await expect(command).toHaveText(expect.stringContaining('npm install anchor@1.1.0'));
    const setUp = $('[aria-label="Use the repository for all packages"]');
    await expect(setUp).toHaveText(`npm config set registry ${platform.origin}/artifactory/api/npm/npm/`);
    await $('label*=Windows').click();
    await open('/packages/npm%3A%2F%2Fanchor/1.0.0');
    await expect($('input[type=radio]:checked + span')).toHaveText('Windows');
  });

  it('deploys a wheel and a tarball in the browser, each with its own protocol', async () => {
    const wheel = writeWheel(folder, 'rigging', '2.0.0', 'Rigging\n=======\n\nRopes *and* sails.');
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'no package');
    await open('/packages?deploy=pypi-local');
    await expect(deployDialog.repository).toHaveValue('pypi-local');
    await deployDialog.choose(wheel, text);
    await deployDialog.start();
    await deployDialog.waitForStates('Deployed', '');
    await expect(deployDialog.dialog).toHaveText(
      expect.stringContaining('The repository does not accept this file extension'),
    );
    await deployDialog.repository.selectByAttribute('value', 'npm-local');
    const made = mkdtempSync(join(folder, 'sextant-'));
    writeFileSync(join(made, 'package.json'), JSON.stringify({ name: '@fleet/sextant', version: '0.9.0' }));
    await npm.npm(made, ['pack']);
    await deployDialog.choose(join(made, 'fleet-sextant-0.9.0.tgz'));
    await deployDialog.start();
    await deployDialog.waitForStates('Deployed', '', 'Deployed');
    await deployDialog.close();
    await expect(packageListPage.row('rigging')).toBeExisting();
    const install = await npm.install('@fleet/sextant@0.9.0');
    expect(existsSync(join(install, 'node_modules/@fleet/sextant/package.json'))).toBe(true);
  });

  it('shows the readme of a wheel [pkg-04]', async () => {
    await open('/packages/pypi%3A%2F%2Frigging/2.0.0');
    await expect(panel().$('pre')).toHaveText(expect.stringContaining('Ropes *and* sails.'));
    // Without this index, pip would install the public package with this name.
    await expect($('[aria-label="Command for this version"]')).toHaveText(
      expect.stringMatching(
        /^pip install rigging==2\.0\.0 --index-url http:\/\/admin:YOUR_TOKEN@\S+\/api\/pypi\/pypi(-local)?\/simple$/,
      ),
    );
  });

  it('shows the layers of an image that skopeo has pushed [pkg-04] [pkg-08]', async function () {
    if (!has('skopeo')) return this.skip();
    const { writeImage } = await import('../support/ociImage.ts');
    writeImage(join(folder, 'image'));
    const to = `docker://${new URL(platform.origin).host}/docker-local/cargo-hold:1.0`;
    execFileSync('skopeo', [
      'copy',
      '--quiet',
      '--dest-tls-verify=false',
      '--dest-creds',
      `admin:${platform.password}`,
      `oci:${join(folder, 'image')}:1.0`,
      to,
    ]);
    await open('/packages/docker%3A%2F%2Fcargo-hold/1.0');
    await $('a*=Layers').click();
    await expect(panel()).toHaveText(expect.stringContaining('RUN fill --the hold'));
    await $('a*=Configuration').click();
    await expect(panel()).toHaveText(expect.stringContaining('8080/tcp'));
    await open('/packages?deploy=docker-local');
    await expect(deployDialog.dialog).toHaveText(
      expect.stringContaining('Only clients can publish to Docker repositories'),
    );
    await deployDialog.close();
  });

  it('downloads from an upstream with authentication after a successful test', async () => {
    const right = `Basic ${Buffer.from('ada:swordfish').toString('base64')}`;
    const upstream = await listen((request, response) => {
      if (request.headers.authorization !== right) response.writeHead(401);
      response.end('from the corporation');
    });
    try {
      await open('/admin/repositories/remote/new');
      await $('input[name=key]').setValue('maven-corp');
      await $('select[name=packageType]').selectByAttribute('value', 'maven');
      await $('input[name=url]').setValue(`${upstream.origin}/releases`);
      await $('select[name=signIn]').selectByAttribute('value', 'password');
      await $('input[name=username]').setValue('ada');
      await $('input[name=password]').setValue('sword');
      const test = $('button=Test');
      await test.scrollIntoView({ block: 'center' });
      await test.click();
      await expect($('.ld-form')).toHaveText(
        expect.stringContaining('The upstream rejected these credentials: 401 Unauthorized'),
      );
      await $('input[name=password]').addValue('fish');
      await test.click();
      await expect($('.ld-form')).toHaveText(expect.stringContaining('The upstream returned 200 OK'));
      expect(await faults()).toEqual([]);
      await browser.setViewport({ width: 390, height: 844 });
      expect(await tooWide()).toEqual([]);
      await browser.setViewport({ width: 1440, height: 900 });
      await $('button=Create Repository').click();
      await expect($('h1')).toHaveText('Remote repositories');
      const jar = await call('GET', '/artifactory/maven-corp/corp/lib/1.0/lib-1.0.jar');
      expect(await jar.text()).toBe('from the corporation');
      expect(platform.output()).not.toContain('swordfish');
    } finally {
      await upstream.stop();
    }
  });

  it('is accessible, and fits a phone', async () => {
    for (const [path, shown] of [
      ['/packages?tags=none', '.packages-more'],
      ['/packages?deploy=npm-local', '.packages-drop'],
      ['/packages/npm%3A%2F%2Fanchor?licenses=*&includeFiles=true', '[role=grid] a'],
      ['/packages/npm%3A%2F%2Fanchor/1.1.0?tab=dependents', '[role=tabpanel] table'],
      ['/set-me-up?repo=npm-local', '.ld-steps'],
    ] as const) {
      await open(path);
      await $(shown).waitForExist();
      expect({ path, faults: await faults() }).toEqual({ path, faults: [] });
      await browser.setViewport({ width: 390, height: 844 });
      expect({ path, tooWide: await tooWide() }).toEqual({ path, tooWide: [] });
      await browser.setViewport({ width: 1440, height: 900 });
    }
  });

  it('deletes versions after an exact preview, by keyboard only', async () => {
    await open('/packages/npm%3A%2F%2Fanchor');
    const grid = $('[role=grid]');
    await expect(grid).toHaveText(expect.stringContaining('1.0.0'));
    await browser.execute(() => {
      [...document.querySelectorAll<HTMLElement>('[role=grid] a')]
        .find((link) => link.textContent === '1.0.0')
        ?.focus();
    });
    await browser.keys(['ArrowLeft']);
    await browser.keys([' ']);
    await expect($('.packages-chosen b')).toHaveText('1 selected');
    await $('.packages-chosen').$('button*=Delete').click();
    const dialog = $('dialog[open]');
    await expect(dialog).toHaveText(expect.stringContaining('anchor/-/anchor-1.0.0.tgz'));
    await expect(dialog).toHaveText(expect.stringContaining('2 packages require anchor: quay, ship'));
    await dialog.$('button*=Delete 1 version').click();
    await dialog.waitForExist({ reverse: true });
    await browser.waitUntil(async () => !(await grid.getText()).includes('1.0.0'));
    const left = await call('GET', '/artifactory/api/npm/npm-local/anchor');
    expect(Object.keys(((await left.json()) as { versions: object }).versions)).toEqual(['1.1.0']);
  });

  it('sets up a client with a token limited to the repository [shell-08]', async () => {
    await open('/set-me-up?repo=maven-local&system=linux');
    await expect($('main')).toHaveText(expect.stringContaining('~/.m2/settings.xml'));
    await $('button=Generate token').click();
    const token = await $('[aria-label="Token"] code').getText();
    await expect($('main')).toHaveText(expect.stringContaining(`<password>${token}</password>`));
    const headers = { authorization: `Bearer ${token}` };
    const deep = await fetch(`${platform.origin}/artifactory/api/npm/npm-local/anchor`, { headers });
    expect(deep.status).toBe(403);
  });
});
