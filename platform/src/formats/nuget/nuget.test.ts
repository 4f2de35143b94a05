import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { db, withStorage } from '../../database/db.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { mit } from '../go/testing/samples.ts';
import { dependencies, nupkg, nuspecText, type SamplePackage } from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  await repository('nuget-local', { rclass: 'local' });
  await repository('nuget', {
    rclass: 'virtual',
    repositories: ['nuget-local'],
    defaultDeploymentRepo: 'nuget-local',
  });
});
afterAll(() => platform?.close());

type Body = string | Buffer | FormData;
async function call(method: string, path: string, body?: Body, headers: Record<string, string> = {}) {
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const answer = await fetch(path.startsWith('http') ? path : `${platform.baseUrl}/artifactory/${path}`, {
    method,
    headers: { ...(headers['x-nuget-apikey'] ? {} : { authorization: platform.adminAuth }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString();
  const message = text.startsWith('{"errors"') ? (JSON.parse(text).errors[0].message as string) : text;
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    text,
    message,
    json: () => JSON.parse(text),
  };
}
const get = (path: string, headers: Record<string, string> = {}) =>
  call('GET', path.startsWith('http') ? path : `api/nuget/v3/${path}`, undefined, headers);

async function repository(key: string, configuration: object) {
  const body = JSON.stringify({ packageType: 'nuget', ...configuration });
  const made = await call('PUT', `api/repositories/${key}`, body, { 'content-type': 'application/json' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
}

function push(repo: string, bytes: Buffer, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.set('package', new Blob([new Uint8Array(bytes)]), 'package.nupkg');
  return call('PUT', `api/nuget/v3/${repo}/package`, form, headers);
}
const publish = async (sample: SamplePackage, repo = 'nuget') => {
  const answer = await push(repo, nupkg(sample));
  expect([sample.id, sample.version, answer.status, answer.text]).toEqual([
    sample.id,
    sample.version,
    201,
    '',
  ]);
};

async function indexed(name: string) {
  const { rows } = await withStorage(platform.storage, () =>
    db().execute<Record<string, unknown>>(sql`
      SELECT p.name, v.name AS version, v.repo, v.licenses, d.readme, d.description, d.keywords, d.dependencies, l.latest_version AS latest
      FROM packages p JOIN versions v ON v.package_id = p.id JOIN version_details d ON d.version_id = v.id
        JOIN package_listings l ON l.package_id = p.id AND l.repo = '*'
      WHERE p.type = 'nuget' AND p.name_lower = ${name.toLowerCase()} ORDER BY v.sort_key`),
  );
  return rows;
}

/** The URL in the service index for a resource type. */
async function resource(repo: string, type: string): Promise<string> {
  const { resources } = (await get(`${repo}/index.json`)).json();
  const found = resources.find((each: { '@type': string }) => each['@type'] === type);
  expect([type, found]).toEqual([type, expect.anything()]);
  return found['@id'];
}

describe('the service index', () => {
  it('lists the resources that clients look for, with URLs of the requested host', async () => {
    const { version, resources } = (await get('nuget/index.json')).json();
    expect(version).toBe('3.0.0');
    const types = resources.map((each: { '@type': string }) => each['@type']);
    for (const type of [
      ...[
        'PackagePublish/2.0.0',
        'PackageBaseAddress/3.0.0',
        'RegistrationsBaseUrl',
        'RegistrationsBaseUrl/3.4.0',
      ],
      ...[
        'RegistrationsBaseUrl/3.6.0',
        'SearchQueryService',
        'SearchQueryService/3.0.0-rc',
        'SearchAutocompleteService',
      ],
    ]) {
      expect(types).toContain(type);
    }
    for (const each of resources)
      expect(each['@id']).toContain(`${platform.baseUrl}/artifactory/api/nuget/v3/nuget/`);
  });
});

describe('publishing a package', () => {
  it('accepts a package and serves it regardless of case and trailing zeros', async () => {
    const more = `<title>The Thing</title><tags>json, parser</tags><license type="expression">MIT OR Apache-2.0</license>
      <readme>docs\\README.md</readme><projectUrl>https://example.org</projectUrl><iconUrl>javascript:x</iconUrl>${dependencies}`;
    const bytes = nupkg({
      id: 'Own.Thing',
      version: '1.02.0.0-Beta+abc',
      more,
      files: { 'docs/README.md': '# Thing' },
    });
    const key = Buffer.from(platform.adminAuth.slice('Basic '.length), 'base64').toString();
    expect((await push('nuget', bytes, { 'x-nuget-apikey': key })).status).toBe(201);
    const flat = await resource('nuget', 'PackageBaseAddress/3.0.0');
    expect((await get(`${flat}own.thing/index.json`)).json()).toEqual({ versions: ['1.2.0-beta'] });
    expect((await get(`${flat}own.thing/1.2.0-beta/own.thing.1.2.0-beta.nupkg`)).bytes.equals(bytes)).toBe(
      true,
    );
    expect((await get(`${flat}Own.Thing/1.2.0-BETA/Own.Thing.1.2.0-BETA.nupkg`)).bytes.equals(bytes)).toBe(
      true,
    );
    expect((await get(`${flat}own.thing/1.2.0-beta/own.thing.nuspec`)).text).toContain('<id>Own.Thing</id>');
    expect((await get(`${flat}own.thing/1.2.0-beta/readme`)).text).toBe('# Thing');
    expect((await get(`${flat}own.thing/1.3.0/own.thing.1.3.0.nupkg`)).status).toBe(404);
    expect(await indexed('own.thing')).toEqual([
      {
        ...{
          name: 'Own.Thing',
          version: '1.2.0-Beta+abc',
          repo: 'nuget-local',
          licenses: ['MIT OR Apache-2.0'],
        },
        ...{
          readme: '# Thing',
          description: 'What Own.Thing does',
          keywords: ['json', 'parser'],
          latest: '1.2.0-Beta+abc',
        },
        dependencies: { Serilog: '[2.0.0, ) (net6.0), [1.5.0, ) (.NETStandard2.0)', Polly: '[7.0.0, 8.0.0)' },
      },
    ]);
  });

  it('lets exactly one of several concurrent publishes of a version succeed', async () => {
    const one = nupkg({ id: 'Race', version: '1.0.0' });
    const two = nupkg({ id: 'race', version: '1.0.0.0', more: '<title>x</title>' });
    const answers = await Promise.all([one, two, one].map((each) => push('nuget-local', each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const again = await push('nuget-local', one);
    expect([again.status, again.message]).toEqual([
      409,
      expect.stringContaining('Publish the package with another version'),
    ]);
    // Another path does not bypass the check.
    const elsewhere = await call('PUT', 'nuget-local/sub/race.1.0.0.nupkg', one);
    expect([elsewhere.status, (await indexed('race')).length]).toEqual([409, 1]);
    await repository('loose', { rclass: 'local', allowOverwrite: true });
    expect((await push('loose', one)).status).toBe(201);
    expect((await push('loose', two)).status).toBe(201);
    expect((await get('loose/registration/race/1.0.0.json')).json().catalogEntry.title).toBe('x');
  });

  it('accepts symbols of an existing version and deletes them with it', async () => {
    const sample = { id: 'With.Symbols', version: '1.0.0' };
    const symbols = (more = '') =>
      nupkg({ ...sample, more: `<packageTypes><packageType name="SymbolsPackage"/></packageTypes>${more}` });
    const address = await resource('nuget', 'SymbolPackagePublish/4.9.0');
    const pushed = (bytes: Buffer) => {
      const form = new FormData();
      form.set('package', new Blob([new Uint8Array(bytes)]), 'package.snupkg');
      return call('PUT', address, form);
    };
    const early = await pushed(symbols());
    expect([early.status, early.message]).toEqual([
      404,
      expect.stringContaining('Push the package before its symbols'),
    ]);
    await publish(sample);
    expect((await pushed(symbols())).status).toBe(201);
    expect((await pushed(symbols())).status).toBe(201);
    const other = await pushed(symbols('<summary>another</summary>'));
    expect([other.status, other.message]).toEqual([409, expect.stringContaining('symbols of With.Symbols')]);
    const at = 'nuget-local/with.symbols/1.0.0/with.symbols.1.0.0';
    expect((await call('GET', `${at}.snupkg`)).bytes.equals(symbols())).toBe(true);
    const files = async () => {
      const { rows } = await withStorage(platform.storage, () =>
        db().execute<{ path: string }>(sql`
          SELECT f.path FROM packages p JOIN versions v ON v.package_id = p.id JOIN version_files vf ON vf.version_id = v.id
          JOIN files f ON f.id = vf.file_id WHERE p.type = 'nuget' AND p.name = ${sample.id} ORDER BY f.path`),
      );
      return rows.map(({ path }) => path.split('/').at(-1));
    };
    expect(await files()).toEqual(['with.symbols.1.0.0.nupkg', 'with.symbols.1.0.0.snupkg']);
    expect((await call('DELETE', `${at}.snupkg`)).status).toBe(204);
    expect(await files()).toEqual(['with.symbols.1.0.0.nupkg']);
    expect((await pushed(symbols())).status).toBe(201);
    expect((await call('DELETE', `${at}.nupkg`)).status).toBe(204);
    expect(await files()).toEqual([]);
    expect((await call('GET', `${at}.snupkg`)).status).toBe(404);
    expect((await pushed(Buffer.from('no archive'))).status).toBe(400);
  });

  it('keeps the spelling of the package ID that was published first', async () => {
    await publish({ id: 'Named.Once', version: '1.0.0' });
    await publish({ id: 'NAMED.once', version: '1.1.0' });
    expect((await indexed('named.once')).map(({ name, version }) => [name, version])).toEqual([
      ['Named.Once', '1.0.0'],
      ['Named.Once', '1.1.0'],
    ]);
  });

  it('reads the license from its file or its URL', async () => {
    const file = '<license type="file">LICENSE.txt</license>';
    await publish({ id: 'License.File', version: '1.0.0', more: file, files: { 'LICENSE.txt': mit } });
    await publish({
      id: 'License.Url',
      version: '1.0.0',
      more: '<licenseUrl>https://licenses.nuget.org/BSD-3-Clause</licenseUrl>',
    });
    await publish({
      id: 'License.Elsewhere',
      version: '1.0.0',
      more: '<licenseUrl>http://www.apache.org/licenses/LICENSE-2.0.html</licenseUrl>',
    });
    await publish({
      id: 'License.Anywhere',
      version: '1.0.0',
      more: '<licenseUrl>https://example.org/our-license</licenseUrl>',
    });
    expect((await indexed('license.elsewhere'))[0]?.licenses).toEqual(['Apache-2.0']);
    expect((await indexed('license.anywhere'))[0]?.licenses).toEqual([]);
    expect((await indexed('license.file'))[0]?.licenses).toEqual(['MIT']);
    expect((await indexed('license.url'))[0]?.licenses).toEqual(['BSD-3-Clause']);
  });

  it('rejects an invalid package with a message', async () => {
    const of = (nuspec: string) => zipOf([{ path: 'x.nuspec', content: nuspec }]);
    for (const [bytes, said] of [
      [Buffer.from('no zip'), 'it is an incomplete zip archive'],
      [zipOf([{ path: 'lib/x.nuspec', content: '' }]), 'it has no .nuspec at its root'],
      [zipOf([{ path: 'a.nuspec' }, { path: 'b.nuspec' }]), 'more than one .nuspec'],
      [zipOf([{ path: '../x.nuspec' }]), 'escapes the target directory'],
      [of('<package>'), 'Invalid nuspec'],
      [of('<!DOCTYPE x [<!ENTITY a "b">]><package/>'), 'it contains a DOCTYPE'],
      [of('<other/>'), 'it has no valid package metadata'],
      [of(nuspecText({ id: '../x', version: '1.0' })), 'its id is "../x"'],
      [of(nuspecText({ id: 'x', version: 'latest' })), 'its version is "latest"'],
      [
        of(
          nuspecText({ id: 'x', version: '1.0', more: '<dependencies><dependency id="/"/></dependencies>' }),
        ),
        'it depends on "/"',
      ],
    ] as const) {
      const answer = await push('nuget', bytes);
      expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(said)]);
    }
    const none = await call('PUT', 'api/nuget/v3/nuget/package', 'x', { 'content-type': 'text/plain' });
    expect([none.status, none.message]).toEqual([400, expect.stringContaining('Invalid upload form')]);
  });

  it('requires permission, by key or by password', async () => {
    await withStorage(platform.storage, () => createUser('nora', { password: 'an old tune of the sea' }));
    const bytes = nupkg({ id: 'Secret', version: '1.0.0' });
    expect((await push('nuget', bytes, { 'x-nuget-apikey': 'wrong' })).message).toContain(
      'Invalid X-NuGet-ApiKey',
    );
    expect((await push('nuget', bytes, { 'x-nuget-apikey': 'nora:an old tune of the sea' })).status).toBe(
      403,
    );
    await publish({ id: 'Secret', version: '1.0.0' });
    const base = `${platform.baseUrl}/artifactory/api/nuget/v3/nuget`;
    for (const [method, path] of [
      ...[
        '/index.json',
        '/flatcontainer/secret/index.json',
        '/registration/secret/index.json',
        '/query',
        '/autocomplete',
      ].map((each) => ['GET', each] as const),
      ['GET', '/flatcontainer/secret/1.0.0/secret.1.0.0.nupkg'],
      ['PUT', '/package'],
      ['DELETE', '/package/secret/1.0.0'],
      ['POST', '/package/secret/1.0.0'],
    ] as const) {
      expect([path, (await fetch(base + path, { method })).status]).toEqual([path, 401]);
    }
    expect((await get('npm-local/index.json')).status).toBe(404);
  });
});

describe('package metadata', () => {
  const id = 'Many.Versions';
  beforeAll(async () => {
    for (const version of ['1.10.0', '1.9.0', '2.0.0-rc.1', '1.0.0-beta', '1.9.0.1'])
      await publish({ id, version, more: dependencies });
  });

  it('lists versions in order, without SemVer 2 versions for old clients', async () => {
    const flat = (await get('nuget/flatcontainer/many.versions/index.json')).json();
    expect(flat.versions).toEqual(['1.0.0-beta', '1.9.0', '1.9.0.1', '1.10.0', '2.0.0-rc.1']);
    const base = await resource('nuget', 'RegistrationsBaseUrl/3.6.0');
    const index = (await get(`${base}many.versions/index.json`)).json();
    expect([index.count, index.items[0].count, index.items[0].lower, index.items[0].upper]).toEqual([
      1,
      5,
      '1.0.0-beta',
      '2.0.0-rc.1',
    ]);
    const [, item] = index.items[0].items;
    expect(item).toMatchObject({
      packageContent: `${platform.baseUrl}/artifactory/api/nuget/v3/nuget/flatcontainer/many.versions/1.9.0/many.versions.1.9.0.nupkg`,
      catalogEntry: { id, version: '1.9.0', listed: true, authors: 'Rosa, Emil', minClientVersion: '2.12' },
    });
    expect(item.catalogEntry.dependencyGroups[0]).toMatchObject({
      targetFramework: 'net6.0',
      dependencies: [
        { id: 'Serilog', range: '[2.0.0, )' },
        { id: 'Polly', range: '[7.0.0, 8.0.0)' },
      ],
    });
    expect((await get(item['@id'])).json()).toMatchObject({
      listed: true,
      packageContent: item.packageContent,
    });
    expect((await get(item.packageContent)).status).toBe(200);
    const old = (
      await get(`${await resource('nuget', 'RegistrationsBaseUrl')}many.versions/index.json`)
    ).json();
    expect(
      old.items[0].items.map((each: { catalogEntry: { version: string } }) => each.catalogEntry.version),
    ).not.toContain('2.0.0-rc.1');
    expect((await get('nuget/registration/no.such/index.json')).status).toBe(404);
    const known = await get(`${base}many.versions/index.json`);
    expect(
      (await get(`${base}many.versions/index.json`, { 'if-none-match': known.headers.get('etag') ?? '' }))
        .status,
    ).toBe(304);
  });

  it('is split into pages if it is long', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`
        INSERT INTO nuget_versions (repo, lower_id, lower_version, id, version, sort_key, prerelease, semver2, published, path, entry)
        SELECT 'nuget-local', 'paged', '1.0.' || n, 'Paged', '1.0.' || n, lpad(n::text, 4, '0'), false, false, now(), 'p/' || n, '{}'
        FROM generate_series(0, 199) n`),
    );
    const index = (await get('nuget/registration/paged/index.json')).json();
    expect([index.count, index.items[3].count, index.items[3].items]).toEqual([4, 8, undefined]);
    const page = (await get(index.items[3]['@id'])).json();
    expect([page.items.length, page.items[7].catalogEntry.version]).toEqual([8, '1.0.199']);
    expect((await get('nuget/registration/paged/page/1.0.0/1.0.199.json')).status).toBe(404);
  });

  it('is found by search terms and by autocompletion', async () => {
    const query = await resource('nuget', 'SearchQueryService');
    const found = (await get(`${query}?q=many+VERSIONS`)).json();
    expect(found).toMatchObject({
      totalHits: 1,
      data: [{ id, version: '1.10.0', authors: ['Rosa', 'Emil'], description: `What ${id} does` }],
    });
    expect(found.data[0].versions.map((each: { version: string }) => each.version)).toEqual([
      '1.9.0',
      '1.9.0.1',
      '1.10.0',
    ]);
    const all = (await get(`${query}?q=packageid:many.versions&prerelease=true&semVerLevel=2.0.0`)).json();
    expect(all.data[0].version).toBe('2.0.0-rc.1');
    const first = (await get(`${query}?take=1`)).json();
    const second = (await get(`${query}?take=1&skip=1`)).json();
    expect([first.totalHits > 3, first.data.length, first.data[0].id === second.data[0].id]).toEqual([
      true,
      1,
      false,
    ]);
    expect((await get(`${query}?q=100%25_`)).json().totalHits).toBe(0);
    expect((await get(`${query}?take=x`)).message).toContain("'take' must be a number");
    const complete = await resource('nuget', 'SearchAutocompleteService');
    expect((await get(`${complete}?q=many`)).json()).toEqual({ totalHits: 1, data: [id] });
    expect((await get(`${complete}?id=many.versions&prerelease=true`)).json().data).toEqual([
      '1.0.0-beta',
      '1.9.0',
      '1.9.0.1',
      '1.10.0',
    ]);
  });

  it('can be unlisted and relisted: hidden from search but still downloadable', async () => {
    await publish({ id: 'Hidden', version: '1.0.0' });
    const address = await resource('nuget', 'PackagePublish/2.0.0');
    expect((await call('DELETE', `${address}/hidden/1.0.0`)).status).toBe(204);
    expect((await get('nuget/query?q=hidden')).json().totalHits).toBe(0);
    expect((await get('nuget/registration/hidden/1.0.0.json')).json().listed).toBe(false);
    expect((await get('nuget/flatcontainer/hidden/1.0.0/hidden.1.0.0.nupkg')).status).toBe(200);
    expect((await call('POST', `${address}/hidden/1.0.0`)).status).toBe(200);
    expect((await get('nuget/query?q=hidden')).json().totalHits).toBe(1);
    expect((await call('DELETE', `${address}/hidden/2.0.0`)).status).toBe(404);
    const { files } = { files: await call('DELETE', 'nuget-local/hidden/1.0.0/hidden.1.0.0.nupkg') };
    expect([
      files.status,
      await indexed('hidden'),
      (await get('nuget/flatcontainer/hidden/index.json')).status,
    ]).toEqual([204, [], 404]);
  });
});

describe('publishing corrupted packages', () => {
  it('is rejected with a message or creates a complete version', async () => {
    await repository('broken', { rclass: 'local' });
    const random = randomNumbers(35);
    const words = ['&#0;', '&#xD800;', '\0', '\xff', '&#x1F600;', '<title>&#xDFFF;</title>'];
    let taken = 0;
    for (let round = 0; round < fuzzRounds / 5; round++) {
      const whole = Buffer.from(nuspecText({ id: 'Broken', version: `1.0.${round}`, more: dependencies }));
      // The ID and version stay intact, so that some samples are accepted.
      const nuspec = Buffer.concat([whole.subarray(0, 230), mutate(whole.subarray(230), random, words)]);
      const bytes =
        round % 2
          ? zipOf([{ path: 'x.nuspec', content: nuspec }])
          : mutate(nupkg({ id: 'Broken', version: `1.0.${round}` }), random, words);
      const answer = await push('broken', bytes);
      expect([201, 400, 409], answer.text).toContain(answer.status);
      if (answer.status === 201) taken += 1;
    }
    const all = (await get('broken/flatcontainer/broken/index.json')).json().versions.length;
    expect([all, (await indexed('broken')).length]).toEqual([taken, taken]);
  });
});
