import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FolderServer, folderServer } from '../formats/maven/testing/folderServer.ts';
import { hasBuilder } from '../formats/oci/testing/RealClient.ts';
import { hasClient, hasNpmClient } from './testing/clients.ts';
import { type GuidePlatform, guidePlatform, type Sample } from './testing/guidePlatform.ts';
import type { GuideStep } from './testing/guides.ts';
import { Newcomer } from './testing/Newcomer.ts';

/** Debian's own Maven repository with plugins and their dependencies. */
const debian = '/usr/share/maven-repo';
const debianPlugins = ['jar', 'deploy'].map(
  (name) => `${debian}/org/apache/maven/plugins/maven-${name}-plugin`,
);
const has = {
  maven: hasClient('mvn', 'apt-get install maven') && debianPlugins.every((path) => existsSync(path)),
  gradle: hasClient('gradle', 'apt-get install gradle'),
  poetry: hasClient('poetry', 'apt-get install python3-poetry'),
  podman: hasClient('podman', 'apt-get install podman') && hasBuilder('podman'),
};
const oldGradle =
  has.gradle && /^Gradle [1-5]\./m.test(execFileSync('gradle', ['--version'], { encoding: 'utf8' }));

interface Circumstances {
  env?: Record<string, string>;
  prepare?: () => Promise<void>;
  /** Adapts a step for clients older than the guide. */
  change?: (step: GuideStep) => GuideStep;
}

/** An npm package for the client in `build/clients`. */
const anchor = (client: string, check = `node -p 'require("@team/anchor")'`): Sample => ({
  type: 'npm',
  client,
  package: { name: '@team/anchor', version: '1.0.0' },
  source: {
    'package.json': '{ "name": "@team/anchor", "version": "1.0.0" }',
    'index.js': `module.exports = "proof of ${client}"`,
    'yarn.lock': '',
  },
  project: { 'package.json': '{ "name": "project" }', ...(client === 'yarn4' ? { 'yarn.lock': '' } : {}) },
  check,
  proof: `proof of ${client}`,
});

describe('the guides of more clients, followed exactly in an empty home directory', {
  timeout: 300_000,
}, () => {
  let platform: GuidePlatform;
  let upstream: FolderServer;
  let user: Newcomer;
  beforeAll(async () => {
    upstream = await folderServer(debian);
    platform = await guidePlatform(['pypi', 'maven', 'docker']);
    const call = (url: string, payload: object, method: 'PUT' | 'POST') =>
      platform.app.inject({ method, url, headers: { authorization: platform.adminAuth }, payload });
    const repository = '/artifactory/api/repositories';
    const remote = {
      rclass: 'remote',
      packageType: 'maven',
      url: upstream.url,
      allowPrivateUpstream: true,
    };
    await call(`${repository}/debian`, remote, 'PUT');
    await call(`${repository}/maven`, { repositories: ['maven-local', 'debian'] }, 'POST');
  });
  afterAll(async () => {
    await platform?.close();
    await upstream?.stop();
  });
  const follow = async (sample: Sample, { env, prepare, change = (step) => step }: Circumstances = {}) => {
    user = await Newcomer.start([sample.client], env);
    try {
      await prepare?.();
      const steps = await platform.steps(sample);
      const done = await platform.follow(user, sample, steps.map(change));
      expect(done.code, done.output).toBe(0);
      expect(done.output).toContain(sample.proof);
    } finally {
      await user.close();
    }
  };

  describe.each(['pnpm', 'yarn1', 'yarn4', 'bun'])('%s', (client) => {
    let own: GuidePlatform;
    beforeAll(async () => {
      own = platform;
      platform = await guidePlatform(['npm']);
    });
    afterAll(async () => {
      await platform.close();
      platform = own;
    });
    it.skipIf(!hasNpmClient(client))('publishes and installs a package', () =>
      follow(anchor(client, client === 'yarn4' ? `yarn node -p 'require("@team/anchor")'` : undefined)),
    );
  });

  const library = { name: 'org.example:library', version: '1.0-SNAPSHOT' };
  /**
   * Debian's plugins differ from Maven's default versions. Missing ones are unbound from their
   * phases.
   */
  const plugin = (name: string, version: string, unbound: readonly string[] = []) =>
    `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version><executions>${unbound.map((id) => `<execution><id>default-${id}</id><phase>none</phase></execution>`).join('')}</executions></plugin>`;
  const plugins = [
    plugin('jar', '3.3.0'),
    plugin('deploy', '3.0.0'),
    plugin('resources', '1', ['resources', 'testResources']),
    plugin('compiler', '1', ['compile', 'testCompile']),
    plugin('surefire', '1', ['test']),
    plugin('install', '1', ['install']),
  ];
  const pom = (artifact: string, version: string) =>
    `<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>${artifact}</artifactId><version>${version}</version><build><plugins>${plugins.join('')}</plugins></build></project>`;

  it.skipIf(!has.maven)('deploys a snapshot and uses it with Maven', () =>
    follow({
      type: 'maven',
      client: 'maven',
      package: library,
      source: { 'pom.xml': pom('library', '1.0-SNAPSHOT') },
      project: { 'pom.xml': pom('app', '1') },
      check: 'ls ~/.m2/repository/org/example/library/1.0-SNAPSHOT',
      proof: 'library-1.0-SNAPSHOT.jar',
    }),
  );

  /**
   * Gradle before 6.2 allows plain HTTP without a setting; Debian's Gradle 4 cannot publish over
   * it.
   */
  const forOldGradle = (step: GuideStep): GuideStep => {
    const directory = `${platform.baseUrl}/artifactory/maven-local/org/example/gear/1.0-SNAPSHOT`;
    const put = `curl -f -u admin:${platform.adminPassword} -T`;
    const publish = [
      'gradle jar generatePomFileForLibraryPublication',
      `${put} build/libs/gear-1.0-SNAPSHOT.jar ${directory}/gear-1.0-SNAPSHOT.jar`,
      `${put} build/publications/library/pom-default.xml ${directory}/gear-1.0-SNAPSHOT.pom`,
    ].join(' && ');
    const command = step.command.replace(/\n *allowInsecureProtocol = true/, '');
    return { ...step, command: command === 'gradle publish' ? publish : command };
  };

  it.skipIf(!has.gradle)('publishes a snapshot and uses it with Gradle', () =>
    follow(
      {
        type: 'maven',
        client: 'gradle',
        package: { name: 'org.example:gear', version: '1.0-SNAPSHOT' },
        source: {
          'settings.gradle': "rootProject.name = 'gear'",
          'build.gradle': "apply plugin: 'java'\ngroup = 'org.example'\nversion = '1.0-SNAPSHOT'\n",
          'src/main/java/Gear.java': 'public class Gear { public static int angle() { return 42; } }',
        },
        project: {
          'build.gradle': "apply plugin: 'java'\n",
          'src/main/java/App.java': 'class App { int angle = Gear.angle(); }',
        },
        check: 'ls build/libs',
        proof: 'project.jar',
      },
      {
        change: (step) => (oldGradle ? forOldGradle(step) : step),
        // A daemon would outlive the test.
        env: { GRADLE_OPTS: '-Dorg.gradle.daemon=false' },
      },
    ),
  );

  it.skipIf(!has.poetry)('publishes and adds a package with Poetry', () => {
    const project = (name: string) =>
      `[tool.poetry]\nname = "${name}"\nversion = "1.0.0"\ndescription = ""\nauthors = []\n\n[tool.poetry.dependencies]\npython = "^3.9"\n\n[build-system]\nrequires = ["poetry-core"]\nbuild-backend = "poetry.core.masonry.api"\n`;
    return follow(
      {
        type: 'pypi',
        client: 'poetry',
        package: { name: 'compass', version: '1.0.0' },
        source: { 'pyproject.toml': project('compass'), 'compass.py': 'needle = "north"\n' },
        project: { 'pyproject.toml': project('app') },
        check: `poetry run python -c 'import compass; print("needle", compass.needle)'`,
        proof: 'needle north',
      },
      // A computer without a desktop has no keyring to unlock.
      { env: { PYTHON_KEYRING_BACKEND: 'keyring.backends.null.Keyring' } },
    );
  });

  it.skipIf(!has.podman)('pushes and pulls an image with Podman', async () => {
    await follow(
      {
        type: 'docker',
        client: 'podman',
        package: { name: 'hello-world', version: 'latest' },
        source: {},
        check: 'podman images --format "{{.Repository}}"',
        proof: '/docker-virtual/hello-world',
      },
      {
        env: { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' },
        prepare: async () => {
          await user.write({
            'source/Containerfile': 'FROM scratch\nCOPY Containerfile /\n',
            '.config/containers/storage.conf': `[storage]\ndriver = "vfs"\nrunroot = "${user.home}/run"\ngraphroot = "${user.home}/storage"\n`,
          });
          const built = await user.sh('podman build --tag hello-world:latest .', 'source');
          expect(built).toMatchObject({ code: 0 });
        },
      },
    );
  });
});
