import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { indexWaiting } from '../archives/indexArchives.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const reader = `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`;
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

beforeAll(async () => {
  platform = await testPlatform();
  for (const [path, content] of [
    ['a/b/one.txt', '1'],
    ['a/b/two_x.txt;qa=passed;qa.by=ada', '22'],
    ['a/three.jar;qa=failed', '333'],
    ['root.jar', '4444'],
  ]) {
    const url = `/artifactory/generic-local/${path}`;
    const headers = { authorization: platform.adminAuth };
    await platform.app.inject({ method: 'PUT', url, headers, payload: Buffer.from(content ?? '') });
  }
  const headers = { authorization: platform.adminAuth };
  await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/api/repositories/logs-local',
    headers,
    payload: { key: 'logs-local', rclass: 'local', packageType: 'generic' },
  });
  await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/logs-local/logs.jar',
    headers,
    payload: zipOf([
      { path: 'org/acme/Logger.class', content: 'x' },
      { path: 'NOTICE', content: 'x' },
    ]),
  });
  await withStorage(platform.storage, async () => {
    while (await indexWaiting());
  });
  const modules = [
    {
      id: 'org.acme:app',
      artifacts: [{ name: 'root.jar', sha1: sha1('4444') }],
      dependencies: [{ id: 'one', sha1: sha1('1') }],
    },
  ];
  for (const build of [
    {
      name: 'app',
      number: '1',
      started: '2026-05-01T10:00:00.000+0000',
      properties: { env: 'prod' },
      modules,
    },
    { name: 'other', number: '7', started: '2026-05-02T10:00:00.000+0000', modules: [] },
  ])
    await platform.app.inject({ method: 'PUT', url: '/artifactory/api/build', headers, payload: build });
  const user = { username: 'reader', password, email: 'reader@example.org', groups: [] };
  await platform.app.inject({ method: 'POST', url: '/access/api/v2/users', headers, payload: user });
  const targets = { 'generic-local': { include_patterns: ['a/**'], exclude_patterns: ['**/one.txt'] } };
  const artifact = { actions: { users: { reader: ['READ'] }, groups: {} }, targets };
  const payload = { name: 'below-a', resources: { artifact } };
  await platform.app.inject({ method: 'POST', url: '/access/api/v2/permissions', headers, payload });
});
afterAll(() => platform?.close());

async function ask(query: string, authorization = platform.adminAuth) {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/artifactory/api/search/aql',
    headers: { authorization, 'content-type': 'text/plain' },
    payload: query,
  });
  return { status: answer.statusCode, json: answer.json() };
}

const names = async (query: string, authorization?: string) => {
  const { status, json } = await ask(query, authorization);
  expect(status, JSON.stringify(json)).toBe(200);
  return json.results.map(({ name }: { name: string }) => name);
};
const own = '"repo": "generic-local"';

describe('an AQL query', () => {
  it('finds files by fields, operators and properties', async () => {
    expect(await names(`items.find({${own}, "name": {"$match": "*.txt"}}).sort({"$asc": ["name"]})`)).toEqual(
      ['one.txt', 'two_x.txt'],
    );
    expect(await names(`items.find({${own}, "name": "three.jar"})`)).toEqual(['three.jar']);
    expect(await names(`items.find({${own}, "name": {"$match": "t*o?x.txt"}})`)).toEqual(['two_x.txt']);
    expect(await names(`items.find({${own}, "path": "."})`)).toEqual(['root.jar']);
    expect(await names(`items.find({${own}, "path": {"$match": "a*"}}).sort({"$desc": ["size"]})`)).toEqual([
      'three.jar',
      'two_x.txt',
      'one.txt',
    ]);
    expect(
      await names(`items.find({${own}, "size": {"$gt": 1, "$lte": 3}}).sort({"$asc":["name"]})`),
    ).toEqual(['three.jar', 'two_x.txt']);
    expect(await names(`items.find({"@qa": {"$eq": "passed"}})`)).toEqual(['two_x.txt']);
    expect(await names(`items.find({"@qa": {"$match": "*"}, "@qa.by": {"$ne": "ada"}})`)).toEqual([
      'three.jar',
    ]);
    expect(
      await names(`items.find({${own}, "$or": [{"name": "one.txt"}, {"depth": 1}]}).sort({"$asc":["name"]})`),
    ).toEqual(['one.txt', 'root.jar']);
    expect(
      await names(
        `items.find({"$and": [{${own}}, {"name": {"$nmatch": "*.txt"}}]}).sort({"$asc": ["repo", "name"]})`,
      ),
    ).toEqual(['root.jar', 'three.jar']);
    expect(await names(`items.find({${own}, "created": {"$last": "1d"}})`)).toHaveLength(4);
    expect(await names(`items.find({${own}, "created": {"$before": "2 weeks"}})`)).toEqual([]);
    expect(await names(`items.find({${own}, "modified": {"$lt": "2020-01-01"}})`)).toEqual([]);
  });

  it('returns a page of the included fields, with its range', async () => {
    const { json } = await ask(
      `items.find({${own}}).include("name", "sha256", "@qa", "stat").sort({"$asc": ["name"]}).offset(1).limit(2)`,
    );
    expect(json.range).toEqual({ start_pos: 1, end_pos: 3, total: 2, limit: 2 });
    expect(json.results).toEqual([
      { name: 'root.jar', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), stats: [{ downloads: 0 }] },
      {
        name: 'three.jar',
        sha256: expect.any(String),
        stats: [{ downloads: 0 }],
        properties: [{ key: 'qa', value: 'failed' }],
      },
    ]);
    const usual = await ask('items.find({"name": "root.jar"})');
    expect(usual.json.results[0]).toMatchObject({
      repo: 'generic-local',
      path: '.',
      name: 'root.jar',
      type: 'file',
      size: 4,
    });
  });

  it('finds only files that the caller can read, by path', async () => {
    expect(await names(`items.find().sort({"$asc": ["name"]})`, reader)).toEqual(['three.jar', 'two_x.txt']);
    expect(await names(`items.find().sort({"$asc": ["name"]}).offset(1).limit(1)`, reader)).toEqual([
      'two_x.txt',
    ]);
    const nobody = await platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/search/aql',
      payload: 'items.find()',
    });
    expect([401, 415]).toContain(nobody.statusCode);
  });

  it('finds files by archive entries, and by the builds that produced or used them', async () => {
    const entry = '"archive.entry.name": {"$match": "*Logger.class"}';
    expect(await names(`items.find({${entry}})`)).toEqual(['logs.jar']);
    expect(await names(`items.find({${entry}, "archive.entry.path": "org/acme"})`)).toEqual(['logs.jar']);
    expect(await names(`items.find({${entry}, "archive.entry.path": "org"})`)).toEqual([]);
    const inRoot = '{"archive.entry.path": ".", "archive.entry.name": "NOTICE"}';
    expect(await names(`items.find({"$or": [{"$and": [${inRoot}]}]})`)).toEqual(['logs.jar']);
    const made = '"artifact.module.build.name": "app", "artifact.module.build.number":';
    expect(await names(`items.find({${made} "1"})`)).toEqual(['root.jar']);
    // Both conditions must match the same build.
    expect(await names(`items.find({${made} "7"})`)).toEqual([]);
    const apart = '{"artifact.module.build.name": "app"}, {"artifact.module.build.number": "7"}';
    expect(await names(`items.find({"$and": [${apart}]})`)).toEqual([]);
    expect(await names('items.find({"dependency.module.build.name": {"$match": "a*"}})')).toEqual([
      'one.txt',
    ]);
    expect(await names(`items.find({"artifact.module.build.name": "app"})`, reader)).toEqual([]);
  });

  it('lists the builds that produced a file and that the caller can read', async () => {
    const query = (include: string) =>
      `items.find({${own}, "name": {"$match": "*.jar"}}).include("name", ${include}).sort({"$asc": ["name"]})`;
    const made = { 'build.name': 'app', 'build.number': '1' };
    expect(
      (await ask(query('"artifact.module.build.name", "artifact.module.build.number"'))).json.results,
    ).toEqual([{ name: 'root.jar', artifacts: [{ modules: [{ builds: [made] }] }] }, { name: 'three.jar' }]);
    const all = await ask(query('"artifact.module.build"'));
    expect(all.json.results[0].artifacts[0].modules[0].builds).toMatchObject([
      { ...made, 'build.started': '2026-05-01T10:00:00.000Z' },
    ]);
    expect((await ask(query('"artifact.module.build"'), reader)).json.results).toEqual([
      { name: 'three.jar' },
    ]);
    expect((await ask(query('"artifact.module.build.color"'))).json.errors[0].message).toContain(
      'does not support',
    );
  });

  it('finds builds that the caller can read', async () => {
    const { json } = await ask('builds.find({"name": {"$match": "*"}}).sort({"$desc": ["number"]})');
    expect(json.results.map((run: object) => Object.values(run).slice(0, 2))).toEqual([
      ['other', '7'],
      ['app', '1'],
    ]);
    const one = await ask(
      'builds.find({"@env": "prod", "module.name": "org.acme:app"}).include("name", "started")',
    );
    expect(one.json.results).toEqual([{ 'build.name': 'app', 'build.started': '2026-05-01T10:00:00.000Z' }]);
    expect(one.json.range).toMatchObject({ total: 1 });
    expect((await ask('builds.find({"@env": {"$ne": "prod"}})')).json.results).toMatchObject([
      { 'build.name': 'other' },
    ]);
    expect((await ask('builds.find({})', reader)).json.results).toEqual([]);
  });

  it('finds unique properties, and paths inside archives', async () => {
    const all = await ask('properties.find({"item.repo": "generic-local", "key": {"$match": "qa*"}})');
    expect(all.json.results).toEqual([
      { 'property.key': 'qa', 'property.value': 'failed' },
      { 'property.key': 'qa', 'property.value': 'passed' },
      { 'property.key': 'qa.by', 'property.value': 'ada' },
    ]);
    const own = await ask('properties.find({}).include("value").limit(1).offset(1)', reader);
    expect(own.json.results).toEqual([{ 'property.value': 'passed' }]);
    const entries = await ask(
      'archive.entries.find({"name": {"$match": "*.class"}, "archive.item.repo": "logs-local"}).include("name", "archive.item.name")',
    );
    expect(entries.json.results).toEqual([
      { 'entry.name': 'Logger.class', archives: [{ items: [{ name: 'logs.jar' }] }] },
    ]);
    expect((await ask('archive.entries.find({"path": "org/acme"})')).json.results).toEqual([
      { 'entry.name': 'Logger.class', 'entry.path': 'org/acme' },
    ]);
    expect((await ask('archive.entries.find({})', reader)).json.results).toEqual([]);
  });

  it.each([
    ['', 'At character 1: expected a name, got the end'],
    [
      'boats.find({})',
      'At character 1: unknown domain "boats.find". Expected items.find({…}), builds.find({…})',
    ],
    ['items.seek({})', 'unknown domain'],
    ['items.find({"name": "a"', "At character 24: expected '}', got the end"],
    ['items.find({"color": "red"})', 'At character 13: Unknown field "color"'],
    [
      'items.find({"repo": "a", "$or": [{"name": {"$like": "a"}}]})',
      'At character 35: Unknown operator "$like"',
    ],
    ['items.find({"name": {"$like": "a"}})', 'At character 13: Unknown operator "$like"'],
    ['items.find({"name": ["a"]})', 'A field is compared with one value'],
    ['items.find({"$or": {"name": "a"}})', 'for $or. Expected an array of conditions'],
    ['items.find({"size": {"$match": "1*"}})', '$match compares strings, but size is a number'],
    ['items.find({"created": {"$last": "soon"}})', 'Expected a number and a unit'],
    ['items.find({"created": {"$gt": "0000-01-01"}})', 'for created. Expected a date such as'],
    ['items.find({"created": {"$gt": -99999999999999}})', 'for created. Expected a date such as'],
    ['items.find({"type": "folder"})', 'Invalid type'],
    [
      'items.find({}).drop("files")',
      'At character 16: unknown .drop(…). Expected include, sort, offset, limit, distinct, transitive.',
    ],
    ['items.find({"archive.entry.color": "red"})', 'At character 13: Unknown field "archive.entry.color"'],
    ['items.find({}).distinct("a")', 'Invalid .distinct("a"). Expected true or false.'],
    ['items.find({}).transitive(true)', "At character 27: expected ')'"],
    ['items.find({}).sort({"$asc": ["name"], "$asc": ["size"]})', 'Invalid .sort(…). Expected {"$asc"'],
    ['items.find({"repo": "a", "repo": {"$like": "b"}})', 'At character 26: Unknown operator "$like"'],
    ['items.find({"size": null})', 'Invalid value null for size. Expected a number.'],
    [
      'builds.find({"size": 1})',
      'At character 14: Unknown field "size". Expected one of name, number, started',
    ],
    ['builds.find({}).include("repo")', '.include(…) does not support "repo"'],
    [
      'properties.find({}).sort({"$asc": ["item.repo"]})',
      'Unknown field "item.repo". Expected one of key, value.',
    ],
    ['archive.entries.find({"@a": "b"})', 'At character 23: Unknown field "@a"'],
    ['items.find({}).sort({"$asc": ["color"]})', 'Unknown field "color"'],
    [`items.find(${'{"$and":['.repeat(30)}`, 'The query is nested too deeply. The maximum is 20 levels.'],
    [`items.find({"name": "${'a'.repeat(100_001)}"})`, 'The maximum is 100000'],
  ])('with invalid syntax is rejected with the reason (%#)', async (query, message) => {
    const { status, json } = await ask(query);
    expect(status).toBe(400);
    expect(json.errors[0].message).toContain(message);
  });

  it('accepts the syntax of existing clients', async () => {
    // With several properties and exclusions, each in its own $or.
    const spec = [
      `"$and":[{"@qa":"passed"}],"$and":[{"@qa.by":{"$match":"a*"}}],"type":"any","path":{"$ne":"."},`,
      `"$or":[{"path":{"$nmatch":"*"},"name":{"$nmatch":"one*"}}],"$or":[{"repo":{"$nmatch":"x"},"name":{"$nmatch":"y"}}],`,
      `"$or":[{"$and":[{${own},"path":".","name":{"$match":"*"}}]},{"$and":[{${own},"path":{"$match":"a*"},"name":{"$match":"*"}}]}]`,
    ].join('');
    const fields = [
      'name',
      'repo',
      'path',
      'actual_md5',
      'actual_sha1',
      'sha256',
      'size',
      'type',
      'modified',
      'created',
      'property',
    ];
    const include = `.include(${fields.map((field) => `"${field}"`).join(',')})`;
    const { status, json } = await ask(`items.find({${spec}})${include}.transitive().limit(5)`);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json.results).toMatchObject([
      {
        ...{ name: 'two_x.txt', path: 'a/b', repo: 'generic-local', type: 'file', size: 2 },
        properties: [
          { key: 'qa', value: 'passed' },
          { key: 'qa.by', value: 'ada' },
        ],
      },
    ]);
    const left = '"$or":[{"path":{"$nmatch":"a"},"name":{"$nmatch":"*.jar"}}]';
    expect(await names(`items.find({${own}, ${left}}).sort({"$asc": ["name"]})`)).toEqual([
      ...['one.txt', 'root.jar', 'two_x.txt'],
    ]);
    // Both conditions of a repeated key must match.
    const twice = `"name": {"$nmatch": "*.jar"}, "name": {"$nmatch": "one*"}`;
    expect(await names(`items.find({${own}, ${twice}})`)).toEqual(['two_x.txt']);
    expect(await names(`items.find({${own}, "name": {"$nmatch": "*.jar", "$nmatch": "one*"}})`)).toEqual([
      'two_x.txt',
    ]);
    expect(await names(`items.find({${own}, "@qa": "passed", "@qa": "failed"})`)).toEqual([]);
    expect(await names(`items.find({${own}}).distinct(false).sort({"$asc": ["name"]}).limit(1)`)).toEqual([
      'one.txt',
    ]);
  });

  it('finds files with any property, and with any value of a property', async () => {
    expect(await names(`items.find({${own}, "@*": "ada"})`)).toEqual(['two_x.txt']);
    expect(await names(`items.find({${own}, "@*": {"$match": "fail*"}})`)).toEqual(['three.jar']);
    expect(await names(`items.find({${own}, "@qa": {"$eq": "*"}}).sort({"$asc": ["name"]})`)).toEqual([
      'three.jar',
      'two_x.txt',
    ]);
    expect(await names(`items.find({${own}, "@qa": {"$ne": "*"}}).sort({"$asc": ["name"]})`)).toEqual([
      'one.txt',
      'root.jar',
    ]);
    expect(await names(`items.find({${own}, "@*": {"$ne": "ada"}}).sort({"$asc": ["name"]})`)).toEqual([
      'one.txt',
      'root.jar',
      'three.jar',
    ]);
  });

  it('finds files that were never downloaded, or not recently', async () => {
    await platform.app.inject({
      url: '/artifactory/generic-local/root.jar',
      headers: { authorization: platform.adminAuth },
    });
    const never = ['one.txt', 'three.jar', 'two_x.txt'];
    const sorted = '.sort({"$asc": ["name"]})';
    const found = () => names(`items.find({${own}, "stat.downloads": {"$eq": null}})${sorted}`);
    await expect.poll(found, { timeout: 10_000 }).toEqual(never);
    expect(await names(`items.find({${own}, "stat.downloaded": null})${sorted}`)).toEqual(never);
    expect(await names(`items.find({${own}, "stat.downloads": {"$ne": null}})`)).toEqual(['root.jar']);
    expect(await names(`items.find({${own}, "stat.downloaded": {"$before": "4w"}})`)).toEqual([]);
  });

  it('finds files of virtual repositories, and cached files of remote ones', async () => {
    const headers = { authorization: platform.adminAuth };
    const make = (key: string, more: object) =>
      platform.app.inject({
        ...{ method: 'PUT', url: `/artifactory/api/repositories/${key}`, headers },
        payload: { key, packageType: 'generic', ...more },
      });
    await make('far', { rclass: 'remote', url: 'https://example.org/' });
    await make('both', { rclass: 'virtual', repositories: ['logs-local', 'far'] });
    expect(await names('items.find({"repo": "both"})')).toEqual(['logs.jar']);
    expect(await names('items.find({"repo": {"$ne": "both"}, "name": "logs.jar"})')).toEqual([]);
    expect(await names('items.find({"repo": "both"})', reader)).toEqual([]);
    expect(await names('items.find({"repo": "far-cache"})')).toEqual([]);
  });

  it('treats values as values, even if they contain SQL', async () => {
    expect(await names(`items.find({"name": "x' OR '1'='1"})`)).toEqual([]);
    expect(await names(`items.find({"@qa'); DROP TABLE files; --": "x"})`)).toEqual([]);
    expect(await names('items.find({"name": "constructor"})')).toEqual([]);
    expect((await ask('items.find({"constructor": "x"})')).status).toBe(400);
  });
});
