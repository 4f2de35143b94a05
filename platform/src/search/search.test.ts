import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactPage, SearchSuggestions } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../archives/testing/zipOf.ts';
import { db, withStorage } from '../database/db.ts';
import { setTags } from '../packages/indexing.ts';
import { publish } from '../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { indexWaiting } from './archives/indexArchives.ts';
import type { FileFilter } from './files/FileFilter.ts';
import { fileOrder } from './files/fileOrder.ts';
import { filePage } from './files/filePage.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const basic = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

beforeAll(async () => {
  platform = await testPlatform();
  await put('org/acme/lib/1.0/lib-1.0.jar', await jar());
  await put('org/acme/lib/1.0/lib-1.0-sources.jar', 'sources');
  await put('org/acme/lib/1.1/lib-1.1.jar;build.name=app;qa=passed,signed', 'one dot one');
  await put('secret/Plan_100%25.txt;qa=failed', 'a plan');
  await put('open/readme.txt', 'hello');
  await admin('PUT', '/artifactory/api/repositories/other-local', {
    key: 'other-local',
    rclass: 'local',
    packageType: 'generic',
  });
  await put('copy-of-lib.jar', 'one dot one', 'other-local');
  await withStorage(platform.storage, () => publish({ name: 'left-pad', version: '1.3.0' }));
  for (const name of ['reader', 'nobody'])
    await admin('POST', '/access/api/v2/users', {
      username: name,
      password,
      email: `${name}@example.org`,
      groups: [],
    });
  await admin('POST', '/access/api/v2/permissions', {
    name: 'open-only',
    resources: {
      artifact: {
        actions: { users: { reader: ['READ'] }, groups: {} },
        targets: { 'generic-local': { include_patterns: ['open/**', 'org/**'], exclude_patterns: [] } },
      },
    },
  });
});
afterAll(() => platform?.close());

async function jar(): Promise<Buffer> {
  return zipOf([
    { path: 'META-INF/MANIFEST.MF', content: 'Manifest' },
    { path: 'org/acme/Logger.class', content: 'x' },
    { path: 'org/acme/Logger$Level.class', content: 'x' },
    { path: 'org/acme/logger.properties', content: 'x' },
  ]);
}

async function put(path: string, content: string | Buffer, repo = 'generic-local') {
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/${repo}/${path}`,
    headers: { authorization: platform.adminAuth },
    payload: Buffer.from(content),
  });
  expect(answer.statusCode, answer.body).toBe(201);
}

async function admin(method: 'PUT' | 'POST', url: string, payload: object) {
  const answer = await platform.app.inject({
    method,
    url,
    payload,
    headers: { authorization: platform.adminAuth },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await platform.app.inject({
    url,
    headers: { authorization: platform.adminAuth, ...headers },
  });
  const isJson = `${answer.headers['content-type']}`.startsWith('application/json');
  return { status: answer.statusCode, text: answer.body, json: isJson ? JSON.parse(answer.body) : undefined };
}

const api = '/artifactory/api/search';
const paths = (json: { results: { uri: string }[] }) =>
  json.results.map(({ uri }) => decodeURIComponent(uri.replace(/^.*\/api\/storage\//, '')));
const found = async (call: string, headers?: Record<string, string>) =>
  paths((await get(`${api}/${call}`, headers)).json);
const hash = (kind: string, text: string) => createHash(kind).update(text).digest('hex');

describe('the public search API', () => {
  it('finds files by part of their name, ignoring case', async () => {
    expect(await found('artifact?name=LIB-1.0')).toEqual([
      'generic-local/org/acme/lib/1.0/lib-1.0-sources.jar',
      'generic-local/org/acme/lib/1.0/lib-1.0.jar',
    ]);
    expect(await found('artifact?name=lib-1.?.jar')).toEqual([
      'generic-local/org/acme/lib/1.0/lib-1.0.jar',
      'generic-local/org/acme/lib/1.1/lib-1.1.jar',
    ]);
    expect(await found('artifact?name=_100%25')).toEqual(['generic-local/secret/Plan_100%.txt']);
    expect(await found('artifact?name=lib&repos=other-local')).toEqual(['other-local/copy-of-lib.jar']);
    expect(await found('quick?name=no-such-thing')).toEqual([]);
  });

  it('returns details of each file on request', async () => {
    const { json } = await get(`${api}/artifact?name=lib-1.1.jar`, { 'x-result-detail': 'info, properties' });
    expect(json.results).toHaveLength(1);
    expect(json.results[0]).toMatchObject({
      repo: 'generic-local',
      path: '/org/acme/lib/1.1/lib-1.1.jar',
      size: '11',
      checksums: { md5: hash('md5', 'one dot one') },
      properties: { 'build.name': ['app'], qa: ['passed', 'signed'] },
    });
    expect(json.results[0].uri).toMatch(/\/artifactory\/api\/storage\/generic-local\/org\//);
  });

  it('finds files by each checksum in all repositories', async () => {
    for (const kind of ['md5', 'sha1', 'sha256']) {
      expect(await found(`checksum?${kind}=${hash(kind, 'one dot one')}`)).toEqual([
        'other-local/copy-of-lib.jar',
        'generic-local/org/acme/lib/1.1/lib-1.1.jar',
      ]);
    }
    expect((await get(`${api}/checksum?md5=abc`)).json.errors[0].message).toBe(
      'Invalid ?md5=. Expected 32 hexadecimal digits.',
    );
    expect((await get(`${api}/checksum`)).status).toBe(400);
  });

  it('finds files by group, name, version, and classifier', async () => {
    expect(await found('gavc?g=org.acme&a=lib&v=1.0&c=sources')).toEqual([
      'generic-local/org/acme/lib/1.0/lib-1.0-sources.jar',
    ]);
    expect(await found('gavc?a=lib&v=1.1')).toEqual(['generic-local/org/acme/lib/1.1/lib-1.1.jar']);
  });

  it('finds files by their properties', async () => {
    expect(await found('prop?qa=passed&qa=signed&build.name=app')).toEqual([
      'generic-local/org/acme/lib/1.1/lib-1.1.jar',
    ]);
    expect(await found('prop?qa=*')).toHaveLength(2);
    expect(await found('prop?qa=pass*')).toHaveLength(1);
    expect((await get(`${api}/prop`)).status).toBe(400);
  });

  it('finds files by dates', async () => {
    const before = Date.now() - 3_600_000;
    const { json } = await get(
      `${api}/dates?from=${before}&dateFields=created,lastModified&repos=other-local`,
    );
    expect(json.results).toMatchObject([{ created: expect.any(String), lastModified: expect.any(String) }]);
    expect(await found(`dates?to=${before}&dateFields=created`)).toEqual([]);
    for (const from of ['yesterday', '0000-01-01', '999999999999999'])
      expect((await get(`${api}/dates?from=${from}&dateFields=created`)).status).toBe(400);
    expect((await get(`${api}/dates?from=${before}&dateFields=color`)).status).toBe(400);
  });

  it('lists only files that the caller can read, by path', async () => {
    expect(await found('artifact?name=txt', { authorization: basic('reader') })).toEqual([
      'generic-local/open/readme.txt',
    ]);
    expect(await found(`checksum?md5=${hash('md5', 'a plan')}`, { authorization: basic('reader') })).toEqual(
      [],
    );
    expect(await found('artifact?name=txt', { authorization: basic('nobody') })).toEqual([]);
    expect((await platform.app.inject({ url: `${api}/artifact?name=txt` })).statusCode).toBe(401);
  });
});

describe('the console’s search for artifacts', () => {
  const ask = async (query: string, headers?: Record<string, string>): Promise<ArtifactPage> => {
    const { json, status, text } = await get(`/ui/api/v1/search/artifacts?${query}`, headers);
    expect(status, text).toBe(200);
    return json;
  };

  it('pages through all results, each file once, with the total', async () => {
    const names: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages++) {
      const page = await ask(`name=lib&limit=2&repo=generic-local${cursor}`);
      names.push(...page.results.map(({ name }) => name));
      expect(page.total).toBe(3);
      if (page.next === null) break;
      cursor = `&endCursor=${encodeURIComponent(page.next)}`;
    }
    expect(names).toEqual(['lib-1.0-sources.jar', 'lib-1.0.jar', 'lib-1.1.jar']);
  });

  it('returns a hundred results per page [srch-11]', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`
        INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
        SELECT 'generic-local', 'many/m-' || n || '.bin', ${hash('sha256', 'hello')}, 'text/plain', now(), 'x', now(), 'x'
        FROM generate_series(1, 250) n`),
    );
    const page = await ask('path=many/');
    expect(page.results).toHaveLength(100);
    expect(page.total).toBe(250);
    expect(page.next).not.toBeNull();
  });

  it('sorts by name, modification date, size, and path, in both directions', async () => {
    const names = async (query: string) =>
      (await ask(`repo=generic-local&name=lib&${query}`)).results.map(({ name }) => name);
    expect(await names('sort_by=size')).toEqual(['lib-1.0-sources.jar', 'lib-1.1.jar', 'lib-1.0.jar']);
    expect(await names('sort_by=path&sort_type=desc')).toEqual([
      'lib-1.1.jar',
      'lib-1.0.jar',
      'lib-1.0-sources.jar',
    ]);
    const repos = (await ask('name=lib&sort_by=repo&sort_type=desc')).results.map(({ repo }) => repo);
    expect(repos.indexOf('other-local')).toBe(0);
    expect(await ask('sort_by=size&limit=1')).toMatchObject({ capped: false, next: expect.any(String) });
    expect(await names('sort_type=desc')).toEqual(['lib-1.1.jar', 'lib-1.0.jar', 'lib-1.0-sources.jar']);
    expect(await names('sort_by=modified')).toEqual(['lib-1.0.jar', 'lib-1.0-sources.jar', 'lib-1.1.jar']);
  });

  it('filters by the parameters of its URL [srch-02]', async () => {
    const count = async (query: string) => (await ask(query)).results.length;
    expect(await count('properties=qa=passed&name=lib')).toBe(1);
    expect(await count('path=acme/lib/1.0')).toBe(2);
    expect(await count(`checksum=${hash('sha1', 'a plan')}`)).toBe(1);
    expect(await count(`name=${hash('sha1', 'a plan')}&isChecksum=true`)).toBe(1);
    expect(await count('name=lib&before=2020-01-01')).toBe(0);
    expect(await count('name=lib&after=2020-01-01&repo=generic-local')).toBe(3);
    expect(await count('name=left-pad&pkgType=npm')).toBe(1);
    expect(await count('name=left-pad&pkgType=generic')).toBe(0);
    // By any alias of a package type [pkg-13].
    await admin('PUT', '/artifactory/api/repositories/libs', {
      ...{ key: 'libs', rclass: 'local', packageType: 'maven' },
    });
    await put('org/acme/tea/1.0/tea-1.0.jar', 'leaves', 'libs');
    for (const type of ['maven', 'gavc', 'Maven'])
      expect(await count(`name=tea-1.0&pkgType=${type}`)).toBe(1);
    expect(await count('name=%22lib-1.0.jar%22')).toBe(1);
  });

  it('filters by package version, property set, and branch [srch-02]', async () => {
    await withStorage(platform.storage, () =>
      publish({
        name: '@acme/lantern-oil',
        version: '2.0.0',
        licenses: ['Apache-2.0'],
        description: 'Burns on the other side',
        keywords: ['harbour'],
      }),
    );
    await put('branched.bin;vcs.branch=feature%2Flamp;build.number=7', 'branched');
    const names = async (query: string) => (await ask(query)).results.map(({ name }) => name);
    const right = [expect.stringMatching(/lantern-oil-2\.0\.0\.tgz$/)];
    expect(await names('pkg=lantern')).toEqual(right);
    expect(await names('pkg=npm%3A%2F%2Fleft-pad')).toEqual(['left-pad-1.3.0.tgz']);
    expect(await names('packageQuery=other%20side')).toEqual(right);
    expect(await names('description=burns%20on')).toEqual(right);
    expect(await names('scope=acme')).toEqual(right);
    expect(await names('scope=%40acme&version=1.*')).toEqual([]);
    expect(await names('version=%222.0.0%22&pkgType=npm')).toEqual(right);
    expect(await names('licenses=Apache*')).toEqual(right);
    expect(await names('tags=harbour')).toEqual(right);
    await withStorage(platform.storage, () =>
      setTags('npm-local', 'npm', '@acme/lantern-oil', { stable: '2.0.0' }),
    );
    expect(await names('tags=sta*')).toEqual(right);
    expect(await names('branch=lamp')).toEqual(['branched.bin']);
    expect(await names('propertySets=build')).toEqual(['branched.bin', 'lib-1.1.jar']);
    expect(await names('propertySets=build&propertySets=vcs')).toEqual(['branched.bin']);
    expect(await names('propertySets=buil')).toEqual([]);
    expect(await names('licenses=Apache*&sort_by=size')).toEqual(right);
  });

  it('returns the package version of a file', async () => {
    const { results } = await ask('name=left-pad');
    expect(results[0]?.package).toEqual({ id: 'npm://left-pad', name: 'left-pad', version: '1.3.0' });
  });

  it('is limited to a project', async () => {
    await admin('POST', '/access/api/v1/projects', {
      project_key: 'tea',
      display_name: 'Tea',
      description: '',
      admin_privileges: {},
    });
    await admin('PUT', '/artifactory/api/repositories/tea-files', {
      key: 'tea-files',
      rclass: 'local',
      packageType: 'generic',
      projectKey: 'tea',
    });
    await put('lib-of-tea.jar', 'leaves', 'tea-files');
    expect((await ask('name=lib&project=tea')).results.map(({ name }) => name)).toEqual(['lib-of-tea.jar']);
    expect((await ask('name=lib&project=coffee')).results).toEqual([]);
  });

  it('rejects invalid parameters by name', async () => {
    for (const query of [
      'after=noon',
      'checksum=xyz',
      'limit=0',
      'sort_by=color',
      'severities=grave',
      'pkg=a://',
      'endCursor=abc',
      'searchType=archive',
    ])
      expect((await get(`/ui/api/v1/search/artifacts?${query}`)).status).toBe(400);
  });

  it('is exported as CSV and JSON with the rows that the caller can read', async () => {
    await put('open/%3Dcmd%2C%22x%22.txt', 'formula');
    const csv = await get('/ui/api/v1/search/artifacts/export?format=csv&name=txt', {
      authorization: basic('reader'),
    });
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toBe('repo,path,entry,name,size,created,modified,sha256,packageType,package,version');
    expect(lines).toHaveLength(3);
    expect(csv.text).not.toContain('secret');
    expect(csv.text).toContain(`generic-local,"open/=cmd,""x"".txt",,"'=cmd,""x"".txt",7,`);
    const many = await get('/ui/api/v1/search/artifacts/export?format=json&path=many/');
    expect(many.json).toHaveLength(250);
    expect((await get('/ui/api/v1/search/artifacts/export?format=json&name=no-such')).json).toEqual([]);
    expect((await get('/ui/api/v1/search/artifacts/export?format=xml')).status).toBe(400);
  });
});

describe('the search inside archives', () => {
  it('finds entries of indexed jars and tarballs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lading-search-'));
    await writeFile(join(folder, 'Logger.txt'), 'x');
    await create({ gzip: true, file: join(folder, 'a.tgz'), cwd: folder }, ['Logger.txt']);
    await put('open/logs.tgz', await readFile(join(folder, 'a.tgz')));
    await put('open/broken.zip', 'no archive');
    await rm(folder, { recursive: true });
    await withStorage(platform.storage, async () => {
      while (await indexWaiting());
    });
    const entries = async (query: string, headers?: Record<string, string>) => {
      const { json } = await get(`/ui/api/v1/search/artifacts?searchType=archive&${query}`, headers);
      return (json as ArtifactPage).results.map(({ entry, name }) => `${name}: ${entry}`);
    };
    expect(await entries('name=logger')).toEqual([
      'logs.tgz: Logger.txt',
      'lib-1.0.jar: org/acme/Logger$Level.class',
      'lib-1.0.jar: org/acme/Logger.class',
      'lib-1.0.jar: org/acme/logger.properties',
    ]);
    expect(await entries('name=logger&searchClassOnly=true&excludeInnerClasses=true')).toEqual([
      'lib-1.0.jar: org/acme/Logger.class',
    ]);
    expect(await entries('name=logger&archive=logs*')).toEqual(['logs.tgz: Logger.txt']);
    expect(await entries('name=logger', { authorization: basic('nobody') })).toEqual([]);
    const { json } = await get(`${api}/archive?name=*Logger.class`);
    expect(json.results).toMatchObject([
      { entry: 'org/acme/Logger.class', archiveUris: [expect.stringContaining('lib-1.0.jar')] },
    ]);
    const faults = await withStorage(platform.storage, () =>
      db().execute<{ fault: string }>(sql`SELECT fault FROM archives WHERE fault IS NOT NULL`),
    );
    expect(faults.rows.map(({ fault }) => fault)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Invalid archive: it is an incomplete zip archive/)]),
    );
  });

  it('pages through entries', async () => {
    const names: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages++) {
      const page: ArtifactPage = (
        await get(`/ui/api/v1/search/artifacts?searchType=archive&name=logger&limit=1${cursor}`)
      ).json;
      names.push(...page.results.map(({ entry }) => entry ?? ''));
      if (page.next === null) break;
      cursor = `&endCursor=${encodeURIComponent(page.next)}`;
    }
    expect(names).toHaveLength(4);
    expect(new Set(names).size).toBe(4);
  });
});

describe('suggestions', () => {
  const ask = async (query: string, headers?: Record<string, string>): Promise<SearchSuggestions> =>
    (await get(`/ui/api/v1/search/suggestions?query=${encodeURIComponent(query)}`, headers)).json;

  it('include local packages, repositories, and files', async () => {
    expect((await ask('left')).packages).toMatchObject([{ id: 'npm://left-pad', latestVersion: '1.3.0' }]);
    expect((await ask('pad')).packages).toHaveLength(1);
    expect((await ask('other')).repositories).toEqual([
      { key: 'other-local', type: 'local', packageType: 'generic' },
    ]);
    expect((await ask('readme')).artifacts).toMatchObject([{ repo: 'generic-local', name: 'readme.txt' }]);
    expect(await ask('')).toEqual({ packages: [], repositories: [], artifacts: [] });
  });

  it('can be requested one kind at a time', async () => {
    const path = '/ui/api/v1/search/suggestions?query=l&kind=';
    const { json } = await get(`${path}repositories`);
    expect(json.repositories.length).toBeGreaterThan(0);
    expect([json.packages, json.artifacts]).toEqual([[], []]);
    expect((await get(`${path}users`)).status).toBe(400);
  });

  it('include users by name and email address, only for administrators', async () => {
    const path = '/ui/api/v1/search/users?query=';
    const found = await get(`${path}READ`);
    expect(found.json.users).toEqual([{ username: 'reader', email: expect.any(String) }]);
    expect((await get(`${path}%25`)).json.users).toEqual([]);
    expect((await get(path)).json.users).toEqual([]);
    const denied = await get(`${path}READ`, { authorization: basic('reader') });
    expect(denied.status).toBe(403);
    expect(JSON.stringify(denied.json)).not.toContain('email');
  });

  it('send no upstream requests', async () => {
    let asked = 0;
    const upstream = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    await admin('PUT', '/artifactory/api/repositories/far-remote', {
      key: 'far-remote',
      rclass: 'remote',
      packageType: 'generic',
      url: `http://127.0.0.1:${port}/`,
      allowPrivateUpstream: true,
    });
    expect((await ask('far')).repositories).toMatchObject([{ key: 'far-remote' }]);
    await ask('left-pad');
    await get('/ui/api/v1/search/artifacts?name=far&repo=far-remote');
    await get(`${api}/artifact?name=far`);
    expect(asked).toBe(0);
    await new Promise((resolve) => upstream.close(resolve));
  });

  it('include nothing that the caller cannot read', async () => {
    const own = await ask('plan', { authorization: basic('reader') });
    expect(own).toEqual({ packages: [], repositories: [], artifacts: [] });
    expect((await ask('left', { authorization: basic('reader') })).packages).toEqual([]);
    expect((await ask('other', { authorization: basic('reader') })).repositories).toEqual([]);
  });
});

describe('a search with thousands of matches', () => {
  const names = (name: string, complete: boolean) => all({ name }, complete);
  const all = async (filter: FileFilter, complete: boolean) => {
    const found: string[] = [];
    let capped = false;
    const order = fileOrder('NAME', 'ASC');
    for (let after: Awaited<ReturnType<typeof filePage>>['stoppedAt']; ; ) {
      const request = { filter, scope: ['*'], order, first: 1000, complete };
      const page = await filePage({ ...request, ...(after ? { after } : {}) });
      found.push(...page.found.map(({ file }) => file.path));
      capped ||= page.capped;
      after = page.stoppedAt ?? page.found.at(-1)?.place;
      if (!page.hasNextPage || !after) return { found, capped };
    }
  };

  it('finds all matches if complete, and some immediately otherwise', async () => {
    await withStorage(platform.storage, async () => {
      // Of thirty thousand files, the last three thousand match.
      await db().execute(sql`
        INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
        SELECT 'other-local', CASE WHEN n > 27000 THEN 'z/whale-' ELSE 'z/fish-' END || lpad(n::text, 5, '0'),
          ${hash('sha256', 'hello')}, 'text/plain', now(), 'x', now(), 'x' FROM generate_series(1, 30000) n`);
      await db().execute(sql`ANALYZE files`);
      const every = await names('*whale*', true);
      expect(every.found).toHaveLength(3000);
      expect(new Set(every.found).size).toBe(3000);
      const shown = await names('*whale*', false);
      expect(shown.capped).toBe(true);
      expect(shown.found).toHaveLength(3000);
      expect((await names('*hale-2*', false)).found.length).toBeGreaterThan(0);
      expect((await names('*hale-2*', true)).found).toHaveLength(2999);
    });
  });

  it('lists files that are named like the begin of their path in order, page by page', async () => {
    await withStorage(platform.storage, async () => {
      await db().execute(sql`
        INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
        SELECT 'other-local', format('walrus-%s/-/walrus-%s', n, n), ${hash('sha256', 'hello')}, 'text/plain', now(),
          'x', now(), 'x' FROM generate_series(19999, 17000, -1) n`);
      await db().execute(sql`ANALYZE files`);
      const { found, capped } = await all({ path: 'walrus*/-/*' }, false);
      expect(capped).toBe(true);
      expect(found[0]).toBe('walrus-17000/-/walrus-17000');
      expect(found).toHaveLength(3000);
      await db().execute(sql`DELETE FROM files WHERE path LIKE 'walrus-%'`);
    });
  });

  it('finds the few matches that the index determines by the separators between words', async () => {
    await withStorage(platform.storage, async () => {
      await db().execute(sql`
        INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
        SELECT repo, 'z/fish/one', sha256, mime_type, created, created_by, modified, modified_by
        FROM files WHERE path = 'z/fish-00001'`);
      for (const path of ['*fish/*', '*FISH/O*', '*z/fish/*', '*h/o*', 'z/fish/?ne'])
        expect(await all({ path }, false)).toEqual({ found: ['z/fish/one'], capped: false });
      expect(await all({ path: '*fish-0000?' }, false)).toMatchObject({ capped: false });
      expect((await all({ path: '*fish-0000?' }, false)).found).toHaveLength(9);
      expect(await all({ path: '*fish_*' }, false)).toEqual({ found: [], capped: false });
    });
  });

  it('examines some of the files with the words of a path if capped, and all of them if complete', async () => {
    await withStorage(platform.storage, async () => {
      const some = await all({ path: '*fish*/o*' }, false);
      expect(some.capped).toBe(true);
      expect(some.found.length).toBeLessThanOrEqual(1);
      expect(await all({ path: '*fish*/o*' }, true)).toEqual({ found: ['z/fish/one'], capped: false });
      // The index suffices for a single word.
      expect(await all({ path: '*fish/one*' }, false)).toEqual({ found: ['z/fish/one'], capped: false });
    });
  });
});
