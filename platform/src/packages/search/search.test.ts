import { createHash } from 'node:crypto';
import type { PackagesData } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { scanAll } from '../../scanning/matching/scan.ts';
import { osv } from '../../scanning/testing/osvSamples.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { type Published, publish } from '../testing/publish.ts';
import { Random } from '../testing/random.ts';
import { searchKeys } from './searchKeys.ts';

let platform: TestPlatform;
let reader: string;
let pathReader: string;

async function user(name: string, targets: object): Promise<string> {
  const password = 'a-long-Passw0rd-of-tests';
  const headers = { authorization: platform.adminAuth };
  const post = async (url: string, payload: object) => {
    const response = await platform.app.inject({ method: 'POST', url, payload, headers });
    expect(`${response.statusCode} ${response.body}`).toMatch(/^2/);
  };
  await post('/access/api/v2/users', { username: name, email: `${name}@example.org`, password, groups: [] });
  const artifact = { actions: { users: { [name]: ['READ'] }, groups: {} }, targets };
  await post('/access/api/v2/permissions', { name: `of-${name}`, resources: { artifact } });
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

const published: Published[] = [
  { name: 'react', version: '18.2.0', description: 'Builds user interfaces', keywords: ['ui'] },
  { name: 'react-dom', version: '18.2.0', description: 'Renders to the DOM' },
  { name: 'react-native', version: '0.70.0', description: 'Native apps', licenses: ['Apache-2.0'] },
  { name: 'native-react-bridge', version: '1.0.0', description: 'Connects both' },
  { name: 'preact', version: '10.0.0', description: 'A small alternative', keywords: ['virtual-dom'] },
  { name: 'left-pad', version: '1.3.0', description: 'Pads text on the left side', licenses: ['WTFPL'] },
  { name: 'pad-right', version: '1.0.0', description: 'Pads the other side', licenses: ['GPL-3.0'] },
  { name: 'toaster', version: '2.0.0', description: 'Shows notifications with React', keywords: ['Snack'] },
  { name: 'secret-toaster', version: '1.0.0', description: 'Confidential appliance', repo: 'npm-remote' },
  { name: 'shared', version: '1.0.0', description: 'Public words' },
  { name: 'shared', version: '2.0.0', description: 'Classified words', repo: 'npm-remote' },
  { name: '@acme/http-client', version: '3.1.4', description: 'Calls servers' },
  {
    name: 'org.acme:http',
    version: '1.0',
    type: 'maven',
    repo: 'maven-local',
    leadFile: 'org/acme/http/1.0/http-1.0.jar',
  },
  {
    name: 'team/tool',
    version: '1.0',
    type: 'generic',
    repo: 'generic-local',
    leadFile: 'team/tool/1.0/tool',
  },
  {
    name: 'private/tool',
    version: '1.0',
    type: 'generic',
    repo: 'generic-local',
    leadFile: 'private/tool/1.0/t',
  },
];

beforeAll(async () => {
  platform = await testPlatform();
  await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/api/repositories/maven-local',
    headers: { authorization: platform.adminAuth },
    payload: { rclass: 'local', packageType: 'maven' },
  });
  await withStorage(platform.storage, async () => {
    for (const each of published) await publish(each);
  });
  reader = await user('reader', { 'npm-local': {} });
  pathReader = await user('path-reader', { 'generic-local': { include_patterns: ['team/**'] } });
});
afterAll(() => platform?.close());

async function ask(variables: object, authorization: string) {
  const query = `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
    packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
      edges { node { name latestVersion } } pageInfo { hasNextPage endCursor capped totalCount similar correctedSearch } } }`;
  const response = await platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/mds/packages',
    payload: { graphQL: { query, variables } },
    headers: { authorization, 'x-requested-with': 'XMLHttpRequest' },
  });
  return response;
}

async function search(search: string, more: object = {}, authorization = platform.adminAuth) {
  const response = await ask({ filter: { search }, ...more }, authorization);
  expect(`${response.statusCode} ${response.body}`).toMatch(/^200/);
  const { edges, pageInfo } = (response.json().data as PackagesData).packages;
  return { ...pageInfo, names: edges.map(({ node }) => node.name) };
}

async function refused(search: string): Promise<string> {
  const response = await ask({ filter: { search } }, platform.adminAuth);
  expect(response.statusCode).toBe(400);
  const [{ code, message }] = response.json().errors;
  expect(code).toBe('BAD_SEARCH');
  return message;
}

describe('words', () => {
  it('rank exact names first, then names that begin with them, other names, and texts', async () => {
    expect(await search('react')).toMatchObject({
      names: ['react', 'react-dom', 'react-native', 'native-react-bridge', 'preact', 'toaster'],
      hasNextPage: false,
      totalCount: 6,
      similar: false,
      correctedSearch: null,
    });
  });

  it.each([
    ['native react', ['native-react-bridge', 'react-native']],
    ['REACT native', ['react-native', 'native-react-bridge']],
    ['pad left', ['left-pad']],
    ['left pad', ['left-pad']],
    ['side pads', ['left-pad', 'pad-right']],
    ['snack', ['toaster']],
    ['notif react', ['toaster']],
    ['http', ['@acme/http-client', 'org.acme:http']],
    ['@acme/http', ['@acme/http-client', 'org.acme:http']],
    ['org.acme:http', ['org.acme:http']],
    ['"the other side"', ['pad-right']],
    ['react -native', ['react', 'react-dom', 'preact', 'toaster']],
    ['react-?o*', ['react-dom']],
    ['virtual-dom', ['preact']],
  ])('find %j in any order: %j', async (typed, names) => {
    expect((await search(typed)).names).toEqual(names);
  });

  it('find a version after an at sign', async () => {
    expect((await search('react@18.2')).names).toEqual(['react', 'react-dom']);
    expect((await search('react@19')).names).toEqual([]);
    expect((await search('@acme/http-client@3')).names).toEqual(['@acme/http-client']);
    expect((await search('react@')).names).toContain('react');
  });

  it.each([
    ['reaact type:npm', 'react type:npm'],
    ['lfet-pad', 'left-pad'],
    ['lfet  pad', 'left  pad'],
    ['tosater', 'toaster'],
    ['qqqqqqqq', null],
  ])('are corrected by similar names, %j to %j', async (typed, corrected) => {
    const { correctedSearch, names } = await search(typed);
    expect(correctedSearch).toBe(corrected);
    expect(names).toEqual(corrected === null ? [] : (await search(corrected)).names);
  });

  it.each(['reaact', 'reakt-dom', 'lfet-pad', 'http-clinet'])('offer similar names for %j', async (typed) => {
    const found = await search(typed);
    expect(found.similar).toBe(true);
    expect(found.names[0]).toBe(
      {
        reaact: 'react',
        'reakt-dom': 'react-dom',
        'lfet-pad': 'left-pad',
        'http-clinet': '@acme/http-client',
      }[typed],
    );
  });

  it('find a misspelled word of names and texts, among packages that the caller can read', async () => {
    await withStorage(platform.storage, () => db().execute(sql`ANALYZE package_words`));
    const names = async (typed: string, user?: string) => {
      const { names, similar, hasNextPage } = await search(typed, {}, user);
      return [names, similar, hasNextPage];
    };
    expect(await names('alternatvie')).toEqual([['preact'], true, false]);
    expect(await names('shwos notificatoins')).toEqual([['toaster'], true, false]);
    expect(await names('left-apd')).toEqual([['left-pad'], true, false]);
    expect(await names('confidentail')).toEqual([['secret-toaster'], true, false]);
    expect(await names('confidentail', reader)).toEqual([[], false, false]);
    expect(await names('qqqqqqqq')).toEqual([[], false, false]);
  });

  it('have pages in the order of the ranking', async () => {
    const names: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 10; page++) {
      const found = await search('react', { first: 2, after });
      names.push(...found.names);
      after = found.endCursor;
      if (!found.hasNextPage) break;
    }
    expect(names).toEqual((await search('react')).names);
  });

  it('can be sorted by other columns', async () => {
    const orderBy = { field: 'NAME', direction: 'DESC' };
    expect((await search('react', { orderBy })).names).toEqual([
      'toaster',
      'react-native',
      'react-dom',
      'react',
      'preact',
      'native-react-bridge',
    ]);
  });

  it('match the words of the newest version only', async () => {
    await withStorage(platform.storage, async () => {
      await publish({ name: 'changing', version: '1.0.0', description: 'Formerly yellow' });
      expect((await search('yellow')).names).toEqual(['changing']);
      await publish({ name: 'changing', version: '1.1.0', description: 'Now purple' });
    });
    expect((await search('yellow')).names).toEqual([]);
    expect((await search('purple')).names).toEqual(['changing']);
  });

  it('are deleted with the package', async () => {
    await withStorage(platform.storage, async () => {
      const { rows } = await db().execute(sql`SELECT FROM package_words w WHERE NOT EXISTS (
        SELECT FROM package_listings l WHERE l.package_id = w.package_id AND l.repo = w.repo)`);
      expect(rows).toEqual([]);
    });
  });
});

describe('a search of a user with few permissions', () => {
  it('finds neither packages nor texts of other repositories', async () => {
    expect((await search('toaster', {}, reader)).names).toEqual(['toaster']);
    expect((await search('confidential', {}, reader)).names).toEqual([]);
    expect((await search('classified', {}, reader)).names).toEqual([]);
    const orderBy = { field: 'MODIFIED', direction: 'DESC' };
    expect((await search('classified', { orderBy }, reader)).names).toEqual([]);
    expect((await facets('classified', reader)).types).toEqual([]);
    expect((await search('classified')).names).toEqual(['shared']);
    expect((await search('public words', {}, reader)).names).toEqual(['shared']);
    expect((await search('repo:npm-remote', {}, reader)).names).toEqual([]);
    const secret = await search('secret-toastr', {}, reader);
    expect(secret.names).not.toContain('secret-toaster');
    expect(secret.correctedSearch).toBeNull();
    expect((await search('secret-toastr')).correctedSearch).toBe('secret-toaster');
  });

  it('finds only packages with a readable path', async () => {
    expect((await search('tool', {}, pathReader)).names).toEqual(['team/tool']);
    expect((await search('react', {}, pathReader)).names).toEqual([]);
    const hidden = await search('privat/tool', {}, pathReader);
    expect(hidden.names).not.toContain('private/tool');
    expect(hidden.correctedSearch).toBeNull();
  });
});

describe('conditions', () => {
  it.each([
    ['type:maven', ['org.acme:http']],
    ['type:maven,generic http', ['org.acme:http']],
    ['http -type:npm', ['org.acme:http']],
    ['repo:npm-remote', ['secret-toaster', 'shared']],
    ['toaster -repo:npm-remote', ['toaster']],
    ['repo:maven-*', ['org.acme:http']],
    ['license:GPL*', ['pad-right']],
    ['license:gpl*,wtfpl', ['left-pad', 'pad-right']],
    ['react -license:MIT', ['react-native']],
    ['name:pad', ['left-pad', 'pad-right']],
    ['name:pad*', ['pad-right']],
    ['name:"react"', ['react']],
    ['keyword:ui', ['react']],
    ['description:"Native apps"', ['react-native']],
    ['version:18.*', ['react', 'react-dom']],
    ['modified>2100-01-01', []],
    ['created>=2020-01-01 type:maven', ['org.acme:http']],
    ['type:maven modified<2020-01-01', []],
    ['versions>=2 shared', ['shared']],
    ['downloads>1000000', []],
    ['dependency:nothing', []],
    ['project:nothing', []],
    ['Type:MAVEN', ['org.acme:http']],
  ])('%j: %j', async (typed, names) => {
    expect((await search(typed)).names).toEqual(names);
  });

  it('reject versions of a dependency with too many dependents to compare', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`
        INSERT INTO package_dependents (type, name, by_lower, package_id, repo, sort_key, version, range, development)
        SELECT 'npm', 'popular', 'react', id, 'repo-' || n, '', '1.0.0', '^1.0.0', false
        FROM packages, generate_series(1, 50001) n WHERE name = 'react'`),
    );
    expect(await refused('dependency:popular>1')).toBe(
      'Invalid search at character 1: more than 50000 packages depend on "popular", which is too many to compare their ranges. Select repositories by repo: or project:, or remove the version.',
    );
    expect((await search('dependency:popular>1 repo:npm-local')).names).toEqual([]);
    await withStorage(platform.storage, () =>
      db().execute(sql`DELETE FROM package_dependents WHERE name = 'popular'`),
    );
  });

  it('find packages by their dependencies', async () => {
    await withStorage(platform.storage, () =>
      publish({
        name: 'uses-pad',
        version: '1.0.0',
        dependencies: { 'left-pad': '^1.0.0' },
      }),
    );
    expect((await search('dependency:left-pad')).names).toEqual(['uses-pad']);
    expect((await search('dependency:left*')).names).toEqual(['uses-pad']);
    expect((await search('uses -dependency:left-pad')).names).toEqual([]);
    for (const [typed, found] of [
      ['>1.0.0', true],
      ['>=1.9', true],
      ['<1.0.1', true],
      ['=1.2.3', true],
      ['>=1.5<1.6', true],
      ['>2.0.0', false],
      ['<1', false],
      ['=0.9', false],
      ['>=2<3', false],
    ] as const)
      expect([typed, (await search(`dependency:left-pad${typed}`)).names]).toEqual([
        ...[typed, found ? ['uses-pad'] : []],
      ]);
    expect((await search('dependency:nothing<1,left-pad>1 repo:npm-local')).names).toEqual(['uses-pad']);
    expect((await search('dependency:left*>1')).names).toEqual(['uses-pad']);
    expect((await search('dependency:left-pad>1', {}, pathReader)).names).toEqual([]);
    expect((await search('dependency:left-pad', {}, pathReader)).names).toEqual([]);
  });

  it('tell which declared ranges of a dependency could not be compared', async () => {
    await withStorage(platform.storage, async () => {
      for (const [name, range] of [
        ['by-tag', 'latest'],
        ['by-url', 'git+https://example.org/sail.git'],
        ['by-range', '^1.0.0'],
      ] as const)
        await publish({ name, version: '1.0.0', dependencies: { sail: range } });
      await publish({
        name: 'elsewhere',
        version: '1.0.0',
        dependencies: { sail: 'next' },
        repo: 'npm-remote',
      });
    });
    const notes = async (payload: object, authorization = platform.adminAuth) => {
      const url = '/ui/api/v1/ui/v1/native/search_notes';
      const answer = await platform.app.inject({ method: 'POST', url, headers: { authorization }, payload });
      return answer.statusCode === 200 ? answer.json().unknownRanges : answer.statusCode;
    };
    expect((await search('dependency:sail>1')).names).toEqual(['by-range']);
    const here = { dependency: 'sail', packages: 2, ranges: ['git+https://example.org/sail.git', 'latest'] };
    expect(await notes({ search: 'dependency:sail>1 repo:npm-local' })).toEqual([here]);
    expect(await notes({ search: 'dependency:sail>1', repos: ['npm-local'] })).toEqual([here]);
    expect(await notes({ search: 'dependency:sail>1' })).toMatchObject([{ packages: 3 }]);
    expect(await notes({ search: 'dependency:sail>1', projects: ['none'] })).toEqual([]);
    expect(await notes({ search: 'dependency:sail' })).toEqual([]);
    expect(await notes({ search: 'dependency:sail>1' }, pathReader)).toEqual([]);
    expect(await notes({ search: 'dependency:sail>x' })).toBe(400);
  });

  it('tell which repositories are unknown, without telling of those that the caller cannot read', async () => {
    const unknown = async (payload: object, authorization = platform.adminAuth) => {
      const url = '/ui/api/v1/ui/v1/native/search_notes';
      const answer = await platform.app.inject({ method: 'POST', url, headers: { authorization }, payload });
      return answer.json().unknownRepositories;
    };
    const search = 'repo:npm-locla';
    const hint = { given: 'npm-locla', meant: 'npm-local' };
    expect(await unknown({ search })).toEqual([hint]);
    expect(await unknown({ search, repos: ['maven-local'], projects: ['none'] })).toEqual([hint]);
    expect(await unknown({ search: 'repo:npm-local,"npm-remote" -repo:maven-*' })).toEqual([]);
    expect(await unknown({ search: 'repo:qq*' })).toEqual([{ given: 'qq*', meant: null }]);
    expect(await unknown({ search: 'repo:npm-remtoe,npm-remote' }, reader)).toEqual([
      { given: 'npm-remtoe', meant: null },
      { given: 'npm-remote', meant: null },
    ]);
  });

  it.each([
    [
      'a dependency:x>y',
      'Invalid search at character 3: invalid version "y" of dependency "x". Use a version, such as dependency:lodash<4.17.21.',
    ],
    [
      'dependency:x>',
      'Invalid search at character 1: "x>" has no version. Use a version, such as dependency:lodash<4.17.21.',
    ],
    [
      'a dependency:>1.0',
      'Invalid search at character 3: "dependency:>1.0" has no name. Put the name before the comparison, such as dependency:lodash<4.17.21.',
    ],
    ...['lodash^4', 'lodash@4', '@acme/x@~1', 'a>1,b~2'].map((text): [string, string] => [
      `dependency:${text}`,
      `Invalid search at character 1: the range in "dependency:${text.split(',').at(-1)}" is in a notation that cannot be compared. Compare with versions, such as dependency:lodash>=4<5, or put the name in quotation marks.`,
    ]),
    [
      'dependency:x>1 <2',
      'Invalid search at character 16: "<2" compares nothing. Write conditions without spaces, such as dependency:lodash>=4<5, or use quotation marks.',
    ],
    [
      '-dependency:x>1',
      'Invalid search at character 1: a version of a dependency cannot be excluded, because ranges can be unknown. Remove the minus sign, or the version.',
    ],
    [
      'dependency:a>1,b>1 dependency:c>1,d>1',
      'Invalid search at character 20: versions of more than 3 dependencies are compared. Remove some of the versions.',
    ],
    [
      'typo "open',
      'Invalid search at character 6: a quotation mark is not closed. Add the closing quotation mark.',
    ],
    [
      'types:npm',
      'Invalid search at character 1: unknown condition "types:". Did you mean type:? To search for the text, put it in quotation marks.',
    ],
    ['a license:', 'Invalid search at character 11: "license:" has no value. Add one, such as license:GPL*.'],
    [
      'type>npm',
      'Invalid search at character 1: "type" cannot be compared by >. Use type:, such as type:npm.',
    ],
    [
      '-severity:high',
      'Invalid search at character 1: "severity" cannot be excluded. Remove the minus sign, or compare, such as severity>=high.',
    ],
    [
      'pad type:npmm',
      'Invalid search at character 5: unknown package type "npmm". Did you mean npm? Use cargo, docker, generic, golang, helm, maven, npm, nuget, or pypi.',
    ],
    [
      'type:npm,mav',
      'Invalid search at character 1: unknown package type "mav". Did you mean maven? Use cargo, docker, generic, golang, helm, maven, npm, nuget, or pypi.',
    ],
    [
      'type:cobol',
      'Invalid search at character 1: unknown package type "cobol". Use cargo, docker, generic, golang, helm, maven, npm, nuget, or pypi.',
    ],
    ...[
      ['licence:MIT', 'licence:', 'license:'],
      ['tpye:npm', 'tpye:', 'type:'],
      ['repository:npm-local', 'repository:', 'repo:'],
      ['severty>=high', 'severty>=', 'severity>='],
      ['licences>MIT', 'licences>', 'license:'],
    ].map(([typed, given, meant]): [string, string] => [
      `${typed}`,
      `Invalid search at character 1: unknown condition "${given}". Did you mean ${meant}? To search for the text, put it in quotation marks.`,
    ]),
    [
      'severity:hihg',
      'Invalid search at character 1: unknown severity "hihg". Did you mean high? Use critical, high, medium, or low.',
    ],
    [
      'severity:grave',
      'Invalid search at character 1: unknown severity "grave". Use critical, high, medium, or low.',
    ],
    [
      'modified>2026-02-31',
      'Invalid search at character 1: invalid date "2026-02-31". Use year-month-day, such as modified>=2026-01-31.',
    ],
    [
      'downloads>many',
      'Invalid search at character 1: invalid number "many". Use digits only, such as downloads>1000.',
    ],
    ['x'.repeat(501), 'Invalid search: it has 501 characters. Use up to 500.'],
    [
      'a '.repeat(21),
      'Invalid search at character 41: it has more than 20 words and conditions. Remove some, or separate values of one condition by commas.',
    ],
  ])('%j is rejected', async (typed, message) => {
    expect(await refused(typed)).toBe(message);
  });
});

it('never fails, whatever is typed', async () => {
  const random = new Random(7);
  const keys = Object.keys(searchKeys);
  const pieces = [
    ...keys,
    ...keys.map((key) => `${key}:`),
    ...'> >= < : " - , * ? @ \\ \' % _ é 1 2026-01-01 high react pad'.split(' '),
    ' ',
    ' ',
  ];
  const results = new Set<number>();
  for (let turn = 0; turn < 150; turn++) {
    const text = Array.from({ length: 1 + random.below(8) }, () => pieces[random.below(pieces.length)]).join(
      '',
    );
    const filter = { search: text };
    const { statusCode, body } = await ask(
      { filter, ...(turn % 3 ? {} : { orderBy: { field: 'MODIFIED' } }) },
      turn % 2 ? reader : platform.adminAuth,
    );
    expect([text, statusCode, body]).toEqual([text, statusCode === 200 ? 200 : 400, body]);
    results.add(statusCode);
    const facets = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/v1/native/facets',
      payload: { search: text },
      headers: { authorization: reader },
    });
    expect([text, facets.statusCode]).toEqual([text, facets.statusCode === 200 ? 200 : 400]);
  }
  expect([...results].sort()).toEqual([200, 400]);
});

const facets = async (search: string, authorization = platform.adminAuth) =>
  (
    await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/v1/native/facets',
      payload: { search },
      headers: { authorization },
    })
  ).json();

it('counts the values of facets within the search', async () => {
  expect((await facets('toaster')).repositories).toEqual([
    { value: 'npm-local', count: 1 },
    { value: 'npm-remote', count: 1 },
  ]);
  expect((await facets('toaster', reader)).repositories).toEqual([{ value: 'npm-local', count: 1 }]);
  expect((await facets('http')).types).toEqual([
    { value: 'maven', count: 1 },
    { value: 'npm', count: 1 },
  ]);
  expect((await facets('"the other side"')).types).toEqual([{ value: 'npm', count: 1 }]);
  expect((await facets('classified')).types).toEqual([{ value: 'npm', count: 1 }]);
  expect((await facets('http type:npm')).types).toEqual([{ value: 'npm', count: 1 }]);
});

it('finds packages by their vulnerabilities and checksums, and counts only those', async () => {
  const leaky = { name: 'leaky', version: '1.0.0', description: 'Drips' };
  await withStorage(platform.storage, () => publish(leaky));
  const documents = [osv({ name: 'leaky', aliases: ['CVE-2024-1234'] })];
  const headers = { authorization: platform.adminAuth };
  const url = '/artifactory/api/advisories';
  const added = await platform.app.inject({ method: 'POST', url, payload: documents, headers });
  expect(added.statusCode).toBeLessThan(300);
  await withStorage(platform.storage, scanAll);
  const sha256 = createHash('sha256').update('leaky@1.0.0').digest('hex');
  for (const typed of ['severity>=high', 'severity:high', 'cve:CVE-2024-1234', `checksum:${sha256}`]) {
    expect([typed, (await search(typed)).names]).toEqual([typed, ['leaky']]);
    expect([typed, (await facets(typed)).types]).toEqual([typed, [{ value: 'npm', count: 1 }]]);
    const withWord = `${typed} drips`;
    expect([withWord, (await facets(withWord)).types]).toEqual([withWord, [{ value: 'npm', count: 1 }]]);
    expect([typed, (await facets(`${typed} react`)).types]).toEqual([typed, []]);
  }
  expect((await search('severity:low')).names).toEqual([]);
});
