import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { nupkg, type SamplePackage } from './testing/samples.ts';
import { type StubFeed, stubFeed } from './testing/stubFeed.ts';

let platform: TestPlatform;
let feed: StubFeed;
beforeAll(async () => {
  feed = await stubFeed();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  await repository('nuget-local', { rclass: 'local' });
});
afterAll(async () => {
  await platform?.close();
  await feed?.stop();
});
beforeEach(() => {
  feed.packages = [];
  feed.documents.clear();
  feed.requests.length = 0;
  feed.failing = false;
});

async function call(method: string, path: string, body?: string | FormData, headers: object = {}) {
  const answer = await fetch(path.startsWith('http') ? path : `${platform.baseUrl}/artifactory/${path}`, {
    method,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString();
  const message = text.startsWith('{"errors"') ? (JSON.parse(text).errors[0].message as string) : text;
  return { status: answer.status, bytes, text, message, json: () => JSON.parse(text) };
}
const get = (path: string) => call('GET', path.startsWith('http') ? path : `api/nuget/v3/${path}`);

async function repository(key: string, configuration: object) {
  const body = JSON.stringify({ packageType: 'nuget', ...configuration });
  const made = await call('PUT', `api/repositories/${key}`, body, { 'content-type': 'application/json' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
}

/**
 * A separate repository per test, so that failures and caches of its upstream affect no other test.
 */
async function through(key: string, rules: object = {}) {
  const patience = { retrievalCachePeriodSecs: 0, missedRetrievalCachePeriodSecs: 0 };
  await repository(`${key}-remote`, { rclass: 'remote', url: feed.url, ...patience });
  await repository(key, {
    rclass: 'virtual',
    repositories: [`${key}-remote`, 'nuget-local'],
    defaultDeploymentRepo: 'nuget-local',
    ...rules,
  });
}

async function publish(sample: SamplePackage) {
  const form = new FormData();
  form.set('package', new Blob([new Uint8Array(nupkg(sample))]), 'x.nupkg');
  expect((await call('PUT', 'api/nuget/v3/nuget-local/package', form)).status).toBe(201);
}

describe('a remote repository', () => {
  it("serves its upstream's packages with local URLs and caches them", async () => {
    await through('whole');
    feed.packages = [
      { id: 'Their.Lib', version: '1.0.0' },
      { id: 'Their.Lib', version: '1.1.0-rc.1' },
    ];
    expect((await get('whole/flatcontainer/their.lib/index.json')).json().versions).toEqual([
      '1.0.0',
      '1.1.0-rc.1',
    ]);
    const index = (await get('whole/registration-semver2/their.lib/index.json')).json();
    const [item] = index.items[0].items;
    expect(item).toMatchObject({
      packageContent: `${platform.baseUrl}/artifactory/api/nuget/v3/whole/flatcontainer/their.lib/1.0.0/their.lib.1.0.0.nupkg`,
      catalogEntry: { id: 'Their.Lib', description: 'theirs', listed: true },
    });
    const bytes = nupkg({ id: 'Their.Lib', version: '1.0.0' });
    expect((await get(item.packageContent)).bytes.equals(bytes)).toBe(true);
    expect((await get('whole/flatcontainer/their.lib/1.0.0/their.lib.nuspec')).text).toContain(
      '<id>Their.Lib</id>',
    );
    const found = await call('GET', 'api/storage/whole-remote/their.lib/1.0.0/their.lib.1.0.0.nupkg');
    expect(found.json()).toMatchObject({ createdBy: 'system' });
    feed.failing = true;
    expect((await get(item.packageContent)).status).toBe(200);
    expect((await get('whole-remote/registration-semver2/their.lib/index.json')).json().items[0].count).toBe(
      2,
    );
    expect(
      (await get('whole-remote/flatcontainer/their.lib/1.1.0-rc.1/their.lib.1.1.0-rc.1.nupkg')).status,
    ).toBe(502);
    feed.failing = false;
    expect((await get('whole/flatcontainer/no.such/index.json')).status).toBe(404);
  });

  it('adds upstream search results after local ones', async () => {
    await through('searched');
    await publish({ id: 'Words.Mine', version: '1.0.0' });
    feed.packages = ['Words.Mine', 'Words.A', 'Words.B'].map((id) => ({ id, version: '2.0.0' }));
    const { totalHits, data } = (await get('searched/query?q=words')).json();
    expect([totalHits, data.map((each: { id: string; version: string }) => [each.id, each.version])]).toEqual(
      [
        3,
        [
          ['Words.Mine', '1.0.0'],
          ['Words.A', '2.0.0'],
          ['Words.B', '2.0.0'],
        ],
      ],
    );
    expect(data[1]).toMatchObject({
      totalDownloads: 5,
      registration: expect.stringContaining(`${platform.baseUrl}/artifactory`),
    });
    expect((await get('searched/autocomplete?q=words.a')).json().data).toEqual(['Words.A']);
    feed.failing = true;
    expect((await get('searched/query?q=words')).json().totalHits).toBe(1);
    expect((await get('searched-remote/query?q=words')).status).toBe(502);
  });

  it('never queries the upstream for local names on any route, unless a rule allows it', async () => {
    await through('owned');
    await through('open', { allowUpstreamFor: ['Mine.*'] });
    await publish({ id: 'Mine.Lib', version: '1.0.0' });
    feed.packages = [{ id: 'mine.lib', version: '9.0.0' }];
    // Clients first request resources that belong to no package.
    await get('owned/query?q=nothing');
    feed.requests.length = 0;
    expect((await get('owned/flatcontainer/MINE.lib/index.json')).json().versions).toEqual(['1.0.0']);
    expect((await get('owned/registration/mine.lib/index.json')).json().items[0].count).toBe(1);
    for (const way of [
      'api/nuget/v3/owned/flatcontainer/mine.lib/9.0.0/mine.lib.9.0.0.nupkg',
      'api/nuget/v3/owned/flatcontainer/mine.lib/9.0.0/mine.lib.nuspec',
      'owned/mine.lib/9.0.0/mine.lib.9.0.0.nupkg',
      'owned/.v3/registration/mine.lib/index.json',
    ]) {
      expect([way, (await call('GET', way)).status]).toEqual([way, 404]);
    }
    expect(feed.requests.filter((each) => each.includes('mine'))).toEqual([]);
    expect((await get('open/flatcontainer/mine.lib/index.json')).json().versions).toEqual(['1.0.0', '9.0.0']);
  });

  it('never queries the upstream for denied names, in any spelling', async () => {
    await through('denied', { denyUpstreamFor: ['Acme.*'] });
    feed.packages = [{ id: 'Acme.Core', version: '99.0.0' }];
    await get('denied/query?q=nothing');
    feed.requests.length = 0;
    expect((await get('denied/flatcontainer/acme.core/index.json')).status).toBe(404);
    expect((await get('denied/registration/acme.core/index.json')).status).toBe(404);
    expect(feed.requests.filter((each) => each.includes('acme'))).toEqual([]);
  });

  it('reports invalid upstream responses with the repository name and stays available', async () => {
    const package_ = { id: 'Odd', version: '1.0.0' };
    for (const [key, path, document, asked, said] of [
      [
        'odd-index',
        '/v3/index.json',
        '<html>',
        'flatcontainer/odd/index.json',
        'a document that is not JSON',
      ],
      [
        'odd-service',
        '/v3/index.json',
        { resources: 7 },
        'flatcontainer/odd/index.json',
        'no NuGet service index',
      ],
      [
        'odd-list',
        '/flat/odd/index.json',
        { versions: 'x' },
        'flatcontainer/odd/index.json',
        'an invalid version list',
      ],
      [
        'odd-registration',
        '/registration/odd/index.json',
        { items: 1 },
        'registration/odd/index.json',
        'an invalid registration',
      ],
      [
        'odd-page',
        '/registration/odd/index.json',
        { items: [{ '@id': 'http://127.0.0.2/x' }] },
        'registration/odd/index.json',
        'with pages on another host',
      ],
      [
        'odd-package',
        '/flat/odd/1.0.0/odd.1.0.0.nupkg',
        'no zip',
        'flatcontainer/odd/1.0.0/odd.1.0.0.nupkg',
        'an invalid file',
      ],
    ] as const) {
      await through(key);
      feed.packages = [package_];
      feed.documents.clear();
      feed.documents.set(path, document);
      const answer = await get(`${key}-remote/${asked}`);
      expect([key, answer.status, answer.message]).toEqual([key, 502, expect.stringContaining(said)]);
    }
  });

  it('returns a response or an error for corrupted upstream documents', async () => {
    await through('broken');
    const random = randomNumbers(36);
    const words = [
      'null',
      '7',
      '[]',
      '{}',
      '""',
      ',',
      '"@id":',
      '"http://[',
      '\\ud800',
      '1e999',
      '"items":',
      '\0',
    ];
    feed.packages = [{ id: 'Broken', version: '1.0.0' }];
    const origin = new URL(feed.url).origin;
    const leaf = {
      catalogEntry: {
        id: 'Broken',
        version: '1.0.0',
        tags: 'a',
        dependencyGroups: [{ dependencies: [{ id: 'B', range: '[1, )' }] }],
      },
    };
    const documents = {
      '/v3/index.json': {
        resources: [
          { '@id': `${origin}/flat/`, '@type': 'PackageBaseAddress/3.0.0' },
          { '@id': `${origin}/registration/`, '@type': ['RegistrationsBaseUrl'] },
          { '@id': `${origin}/query`, '@type': 'SearchQueryService' },
        ],
      },
      '/flat/broken/index.json': { versions: ['1.0.0', '1.1.0-rc.1'] },
      '/registration/broken/index.json': {
        items: [{ '@id': `${origin}/registration/broken/page.json` }, { items: [leaf, leaf] }],
      },
      '/query': {
        totalHits: 2,
        data: [
          { id: 'Broken', version: '1.0.0', versions: [{ version: '1.0.0', downloads: 3 }], tags: ['x'] },
        ],
      },
    };
    const asked = [
      'flatcontainer/broken/index.json',
      'registration-semver2/broken/index.json',
      'query?q=broken&prerelease=true',
    ];
    const seen = new Set<number>();
    for (let round = 0; round < fuzzRounds / 3; round++) {
      feed.documents.clear();
      const [path, document] = Object.entries(documents)[round % 4] ?? [];
      const broken = mutate(Buffer.from(JSON.stringify(document)), random, words);
      feed.documents.set(path ?? '', path?.startsWith('/registration') ? gzipSync(broken) : broken);
      const answer = await get(`broken-remote/${asked[(round >> 2) % 3]}`);
      expect([200, 404, 502], answer.text).toContain(answer.status);
      seen.add(answer.status);
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 502]));
  });

  it('rejects a decompression bomb', async () => {
    await through('bombed');
    feed.packages = [{ id: 'Bomb', version: '1.0.0' }];
    const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, ' '));
    feed.documents.set('/registration/bomb/index.json', bomb);
    const answer = await get('bombed-remote/registration/bomb/index.json');
    expect([answer.status, answer.message]).toEqual([
      502,
      expect.stringContaining('with an unpacked size of more than 8388608 bytes'),
    ]);
  });
});
