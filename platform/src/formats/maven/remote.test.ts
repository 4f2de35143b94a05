import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { mavenClient, pom, sha1 } from './testing/client.ts';

let upstream: StubFiles;
let platform: TestPlatform;
let maven: ReturnType<typeof mavenClient>;
beforeAll(async () => {
  upstream = await stubFiles();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  maven = mavenClient(platform);
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.headers = {};
  upstream.requests.length = 0;
});

/** A local, a remote, and a virtual repository with both, for one test. */
async function repositories(name: string, virtual: object = {}) {
  await maven.repository(`${name}-local`, { rclass: 'local' });
  const patience = { retrievalCachePeriodSecs: 0, socketTimeoutMillis: 300, allowPrivateUpstream: true };
  await maven.repository(`${name}-remote`, { rclass: 'remote', url: upstream.url, ...patience });
  const repositories = [`${name}-local`, `${name}-remote`];
  await maven.repository(name, {
    rclass: 'virtual',
    repositories,
    defaultDeploymentRepo: `${name}-local`,
    ...virtual,
  });
}
const metadata = (versions: readonly string[]) =>
  `<!-- ${versions.join()} --><metadata><groupId>up</groupId><artifactId>lib</artifactId><versioning><versions>${versions.map((each) => `<version>${each}</version>`).join('')}</versions><lastUpdated>20240102030405</lastUpdated></versioning></metadata>`;
const versionsIn = (text: string) => [...text.matchAll(/<version>([^<]*)</g)].map(([, version]) => version);

describe('a Maven remote repository', () => {
  it('requests a release once, and changing files each time', async () => {
    await repositories('fresh');
    upstream.files.set('up/lib/1.0/lib-1.0.jar', 'the jar');
    upstream.files.set('up/lib/maven-metadata.xml', metadata(['1.0']));
    for (const _ of [1, 2]) expect((await maven.get('fresh/up/lib/1.0/lib-1.0.jar')).text).toBe('the jar');
    expect((await maven.get('fresh/up/lib/1.0/lib-1.0.jar.sha1')).text).toBe(sha1('the jar'));
    expect(upstream.requests).toEqual(['GET /up/lib/1.0/lib-1.0.jar', 'GET /up/lib/1.0/lib-1.0.jar.sha1']);
    expect(versionsIn((await maven.get('fresh/up/lib/maven-metadata.xml')).text)).toEqual(['1.0']);
    upstream.files.set('up/lib/maven-metadata.xml', metadata(['1.0', '1.1']));
    const now = await maven.get('fresh/up/lib/maven-metadata.xml');
    expect(versionsIn(now.text)).toEqual(['1.0', '1.1']);
    expect((await maven.get('fresh/up/lib/maven-metadata.xml.sha1')).text).toBe(sha1(now.text));
  });

  it("verifies bytes against the upstream's checksum file", async () => {
    await repositories('damaged');
    const path = 'up/sums/1.0/sums-1.0.jar';
    upstream.files.set(path, 'a damaged jar');
    upstream.files.set(`${path}.sha1`, `${sha1('the jar').toUpperCase()}  sums-1.0.jar\n`);
    expect(await maven.get(`damaged/${path}`)).toMatchObject({
      status: 502,
      message: `The upstream of damaged-remote returned an invalid file: its sha1 is ${sha1('a damaged jar')}, but ${path}.sha1 contains ${sha1('the jar')}`,
    });
    upstream.files.set(path, 'the jar');
    expect((await maven.get(`damaged/${path}`)).text).toBe('the jar');
    // A checksum in the headers of the response is sufficient.
    upstream.headers = { 'x-checksum-sha1': sha1('the pom') };
    upstream.files.set('up/sums/1.0/sums-1.0.pom', 'the pom');
    upstream.requests.length = 0;
    expect((await maven.get('damaged/up/sums/1.0/sums-1.0.pom')).text).toBe('the pom');
    expect(upstream.requests).toEqual(['GET /up/sums/1.0/sums-1.0.pom']);
  });

  it('accepts a file if the upstream returns a page instead of a checksum', async () => {
    await repositories('pages');
    for (const page of ['<html>Sign in</html>', `<html>${sha1('some page')} ${'x'.repeat(5000)}</html>`]) {
      const path = `up/page/${page.length}/page-${page.length}.jar`;
      upstream.files.set(path, 'the jar');
      upstream.files.set(`${path}.sha1`, page);
      expect((await maven.get(`pages/${path}`)).text).toBe('the jar');
    }
  });

  it('serves cached files while the upstream is unavailable, and reports the upstream otherwise', async () => {
    await repositories('down');
    upstream.files.set('up/lib/2.0/lib-2.0.jar', 'the jar');
    upstream.files.set('up/lib/maven-metadata.xml', metadata(['2.0']));
    await maven.get('down/up/lib/2.0/lib-2.0.jar');
    await maven.get('down/up/lib/maven-metadata.xml');
    upstream.fault = (request) => request.socket.destroy();
    expect((await maven.get('down/up/lib/2.0/lib-2.0.jar')).text).toBe('the jar');
    expect(versionsIn((await maven.get('down/up/lib/maven-metadata.xml')).text)).toEqual(['2.0']);
    expect(await maven.get('down/up/other/maven-metadata.xml')).toMatchObject({ status: 502 });
    expect(await maven.get('down/up/lib/2.1/lib-2.1.jar')).toMatchObject({ status: 502 });
  });

  it('rejects invalid metadata', async () => {
    await repositories('odd');
    upstream.files.set('odd/lib/maven-metadata.xml', '<html>Sign in');
    expect(await maven.get('odd/odd/lib/maven-metadata.xml')).toMatchObject({
      status: 502,
      message: expect.stringContaining('The upstream of odd-remote returned an invalid file'),
    });
  });

  it('never requests local names, unless a rule allows it', async () => {
    await repositories('ours');
    upstream.files.set('up/lib/9.9/lib-9.9.jar', 'not ours');
    upstream.files.set('up/lib/maven-metadata.xml', metadata(['9.9']));
    await maven.release('ours', 'up:lib:1.0');
    expect(versionsIn((await maven.get('ours/up/lib/maven-metadata.xml')).text)).toEqual(['1.0']);
    expect(await maven.get('ours/up/lib/9.9/lib-9.9.jar')).toMatchObject({ status: 404 });
    expect(upstream.requests).toEqual([]);
    await repositories('shared', { allowUpstreamFor: ['up:*'] });
    await maven.release('shared', 'up:lib:1.0');
    expect(versionsIn((await maven.get('shared/up/lib/maven-metadata.xml')).text)).toEqual(['1.0', '9.9']);
    expect((await maven.get('shared/up/lib/9.9/lib-9.9.jar')).text).toBe('not ours');
  });

  it("omits one upstream's list of groups from a virtual repository, which has more groups", async () => {
    await repositories('prefixes');
    upstream.files.set('.meta/prefixes.txt', '## repository-prefixes/2.0\n/up\n');
    upstream.files.set('archetype-catalog.xml', '<archetype-catalog/>');
    expect((await maven.get('prefixes-remote/.meta/prefixes.txt')).text).toContain('/up');
    // Otherwise Maven 4 would request no other group here.
    for (const path of ['prefixes.txt', 'prefixes.txt.sha1', 'prefixes-central.txt'])
      expect([path, (await maven.get(`prefixes/.meta/${path}`)).status]).toEqual([path, 404]);
    expect((await maven.get('prefixes/archetype-catalog.xml')).status).toBe(200);
  });

  it('accepts any POM and indexes the readable part', async () => {
    await repositories('poms');
    upstream.files.set('up/old/1/old-1.pom', '<!DOCTYPE x><project>&oops;</project>');
    upstream.files.set(
      'up/new/1/new-1.pom',
      pom('up:new:1', { inner: '<licenses><license><name>MIT</name></license></licenses>' }),
    );
    for (const name of ['old', 'new'])
      expect((await maven.get(`poms/up/${name}/1/${name}-1.pom`)).status).toBe(200);
    expect(await maven.put('poms-remote/up/new/1/new-1.jar', 'x')).toMatchObject({ status: 400 });
  });
});
