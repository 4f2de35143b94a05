import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { mit, moduleZip } from './testing/samples.ts';

let platform: TestPlatform;
let upstream: StubFiles;
beforeAll(async () => {
  upstream = await stubFiles();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  await repository('go-local', { rclass: 'local' });
  await repository('go-other', { rclass: 'local' });
  await repository('go-remote', { rclass: 'remote', url: upstream.url, socketTimeoutMillis: 500 });
  await repository('go', {
    rclass: 'virtual',
    repositories: ['go-local', 'go-remote'],
    defaultDeploymentRepo: 'go-local',
  });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.requests.length = 0;
});

async function call(method: string, path: string, body?: string | Buffer, headers: object = {}) {
  const answer = await fetch(`${platform.baseUrl}/artifactory/${path}`, {
    method,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await answer.text();
  const message = text.startsWith('{"errors"') ? (JSON.parse(text).errors[0].message as string) : text;
  return { status: answer.status, headers: answer.headers, text, message };
}
const get = (path: string, headers: object = {}) => call('GET', `api/go/${path}`, undefined, headers);
const put = (path: string, body: string | Buffer) => call('PUT', `api/go/${path}`, body);

async function repository(key: string, configuration: object) {
  const body = JSON.stringify({ packageType: 'go', ...configuration });
  const made = await call('PUT', `api/repositories/${key}`, body, { 'content-type': 'application/json' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
}

async function indexed(name: string) {
  const { rows } = await withStorage(platform.storage, () =>
    db().execute<Record<string, unknown>>(sql`
      SELECT v.name AS version, v.repo, v.licenses, v.deprecated, d.readme, d.dependencies, l.latest_version AS latest,
        (SELECT count(*)::integer FROM version_files f WHERE f.version_id = v.id) AS files
      FROM packages p JOIN versions v ON v.package_id = p.id JOIN version_details d ON d.version_id = v.id
        JOIN package_listings l ON l.package_id = p.id AND l.repo = '*'
      WHERE p.type = 'golang' AND p.name = ${name} ORDER BY v.sort_key`),
  );
  return rows;
}

const thing = 'lading.example/Own/thing';
const at = 'lading.example/!own/thing/@v';

describe('publishing a module', () => {
  it('accepts a zip alone and indexes the metadata in it', async () => {
    const goMod = `// Deprecated: use another\nmodule ${thing}\n\ngo 1.19\n\nrequire (\n\tlading.example/a v1.2.0\n\tlading.example/b v0.1.0 // indirect\n)\n`;
    const zip = moduleZip({
      module: thing,
      version: 'v1.0.0',
      goMod,
      files: { 'README.md': '# Thing', LICENSE: mit, 'thing.go': 'package thing\n' },
    });
    expect((await put(`go/${at}/v1.0.0.zip`, zip)).status).toBe(201);
    const mod = await get(`go/${at}/v1.0.0.mod`);
    expect([mod.status, mod.text]).toEqual([200, goMod]);
    const info = await get(`go/${at}/v1.0.0.info`);
    expect(JSON.parse(info.text)).toEqual({
      Version: 'v1.0.0',
      Time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
    });
    expect((await get(`go/${at}/v1.0.0.zip`)).headers.get('content-length')).toBe(`${zip.length}`);
    expect(await indexed(thing)).toEqual([
      {
        ...{ version: 'v1.0.0', repo: 'go-local', licenses: ['MIT'], deprecated: 'use another' },
        ...{ readme: '# Thing', dependencies: { 'lading.example/a': 'v1.2.0' }, latest: 'v1.0.0', files: 2 },
      },
    ]);
  });

  it('accepts the three files in any order, and shows the version once its zip is stored', async () => {
    const module = 'lading.example/three';
    const path = `go-local/${module}/@v/v0.1.0`;
    const mod = `module ${module}\n`;
    expect((await put(`${path}.mod;build.name=x`, mod)).status).toBe(201);
    expect((await get(`go-local/${module}/@v/list`)).status).toBe(404);
    expect((await get(`${path}.mod`)).status).toBe(404);
    expect((await put(`${path}.zip`, moduleZip({ module, version: 'v0.1.0', goMod: mod }))).status).toBe(201);
    const info = '{"Version":"v0.1.0","Time":"2020-02-03T04:05:06Z"}';
    expect((await put(`${path}.info`, info)).status).toBe(201);
    expect((await get(`${path}.info`)).text).toBe(info);
    expect((await get(`go-local/${module}/@v/list`)).text).toBe('v0.1.0\n');
    expect(await indexed(module)).toMatchObject([{ version: 'v0.1.0', files: 3 }]);
    // Identical content is accepted as unchanged; other content is rejected.
    expect((await put(`${path}.info`, info)).status).toBe(201);
    expect((await put(`${path}.info`, '{"Version":"v0.1.0"}')).status).toBe(409);
    expect((await put(`${path}.mod`, `${mod}\n`)).status).toBe(409);
  });

  it('lets exactly one of two concurrent publishes of a version succeed, even with identical bytes', async () => {
    const module = 'lading.example/race';
    for (const [version, other] of [
      ['v1.0.0', 'other'],
      ['v1.0.1', 'same'],
    ] as const) {
      const one = moduleZip({ module, version, files: { 'a.go': 'package same' } });
      const two = moduleZip({ module, version, files: { 'a.go': `package ${other}` } });
      const path = `go-local/${module}/@v/${version}.zip`;
      const answers = await Promise.all([put(path, one), put(path, two), put(path, one)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect((await put(path, one)).status).toBe(409);
    }
  });

  it.each<[string, string, string | Buffer, string]>([
    ['an invalid version', `${at}/1.0.zip`, '', "Invalid version '1.0': expected v1.2.3"],
    ['v2 without /v2 in the path', `${at}/v2.0.0.zip`, '', `it belongs to ${thing}/v2`],
    [
      'a major version that differs from the path',
      'lading.example/x/v3/@v/v2.0.0.zip',
      '',
      'versions of lading.example/x/v3 are v3.x.y',
    ],
    ['+incompatible below v2', `${at}/v1.0.0+incompatible.zip`, '', '+incompatible requires v2 or later'],
    ['/v1', 'lading.example/x/v1/@v/v1.0.0.zip', '', '/v1 is not a major version'],
    ['a path without a host', 'thing/@v/v1.0.0.zip', '', 'its first element has no dot'],
    ['unescaped uppercase letters', 'lading.example/Own/@v/v1.0.0.zip', '', 'uppercase letters as !c'],
    ['a list', `${at}/list`, 'v1.0.0', 'is not a file of a module'],
    ['an invalid zip', `${at}/v1.2.0.zip`, 'no zip', 'it is an incomplete zip archive'],
    [
      'another version inside',
      `${at}/v1.2.0.zip`,
      moduleZip({ module: thing, version: 'v1.1.0' }),
      'is not below lading.example/Own/thing@v1.2.0/',
    ],
    [
      'another module in go.mod',
      `${at}/v1.2.0.zip`,
      moduleZip({ module: thing, version: 'v1.2.0', goMod: 'module x.y/z\n' }),
      'it belongs to "x.y/z", not to',
    ],
    [
      'a module inside the module',
      `${at}/v1.2.0.zip`,
      moduleZip({ module: thing, version: 'v1.2.0', files: { 'sub/go.mod': '' } }),
      'belongs to another module',
    ],
    [
      'names that differ only in case',
      `${at}/v1.2.0.zip`,
      moduleZip({ module: thing, version: 'v1.2.0', files: { 'a.go': '', 'A.go': '' } }),
      'more than once, ignoring case',
    ],
    [
      'a go.mod with +incompatible',
      `${at}/v2.0.0+incompatible.zip`,
      moduleZip({ module: thing, version: 'v2.0.0+incompatible' }),
      'it has a go.mod',
    ],
    ['a go.mod of another module', `${at}/v1.2.0.mod`, 'module a.b/c\n', 'it belongs to "a.b/c"'],
    [
      'an info file of another version',
      `${at}/v1.2.0.info`,
      '{"Version":"v1.3.0"}',
      'its Version is "v1.3.0"',
    ],
    ['an invalid info file', `${at}/v1.2.0.info`, '<html>', 'The info file is not JSON'],
  ])('rejects %s with a message', async (_what, path, body, said) => {
    const answer = await put(`go-local/${path}`, body);
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(said)]);
  });

  it('rejects a go.mod that differs from the one in the archive', async () => {
    const module = 'lading.example/differs';
    await put(`go-local/${module}/@v/v1.0.0.mod`, `module ${module}\n\ngo 1.12\n`);
    const answer = await put(`go-local/${module}/@v/v1.0.0.zip`, moduleZip({ module, version: 'v1.0.0' }));
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining('its go.mod differs')]);
    expect(await indexed(module)).toEqual([]);
  });

  it('deletes the whole version with its zip', async () => {
    const module = 'lading.example/gone';
    await put(`go-local/${module}/@v/v1.0.0.zip`, moduleZip({ module, version: 'v1.0.0' }));
    expect((await call('DELETE', `go-local/${module}/@v/v1.0.0.zip`)).status).toBe(204);
    expect(await indexed(module)).toEqual([]);
    expect((await get(`go-local/${module}/@v/v1.0.0.mod`)).status).toBe(404);
    const again = await put(
      `go-local/${module}/@v/v1.0.0.zip`,
      moduleZip({ module, version: 'v1.0.0', goMod: null }),
    );
    expect(again.status).toBe(201);
    expect((await get(`go-local/${module}/@v/v1.0.0.mod`)).text).toBe(`module ${module}\n`);
  });
});

describe('requesting a module', () => {
  it('lists versions in order, without pseudo-versions, and resolves the latest', async () => {
    const module = 'lading.example/many';
    const commit = 'v0.0.0-20191109021931-daa7c04131f5';
    const publish = (version: string) =>
      put(
        `go-local/${module}/@v/${version}.zip`,
        moduleZip({ module, version, ...(version.includes('+') ? { goMod: null } : {}) }),
      );
    expect((await publish(commit)).status).toBe(201);
    const latest = async () => JSON.parse((await get(`go-local/${module}/@latest`)).text).Version;
    expect(await latest()).toBe(commit);
    expect((await get(`go-local/${module}/@v/list`)).text).toBe('');
    for (const version of ['v1.10.0-rc.1', 'v1.9.0', 'v1.2.0', 'v2.0.0+incompatible']) {
      expect((await publish(version)).status).toBe(201);
    }
    expect((await get(`go-local/${module}/@v/list`)).text).toBe(
      'v1.2.0\nv1.9.0\nv1.10.0-rc.1\nv2.0.0+incompatible\n',
    );
    expect(await latest()).toBe('v2.0.0+incompatible');
    expect((await get(`go-local/${module}/@v/v2.0.0+incompatible.zip`)).status).toBe(200);
    // The request uses the tag name v2.0.0; the response states the version.
    const asTagged = await get(`go-local/${module}/@v/v2.0.0.info`);
    expect([asTagged.status, JSON.parse(asTagged.text).Version]).toEqual([200, 'v2.0.0+incompatible']);
    expect((await get(`go-local/${module}/@v/v3.0.0.info`)).status).toBe(404);
    const list = await get(`go-local/${module}/@v/list`);
    const again = await get(`go-local/${module}/@v/list`, { 'if-none-match': list.headers.get('etag') });
    expect(again.status).toBe(304);
  });

  it('returns 404 with a message that the client prints', async () => {
    for (const path of [
      'x.y/z/@v/list',
      'x.y/z/@latest',
      'x.y/z/@v/v1.0.0.info',
      'x.y/z/@v/master.info',
      'x.y',
      'X.y/@v/list',
      'sumdb/sum.golang.org/supported',
    ]) {
      const answer = await get(`go-local/${path}`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/plain; charset=utf-8',
      ]);
      expect(answer.text).toMatch(/^not found: /);
    }
    expect((await get('npm-local/x.y/z/@v/list')).status).toBe(404);
  });

  it('requires read permission, and deploy permission for publishing', async () => {
    const path = `${platform.baseUrl}/artifactory/api/go/go/${at}/list`;
    expect((await fetch(path)).status).toBe(401);
    const anonymous = await fetch(path.replace('/list', '/v1.5.0.zip'), { method: 'PUT', body: 'x' });
    expect(anonymous.status).toBe(401);
  });
});

describe('a remote repository', () => {
  const words = 'upstream.example/words';
  const publishThere = (module: string, version: string) => {
    const path = `${module}/@v/${version}`;
    upstream.files.set(`${path}.info`, JSON.stringify({ Version: version, Time: '2021-01-01T00:00:00Z' }));
    upstream.files.set(`${path}.mod`, `module ${module}\n`);
    upstream.files.set(`${path}.zip`, moduleZip({ module, version, files: { 'README.md': 'Theirs' } }));
    const list = `${upstream.files.get(`${module}/@v/list`) ?? ''}${version}\n`;
    upstream.files.set(`${module}/@v/list`, list);
    upstream.files.set(`${module}/@latest`, JSON.stringify({ Version: version }));
  };

  it('serves, caches, and indexes modules of its upstream', async () => {
    publishThere(words, 'v1.0.0');
    for (const name of [
      '@v/list',
      '@latest',
      '@v/v1.0.0.info',
      '@v/v1.0.0.mod',
      '@v/v1.0.0.zip',
      '@v/v1.0.0.zip',
    ]) {
      expect([name, (await get(`go-remote/${words}/${name}`)).status]).toEqual([name, 200]);
    }
    expect(upstream.requests.filter((each) => each.endsWith('.zip'))).toHaveLength(1);
    expect(await indexed(words)).toMatchObject([{ version: 'v1.0.0', repo: 'go-remote', readme: 'Theirs' }]);
    upstream.fault = (_request, response) => response.writeHead(500).end();
    expect((await get(`go-remote/${words}/@v/v1.0.0.mod`)).status).toBe(200);
    expect((await get(`go-remote/${words}/@v/v1.1.0.mod`)).status).toBe(502);
    upstream.fault = undefined;
    expect((await get(`go-remote/${words}/@v/v3.0.0.mod`)).status).toBe(404);
  });

  it('resolves branches through the upstream', async () => {
    upstream.files.set(`${words}/@v/main.info`, '{"Version":"v1.0.1-0.20200101000000-0123456789ab"}');
    expect((await get(`go-remote/${words}/@v/main.info`)).text).toContain('v1.0.1-0.');
  });

  it('serves a fork, whose go.mod names the original module', async () => {
    const fork = {
      module: 'upstream.example/fork',
      version: 'v1.0.0',
      goMod: 'module other.example/thing\n',
    };
    upstream.files.set(`${fork.module}/@v/v1.0.0.zip`, moduleZip(fork));
    expect((await get(`go-remote/${fork.module}/@v/v1.0.0.zip`)).status).toBe(200);
    expect(await indexed(fork.module)).toMatchObject([{ version: 'v1.0.0' }]);
  });

  it('rejects an archive of another module or version', async () => {
    upstream.files.set(`${words}/@v/v1.9.0.zip`, moduleZip({ module: 'evil.example/x', version: 'v1.9.0' }));
    const answer = await get(`go-remote/${words}/@v/v1.9.0.zip`);
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('an invalid file')]);
  });

  it("proxies the upstream's checksum database, but never for local names", async () => {
    upstream.files.set('sumdb/sum.example.org/supported', '');
    upstream.files.set(`sumdb/sum.example.org/lookup/${words}@v1.0.0`, 'hash');
    expect((await get('go/sumdb/sum.example.org/supported')).status).toBe(200);
    expect((await get(`go/sumdb/sum.example.org/lookup/${words}@v1.0.0`)).text).toBe('hash');
    const module = 'lading.example/secret';
    await put(`go-local/${module}/@v/v1.0.0.zip`, moduleZip({ module, version: 'v1.0.0' }));
    upstream.requests.length = 0;
    expect((await get(`go/sumdb/sum.example.org/lookup/${module}@v1.0.0`)).status).toBe(404);
    expect(upstream.requests).toEqual([]);
  });

  it('never queries the upstream for local names on any route, unless a rule allows it', async () => {
    const module = 'lading.example/confused';
    publishThere(module, 'v9.0.0');
    await put(`go-local/${module}/@v/v1.0.0.zip`, moduleZip({ module, version: 'v1.0.0' }));
    upstream.requests.length = 0;
    expect((await get(`go/${module}/@v/list`)).text).toBe('v1.0.0\n');
    expect((await get(`go/${module}/@latest`)).text).toContain('v1.0.0');
    for (const way of [
      `api/go/go/${module}/@v/v9.0.0.zip`,
      `go/${module}/@v/v9.0.0.zip`,
      `go/${module}/@v/list`,
    ]) {
      expect([way, (await call('GET', way)).status]).toEqual([way, 404]);
    }
    expect(upstream.requests).toEqual([]);
    await repository('go-open', {
      rclass: 'virtual',
      repositories: ['go-local', 'go-remote'],
      allowUpstreamFor: ['lading.example/confused'],
    });
    expect((await get(`go-open/${module}/@v/list`)).text).toBe('v1.0.0\nv9.0.0\n');
    expect((await get(`go-open/${module}/@latest`)).text).toContain('v9.0.0');
  });

  it('reports upstream errors, but serves local content', async () => {
    await repository('go-down', {
      rclass: 'virtual',
      repositories: ['go-local', 'go-remote'],
      allowUpstreamFor: ['*'],
    });
    upstream.fault = (_request, response) => response.writeHead(503).end();
    expect((await get(`go-down/${at}/list`)).status).toBe(200);
    const answer = await get('go-down/nowhere.example/x/@v/list');
    expect(answer.status).toBe(502);
    expect(answer.text).toMatch(/^The upstream of go-remote returned status 503\n/);
  });
});

describe('copying and moving', () => {
  it('adds versions to the target repository and removes moved versions from the source', async () => {
    const module = 'lading.example/moved';
    await put(`go-local/${module}/@v/v1.0.0.zip`, moduleZip({ module, version: 'v1.0.0' }));
    await put(`go-local/${module}/@v/v1.0.0.info`, '{"Version":"v1.0.0"}');
    const copied = await call(
      'POST',
      `api/copy/go-local/lading.example/moved?to=/go-other/lading.example/moved`,
    );
    expect([copied.status, copied.text]).toEqual([200, expect.stringContaining('3 artifacts')]);
    expect((await indexed(module)).map(({ repo, files }) => [repo, files])).toEqual([
      ['go-local', 3],
      ['go-other', 3],
    ]);
    expect((await call('POST', `api/copy/go-local/${module}?to=/go-other/${module}`)).status).toBe(409);
    expect((await call('DELETE', `go-other/${module}`)).status).toBe(204);
    expect((await call('POST', `api/move/go-local/${module}?to=/go-other/${module}`)).status).toBe(200);
    expect((await indexed(module)).map(({ repo }) => repo)).toEqual(['go-other']);
    expect((await call('DELETE', `go-other/${module}/@v/v1.0.0.mod`)).status).toBe(204);
    expect((await get(`go-other/${module}/@v/v1.0.0.mod`)).text).toBe(`module ${module}\n\ngo 1.19\n`);
  });
});

describe('publishing corrupted archives', () => {
  it('is rejected with a message or creates a complete version', async () => {
    const random = randomNumbers(14);
    const module = 'lading.example/broken';
    const files = { 'README.md': '# Broken', LICENSE: mit };
    const outcomes = new Map<number, number>();
    for (let round = 0; round < fuzzRounds / 5; round++) {
      const version = `v1.0.${round}`;
      const zip = mutate(moduleZip({ module, version, files }), random, ['PK\x01\x02', '../', '\0', module]);
      const answer = await put(`go-other/${module}/@v/${version}.zip`, zip);
      outcomes.set(answer.status, (outcomes.get(answer.status) ?? 0) + 1);
      expect([201, 400], answer.text).toContain(answer.status);
      const served = await get(`go-other/${module}/@v/${version}.mod`);
      expect(served.status).toBe(answer.status === 201 ? 200 : 404);
    }
    expect((await indexed(module)).length).toBe(outcomes.get(201) ?? 0);
  });
});
