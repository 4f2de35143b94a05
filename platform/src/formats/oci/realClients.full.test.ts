import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { DebianRegistry } from './testing/DebianRegistry.ts';
import { writeLayout } from './testing/ociLayout.ts';
import { hasBuilder, hasProgram, RealClient } from './testing/RealClient.ts';

describe.skipIf(!hasProgram('skopeo'))('skopeo', () => {
  let platform: TestPlatform;
  let client: RealClient;
  let host: string;
  const labels = {
    'org.opencontainers.image.licenses': 'MIT AND Apache-2.0',
    'org.opencontainers.image.description': 'A sample',
  };
  beforeAll(async () => {
    platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    client = await RealClient.start();
    host = new URL(platform.baseUrl).host;
    await writeLayout(join(client.home, 'one'), { 'etc/motd': 'hello' }, { labels });
    await writeLayout(join(client.home, 'many'), { 'etc/motd': 'hi' }, { architectures: ['amd64', 'arm64'] });
    const login = await client.run(
      'skopeo',
      'login',
      '--tls-verify=false',
      '-u',
      'admin',
      '-p',
      platform.adminPassword,
      host,
    );
    expect(login.stdout + login.stderr).toContain('Login Succeeded');
  });
  afterAll(async () => {
    await client.close();
    await platform.close();
  });

  const skopeo = async (...args: string[]) => {
    const outcome = await client.run('skopeo', ...args);
    expect(outcome).toMatchObject({ code: 0 });
    return outcome.stdout;
  };
  const at = (name: string) => `docker://${host}/docker-virtual/${name}`;
  const out = ['--dest-tls-verify=false'];
  const from = ['--src-tls-verify=false'];

  it('fails to sign in with a wrong password', async () => {
    const outcome = await client.run(
      'skopeo',
      'login',
      '--tls-verify=false',
      '-u',
      'admin',
      '-p',
      'wrong',
      host,
    );
    expect(outcome.code).not.toBe(0);
  });

  it('pushes, lists, inspects, pulls, and deletes an image', async () => {
    await skopeo('copy', ...out, 'oci:one:latest', at('team/app:1.0'));
    await skopeo('copy', ...out, 'oci:one:latest', at('team/app:latest'));
    expect(JSON.parse(await skopeo('list-tags', '--tls-verify=false', at('team/app')))).toMatchObject({
      Tags: ['1.0', 'latest'],
    });
    const said = JSON.parse(await skopeo('inspect', '--tls-verify=false', at('team/app:1.0')));
    expect(said).toMatchObject({ Architecture: 'amd64', Labels: labels, RepoTags: ['1.0', 'latest'] });
    await skopeo('copy', ...from, at('team/app:1.0'), 'oci:back:latest');
    const index = async (folder: string) =>
      JSON.parse(await readFile(join(client.home, folder, 'index.json'), 'utf8'));
    expect((await index('back')).manifests[0].digest).toBe((await index('one')).manifests[0].digest);
    // Copying between two images of the registry mounts the layers.
    await skopeo('copy', ...from, ...out, at('team/app:1.0'), at('team/copy:2.0'));
    await skopeo('delete', '--tls-verify=false', at('team/copy:2.0'));
    const gone = await client.run('skopeo', 'inspect', '--tls-verify=false', at('team/copy:2.0'));
    expect(gone.code).not.toBe(0);
  });

  it('pushes images for several architectures and pulls each of them', async () => {
    await skopeo('copy', '--all', ...out, 'oci:many:latest', at('team/many:1.0'));
    const raw = JSON.parse(await skopeo('inspect', '--raw', '--tls-verify=false', at('team/many:1.0')));
    expect(raw.manifests).toHaveLength(2);
    await skopeo('--override-arch=arm64', 'copy', ...from, at('team/many:1.0'), 'oci:arm:latest');
    const said = JSON.parse(await skopeo('inspect', 'oci:arm:latest'));
    expect(said.Architecture).toBe('arm64');
    await skopeo('copy', '--all', ...from, at('team/many:1.0'), 'oci:all:latest');
  });

  it('pulls a moved image for each architecture and by digest, and nothing from the source', async () => {
    const made = await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/repositories/released',
      headers: { authorization: platform.adminAuth },
      payload: { rclass: 'local', packageType: 'docker' },
    });
    expect(made.statusCode).toBe(201);
    const [dev, released] = ['docker-local/team/rc:1.0-rc', 'released/app:1.0'].map(
      (name) => `docker://${host}/${name}`,
    );
    if (!dev || !released) throw new Error('Expected two repositories');
    await skopeo('copy', '--all', ...out, 'oci:many:latest', dev);
    const before = await skopeo('inspect', '--raw', '--tls-verify=false', dev);
    const promoted = await platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/docker/docker-local/v2/promote',
      headers: { authorization: platform.adminAuth },
      payload: {
        ...{ targetRepo: 'released', dockerRepository: 'team/rc', targetDockerRepository: 'app' },
        ...{ tag: '1.0-rc', targetTag: '1.0', copy: false },
      },
    });
    expect([promoted.statusCode, promoted.body]).toEqual([200, expect.stringContaining('was moved to')]);
    expect(await skopeo('inspect', '--raw', '--tls-verify=false', released)).toBe(before);
    await skopeo('copy', '--all', ...from, released, 'oci:released:latest');
    for (const { digest, platform: of } of JSON.parse(before).manifests) {
      const one = `docker://${host}/released/app@${digest}`;
      const said = JSON.parse(await skopeo('inspect', '--tls-verify=false', one));
      expect(said.Architecture).toBe(of.architecture);
    }
    expect((await client.run('skopeo', 'inspect', '--tls-verify=false', dev)).code).not.toBe(0);
  });

  it('pushes the same image and tag concurrently with another client', async () => {
    const other = await RealClient.start();
    try {
      const creds = `--dest-creds=admin:${platform.adminPassword}`;
      const args = ['copy', '--all', creds, ...out, `oci:${client.home}/many:latest`, at('team/raced:1.0')];
      const outcomes = await Promise.all([client, other, client].map((each) => each.run('skopeo', ...args)));
      expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual([
        [0, ''],
        [0, ''],
        [0, ''],
      ]);
      await skopeo('copy', '--all', ...from, at('team/raced:1.0'), 'oci:raced:latest');
    } finally {
      await other.close();
    }
  });

  it.skipIf(!hasProgram('docker-registry'))(
    "pulls from Debian's registry through a remote repository, also while it is unavailable",
    async () => {
      const upstream = await DebianRegistry.start();
      try {
        const made = await platform.app.inject({
          method: 'PUT',
          url: '/artifactory/api/repositories/debian',
          headers: { authorization: platform.adminAuth },
          payload: {
            rclass: 'remote',
            packageType: 'docker',
            url: `http://${upstream.host}`,
            retrievalCachePeriodSecs: 0,
          },
        });
        expect(made.statusCode).toBe(201);
        const theirs = `docker://${upstream.host}/library/tool:1.0`;
        const ours = `docker://${host}/debian/library/tool:1.0`;
        await skopeo('copy', '--all', ...out, 'oci:many:latest', theirs);
        await skopeo('copy', '--all', ...from, ours, 'oci:fetched:latest');
        await skopeo('copy', '--all', ...out, 'oci:one:latest', theirs);
        const said = JSON.parse(await skopeo('inspect', '--tls-verify=false', ours));
        expect(said).toMatchObject({ Labels: labels, RepoTags: ['1.0'] });
        await skopeo('copy', ...from, ours, 'oci:again:latest');
        await upstream.pause();
        await skopeo('copy', ...from, ours, 'oci:away:latest');
      } finally {
        await upstream.close();
      }
    },
  );

  it.skipIf(!hasProgram('docker-registry'))(
    'pulls through a remote repository from a registry that requires authentication',
    async () => {
      const upstream = await DebianRegistry.start(
        'ada:$2b$04$6oJCHfJCsW4hk7iW11euiOI967ESEftFyqs/0dLIjURoRkhtCV7cS\n',
      );
      try {
        const credentials = { username: 'ada', password: 'corporation' };
        const closed = `docker://${upstream.host}/team/app:1.0`;
        await skopeo(
          'copy',
          '--dest-creds',
          'ada:corporation',
          ...out,
          `oci:${join(client.home, 'one')}:latest`,
          closed,
        );
        const made = await platform.app.inject({
          method: 'PUT',
          url: '/artifactory/api/repositories/closed',
          headers: { authorization: platform.adminAuth },
          payload: {
            ...credentials,
            rclass: 'remote',
            packageType: 'docker',
            url: `http://${upstream.host}`,
          },
        });
        expect(made.statusCode, made.body).toBe(201);
        const target = join(client.home, 'from-closed');
        await skopeo('copy', ...from, `docker://${host}/closed/team/app:1.0`, `dir:${target}`);
        expect(JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'))).toHaveProperty('layers');
      } finally {
        await upstream.close();
      }
    },
  );

  it.skipIf(!hasBuilder('podman signs in, pulls, and pushes'))(
    'podman signs in, pulls and pushes',
    async () => {
      const podman = async (...args: string[]) => {
        const outcome = await client.run('podman', '--root', join(client.home, 'podman'), ...args);
        expect(outcome).toMatchObject({ code: 0 });
        return outcome.stdout.trim();
      };
      const image = `${host}/docker-virtual/team/app:1.0`;
      await podman('login', '--tls-verify=false', '-u', 'admin', '-p', platform.adminPassword, host);
      await podman('pull', '--tls-verify=false', image);
      await podman('tag', image, `${host}/docker-virtual/team/podman:2.0`);
      await podman('push', '--tls-verify=false', `${host}/docker-virtual/team/podman:2.0`);
      const tags = JSON.parse(await skopeo('list-tags', '--tls-verify=false', at('team/podman')));
      expect(tags.Tags).toEqual(['2.0']);
    },
  );

  it.skipIf(!hasBuilder('buildah builds, pushes, and pulls'))(
    'buildah builds, pushes and pulls',
    async () => {
      const buildah = async (...args: string[]) => {
        const outcome = await client.run('buildah', ...args);
        expect(outcome).toMatchObject({ code: 0 });
        return outcome.stdout.trim();
      };
      const container = await buildah('from', 'scratch');
      await buildah('config', '--label', 'made=here', container);
      await buildah('commit', container, 'built');
      await buildah('push', '--tls-verify=false', 'built', at('team/built:1.0'));
      await buildah('rmi', '--all', '--force');
      await buildah('pull', '--tls-verify=false', `${host}/docker-virtual/team/built:1.0`);
    },
  );
});
