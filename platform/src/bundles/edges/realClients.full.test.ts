import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cargoVersion, RealCargo } from '../../formats/cargo/testing/RealCargo.ts';
import { folderServer } from '../../formats/maven/testing/folderServer.ts';
import {
  debianMaven,
  dependency,
  hasMaven,
  project,
  RealMaven,
} from '../../formats/maven/testing/RealMaven.ts';
import { RealNpm } from '../../formats/npm/testing/RealNpm.ts';
import { writeLayout } from '../../formats/oci/testing/ociLayout.ts';
import { hasProgram, RealClient } from '../../formats/oci/testing/RealClient.ts';
import { type BundleWorld, LIFECYCLE } from '../testing/bundleWorld.ts';
import { type EdgeWorlds, edgeWorlds } from './testing/edgeWorlds.ts';

let worlds: EdgeWorlds;
let source: BundleWorld;
let edge: BundleWorld;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  // Cargo before 1.74 sends its token only for publishing.
  worlds = await edgeWorlds({ LADING_ANONYMOUS_ACCESS: String((cargoVersion() ?? 74) < 74) });
  ({ source, edge } = worlds);
  for (const packageType of ['npm', 'cargo', 'docker', 'maven'])
    await source.platform.createRepository(`app-${packageType}`, { rclass: 'local', packageType });
});
afterAll(async () => {
  for (const close of closing) await close();
  await worlds?.close();
});

/** Creates a version of these artifacts and waits until the edge has it. */
async function release(version: string, paths: readonly string[]): Promise<void> {
  expect(await source.create('app', version, paths)).toMatchObject({ status: 201, message: '' });
  await worlds.order('app', version);
  expect(await worlds.reached('app', version, /completed|failed/)).toMatchObject({
    ...{ state: 'completed', message: '' },
  });
}

/** Requires success of a client's run. */
async function done<T extends { code: number }>(outcome: Promise<T>): Promise<T> {
  const result = await outcome;
  expect(result).toMatchObject({ code: 0 });
  return result;
}

it('lets npm install a package that arrived in a release bundle', async () => {
  const npmAt = async ({ platform }: BundleWorld) => {
    const credentials = platform.adminAuth.replace('Basic ', '');
    const npm = await RealNpm.start(
      `${platform.baseUrl}/artifactory/api/npm/app-npm/`,
      `_auth=${credentials}`,
    );
    closing.push(() => npm.close());
    return npm;
  };
  const publisher = await npmAt(source);
  const manifest = { name: '@team/kite', version: '1.2.3' };
  const folder = await publisher.folder('kite', {
    'package.json': manifest,
    'index.js': "module.exports = 'up';",
  });
  await done(publisher.run(['publish'], folder));
  await release('npm', ['app-npm/@team/kite/-/kite-1.2.3.tgz']);
  const installer = await npmAt(edge);
  const project = await installer.folder('project', {
    'package.json': { name: 'project', version: '1.0.0' },
  });
  await done(installer.run(['install', '@team/kite'], project));
  expect(await readFile(join(project, 'node_modules/@team/kite/index.js'), 'utf8')).toContain("'up'");
  const again = await installer.run(
    ['publish'],
    await installer.folder('kite', { 'package.json': manifest }),
  );
  expect(again.code).not.toBe(0);
  expect((await installer.run(['unpublish', '@team/kite@1.2.3', '--force'], project)).code).not.toBe(0);
  expect((await installer.run(['deprecate', '@team/kite@1.2.3', 'old'], project)).code).not.toBe(0);
});

it.skipIf(cargoVersion() === undefined)(
  'lets Cargo build with a crate that arrived in a release bundle',
  async () => {
    const index = ({ platform }: BundleWorld) => `${platform.baseUrl}/artifactory/api/cargo/app-cargo/index/`;
    const cargo = await RealCargo.start({
      source: { index: index(source), token: await source.platform.createToken('cargo') },
      edge: { index: index(edge), token: await edge.platform.createToken('cargo') },
    });
    closing.push(() => cargo.close());
    const about = (name: string) =>
      `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2021"\ndescription = "For a test"\nlicense = "MIT"\n`;
    const library = await cargo.folder('kite', {
      'Cargo.toml': about('wind-kite'),
      'src/lib.rs': 'pub fn height() -> u32 { 100 }\n',
    });
    await done(cargo.run(['publish', '--registry', 'source', '--allow-dirty', '--no-verify'], library));
    await release('cargo', ['app-cargo/wind-kite/1.0.0/wind-kite-1.0.0.crate']);
    const application = await cargo.folder('flight', {
      'Cargo.toml': `${about('flight')}\n[dependencies]\nwind-kite = { version = "1", registry = "edge" }\n`,
      'src/main.rs': 'fn main() { println!("{}", wind_kite::height()) }\n',
    });
    expect((await done(cargo.run(['run'], application))).output).toContain('100');
    expect(
      (await cargo.run(['yank', '--registry', 'edge', '--version', '1.0.0', 'wind-kite'], library)).code,
    ).not.toBe(0);
  },
);

it.skipIf(!hasProgram('skopeo'))('lets skopeo pull an image for two platforms that arrived', async () => {
  const client = await RealClient.start();
  closing.push(() => client.close());
  await writeLayout(join(client.home, 'many'), { 'etc/motd': 'hi' }, { architectures: ['amd64', 'arm64'] });
  const at = ({ platform }: BundleWorld) => `docker://${new URL(platform.baseUrl).host}/app-docker/kite:1.0`;
  const skopeo = (...args: string[]) => client.run('skopeo', ...args);
  const insecure = ['--tls-verify=false'];
  for (const { platform } of [source, edge])
    await done(
      skopeo(
        'login',
        ...insecure,
        '-u',
        'admin',
        '-p',
        platform.adminPassword,
        new URL(platform.baseUrl).host,
      ),
    );
  await done(skopeo('copy', '--all', '--dest-tls-verify=false', 'oci:many:latest', at(source)));
  await release('image', ['app-docker/kite/1.0/manifest.json']);
  await done(skopeo('copy', '--all', '--src-tls-verify=false', at(edge), 'oci:back:latest'));
  const index = async (folder: string) =>
    JSON.parse(await readFile(join(client.home, folder, 'index.json'), 'utf8')).manifests[0].digest;
  expect(await index('back')).toBe(await index('many'));
  expect((await skopeo('delete', ...insecure, at(edge))).code).not.toBe(0);
});

it.skipIf(!hasMaven)('lets Maven build with a library that was promoted and arrived', async () => {
  const upstream = await folderServer(debianMaven);
  closing.push(() => upstream.stop());
  const mavenAt = async ({ platform }: BundleWorld) => {
    await platform.createRepository('debian', {
      ...{ rclass: 'remote', packageType: 'maven', url: upstream.url, allowPrivateUpstream: true },
    });
    const repositories = ['app-maven', 'debian'];
    const virtual = { rclass: 'virtual', packageType: 'maven', defaultDeploymentRepo: 'app-maven' };
    await platform.createRepository('maven', { ...virtual, repositories });
    const target = `${platform.baseUrl}/artifactory/maven`;
    const maven = await RealMaven.start(target, 'admin', platform.adminPassword);
    closing.push(() => maven.close());
    return { maven, target };
  };
  const production = { rclass: 'local', packageType: 'maven', environments: ['PROD'] };
  await source.platform.createRepository('app-maven-prod', production);
  const publisher = await mavenAt(source);
  await publisher.maven.write({
    'kite/pom.xml': project({ artifact: 'kite', version: '1.0', target: publisher.target }, ''),
    'kite/target/classes/wind.txt': 'up',
  });
  await done(publisher.maven.run('kite', 'jar:jar', 'deploy:deploy'));
  const paths = ['jar', 'pom'].map((kind) => `app-maven/org/example/kite/1.0/kite-1.0.${kind}`);
  await release('maven', paths);
  const promotion = { environment: 'PROD', included_repository_keys: ['app-maven-prod'] };
  const promoted = await source.call(
    'POST',
    `${LIFECYCLE}/promotion/records/app/maven?async=false`,
    promotion,
  );
  expect([promoted.status, promoted.message]).toEqual([201, '']);
  const metadataOf = async ({ platform }: BundleWorld, repo: string) => {
    const url = `/artifactory/${repo}/org/example/kite/maven-metadata.xml`;
    return (await platform.app.inject({ url, headers: { authorization: platform.adminAuth } })).body;
  };
  expect(await metadataOf(source, 'app-maven-prod')).toContain('<release>1.0<');
  expect(await metadataOf(edge, 'app-maven')).toContain('<release>1.0<');

  const builder = await mavenAt(edge);
  const needed = `<dependencies>${dependency('kite', '[1.0,2.0)')}</dependencies>`;
  await builder.maven.write({
    'app/pom.xml': project({ artifact: 'app', version: '1', target: builder.target }, needed),
  });
  await done(builder.maven.run('app', 'jar:jar'));
  const arrived = join(builder.maven.home, 'repository/org/example/kite/1.0/kite-1.0.jar');
  const published = join(publisher.maven.home, 'kite/target/kite-1.0.jar');
  expect((await readFile(arrived)).equals(await readFile(published))).toBe(true);
  await builder.maven.write({
    'kite/pom.xml': project({ artifact: 'kite', version: '1.0', target: builder.target }, ''),
    'kite/target/classes/wind.txt': 'down',
  });
  expect((await builder.maven.run('kite', 'jar:jar', 'deploy:deploy')).code).not.toBe(0);
});
