import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { adminPassword } from '../../testing/testStorage.ts';
import { mavenClient } from './testing/client.ts';
import { type FolderServer, folderServer } from './testing/folderServer.ts';
import { RealMaven } from './testing/RealMaven.ts';

/** Debian's local Maven repository, with plugins and all their dependencies. */
const debian = '/usr/share/maven-repo';
const here = ['/usr/bin/mvn', `${debian}/org/apache/maven/plugins/maven-jar-plugin`].every((path) =>
  existsSync(path),
);

/** Debian's plugins have other versions than Maven's defaults. */
const plugin = (name: string, version: string) =>
  `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;

describe.skipIf(!here)('the real Maven', () => {
  let upstream: FolderServer;
  let platform: TestPlatform;
  let maven: RealMaven;
  beforeAll(async () => {
    upstream = await folderServer(debian);
    platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    const client = mavenClient(platform);
    await client.repository('libs', { rclass: 'local' });
    await client.repository('debian', { rclass: 'remote', url: upstream.url, allowPrivateUpstream: true });
    await client.repository('maven', {
      rclass: 'virtual',
      repositories: ['libs', 'debian'],
      defaultDeploymentRepo: 'libs',
    });
    maven = await RealMaven.start(`${platform.baseUrl}/artifactory/maven`, 'admin', adminPassword);
  });
  afterAll(async () => {
    await maven?.close();
    await platform?.close();
    await upstream?.stop();
  });

  const project = (
    artifact: string,
    version: string,
    inner: string,
  ) => `<project><modelVersion>4.0.0</modelVersion>
    <groupId>org.example</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${inner}
    <distributionManagement><repository><id>lading</id><url>${platform.baseUrl}/artifactory/maven</url></repository></distributionManagement>
    <build><plugins>${plugin('deploy', '3.0.0')}${plugin('jar', '3.3.0')}</plugins></build></project>`;
  const dependency = (artifact: string, version: string) =>
    `<dependency><groupId>org.example</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  const inLocalRepository = (path: string) =>
    readFile(join(maven.home, 'repository/org/example/lib', path), 'utf8');
  const deployFile = (file: string, version: string) =>
    maven.run(
      'files',
      'org.apache.maven.plugins:maven-deploy-plugin:3.0.0:deploy-file',
      ...['-DrepositoryId=lading', `-Durl=${platform.baseUrl}/artifactory/maven`, `-Dfile=${file}`],
      ...['-DgroupId=org.example', '-DartifactId=lib', `-Dversion=${version}`],
    );

  it('deploys releases and snapshots and builds with them, using plugins from the cache', async () => {
    await maven.write({ 'files/two.jar': 'the second' });
    const client = mavenClient(platform);
    expect(await client.release('maven', 'org.example:lib:1.0')).toEqual([201, 201]);
    const deployed = await deployFile('two.jar', '1.10-SNAPSHOT');
    expect(deployed.code, deployed.output).toBe(0);
    const again = await deployFile('two.jar', '1.0');
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('409')]);

    await maven.write({
      'app/pom.xml': project('app', '1', `<dependencies>${dependency('lib', '[1.0,1.9)')}</dependencies>`),
      'next/pom.xml': project(
        'next',
        '1',
        `<dependencies>${dependency('lib', '1.10-SNAPSHOT')}</dependencies>`,
      ),
    });
    const built = await maven.run('app', 'jar:jar', 'deploy:deploy');
    expect(built.code, built.output).toBe(0);
    expect(await inLocalRepository('1.0/lib-1.0.jar')).toBe('jar of org.example:lib:1.0');
    const metadata = await client.get('libs/org/example/app/maven-metadata.xml');
    expect(metadata.text).toContain('<release>1</release>');

    // Uses only the cache, with an empty local repository.
    await upstream.stop();
    await rm(join(maven.home, 'repository'), { recursive: true });
    const next = await maven.run('next', 'jar:jar');
    expect(next.code, next.output).toBe(0);
    expect(await inLocalRepository('1.10-SNAPSHOT/lib-1.10-SNAPSHOT.jar')).toBe('the second');
    expect([built.output, next.output].join()).not.toMatch(/checksum/i);
  }, 180_000);
});
