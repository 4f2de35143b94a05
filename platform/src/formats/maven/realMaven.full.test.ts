import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { adminPassword } from '../../testing/testStorage.ts';
import { mavenClient } from './testing/client.ts';
import { type FolderServer, folderServer } from './testing/folderServer.ts';
import { debianMaven, dependency, hasMaven, project, RealMaven } from './testing/RealMaven.ts';

describe.skipIf(!hasMaven)('the real Maven', () => {
  let upstream: FolderServer;
  let platform: TestPlatform;
  let maven: RealMaven;
  beforeAll(async () => {
    upstream = await folderServer(debianMaven);
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

  const target = () => `${platform.baseUrl}/artifactory/maven`;
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
      'app/pom.xml': project(
        { artifact: 'app', version: '1', target: target() },
        `<dependencies>${dependency('lib', '[1.0,1.9)')}</dependencies>`,
      ),
      'next/pom.xml': project(
        { artifact: 'next', version: '1', target: target() },
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
  });
});
