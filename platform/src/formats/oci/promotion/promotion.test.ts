import type { AuditPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../../database/db.ts';
import { mayQueryUpstreamFor } from '../../../repositories/ownNames.ts';
import { requireRepository } from '../../../repositories/repositories.ts';
import { type TreePlatform, treePlatform } from '../../../tree/testing/treePlatform.ts';
import { digestOf, ociIndex, pushImage, RegistryClient } from '../testing/RegistryClient.ts';

const password = 'an old tune of the sea';
let tree: TreePlatform;
let client: RegistryClient;
beforeAll(async () => {
  tree = await treePlatform();
  const { app, adminPassword } = tree.platform;
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  client = new RegistryClient(baseUrl, { user: 'admin', password: adminPassword });
  for (const key of ['dev', 'prod']) await repository(key, { rclass: 'local' });
});
afterAll(() => tree?.platform.close());

async function repository(key: string, configuration: object) {
  const body = { packageType: 'docker', ...configuration };
  const made = await tree.call('PUT', `/artifactory/api/repositories/${key}`, body);
  expect([key, made.status, made.message]).toEqual([key, 201, undefined]);
}

async function promote(body: unknown, { from = 'dev', who = '' } = {}) {
  const secret = who ? `${who}:${password}` : `admin:${tree.platform.adminPassword}`;
  const answer = await tree.platform.app.inject({
    method: 'POST',
    url: `/artifactory/api/docker/${from}/v2/promote`,
    headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
    payload: body as object,
  });
  const said = answer.body.startsWith('{') ? answer.json().errors[0].message : answer.body;
  return [answer.statusCode, said] as [number, string];
}

const get = (path: string) => client.ask('GET', `/v2/${path}`);
const tagsOf = async (name: string) => {
  const answer = await get(`${name}/tags/list`);
  return answer.status === 200 ? answer.json().tags : answer.status;
};
async function rows<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) {
  return withStorage(tree.platform.storage, async () => (await db().execute<Row>(query)).rows);
}
const paths = async (repo: string, image: string) =>
  (
    await rows<{ path: string }>(
      sql`SELECT path FROM files WHERE repo = ${repo} AND path LIKE ${`${image}/%`} ORDER BY path`,
    )
  ).map(({ path }) => path.slice(image.length + 1));
const indexed = (repo: string, image: string) =>
  rows(sql`
    SELECT v.name AS version, v.licenses, d.description, (SELECT count(*)::integer FROM version_files f WHERE f.version_id = v.id) AS files,
      (SELECT t.version FROM package_tags t WHERE t.package_id = p.id AND t.repo = v.repo AND t.tag = 'latest') AS latest
    FROM packages p JOIN versions v ON v.package_id = p.id JOIN version_details d ON d.version_id = v.id
    WHERE p.type = 'docker' AND p.name = ${image} AND v.repo = ${repo} ORDER BY v.sort_key, v.name`);

/** Pushes an index of two images with a shared layer. */
async function pushIndex(name: string, tag: string, mark = tag) {
  const children = [];
  for (const architecture of ['amd64', 'arm64']) {
    const image = await pushImage(client, name, `${mark}-${architecture}`, {
      config: { architecture, mark },
    });
    await client.ask('DELETE', `/v2/${name}/manifests/${mark}-${architecture}`);
    children.push({
      mediaType: image.manifest.mediaType,
      digest: image.digest,
      size: JSON.stringify(image.manifest).length,
      platform: { architecture, os: 'linux' },
    });
  }
  const index = { schemaVersion: 2, mediaType: ociIndex, manifests: children };
  expect((await client.pushManifest(name, tag, index)).status).toBe(201);
  return { digest: digestOf(JSON.stringify(index)), children: children.map(({ digest }) => digest), index };
}

describe('a copied image', () => {
  it('is identical in the target repository, complete, and unchanged in the source', async () => {
    const labels = {
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.description': 'A sample',
    };
    const image = await pushImage(client, 'dev/copied/app', '1.0', {
      config: { config: { Labels: labels } },
    });
    await pushImage(client, 'dev/copied/app', '2.0', { layer: 'not requested' });
    const set = await tree.call(
      'PUT',
      '/artifactory/api/storage/dev/copied/app/1.0/manifest.json?properties=build.name=tea',
    );
    expect(set.status).toBe(204);
    const body = { targetRepo: 'prod', dockerRepository: 'copied/app', tag: '1.0', copy: true };
    const done = 'Promotion ended successfully: dev/copied/app:1.0 was copied to prod/copied/app:1.0\n';
    expect(await promote(body)).toEqual([200, done]);
    const { events } = (await tree.call('GET', '/access/api/v1/audit?event=content-promoted&limit=1'))
      .json as AuditPage;
    expect(events[0]).toMatchObject({
      user: 'admin',
      detail: '1 image promoted from dev to prod: copied/app:1.0',
      changes: [{ field: 'copied/app:1.0', after: expect.stringContaining(image.digest) }],
    });
    for (const repo of ['dev', 'prod']) {
      const manifest = await get(`${repo}/copied/app/manifests/1.0`);
      expect([repo, manifest.status, digestOf(manifest.bytes)]).toEqual([repo, 200, image.digest]);
      for (const { digest } of [image.layer, image.config]) {
        const blob = await get(`${repo}/copied/app/blobs/${digest}`);
        expect([repo, blob.status, digestOf(blob.bytes)]).toEqual([repo, 200, digest]);
      }
    }
    expect([await tagsOf('dev/copied/app'), await tagsOf('prod/copied/app')]).toEqual([
      ['1.0', '2.0'],
      ['1.0'],
    ]);
    const expected = { version: '1.0', licenses: ['MIT'], description: 'A sample', files: 3, latest: null };
    expect(await indexed('prod', 'copied/app')).toEqual([expected]);
    const file = await tree.call(
      'GET',
      '/artifactory/api/storage/prod/copied/app/1.0/manifest.json?properties',
    );
    expect(file.json).toMatchObject({ properties: { 'build.name': ['tea'] } });
    // Repeating the promotion changes nothing.
    expect((await promote(body))[0]).toBe(200);
    expect(await indexed('prod', 'copied/app')).toEqual([expected]);
  });

  it('includes the images of an index but not its referrers', async () => {
    const { digest, children, index } = await pushIndex('dev/many', '1.0');
    const subject = { mediaType: ociIndex, digest, size: JSON.stringify(index).length };
    await pushImage(client, 'dev/many', 'signature', { layer: 'signed', more: { subject } });
    const body = { targetRepo: 'prod', dockerRepository: 'many', tag: '1.0', copy: true };
    expect((await promote(body))[0]).toBe(200);
    for (const each of [digest, ...children])
      expect([each, (await get(`prod/many/manifests/${each}`)).status]).toEqual([each, 200]);
    expect(await tagsOf('prod/many')).toEqual(['1.0']);
    expect((await get(`prod/many/referrers/${digest}`)).json().manifests).toEqual([]);
    expect((await get(`dev/many/referrers/${digest}`)).json().manifests).toHaveLength(1);
    // The files of the index, its images, their configurations, and the shared layer.
    expect(await indexed('prod', 'many')).toMatchObject([{ version: '1.0', files: 6 }]);
  });

  it('can be renamed, also within its repository, and moves tags like a push', async () => {
    await pushImage(client, 'dev/named', '1.0', { layer: 'first' });
    const { digest } = await pushImage(client, 'dev/named', '2.0', { layer: 'second' });
    const to = (more: object) =>
      promote({ targetRepo: 'prod', dockerRepository: 'named', copy: true, ...more });
    const renamed = { targetDockerRepository: 'team/renamed', targetTag: 'stable' };
    expect((await to({ ...renamed, tag: '1.0' }))[0]).toBe(200);
    expect((await to({ ...renamed, tag: '2.0' }))[0]).toBe(200);
    expect(digestOf((await get('prod/team/renamed/manifests/stable')).bytes)).toBe(digest);
    expect(await tagsOf('prod/team/renamed')).toEqual(['stable']);
    expect((await to({ targetRepo: 'dev', tag: '2.0', targetTag: 'latest' }))[0]).toBe(200);
    expect(await tagsOf('dev/named')).toEqual(['1.0', '2.0', 'latest']);
    expect((await indexed('dev', 'named')).map(({ latest }) => latest)).toEqual(['2.0', '2.0', '2.0']);
    const moved = await promote({
      ...{ targetRepo: 'dev', dockerRepository: 'named', tag: 'latest', targetTag: 'newest' },
    });
    expect(moved[0]).toBe(200);
    expect(await tagsOf('dev/named')).toEqual(['1.0', '2.0', 'newest']);
    expect((await get('dev/named/manifests/newest')).status).toBe(200);
  });

  it('makes its name local, so that it is never requested from an upstream', async () => {
    await repository('beyond', { rclass: 'remote', url: 'https://registry.example.org' });
    await repository('shown', { rclass: 'virtual', repositories: ['prod', 'beyond'] });
    const open = () =>
      withStorage(tree.platform.storage, async () =>
        mayQueryUpstreamFor(await requireRepository('shown'), 'owned'),
      );
    await pushImage(client, 'dev/owned', '1.0');
    expect(await open()).toBe(true);
    const there = { targetRepo: 'prod', dockerRepository: 'owned', tag: '1.0' };
    expect((await promote({ ...there, copy: true }))[0]).toBe(200);
    expect(await open()).toBe(false);
    expect((await promote({ ...there, targetRepo: 'dev', targetTag: 'back' }, { from: 'prod' }))[0]).toBe(
      200,
    );
    expect([await tagsOf('prod/owned'), await open()]).toEqual([[], false]);
  });
});

describe('a moved image', () => {
  it('is deleted from the source, except for parts that other images require', async () => {
    const whole = await pushIndex('dev/moved', '1.0');
    const kept = await client.pushManifest('dev/moved', 'arm', {
      ...(await get(`dev/moved/manifests/${whole.children[1]}`)).json(),
      mediaType: String((await get(`dev/moved/manifests/${whole.children[1]}`)).headers['content-type']),
    });
    expect(kept.status).toBe(201);
    expect(await promote({ targetRepo: 'prod', dockerRepository: 'moved', tag: '1.0' })).toEqual([
      200,
      'Promotion ended successfully: dev/moved:1.0 was moved to prod/moved:1.0\n',
    ]);
    const [amd = '', arm = ''] = whole.children;
    const there = async (repo: string) => {
      const found: number[] = [];
      for (const digest of [whole.digest, amd, arm])
        found.push((await get(`${repo}/moved/manifests/${digest}`)).status);
      return found;
    };
    expect(await there('prod')).toEqual([200, 200, 200]);
    expect(await there('dev')).toEqual([404, 404, 200]);
    expect([await tagsOf('dev/moved'), await tagsOf('prod/moved')]).toEqual([['arm'], ['1.0']]);
    expect((await indexed('dev', 'moved')).map(({ version }) => version)).toEqual(['arm']);
    expect((await paths('dev', 'moved')).filter((path) => path.startsWith('1.0/'))).toEqual([]);
  });

  it('keeps manifests that are being pushed again', async () => {
    const { children } = await pushIndex('dev/anew', '1.0');
    const [first = '', second = ''] = children;
    const again = await get(`dev/anew/manifests/${first}`);
    const type = String(again.headers['content-type']);
    const pushed = await client.ask('PUT', `/v2/dev/anew/manifests/${first}`, {
      headers: { 'content-type': type },
      body: again.bytes,
    });
    expect(pushed.status).toBe(201);
    expect((await promote({ targetRepo: 'prod', dockerRepository: 'anew', tag: '1.0' }))[0]).toBe(200);
    const descriptor = { mediaType: type, digest: first, size: again.bytes.length };
    const index = { schemaVersion: 2, mediaType: ociIndex, manifests: [descriptor] };
    expect((await client.pushManifest('dev/anew', '2.0', index)).status).toBe(201);
    expect((await get(`dev/anew/manifests/${second}`)).status).toBe(404);
  });

  it('includes all tags if none is specified', async () => {
    for (const tag of ['1.0', '1.1', 'latest'])
      await pushImage(client, 'dev/all', tag, { layer: `layer ${tag}` });
    expect(await promote({ targetRepo: 'prod', dockerRepository: 'all', tag: null, copy: false })).toEqual([
      200,
      'Promotion ended successfully: dev/all was moved to prod/all\n',
    ]);
    expect([await tagsOf('prod/all'), await tagsOf('dev/all')]).toEqual([['1.0', '1.1', 'latest'], []]);
    expect(await promote({ targetRepo: 'prod', dockerRepository: 'all' })).toEqual([
      404,
      'Not found in dev: image all with tags',
    ]);
  });
});

describe('a rejected promotion', () => {
  it('changes nothing, for any of the tags', async () => {
    await repository('stays', { rclass: 'local', immutableTags: true });
    await pushImage(client, 'stays/half', '2.0', { layer: 'theirs' });
    const before = await paths('stays', 'half');
    for (const tag of ['1.0', '2.0', '3.0'])
      await pushImage(client, 'dev/half', tag, { layer: `ours ${tag}` });
    const refused = await promote({ targetRepo: 'stays', dockerRepository: 'half' });
    const why = 'Tag 2.0 of half cannot be moved because the tags of stays are immutable. Push another tag.';
    expect(refused).toEqual([409, why]);
    expect(await paths('stays', 'half')).toEqual(before);
    expect([await tagsOf('stays/half'), await tagsOf('dev/half')]).toEqual([['2.0'], ['1.0', '2.0', '3.0']]);
    expect((await promote({ targetRepo: 'stays', dockerRepository: 'half', tag: '1.0' }))[0]).toBe(200);
  });

  it('explains the error and the expected value', async () => {
    await pushImage(client, 'dev/said', '1.0');
    await repository('caches', { rclass: 'remote', url: 'https://registry.example.org' });
    await repository('behind', { rclass: 'virtual', repositories: ['dev', 'caches'] });
    await tree.call('PUT', '/artifactory/api/repositories/plain', {
      rclass: 'local',
      packageType: 'generic',
    });
    const good = { targetRepo: 'prod', dockerRepository: 'said', tag: '1.0' };
    const cases: [unknown, number, string, string?][] = [
      [{}, 400, "invalid field 'targetRepo'"],
      [{ ...good, targetRepo: 7 }, 400, "invalid field 'targetRepo'"],
      [{ targetRepo: 'prod' }, 400, 'a body such as {"targetRepo": "docker-prod"'],
      [{ ...good, dockerRepository: 'Said' }, 400, 'invalid image name: expected lowercase letters'],
      [{ ...good, dockerRepository: '../said' }, 400, 'invalid image name'],
      [{ ...good, targetDockerRepository: 'a//b' }, 400, "invalid field 'targetDockerRepository'"],
      [{ ...good, tag: '-x' }, 400, "invalid field 'tag': invalid tag: expected up to 128 letters, digits"],
      [{ ...good, copy: 'yes' }, 400, "invalid field 'copy'"],
      [{ ...good, tag: '', targetTag: '2.0' }, 400, "without 'tag', all tags are promoted"],
      [{ ...good, tag: '9.9' }, 404, 'Not found in dev: tag 9.9 of image said'],
      [{ ...good, targetRepo: 'nowhere' }, 404, 'Repository nowhere not found'],
      [{ ...good, targetRepo: 'plain' }, 404, 'Repository plain contains generic, not docker'],
      [{ ...good, targetRepo: 'dev' }, 400, "dev/said already exists. Set another 'targetRepo'"],
      [
        { ...good, targetRepo: 'caches' },
        400,
        'caches caches an upstream. Images are promoted from one local',
      ],
      [good, 400, 'behind shows the content of its members. Images are promoted from one local', 'behind'],
      [good, 404, 'Repository nowhere not found', 'nowhere'],
    ];
    for (const [body, status, said, from = 'dev'] of cases)
      expect([body, ...(await promote(body, { from }))]).toEqual([
        body,
        status,
        expect.stringContaining(said),
      ]);
    expect([await tagsOf('dev/said'), await tagsOf('prod/said')]).toEqual([['1.0'], 404]);
  });

  it('reports the missing part of an image', async () => {
    const { children } = await pushIndex('dev/lacks', '1.0');
    // An index protects its images from deletion now, but did not in earlier versions.
    await rows(sql`DELETE FROM docker_manifests WHERE repo = 'dev' AND digest = ${children[0]}`);
    expect(await promote({ targetRepo: 'prod', dockerRepository: 'lacks', tag: '1.0' })).toEqual([
      409,
      `dev/lacks requires the manifest ${children[0]}, which no longer exists. Push the image again.`,
    ]);
    expect(await tagsOf('prod/lacks')).toBe(404);
  });

  it('requires permissions on both source and target', async () => {
    await repository('closed', { rclass: 'local', adminDeployOnly: true });
    await pushImage(client, 'dev/rights/app', '1.0');
    const user = (name: string, repo: string, rights: string[], include = ['**']) =>
      tree.user(name, repo, rights, include);
    const also = async (name: string, repo: string, rights: string[], include = ['**']) => {
      const actions = { users: { [name]: rights }, groups: {} };
      const targets = { [repo]: { include_patterns: include, exclude_patterns: [] } };
      const resources = { artifact: { actions, targets } };
      const made = { name: `also-${name}-${repo}`, resources };
      expect((await tree.call('POST', '/access/api/v2/permissions', made)).status).toBe(201);
    };
    await user('reads', 'dev', ['READ']);
    await user('deploys', 'prod', ['READ', 'WRITE']);
    await user('copies', 'dev', ['READ']);
    await also('copies', 'prod', ['WRITE']);
    await also('copies', 'closed', ['WRITE']);
    await user('moves', 'dev', ['READ', 'DELETE']);
    await also('moves', 'prod', ['WRITE']);
    await user('elsewhere', 'dev', ['READ', 'DELETE'], ['rights/**']);
    await also('elsewhere', 'prod', ['WRITE'], ['other/**']);
    const image = { targetRepo: 'prod', dockerRepository: 'rights/app', tag: '1.0' };
    const copied = { ...image, copy: true };
    const cases: [string, object, number, string][] = [
      ['reads', copied, 404, 'Repository prod not found'],
      ['reads', { ...copied, targetRepo: 'unheard-of' }, 404, 'Repository unheard-of not found'],
      ['deploys', copied, 404, 'Repository dev not found'],
      ['copies', image, 403, 'User copies has no delete permission on repository dev'],
      [
        'copies',
        { ...copied, targetRepo: 'closed' },
        403,
        'Only administrators can change the content of closed',
      ],
      ['elsewhere', copied, 403, 'User elsewhere has no deploy permission on repository prod'],
    ];
    for (const [who, body, status, said] of cases)
      expect([who, ...(await promote(body, { who }))]).toEqual([who, status, expect.stringContaining(said)]);
    expect(await tagsOf('prod/rights/app')).toBe(404);
    const anonymous = await tree.platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/docker/dev/v2/promote',
      payload: copied,
    });
    expect(anonymous.statusCode).toBe(401);
    const renamed = { ...copied, targetDockerRepository: 'other/app' };
    expect((await promote(renamed, { who: 'elsewhere' }))[0]).toBe(200);
    expect((await promote(copied, { who: 'copies' }))[0]).toBe(200);
    expect((await promote(image, { who: 'moves' }))[0]).toBe(200);
    const [by] = await rows<{ by: string }>(
      sql`SELECT created_by AS by FROM files WHERE repo = 'prod' AND path = 'rights/app/1.0/manifest.json'`,
    );
    expect([by, await tagsOf('dev/rights/app')]).toEqual([{ by: 'copies' }, []]);
  });
});

describe('concurrent promotions', () => {
  it('of images with shared layers, in both directions and during pushes, complete', async () => {
    for (const repo of ['dev', 'prod']) await pushIndex(`${repo}/busy`, 'seed', 'seed');
    const way = (from: string, targetRepo: string, more: object) =>
      promote({ targetRepo, dockerRepository: 'busy', ...more }, { from });
    const answers = await Promise.all([
      way('dev', 'prod', { tag: 'seed', targetTag: 'a', copy: true }),
      way('prod', 'dev', { tag: 'seed', targetTag: 'b', copy: true }),
      way('dev', 'prod', { tag: 'seed', targetTag: 'c', copy: true }),
      way('prod', 'dev', { tag: 'seed', targetTag: 'd', copy: true }),
      ...['dev', 'prod'].map(async (repo) => {
        await pushIndex(`${repo}/busy`, 'again', 'seed');
        return [200, ''] as [number, string];
      }),
      way('dev', 'prod', { tag: 'seed', targetTag: 'e' }),
    ]);
    expect(answers.map(([status, said]) => [status, status === 200 ? '' : said])).toEqual(
      answers.map(() => [200, '']),
    );
    expect(await tagsOf('dev/busy')).toEqual(['again', 'b', 'd']);
    expect(await tagsOf('prod/busy')).toEqual(['a', 'again', 'c', 'e', 'seed']);
    for (const [repo, tags] of [
      ['dev', ['again', 'b', 'd']],
      ['prod', ['a', 'again', 'c', 'e', 'seed']],
    ] as const) {
      for (const tag of tags) {
        const index = await get(`${repo}/busy/manifests/${tag}`);
        for (const { digest } of index.json().manifests as { digest: string }[]) {
          const child = await get(`${repo}/busy/manifests/${digest}`);
          expect([repo, tag, child.status]).toEqual([repo, tag, 200]);
          const { config, layers } = child.json() as {
            config: { digest: string };
            layers: { digest: string }[];
          };
          for (const part of [config, ...layers])
            expect((await get(`${repo}/busy/blobs/${part.digest}`)).status).toBe(200);
        }
      }
      expect((await indexed(repo, 'busy')).map(({ version }) => version).sort()).toEqual([...tags].sort());
    }
  });
});
