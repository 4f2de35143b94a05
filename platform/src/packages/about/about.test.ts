import type { PackageAbout } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import * as cargo from '../../formats/cargo/testing/samples.ts';
import { chartArchive } from '../../formats/helm/testing/samples.ts';
import { mavenClient } from '../../formats/maven/testing/client.ts';
import * as npm from '../../formats/npm/testing/samples.ts';
import { nupkg } from '../../formats/nuget/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { sampleWheel, uploadForm } from '../../formats/pypi/testing/samples.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
});
afterAll(() => platform?.close());

async function put(
  path: string,
  payload: Buffer | object,
  headers: object = {},
  method: 'PUT' | 'POST' = 'PUT',
) {
  const answer = await platform.app.inject({
    method,
    url: `/artifactory/${path}`,
    headers: { authorization: platform.adminAuth, ...headers },
    payload,
  });
  expect([200, 201], answer.body).toContain(answer.statusCode);
}
const repository = (key: string, packageType: string) =>
  put(`api/repositories/${key}`, { rclass: 'local', packageType });

const path = (id: string) => `/ui/api/v1/ui/v1/native/about?packageId=${encodeURIComponent(id)}`;
const ask = (id: string, headers: object = { authorization: platform.adminAuth }) =>
  platform.app.inject({ url: path(id), headers: { ...headers } });
const about = async (id: string) => (await ask(id)).json<PackageAbout>();

async function publishNpm(name: string, version: string, manifest: Record<string, unknown>, tag?: string) {
  const sample = { name, version, manifest, files: { 'README.md': `# ${name} ${version}` } };
  await put(`api/npm/npm-local/${name}`, npm.publishBody(sample, await npm.sampleTarball(sample), tag));
}

describe('the description of a package', () => {
  it('comes from the latest version, with its readme and publisher [pkg-02]', async () => {
    const manifest = {
      author: 'Rosa <rosa@example.com>',
      maintainers: [{ name: 'emil', email: 'emil@example.com' }],
      homepage: 'https://kite.example',
      repository: { type: 'git', url: 'git+ssh://git@github.com/acme/kite.git' },
      bugs: 'javascript:alert(1)',
    };
    await publishNpm('kite', '1.0.0', manifest);
    await publishNpm('kite', '2.0.0-beta.1', { ...manifest, author: 'Nobody' }, 'next');
    expect(await about('npm://kite')).toEqual({
      version: '1.0.0',
      repoKey: 'npm-local',
      leadFilePath: 'kite/-/kite-1.0.0.tgz',
      readme: '# kite 1.0.0',
      publishedBy: 'admin',
      authors: ['Rosa'],
      // Servers list the accounts that published a package.
      maintainers: ['admin'],
      homepage: 'https://kite.example/',
      source: 'https://github.com/acme/kite',
    });
  });

  it('comes from the metadata of each format [pkg-02]', async () => {
    for (const [key, type] of [
      ['py', 'pypi'],
      ['crates', 'cargo'],
      ['nu', 'nuget'],
      ['charts', 'helm'],
    ] as const)
      await repository(key, type);
    const headers = [
      'Author: Rosa',
      'Maintainer-email: Emil <e@example.com>',
      'Home-page: https://kite.example',
      'Project-URL: Source Code, https://github.com/acme/kite',
    ];
    const project = { name: 'kite', version: '1.0', headers };
    const form = uploadForm(project, sampleWheel(project));
    await put('api/pypi/py/', form.payload, form.headers, 'POST');
    const lines = ['authors = ["Rosa <r@example.com>"]', 'repository = "https://github.com/acme/kite"'];
    const crate = { name: 'kite', vers: '1.0.0', manifest: lines };
    await put(
      'api/cargo/crates/api/v1/crates/new',
      cargo.publishBody(cargo.metadataOf(crate), await cargo.sampleCrate(crate)),
    );
    const more =
      '<projectUrl>https://kite.example</projectUrl><repository type="git" url="https://github.com/acme/kite.git" />';
    await put('nu/kite.1.0.0.nupkg', nupkg({ id: 'kite', version: '1.0.0', more }));
    const yaml =
      'home: https://kite.example\nsources: [https://github.com/acme/kite]\nmaintainers: [{name: Rosa}]\n';
    await put('charts/kite-1.0.0.tgz', await chartArchive({ name: 'kite', version: '1.0.0', more: yaml }));
    const source = 'https://github.com/acme/kite';
    expect(await about('pypi://kite')).toMatchObject({
      authors: ['Rosa'],
      maintainers: ['Emil'],
      homepage: 'https://kite.example/',
      source,
    });
    expect(await about('cargo://kite')).toMatchObject({ authors: ['Rosa'], source });
    expect(await about('nuget://kite')).toMatchObject({
      authors: ['Rosa', 'Emil'],
      homepage: 'https://kite.example/',
      source,
    });
    expect(await about('helm://kite')).toMatchObject({
      maintainers: ['Rosa'],
      homepage: 'https://kite.example/',
      source,
    });
  });

  it('is inherited by a POM, and read from image labels [pkg-02]', async () => {
    const maven = mavenClient(platform);
    await maven.repository('libs', { rclass: 'local' });
    const inner = `<url>https://kite.example</url><organization><name>Acme</name></organization>
      <developers><developer><name>Rosa</name></developer></developers>
      <scm><url>https://github.com/acme/kite</url></scm>`;
    await maven.release('libs', 'org.acme:parent:1', { packaging: 'pom', inner });
    const parent =
      '<parent><groupId>org.acme</groupId><artifactId>parent</artifactId><version>1</version></parent>';
    await maven.release('libs', 'org.acme:kite:1.0', { inner: parent });
    const client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
    const label = (name: string) => `org.opencontainers.image.${name}`;
    const Labels = { [label('source')]: 'https://github.com/acme/kite', [label('vendor')]: 'Acme' };
    await pushImage(client, 'docker-local/kite', '1.0', { config: { config: { Labels } } });
    const source = 'https://github.com/acme/kite';
    expect(await about('gav://org.acme:kite')).toMatchObject({
      ...{ authors: ['Acme'], maintainers: ['Rosa'], homepage: 'https://kite.example/', source },
    });
    expect(await about('docker://kite')).toMatchObject({ authors: ['Acme'], source });
  });

  it('shows the images of its readme, and nothing else of its archive [pkg-01]', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    const files = {
      'docs/logo.png': png,
      'index.js': 'alert(1)',
      'mark.svg': '<svg xmlns="x"><script/></svg>',
      'long.svg': `\uFEFF<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE svg PUBLIC "x">\n<SVG>`,
      // Exponential time for a pattern that matches comments in more than one way.
      'bomb.svg': `${'<!---->'.repeat(140)}x`,
    };
    const sample = { name: 'logo', version: '1.0.0', files };
    await put('api/npm/npm-local/logo', npm.publishBody(sample, await npm.sampleTarball(sample)));
    const image = (file: string, headers: object = { authorization: platform.adminAuth }) =>
      platform.app.inject({
        url: `/ui/api/v1/ui/v1/native/versions/npm/image?repoKey=npm-local&path=logo/-/logo-1.0.0.tgz&file=${file}`,
        headers: { ...headers },
      });
    const found = await image('docs/logo.png');
    expect(found.rawPayload).toEqual(png);
    expect(found.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    expect((await image('mark.svg')).headers['content-type']).toBe('image/svg+xml');
    expect((await image('long.svg')).headers['content-type']).toBe('image/svg+xml');
    for (const file of ['bomb.svg', 'index.js', 'package.json', 'none.png', '../logo.png'])
      expect((await image(file)).statusCode, file).toBe(404);
    expect((await image('')).statusCode).toBe(400);
    expect((await image('docs/logo.png', {})).statusCode).toBe(401);
  });

  it('is hidden from users who cannot read the package', async () => {
    const password = 'an old tune of the sea';
    await withStorage(platform.storage, () => createUser('rosa', { password, groups: [] }));
    const rosa = await signIn(platform.app, 'rosa', password);
    const hidden = await rosa.inject({ url: path('npm://kite') });
    expect(hidden.statusCode, hidden.body).toBe(404);
    expect((await ask('npm://missing')).statusCode).toBe(404);
    expect((await ask('kite')).json().errors[0].code).toBe('BAD_PACKAGE_ID');
    expect((await ask('npm://kite', {})).statusCode).toBe(401);
  });
});
