import { createHash } from 'node:crypto';
import type { BuildDetails, BuildInfo, BuildRuns, FileBuilds } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { encodeCursor } from '../database/cursor.ts';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const basic = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    for (const name of ['ada', 'bea', 'cay'])
      await createUser(name, { password, email: `${name}@example.org` });
  });
});
afterAll(() => platform?.close());

async function call(
  method: 'GET' | 'PUT' | 'DELETE' | 'POST',
  url: string,
  payload?: object | string,
  as = platform.adminAuth,
  type = 'application/json',
) {
  const answer = await platform.app.inject({
    method,
    url,
    headers: {
      ...(as ? { authorization: as } : {}),
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const json = answer.body.startsWith('{') ? answer.json() : undefined;
  return { status: answer.statusCode, json, message: json?.errors?.[0]?.message as string | undefined };
}
const sums = (content: string) => ({
  sha1: createHash('sha1').update(content).digest('hex'),
  sha256: createHash('sha256').update(content).digest('hex'),
});
/** Build-info as sent by the JFrog CLI. */
const info = (name: string, number: string, started: string, other: object = {}): BuildInfo => ({
  ...{ version: '1.0.1', name, number, type: 'GENERIC', agent: { name: 'jfrog-cli-go', version: '2.50.0' } },
  ...{
    buildAgent: { name: 'GENERIC', version: '' },
    started,
    durationMillis: 1500,
    url: 'https://ci.example.org/1',
  },
  vcs: [{ url: 'https://git.example.org/x.git', revision: 'abc', branch: 'main' }],
  ...other,
});
const put = (body: object, as?: string) => call('PUT', '/artifactory/api/build', body, as);

describe('build-info', () => {
  it('is stored, listed, and returned unchanged', async () => {
    const one = info('my/app', '1', '2026-01-31T12:00:00.000+0100', {
      properties: { 'buildInfo.env.HOME': '/root' },
    });
    expect(
      (
        await call(
          'PUT',
          '/artifactory/api/build',
          one,
          undefined,
          'application/vnd.org.jfrog.artifactory+json',
        )
      ).status,
    ).toBe(204);
    expect((await put(info('my/app', '2', '2026-02-01T12:00:00.000+0000'))).status).toBe(204);
    expect((await call('GET', '/artifactory/api/build')).json.builds).toEqual([
      { uri: '/my%2Fapp', lastStarted: '2026-02-01T12:00:00.000Z' },
    ]);
    expect((await call('GET', '/artifactory/api/build/my%2Fapp')).json.buildsNumbers).toEqual([
      { uri: '/2', started: '2026-02-01T12:00:00.000Z' },
      { uri: '/1', started: '2026-01-31T11:00:00.000Z' },
    ]);
    const answer = await call('GET', '/artifactory/api/build/my%2Fapp/1');
    expect(answer.json).toEqual({
      uri: expect.stringContaining('/artifactory/api/build/my%2Fapp/1'),
      buildInfo: one,
    });
    expect((await call('GET', '/artifactory/api/build/my%2Fapp/3')).message).toBe(
      'No build was found for build name: my/app, build number: 3',
    );
  });

  it('distinguishes runs with the same number', async () => {
    for (const day of ['01', '02'])
      await put(info('again', '7', `2026-03-${day}T00:00:00.000Z`, { marker: day }));
    expect((await call('GET', '/artifactory/api/build/again/7')).json.buildInfo.marker).toBe('02');
    const earlier = await call(
      'GET',
      '/artifactory/api/build/again/7?started=2026-03-01T00:00:00.000%2B0000',
    );
    expect(earlier.json.buildInfo.marker).toBe('01');
    expect((await call('GET', '/ui/api/v1/ui/builds/again/7')).json.otherRuns).toEqual([
      '2026-03-01T00:00:00.000Z',
    ]);
  });

  it.each([
    [{ number: '1', started: '2026-01-01T00:00:00Z' }, "field 'name'"],
    [{ name: 'x', number: 1, started: '2026-01-01T00:00:00Z' }, "field 'number'"],
    [{ name: 'x', number: '', started: '2026-01-01T00:00:00Z' }, 'expected a value'],
    [{ name: 'x\u0001', number: '1', started: '2026-01-01T00:00:00Z' }, 'contains a control character'],
    [{ name: 'x', number: '1', started: 'yesterday' }, 'expected a time such as'],
    [{ name: 'x', number: '1', started: '2026-01-01T00:00:00Z', modules: {} }, "field 'modules'"],
    [
      { name: 'x', number: '1', started: '2026-01-01T00:00:00Z', modules: [{ artifacts: ['x'] }] },
      "field 'modules.0.artifacts.0'",
    ],
    [[], "field 'name'"],
  ])('is rejected if invalid: %j', async (body, why) => {
    expect(await put(body)).toMatchObject({ status: 400, message: expect.stringContaining(why) });
  });

  it('is stored without characters that the database cannot store, and limited in size', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
    expect(await put(info('odd', '1', '2026-01-01T00:00:00Z', { deep }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('deep'),
    });
    expect(
      (await put(info('odd', '1', '2026-01-01T00:00:00Z', { text: 'a\u0000b\ud800', 'k\u0000': 1 }))).status,
    ).toBe(204);
    expect((await call('GET', '/artifactory/api/build/odd/1')).json.buildInfo).toMatchObject({
      text: 'ab',
      k: 1,
    });
    expect((await call('PUT', '/artifactory/api/build', '{"name":')).status).toBe(400);
    expect((await call('PUT', '/artifactory/api/build', 'x', undefined, 'text/plain')).status).toBe(415);
  });

  it('requires a permission on builds', async () => {
    await put(info('secret-one', '1', '2026-01-01T00:00:00Z'));
    const none: [string, 'GET' | 'PUT' | 'POST' | 'DELETE', string, object?][] = [
      ['read', 'GET', '/artifactory/api/build/secret-one'],
      ['read', 'GET', '/artifactory/api/build/secret-one/1'],
      ['read', 'GET', '/ui/api/v1/ui/builds/secret-one'],
      ['read', 'GET', '/ui/api/v1/ui/builds/secret-one/1'],
      ['read', 'GET', '/ui/api/v1/ui/builds/secret-one/1/diff?to=1'],
      ['deploy', 'POST', '/artifactory/api/build/promote/secret-one/1', { status: 'x' }],
      ['deploy', 'POST', '/ui/api/v1/ui/builds/secret-one/1/promotion/plan', { status: 'x' }],
      ['deploy', 'POST', '/ui/api/v1/ui/builds/secret-one/1/promotion', { status: 'x' }],
      ['read', 'GET', '/artifactory/api/build/no-such-build'],
      ['deploy', 'PUT', '/artifactory/api/build', info('secret-two', '1', '2026-01-01T00:00:00Z')],
      ['delete', 'DELETE', '/artifactory/api/build/secret-one?deleteAll=1'],
      ['delete', 'DELETE', '/artifactory/api/build/secret-one/1'],
    ];
    for (const [action, method, url, body] of none) {
      expect([url, (await call(method, url, body, '')).status]).toEqual([url, 401]);
      expect(await call(method, url, body, basic('ada'))).toMatchObject({
        status: 403,
        message: expect.stringContaining(`no ${action} permission on builds`),
      });
    }
    expect((await call('GET', '/artifactory/api/build', undefined, basic('ada'))).json.builds).toEqual([]);
    expect((await call('GET', '/ui/api/v1/ui/builds', undefined, basic('ada'))).json.builds).toEqual([]);

    for (const url of ['/artifactory/api/build', '/ui/api/v1/ui/builds'])
      expect([url, (await call('GET', url, undefined, '')).status]).toEqual([url, 401]);

    const build = {
      actions: { users: { ada: ['READ', 'WRITE'], cay: ['WRITE'] }, groups: {} },
      targets: {
        'artifactory-build-info': {
          include_patterns: ['secret-*/**', 'raced'],
          exclude_patterns: ['secret-hidden/**'],
        },
      },
    };
    const made = await call('POST', '/access/api/v2/permissions', { name: 'builds', resources: { build } });
    expect(made.status).toBe(201);
    expect((await call('GET', '/artifactory/api/build', undefined, basic('ada'))).json.builds).toHaveLength(
      1,
    );
    expect((await call('GET', '/artifactory/api/build/secret-one/1', undefined, basic('ada'))).status).toBe(
      200,
    );
    expect((await put(info('secret-two', '1', '2026-01-01T00:00:00Z'), basic('ada'))).status).toBe(204);
    expect((await put(info('secret-hidden', '1', '2026-01-01T00:00:00Z'), basic('ada'))).status).toBe(403);
    // Publishing the same run again changes nothing. Different content would replace it, which
    // requires delete permission.
    expect((await put(info('secret-two', '1', '2026-01-01T00:00:00Z'), basic('ada'))).status).toBe(204);
    expect((await put(info('secret-two', '1', '2026-01-01T00:00:00Z', { x: 1 }), basic('ada'))).status).toBe(
      403,
    );
    expect(
      (await call('DELETE', '/artifactory/api/build/secret-two/1', undefined, basic('ada'))).status,
    ).toBe(403);
    expect((await call('GET', '/artifactory/api/build/secret-one/1', undefined, basic('bea'))).status).toBe(
      403,
    );
    // Omitted fields of a permission change stay.
    await call('PUT', '/access/api/v2/permissions/builds', {
      resources: { artifact: { actions: { users: {}, groups: {} }, targets: {} } },
    });
    expect((await call('GET', '/access/api/v2/permissions/builds')).json.resources.build).toEqual(build);
  });

  it('is linked with its artifacts and dependencies', async () => {
    const files = { 'app-1.0.bin': 'the app', 'lib-2.0.bin': 'the library' };
    for (const [name, content] of Object.entries(files)) {
      const url = `/artifactory/generic-local/linked/${name}`;
      const headers = { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' };
      expect((await platform.app.inject({ method: 'PUT', url, headers, payload: content })).statusCode).toBe(
        201,
      );
    }
    const module = {
      id: 'linked',
      type: 'generic',
      artifacts: [
        { name: 'app-1.0.bin', type: 'bin', ...sums('the app') },
        { name: 'gone.bin', ...sums('gone') },
      ],
      dependencies: [{ id: 'lib-2.0.bin', scopes: ['compile'], sha1: sums('the library').sha1 }],
    };
    await put(info('linked', '1', '2026-04-01T00:00:00.000Z', { modules: [module] }));
    const details = (await call('GET', '/ui/api/v1/ui/builds/linked/1')).json as BuildDetails;
    expect(details).toMatchObject({
      agent: 'jfrog-cli-go 2.50.0',
      duration: 1500,
      url: 'https://ci.example.org/1',
      createdBy: 'admin',
    });
    expect(details.vcs).toEqual([
      { url: 'https://git.example.org/x.git', revision: 'abc', branch: 'main', message: '' },
    ]);
    const [shown] = details.modules;
    expect(shown?.artifacts.map(({ found }) => found)).toEqual([
      [
        {
          repo: 'generic-local',
          path: 'linked/app-1.0.bin',
          package: { type: 'generic', name: 'linked/app', version: '1.0' },
        },
      ],
      [],
    ]);
    expect(shown?.dependencies[0]).toMatchObject({
      name: 'lib-2.0.bin',
      scopes: ['compile'],
      found: [{ path: 'linked/lib-2.0.bin' }],
    });
    expect((await call('GET', '/ui/api/v1/ui/builds/linked')).json.runs).toEqual([
      {
        number: '1',
        started: '2026-04-01T00:00:00.000Z',
        createdBy: 'admin',
        modules: 1,
        made: 2,
        used: 1,
        status: '',
      },
    ]);

    const build = { name: 'linked', number: '1', started: '2026-04-01T00:00:00.000Z' };
    const of = (path: string, as?: string) =>
      call('GET', `/ui/api/v1/ui/fileBuilds?repoKey=generic-local&path=linked/${path}`, undefined, as);
    expect((await of('app-1.0.bin')).json).toEqual({ made: [build], used: [], truncated: false });
    expect((await of('lib-2.0.bin')).json).toEqual({ made: [], used: [build], truncated: false });
    expect((await of('lib-2.0.bin', basic('ada'))).json).toEqual({ made: [], used: [], truncated: false });
    const native = (file: string, as?: string) => {
      const path = '/ui/api/v1/ui/v1/native/versions/generic/builds';
      return call('GET', `${path}?repoKey=generic-local&path=linked/${file}`, undefined, as);
    };
    const listed = { name: 'linked', number: '1', createDate: build.started };
    expect((await native('app-1.0.bin')).json).toEqual({ results: [listed], used: [], truncated: false });
    expect((await native('lib-2.0.bin')).json).toEqual({ results: [], used: [listed], truncated: false });
    for (const file of ['app-1.0.bin', 'lib-2.0.bin'])
      expect((await native(file, basic('ada'))).json).toMatchObject({ results: [], used: [] });
  });

  it('has the same number of files in the list and on its page, also repeated and without checksums', async () => {
    const file = { name: 'same.bin', ...sums('same') };
    const plain = { name: 'without-checksum.txt' };
    await put(
      info('counted', '1', '2026-04-02T00:00:00.000Z', {
        modules: [
          { id: 'one', artifacts: [file, plain], dependencies: [{ id: 'lib' }] },
          { id: 'two', artifacts: [file], dependencies: null },
          { id: 'three' },
        ],
      }),
    );
    await put(info('counted', '2', '2026-04-03T00:00:00.000Z', { modules: null }));
    const { modules } = (await call('GET', '/ui/api/v1/ui/builds/counted/1')).json as BuildDetails;
    const [made, used] = [
      modules.flatMap(({ artifacts }) => artifacts).length,
      modules.flatMap(({ dependencies }) => dependencies).length,
    ];
    expect([made, used]).toEqual([3, 1]);
    expect((await call('GET', '/ui/api/v1/ui/builds/counted')).json.runs).toMatchObject([
      { number: '2', modules: 0, made: 0, used: 0 },
      { number: '1', modules: 3, made, used },
    ]);
  });

  it('of which the caller can read only some does not hide those among the builds of a file', async () => {
    const build = {
      actions: { users: { bea: ['READ'] }, groups: {} },
      targets: { 'artifactory-build-info': { include_patterns: ['linked'] } },
    };
    const made = await call('POST', '/access/api/v2/permissions', { name: 'linked', resources: { build } });
    expect(made.status).toBe(201);
    await withStorage(platform.storage, () =>
      db().execute(sql`
        WITH made AS (
          INSERT INTO builds (name, number, started, created_by, info)
          SELECT 'crowd', n::text, timestamptz '2026-06-01' + n * interval '1 minute', 'admin', '{}'
          FROM generate_series(1, 1001) n RETURNING id
        ), blob AS (SELECT sha256 FROM files WHERE path = 'linked/lib-2.0.bin')
        INSERT INTO build_files (build_id, made, sha256) SELECT made.id, false, blob.sha256 FROM made, blob`),
    );
    const path = '/ui/api/v1/ui/fileBuilds?repoKey=generic-local&path=linked/lib-2.0.bin';
    const all = (await call('GET', path)).json as FileBuilds;
    expect([all.used.length, all.truncated]).toEqual([1000, true]);
    const own = (await call('GET', path, undefined, basic('bea'))).json as FileBuilds;
    expect(own).toMatchObject({ used: [{ name: 'linked', number: '1' }], truncated: false });
  });

  it('is stored once when two clients publish it concurrently', async () => {
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5].map(
        async (marker) =>
          (await put(info('raced', '1', '2026-01-01T00:00:00Z', { marker }), basic('cay'))).status,
      ),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403 || status === 409)).toHaveLength(4);
  });

  it('is rejected with a project', async () => {
    const answer = await call(
      'PUT',
      '/artifactory/api/build?project=tea',
      info('x', '1', '2026-01-01T00:00:00Z'),
    );
    expect(answer).toMatchObject({
      status: 400,
      message: expect.stringContaining('Publish without ?project='),
    });
  });

  it('is discarded except for the selected runs', async () => {
    const fill = async () => {
      for (const day of [1, 2, 3, 4, 5]) await put(info('kept', `${day}`, `2026-01-0${day}T00:00:00Z`));
    };
    const discard = (body: object) => call('POST', '/artifactory/api/build/retention/kept?async=false', body);
    const left = async () =>
      (await call('GET', '/artifactory/api/build/kept')).json.buildsNumbers.map(
        ({ uri }: { uri: string }) => uri,
      );
    await fill();
    expect((await discard({ count: 2, buildNumbersNotToBeDiscarded: ['1'] })).status).toBe(204);
    expect(await left()).toEqual(['/5', '/4', '/1']);
    await fill();
    expect((await discard({ count: -1, minimumBuildDate: Date.UTC(2026, 0, 3) })).status).toBe(204);
    expect(await left()).toEqual(['/5', '/4', '/3']);
    expect((await discard({})).status).toBe(400);
    expect((await discard({ count: 0, deleteBuildArtifacts: true })).status).toBe(400);
    expect(
      (await call('POST', '/artifactory/api/build/delete', { buildName: 'kept', buildNumbers: ['3'] }))
        .status,
    ).toBe(204);
    expect(await left()).toEqual(['/5', '/4']);
    expect(
      (await call('POST', '/artifactory/api/build/retention/kept', { count: 0 }, basic('ada'))).status,
    ).toBe(403);
    expect(
      (await call('POST', '/artifactory/api/build/delete', { buildName: 'kept', deleteAll: true }, ''))
        .status,
    ).toBe(401);
  });

  it('can be searched by name', async () => {
    for (const name of ['Search One', 'search_two', 'research'])
      await put(info(name, '1', '2026-01-01T00:00:00Z'));
    const names = async (search: string) => {
      const { json } = await call('GET', `/ui/api/v1/ui/builds?search=${encodeURIComponent(search)}`);
      return (json.builds as { name: string }[]).map(({ name }) => name).sort();
    };
    expect(await names('search')).toEqual(['Search One', 'research', 'search_two']);
    expect(await names('search*')).toEqual(['Search One', 'search_two']);
    expect(await names('SEARCH?t')).toEqual(['search_two']);
    expect(await names('h_t')).toEqual(['search_two']);
    expect(await names('%')).toEqual([]);
  });

  it('can be deleted by number or as a whole', async () => {
    for (const number of ['1', '2', '3', '4']) await put(info('old', number, `2026-01-0${number}T00:00:00Z`));
    expect((await call('DELETE', '/artifactory/api/build/old')).status).toBe(400);
    expect((await call('DELETE', '/artifactory/api/build/old?buildNumbers=1,2')).status).toBe(204);
    expect((await call('DELETE', '/artifactory/api/build/old/3')).status).toBe(204);
    expect((await call('GET', '/artifactory/api/build/old')).json.buildsNumbers).toHaveLength(1);
    expect((await call('DELETE', '/artifactory/api/build/old?deleteAll=1')).status).toBe(204);
    expect((await call('GET', '/artifactory/api/build/old')).status).toBe(404);
    expect((await call('DELETE', '/artifactory/api/build/old?deleteAll=1')).status).toBe(404);
  });
});

describe('the runs of a build', () => {
  const runs = '/ui/api/v1/ui/builds/often';

  it('are paged', async () => {
    // Two full pages and one more run; some have the same start time.
    await withStorage(platform.storage, () =>
      db().execute(sql`INSERT INTO builds (name, number, started, created_by, info)
        SELECT 'often', n::text, to_timestamp(1700000000 + n / 7), 'admin', '{}' FROM generate_series(1, 1001) n`),
    );
    const numbers: string[] = [];
    const lengths: number[] = [];
    let next: string | null = null;
    do {
      const { json } = await call('GET', next === null ? runs : `${runs}?after=${encodeURIComponent(next)}`);
      const page = json as BuildRuns;
      numbers.push(...page.runs.map(({ number }) => number));
      lengths.push(page.runs.length);
      next = page.next;
    } while (next !== null);
    expect(lengths).toEqual([500, 500, 1]);
    expect(numbers).toEqual(Array.from({ length: 1001 }, (_, at) => String(1001 - at)));
  });

  it.each(['made-up', encodeCursor(['runs', 'STARTED', 'DESC'], { key: 'soon', tie: '1' })])(
    'reject the cursor %s',
    async (after) => {
      expect(await call('GET', `${runs}?after=${after}`)).toMatchObject({
        status: 400,
        json: { errors: [{ code: 'BAD_CURSOR' }] },
      });
    },
  );
});
