import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishBody, type SamplePackage, sampleTarball } from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const call = (
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) =>
  platform.app.inject({
    method,
    url: `/artifactory/api/npm/${path}`,
    headers: { authorization: platform.adminAuth, 'content-type': 'application/json', ...headers },
    ...(payload === undefined
      ? {}
      : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  });

async function publish(sample: SamplePackage, repo = 'npm-local', tag = 'latest') {
  const tarball = await sampleTarball(sample);
  const address = sample.name.replace('/', '%2f');
  return { tarball, answer: await call('PUT', `${repo}/${address}`, publishBody(sample, tarball, tag)) };
}

const shortForm = { accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*' };

async function storedRows(): Promise<number> {
  const tables = ['npm_packages', 'npm_versions', 'files', 'versions'].map(
    (table) => `(SELECT count(*) FROM ${table})`,
  );
  const result = await withStorage(platform.storage, () =>
    db().execute<{ rows: number }>(sql.raw(`SELECT (${tables.join(' + ')})::integer AS rows`)),
  );
  return result.rows[0]?.rows ?? -1;
}

describe('publishing', () => {
  it('serves a version in both forms, and its tarball', async () => {
    const sample = {
      name: '@team/shown',
      version: '1.0.0',
      manifest: {
        description: 'What it is',
        license: 'MIT',
        dependencies: { a: '^1.0.0' },
        scripts: { install: 'x' },
      },
      files: { 'README.md': '# Shown' },
    };
    const { tarball, answer } = await publish(sample);
    expect(answer.statusCode).toBe(201);

    const full = await call('GET', 'npm-local/@team%2fshown');
    expect(full.headers['content-type']).toContain('application/json');
    const sha512 = createHash('sha512').update(tarball).digest('base64');
    expect(full.json()).toMatchObject({
      _id: '@team/shown',
      name: '@team/shown',
      description: 'What it is',
      license: 'MIT',
      readme: '# Shown',
      'dist-tags': { latest: '1.0.0' },
      versions: {
        '1.0.0': {
          scripts: { install: 'x' },
          _npmUser: { name: 'admin', email: '' },
          dist: {
            integrity: `sha512-${sha512}`,
            fileCount: 2,
            tarball: 'http://localhost/artifactory/api/npm/npm-local/@team/shown/-/shown-1.0.0.tgz',
          },
        },
      },
    });
    expect(Object.keys(full.json().time)).toEqual(['created', 'modified', '1.0.0']);

    const short = await call('GET', 'npm/@team/shown', undefined, shortForm);
    expect(short.headers['content-type']).toBe('application/vnd.npm.install-v1+json');
    expect(Object.keys(short.json())).toEqual(['name', 'dist-tags', 'modified', 'versions']);
    const manifest = short.json().versions['1.0.0'];
    expect(Object.keys(manifest)).toEqual(['name', 'version', 'dependencies', 'hasInstallScript', 'dist']);
    expect(manifest.dist.tarball).toContain('/artifactory/api/npm/npm/@team/shown/-/shown-1.0.0.tgz');

    for (const path of ['@team/shown/-/shown-1.0.0.tgz', '@team%2fshown/-/shown-1.0.0.tgz']) {
      const bytes = await call('GET', `npm/${path}`);
      expect(bytes.rawPayload).toEqual(tarball);
    }
    const part = await call('GET', 'npm/@team/shown/-/shown-1.0.0.tgz', undefined, { range: 'bytes=10-19' });
    expect([part.statusCode, part.rawPayload]).toEqual([206, tarball.subarray(10, 20)]);
    const head = await platform.app.inject({
      method: 'HEAD',
      url: '/artifactory/api/npm/npm/@team/shown/-/shown-1.0.0.tgz',
      headers: { authorization: platform.adminAuth },
    });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(tarball.length),
      '',
    ]);
  });

  it('returns 304 for its ETag until a change', async () => {
    await publish({ name: 'tagged', version: '1.0.0' });
    const first = await call('GET', 'npm/tagged', undefined, shortForm);
    const known = { ...shortForm, 'if-none-match': String(first.headers.etag) };
    expect((await call('GET', 'npm/tagged', undefined, known)).statusCode).toBe(304);
    const zipped = await call('GET', 'npm/tagged', undefined, { ...known, 'accept-encoding': 'gzip' });
    expect(zipped.statusCode).toBe(304);
    await publish({ name: 'tagged', version: '1.1.0' });
    const changed = await call('GET', 'npm/tagged', undefined, known);
    expect(changed.statusCode).toBe(200);
    expect(Object.keys(changed.json().versions)).toEqual(['1.0.0', '1.1.0']);
  });

  it('sends compressed content to clients that accept it', async () => {
    await publish({ name: 'zipped', version: '1.0.0' });
    const answer = await call('GET', 'npm/zipped', undefined, { 'accept-encoding': 'gzip, deflate, br' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const plain = await call('GET', 'npm/zipped');
    const { gunzipSync } = await import('node:zlib');
    expect(gunzipSync(answer.rawPayload)).toEqual(plain.rawPayload);
  });

  it('never overwrites a version', async () => {
    await publish({ name: 'once', version: '1.0.0', files: { 'a.js': '1' } });
    const before = await call('GET', 'npm/once');
    const { answer } = await publish({ name: 'once', version: '1.0.0', files: { 'a.js': '2' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error).toContain('You cannot publish over the previously published versions: 1.0.0');
    expect((await call('GET', 'npm/once')).json()).toEqual(before.json());
  });

  it('lets exactly one of many concurrent publishes of a version succeed', async () => {
    const publishers = Array.from({ length: 8 }, (_, at) =>
      publish({ name: 'contested', version: '1.0.0', files: { 'who.js': String(at) } }),
    );
    const outcomes = await Promise.all(publishers);
    expect(outcomes.map(({ answer }) => answer.statusCode).sort()).toEqual([201, ...Array(7).fill(403)]);
    const winner = outcomes.find(({ answer }) => answer.statusCode === 201);
    const kept = await call('GET', 'npm/contested/-/contested-1.0.0.tgz');
    expect(kept.rawPayload).toEqual(winner?.tarball);
  });

  it('stores all of many concurrently published versions', async () => {
    const versions = Array.from({ length: 10 }, (_, at) => `1.0.${at}`);
    const outcomes = await Promise.all(versions.map((version) => publish({ name: 'busy', version })));
    expect(outcomes.every(({ answer }) => answer.statusCode === 201)).toBe(true);
    expect(Object.keys((await call('GET', 'npm/busy')).json().versions).sort()).toEqual(versions);
  });

  it('stores a batch exactly like single publishes', async () => {
    const told = async (name: string) => {
      const { 'dist-tags': tags, versions } = (await call('GET', `npm-local/${name}`)).json();
      return [tags, Object.keys(versions).sort()];
    };
    const of = (name: string, version: string, tag?: string) =>
      publish({ name, version, manifest: { description: `${name} ${version}` } }, 'npm-local', tag);
    await of('group-old', '1.0.0');
    await of('group-taken', '1.0.0');
    const outcomes = await Promise.all([
      of('group-new', '1.0.0', 'beta'),
      of('group-old', '2.0.0', 'next'),
      of('group-taken', '1.0.0'),
      of('@group/scoped', '0.1.0-rc.1'),
      of('group-last', '3.0.0'),
    ]);
    expect(outcomes.map(({ answer }) => answer.statusCode)).toEqual([201, 201, 403, 201, 201]);
    expect(await told('group-new')).toEqual([{ latest: '1.0.0', beta: '1.0.0' }, ['1.0.0']]);
    expect(await told('group-old')).toEqual([{ latest: '1.0.0', next: '2.0.0' }, ['1.0.0', '2.0.0']]);
    expect(await told('group-taken')).toEqual([{ latest: '1.0.0' }, ['1.0.0']]);
    const listed = await withStorage(platform.storage, () =>
      db().execute(sql`
        SELECT l.name, l.latest_version AS latest, l.versions_count::integer AS versions, l.description,
          (SELECT string_agg(f.path, ' ' ORDER BY f.path) FROM versions v JOIN version_files vf ON vf.version_id = v.id
            JOIN files f ON f.id = vf.file_id WHERE v.package_id = l.package_id) AS files
        FROM package_listings l WHERE l.repo = 'npm-local' AND (l.name LIKE 'group-%' OR l.name = '@group/scoped')
        ORDER BY l.name`),
    );
    const file = (name: string, version: string) => `${name}/-/${name}-${version}.tgz`;
    expect(listed.rows).toEqual([
      {
        ...{
          name: '@group/scoped',
          latest: '0.1.0-rc.1',
          versions: 1,
          description: '@group/scoped 0.1.0-rc.1',
        },
        files: '@group/scoped/-/scoped-0.1.0-rc.1.tgz',
      },
      {
        ...{ name: 'group-last', latest: '3.0.0', versions: 1, description: 'group-last 3.0.0' },
        files: file('group-last', '3.0.0'),
      },
      {
        ...{ name: 'group-new', latest: '1.0.0', versions: 1, description: 'group-new 1.0.0' },
        files: file('group-new', '1.0.0'),
      },
      {
        ...{ name: 'group-old', latest: '1.0.0', versions: 2, description: 'group-old 1.0.0' },
        files: `${file('group-old', '1.0.0')} ${file('group-old', '2.0.0')}`,
      },
      {
        ...{ name: 'group-taken', latest: '1.0.0', versions: 1, description: 'group-taken 1.0.0' },
        files: file('group-taken', '1.0.0'),
      },
    ]);
  });

  it('goes to the default deployment repository of a virtual repository, and never to a remote one', async () => {
    expect((await publish({ name: 'through', version: '1.0.0' }, 'npm')).answer.statusCode).toBe(201);
    expect((await call('GET', 'npm-local/through')).statusCode).toBe(200);
    const refused = (await publish({ name: 'through', version: '1.0.1' }, 'npm-remote')).answer;
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toContain('caches an upstream');
  });

  it('requires permission', async () => {
    const tarball = await sampleTarball({ name: 'secret', version: '1.0.0' });
    const body = publishBody({ name: 'secret', version: '1.0.0' }, tarball);
    expect((await call('PUT', 'npm-local/secret', body, { authorization: '' })).statusCode).toBe(401);
    expect((await call('GET', 'npm-local/once', undefined, { authorization: '' })).statusCode).toBe(401);
  });

  it('returns messages for missing packages and versions', async () => {
    expect((await call('GET', 'npm-local/nothing-here')).json().error).toBe(
      'Package "nothing-here" not found in npm-local',
    );
    expect((await call('GET', 'nowhere/a')).statusCode).toBe(404);
    expect((await call('GET', 'generic-local/a')).statusCode).toBe(404);
    expect((await call('GET', 'npm-local/once/-/once-9.0.0.tgz')).statusCode).toBe(404);
    expect((await call('GET', 'npm-local/once/9.0.0')).statusCode).toBe(404);
    expect((await call('GET', 'npm-local/once/latest')).json().version).toBe('1.0.0');
  });
});

describe('an invalid publish', () => {
  const sample = { name: 'bad', version: '1.0.0' };
  type Body = ReturnType<typeof publishBody>;

  it.each<[string, string, (body: Body) => unknown]>([
    ['not valid JSON', 'not valid JSON', () => '{"name": "bad"'],
    ['empty', 'not valid JSON', () => ''],
    ['another name', "'name' is", (body) => ({ ...body, name: 'other' })],
    ['an escaping name', 'Invalid package name', (body) => ({ ...body, name: '../bad' })],
    ['no versions', "'versions' is not an object", (body) => ({ ...body, versions: undefined })],
    ['versions that are a list', "'versions' is not an object", (body) => ({ ...body, versions: [] })],
    ['another version of it', 'none of', (body) => ({ ...body, versions: { '2.0.0': {}, '3.0.0': {} } })],
    ['no version', 'Invalid version', (body) => ({ ...body, versions: { '..': body.versions['1.0.0'] } })],
    [
      'another name in the manifest',
      "'name' in the manifest",
      (body) => ({ ...body, versions: { '1.0.0': { ...body.versions['1.0.0'], name: 'x' } } }),
    ],
    [
      'another version in the manifest',
      "'version' in the manifest",
      (body) => ({ ...body, versions: { '1.0.0': { ...body.versions['1.0.0'], version: '2.0.0' } } }),
    ],
    ['a tag that is a range', 'Invalid tag', (body) => ({ ...body, 'dist-tags': { '1.x': '1.0.0' } })],
    [
      'a wrong integrity',
      'integrity',
      (body) => ({
        ...body,
        versions: { '1.0.0': { ...body.versions['1.0.0'], dist: { integrity: 'sha512-AAAA' } } },
      }),
    ],
    [
      'a wrong shasum',
      'shasum',
      (body) => ({ ...body, versions: { '1.0.0': { ...body.versions['1.0.0'], dist: { shasum: '00' } } } }),
    ],
    [
      'a wrong length',
      "'length'",
      (body) => ({
        ...body,
        _attachments: { 'bad-1.0.0.tgz': { ...body._attachments['bad-1.0.0.tgz'], length: 1 } },
      }),
    ],
    ['no base64', 'not base64', (body) => ({ ...body, _attachments: { 'bad-1.0.0.tgz': { data: '!!!!' } } })],
    [
      'two tarballs',
      'more than one tarball',
      (body) => ({ ...body, _attachments: { ...body._attachments, 'b-1.0.0.tgz': { data: '' } } }),
    ],
    [
      'an attachment of another name',
      'the name of the attachment',
      (body) => ({ ...body, _attachments: { 'x-1.0.0.tgz': body._attachments['bad-1.0.0.tgz'] } }),
    ],
    [
      'an escaping attachment',
      'the name of the attachment',
      (body) => ({ ...body, _attachments: { '../../x.tgz': body._attachments['bad-1.0.0.tgz'] } }),
    ],
    ['no tarball', 'has no tarball', (body) => ({ ...body, _attachments: {} })],
  ])('with %s is rejected', async (_what, message, mutate) => {
    if (message === 'has no tarball') await publish({ name: 'bad', version: '0.1.0' });
    const before = await storedRows();
    const answer = await call(
      'PUT',
      'npm-local/bad',
      mutate(publishBody(sample, await sampleTarball(sample))),
    );
    expect(answer.json()).toMatchObject({
      error: expect.stringContaining(message),
      errors: [{ message: expect.any(String) }],
    });
    expect(answer.statusCode).toBe(400);
    expect(await storedRows()).toBe(before);
  });

  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['no tarball at all', 'not a gzipped tar', () => Buffer.from('hello')],
    [
      'another package inside',
      'has the name "other"',
      () => sampleTarball({ name: 'other', version: '1.0.0' }),
    ],
    ['another version inside', 'has version "2.0.0"', () => sampleTarball({ name: 'bad', version: '2.0.0' })],
  ])('with %s is rejected', async (_what, message, make) => {
    const before = await storedRows();
    const answer = await call('PUT', 'npm-local/bad', publishBody(sample, await make()));
    expect(answer.json().error).toContain(message);
    expect(answer.statusCode).toBe(400);
    expect(await storedRows()).toBe(before);
  });

  it('is rejected if the announced size is too large', async () => {
    const answer = await call('PUT', 'npm-local/bad', '{}', { 'content-length': String(200 * 1024 * 1024) });
    expect(answer.statusCode).toBe(413);
  });
});

describe('changing a published package', () => {
  it('moves and removes dist-tags', async () => {
    await publish({ name: 'tags', version: '1.0.0' });
    await publish({ name: 'tags', version: '2.0.0-beta.1' }, 'npm-local', 'beta');
    const tags = async () => (await call('GET', 'npm/-/package/tags/dist-tags')).json();
    expect(await tags()).toEqual({ latest: '1.0.0', beta: '2.0.0-beta.1' });
    expect((await call('PUT', 'npm/-/package/tags/dist-tags/stable', '"1.0.0"')).statusCode).toBe(201);
    expect((await call('DELETE', 'npm/-/package/tags/dist-tags/beta')).statusCode).toBe(200);
    expect(await tags()).toEqual({ latest: '1.0.0', stable: '1.0.0' });
    expect((await call('PUT', 'npm/-/package/tags/dist-tags/next', '"9.0.0"')).statusCode).toBe(404);
    expect((await call('PUT', 'npm/-/package/tags/dist-tags/next', '{}')).statusCode).toBe(400);
    expect((await call('PUT', 'npm/-/package/tags/dist-tags/1.x', '"1.0.0"')).statusCode).toBe(400);
    expect((await call('DELETE', 'npm/-/package/tags/dist-tags/latest')).statusCode).toBe(400);
    expect((await call('DELETE', 'npm/-/package/tags/dist-tags/none')).statusCode).toBe(404);
  });

  it('deprecates and undoes it', async () => {
    await publish({ name: 'old', version: '1.0.0' });
    const edited = (await call('GET', 'npm/old?write=true')).json();
    edited.versions['1.0.0'].deprecated = 'use new';
    expect((await call('PUT', 'npm/old', edited)).statusCode).toBe(200);
    const short = await call('GET', 'npm/old', undefined, shortForm);
    expect(short.json().versions['1.0.0'].deprecated).toBe('use new');
    edited.versions['1.0.0'].deprecated = '';
    await call('PUT', 'npm/old', edited);
    expect((await call('GET', 'npm/old')).json().versions['1.0.0']).not.toHaveProperty('deprecated');
  });

  it('unpublishes a version at a known revision, then the whole package', async () => {
    await publish({ name: 'gone', version: '1.0.0' });
    await publish({ name: 'gone', version: '2.0.0' });
    const edited = (await call('GET', 'npm/gone?write=true')).json();
    delete edited.versions['2.0.0'];
    edited['dist-tags'] = { latest: '1.0.0' };
    expect((await call('PUT', 'npm/gone/-rev/1', edited)).statusCode).toBe(409);
    expect((await call('PUT', `npm/gone/-rev/${edited._rev}`, edited)).statusCode).toBe(200);
    expect((await call('GET', 'npm/gone')).json()['dist-tags']).toEqual({ latest: '1.0.0' });
    expect((await call('GET', 'npm/gone/-/gone-2.0.0.tgz')).statusCode).toBe(404);

    const { _rev } = (await call('GET', 'npm/gone?write=true')).json();
    expect((await call('DELETE', `npm/gone/-rev/${_rev}`)).statusCode).toBe(200);
    expect((await call('GET', 'npm/gone')).statusCode).toBe(404);
    expect((await publish({ name: 'gone', version: '3.0.0' })).answer.statusCode).toBe(201);
  });

  it('publishes an unpublished version again only with the same content, until it is released', async () => {
    const unpublished = '/artifactory/api/unpublished/npm-local';
    const ask = (method: 'GET' | 'DELETE', query: string) =>
      platform.app.inject({
        method,
        url: `${unpublished}${query}`,
        headers: { authorization: platform.adminAuth },
      });
    const other = { name: 'buried', version: '1.0.0', files: { other: '' } };
    await publish({ name: 'buried', version: '1.0.0' });
    await publish({ name: 'buried', version: '2.0.0' });
    expect((await call('DELETE', 'npm/buried/-/buried-1.0.0.tgz/-rev/x')).statusCode).toBe(409);
    const { _rev } = (await call('GET', 'npm/buried?write=true')).json();
    expect((await call('DELETE', `npm/buried/-/buried-1.0.0.tgz/-rev/${_rev}`)).statusCode).toBe(200);
    const denied = await publish(other);
    expect([denied.answer.statusCode, denied.answer.json().errors[0].code]).toEqual([
      403,
      'VERSION_UNPUBLISHED',
    ]);
    // In a batch with other publishes, the others succeed.
    const together = await Promise.all([
      publish(other),
      ...[1, 2, 3].map((at) => publish({ name: `beside-${at}`, version: '1.0.0' })),
    ]);
    expect(together.map(({ answer }) => answer.statusCode)).toEqual([403, 201, 201, 201]);
    expect((await publish({ name: 'buried', version: '1.0.0' })).answer.statusCode).toBe(201);
    await call('DELETE', 'npm/buried');
    expect((await publish(other)).answer.statusCode).toBe(403);

    const listed = (await ask('GET', '?name=buried')).json().unpublished;
    expect(listed.map(({ version }: { version: string }) => version).sort()).toEqual(['1.0.0', '2.0.0']);
    expect((await ask('DELETE', '?name=buried&version=1.0.0')).statusCode).toBe(204);
    expect((await ask('DELETE', '?name=buried&version=1.0.0')).statusCode).toBe(404);
    expect((await ask('DELETE', '?name=..&version=1.0.0')).statusCode).toBe(400);
    expect((await publish(other)).answer.statusCode).toBe(201);
    expect((await platform.app.inject({ method: 'GET', url: unpublished })).statusCode).toBe(401);
  });

  it('returns tarball URLs below the repository that the client edits through', async () => {
    await publish({ name: 'edited', version: '1.0.0' });
    await publish({ name: 'edited', version: '1.1.0' });
    const { versions, _rev } = (await call('GET', 'npm/edited?write=true')).json();
    const { pathname } = new URL(versions['1.1.0'].dist.tarball);
    expect(pathname).toBe('/artifactory/api/npm/npm/edited/-/edited-1.1.0.tgz');
    // npm 6 appends the full path to the URL of the registry.
    expect((await call('DELETE', `npm${pathname}/-rev/${_rev}`)).statusCode).toBe(200);
    expect(Object.keys((await call('GET', 'npm/edited')).json().versions)).toEqual(['1.0.0']);
    expect((await call('GET', `npm${pathname}`)).statusCode).toBe(404);
  });

  it('does not support owners', async () => {
    await publish({ name: 'owned', version: '1.0.0' });
    const { _rev } = (await call('GET', 'npm/owned?write=true')).json();
    const answer = await call('PUT', `npm/owned/-rev/${_rev}`, { _id: 'owned', _rev, maintainers: [] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toContain('permissions belong to the repository');
    expect((await call('GET', 'npm/owned')).statusCode).toBe(200);
  });
});
