import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { GraphQLFailure, PackageConnection, PackagesData, VersionsData } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { setTags } from '../indexing.ts';
import { type Published, publish } from '../testing/publish.ts';

let platform: TestPlatform;
const day = (number: number) => new Date(Date.UTC(2024, 0, number));

const published: Published[] = [
  { name: 'alpha', version: '1.0.0', created: day(1), description: 'The first', keywords: ['one'] },
  { name: 'alpha', version: '1.10.0', created: day(5), keywords: ['one', 'two'], readme: '# Alpha' },
  { name: 'alpha', version: '1.9.0', created: day(4) },
  { name: 'alpha', version: '2.0.0-rc.1', created: day(6), licenses: ['Apache-2.0'] },
  { name: 'Beta', version: '0.1.0', created: day(3), licenses: ['GPL-3.0', '(ISC OR (Zlib AND 0BSD))'] },
  { name: '@scope/gamma_x', version: '3.0.0', created: day(2) },
  { name: 'gammaax', version: '1.0.0', created: day(7), repo: 'npm-remote' },
  { name: 'alpha', version: '1.0.0', created: day(1), repo: 'npm-remote' },
  { name: 'tool', version: '1.0.0', created: day(8), repo: 'generic-local', type: 'generic' },
];

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    for (const version of published) await publish(version);
    await setTags('npm-local', 'npm', 'alpha', { latest: '1.10.0', next: '2.0.0-rc.1' });
  });
});
afterAll(() => platform?.close());

async function ask(query: string, variables: Record<string, unknown> = {}, path = '/ui/api/v1/mds/packages') {
  const payload = path.startsWith('/ui') ? { graphQL: { query, variables } } : { query, variables };
  const headers = { authorization: platform.adminAuth };
  const response = await platform.app.inject({ method: 'POST', url: path, payload, headers });
  return { status: response.statusCode, body: response.json() };
}

const listQuery = `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    edges { node { name packageType } cursor } pageInfo { hasNextPage endCursor capped totalCount }
  }
}`;

async function list(variables: Record<string, unknown> = {}): Promise<PackageConnection> {
  const { status, body } = await ask(listQuery, { filter: {}, ...variables });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return (body as { data: PackagesData }).data.packages;
}

const names = ({ edges }: PackageConnection) => edges.map(({ node }) => node.name);

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('compresses long responses with %s if the client accepts it', async (encoding, decompress) => {
  const payload = {
    graphQL: {
      query: listQuery.replace('name packageType', 'id name packageType created modified latestVersion'),
      variables: { filter: {} },
    },
  };
  const ask = (headers: Record<string, string>) =>
    platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/mds/packages',
      payload,
      headers: { authorization: platform.adminAuth, ...headers },
    });
  const answer = await ask({ 'accept-encoding': encoding });
  const plain = await ask({});
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(decompress(answer.rawPayload).toString()).toBe(plain.payload);
});

describe('the list of packages', () => {
  it('is by name, ascending, unless ordered otherwise [pkg-05] [pkg-06]', async () => {
    const page = await list();
    expect(names(page)).toEqual(['@scope/gamma_x', 'alpha', 'Beta', 'gammaax', 'tool']);
    expect(page.pageInfo).toMatchObject({ hasNextPage: false, capped: false, totalCount: 5 });
  });

  it.each([
    [{ field: 'NAME', direction: 'DESC' }, ['tool', 'gammaax', 'Beta', 'alpha', '@scope/gamma_x']],
    [{ field: 'CREATED', direction: 'ASC' }, ['alpha', '@scope/gamma_x', 'Beta', 'gammaax', 'tool']],
    [{ field: 'MODIFIED', direction: 'DESC' }, ['tool', 'gammaax', 'alpha', 'Beta', '@scope/gamma_x']],
    [{ field: 'MODIFIED' }, ['@scope/gamma_x', 'Beta', 'alpha', 'gammaax', 'tool']],
  ])('is sorted by %o and paged one by one [pkg-05]', async (orderBy, expected) => {
    expect(names(await list({ orderBy }))).toEqual(expected);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: PackageConnection = await list({ orderBy, first: 2, after });
      seen.push(...names(page));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(expected);
  });

  it.each([
    [{ name: 'ALPHA' }, ['alpha']],
    [{ name: '*a' }, ['alpha', 'Beta']],
    [{ name: 'gamma?x' }, ['gammaax']],
    [{ name: '*gamma*' }, ['@scope/gamma_x', 'gammaax']],
    [{ name: '*gamma_x' }, ['@scope/gamma_x']],
    [{ name: 'b*' }, ['Beta']],
    [{ name: '%' }, []],
    [{ name: '*' }, ['@scope/gamma_x', 'alpha', 'Beta', 'gammaax', 'tool']],
    [{ packageTypeIn: ['generic'] }, ['tool']],
    [{ packageTypeIn: ['NPM', 'generic'], name: '*l*' }, ['alpha', 'tool']],
    [{ packageTypeIn: ['gavc', 'go'] }, []],
    [{ createdMin: '2024-01-03' }, ['Beta', 'gammaax', 'tool']],
    [{ createdMax: '2024-01-02T00:00:00Z' }, ['@scope/gamma_x', 'alpha']],
    [{ modifiedMin: '2024-01-04', modifiedMax: '2024-01-07' }, ['alpha', 'gammaax']],
    [{ latestVersion: '1.*' }, ['alpha', 'gammaax', 'tool']],
    [{ version: '1.0.0' }, ['alpha', 'gammaax', 'tool']],
    [{ versionCountMin: 2 }, ['alpha']],
    [{ versionCountMax: 1 }, ['@scope/gamma_x', 'Beta', 'gammaax', 'tool']],
    [{ description: '*' }, []],
    [{ tags: ['T?o'] }, ['alpha']],
    [{ licenses: ['gpl*'] }, ['Beta']],
    // Also a license within an expression.
    [{ licenses: ['zlib'] }, ['Beta']],
    [{ licenses: ['0BSD', 'x'] }, ['Beta']],
    [{ licenses: ['isc or*'] }, []],
    [{ licenses: ['(ISC OR*'] }, ['Beta']],
    [{ repositoriesIn: [{ name: 'npm-remote' }] }, ['alpha', 'gammaax']],
    [{ repositoriesIn: [{ name: 'npm' }] }, ['@scope/gamma_x', 'alpha', 'Beta', 'gammaax']],
    [{ repositoriesIn: [{ name: 'nowhere' }] }, []],
    [{ checksum: '0'.repeat(64) }, []],
  ])('contains the packages that match %o [pkg-06]', async (filter, expected) => {
    expect(names(await list({ filter }))).toEqual(expected);
  });

  it('finds a package by each checksum of a file [pkg-06]', async () => {
    const query =
      '{ versions(filter: {packageId: "npm://Beta"}) { edges { node { files { md5 sha1 sha256 } } } } }';
    const { body } = await ask(query);
    const [file] = (body as { data: VersionsData }).data.versions.edges[0]?.node.files ?? [];
    for (const checksum of [file?.md5, file?.sha1, file?.sha256?.toUpperCase()]) {
      expect(names(await list({ filter: { checksum } }))).toEqual(['Beta']);
    }
  });

  it('is limited to the given repositories [pkg-02]', async () => {
    const query = `{ packages(filter: {name: "alpha", repositoriesIn: [{name: "npm-remote"}]}) {
      edges { node { versionsCount latestVersion } } } }`;
    const { body } = await ask(query);
    expect(body.data.packages.edges).toEqual([{ node: { versionsCount: 1, latestVersion: '1.0.0' } }]);
  });
});

describe('a package and its versions', () => {
  it('has every field [pkg-02]', async () => {
    const query = `query ($id: ID!) { package(id: $id) {
      id name packageType description created modified latestVersion versionsCount tags licenses { name source }
      stats { downloads followers } vulnerabilities { critical } operationalRisk { riskLevel } } }`;
    const { body } = await ask(query, { id: 'npm://alpha' }, '/ui/api/v1/mds/package');
    expect(body.data.package).toEqual({
      id: 'npm://alpha',
      name: 'alpha',
      packageType: 'npm',
      description: null,
      created: '2024-01-01T00:00:00.000Z',
      modified: '2024-01-06T00:00:00.000Z',
      latestVersion: '1.10.0',
      versionsCount: 4,
      tags: ['one', 'two'],
      licenses: [{ name: 'MIT', source: 'package' }],
      stats: { downloads: 0, followers: 0 },
      vulnerabilities: null,
      operationalRisk: { riskLevel: expect.any(String) },
    });
    expect((await ask(query, { id: 'npm://none' })).body.data.package).toBeNull();
    expect((await ask(query, { id: 'none' })).status).toBe(400);
  });

  it('has the fields of versions, newest first by semver [pkg-03] [pkg-05]', async () => {
    const query = `query ($filter: VersionFilter!) { versions(filter: $filter) {
      edges { node { id name created modified size package { id } repos { name type leadFilePath } licenses { name }
        tags stats { downloadCount } vulnerabilities { high } operationalRisk { riskLevel } deprecated
        files { name path places { repo path } lead size md5 sha1 sha256 mimeType } } }
      pageInfo { hasNextPage endCursor capped totalCount } } }`;
    const { body } = await ask(query, { filter: { packageId: 'npm://alpha' } }, '/ui/api/v1/mds/versions');
    const { edges, pageInfo } = (body as { data: VersionsData }).data.versions;
    expect(edges.map(({ node }) => node.name)).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0', '1.0.0']);
    expect(pageInfo).toMatchObject({ hasNextPage: false, capped: false, totalCount: 4 });
    expect(edges[0]?.node).toMatchObject({ tags: ['next'], licenses: [{ name: 'Apache-2.0' }] });
    expect(edges[3]?.node).toEqual({
      id: 'npm://alpha:1.0.0',
      name: '1.0.0',
      created: '2024-01-01T00:00:00.000Z',
      modified: '2024-01-01T00:00:00.000Z',
      size: 11,
      package: { id: 'npm://alpha' },
      repos: [
        { name: 'npm-local', type: 'local', leadFilePath: 'alpha/-/alpha-1.0.0.tgz' },
        { name: 'npm-remote', type: 'remote', leadFilePath: 'alpha/-/alpha-1.0.0.tgz' },
      ],
      licenses: [{ name: 'MIT' }],
      tags: [],
      stats: { downloadCount: 0 },
      vulnerabilities: null,
      operationalRisk: { riskLevel: expect.any(String) },
      deprecated: null,
      files: [
        {
          name: 'alpha-1.0.0.tgz',
          path: 'alpha/-/alpha-1.0.0.tgz',
          places: [
            { repo: 'npm-local', path: 'alpha/-/alpha-1.0.0.tgz' },
            { repo: 'npm-remote', path: 'alpha/-/alpha-1.0.0.tgz' },
          ],
          lead: true,
          size: 11,
          md5: expect.stringMatching(/^[0-9a-f]{32}$/),
          sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          mimeType: 'application/gzip',
        },
      ],
    });
  });

  const versionsQuery = `query ($filter: VersionFilter!, $first: Int, $after: String, $orderBy: VersionOrder) {
    versions(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
      edges { node { name } } pageInfo { hasNextPage endCursor } } }`;
  const versions = async (variables: Record<string, unknown>, filter: Record<string, unknown> = {}) => {
    const { body } = await ask(versionsQuery, {
      ...variables,
      filter: { packageId: 'npm://alpha', ...filter },
    });
    expect(body.errors).toBeUndefined();
    return (body as { data: VersionsData }).data.versions;
  };

  it.each([
    [{ field: 'NAME_SEMVER' }, ['1.0.0', '1.9.0', '1.10.0', '2.0.0-rc.1']],
    [{ field: 'NAME', direction: 'DESC' }, ['2.0.0-rc.1', '1.9.0', '1.10.0', '1.0.0']],
    [{ field: 'CREATED', direction: 'DESC' }, ['2.0.0-rc.1', '1.10.0', '1.9.0', '1.0.0']],
    [{ field: 'MODIFIED' }, ['1.0.0', '1.9.0', '1.10.0', '2.0.0-rc.1']],
    [{ field: 'DOWNLOADS' }, ['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1']],
  ])('are sorted by %o and paged [pkg-05]', async (orderBy, expected) => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: VersionsData['versions'] = await versions({ orderBy, first: 1, after });
      seen.push(...page.edges.map(({ node }) => node.name));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(expected);
  });

  it.each([
    [{ ignorePreRelease: true }, ['1.10.0', '1.9.0', '1.0.0']],
    [{ name: '1.?.*' }, ['1.9.0', '1.0.0']],
    [{ tags: ['LATEST'] }, ['1.10.0']],
    [{ licenses: { patterns: ['apache*'] } }, ['2.0.0-rc.1']],
    [{ createdMin: '2024-01-05' }, ['2.0.0-rc.1', '1.10.0']],
    [{ sizeMax: 11 }, ['1.9.0', '1.0.0']],
    [{ sizeMin: 12 }, ['2.0.0-rc.1', '1.10.0']],
    [{ repositoriesIn: [{ name: 'npm-remote' }] }, ['1.0.0']],
    [{ packageId: 'npm://none' }, []],
  ])('are limited to those that match %o', async (filter, expected) => {
    const page = await versions({}, filter);
    expect(page.edges.map(({ node }) => node.name)).toEqual(expected);
  });

  it.each([
    { cve: 'CVE-2024-1' },
    { vulnerabilities: { severity: 'HIGH', countMin: 1 } },
    {
      vulnerabilities: [
        { severity: 'HIGH', countMin: 1 },
        { severity: 'LOW', countMin: 1 },
      ],
    },
  ])('cannot be searched by %o without scan results', async (filter) => {
    const { body } = await ask(versionsQuery, { filter: { packageId: 'npm://alpha', ...filter } });
    expect(body.errors).toEqual([expect.objectContaining({ code: 'NOT_SCANNED' })]);
  });

  it('are unknown without an error response, if the client expects that', async () => {
    const filter = { packageId: 'npm://alpha', vulnerabilities: { severity: 'HIGH', countMin: 1 } };
    const graphQL = { query: versionsQuery, variables: { filter } };
    const post = async (query: string) => {
      const url = `/ui/api/v1/mds/versions${query}`;
      const headers = { authorization: platform.adminAuth };
      return (await platform.app.inject({ method: 'POST', url, headers, payload: { graphQL } })).statusCode;
    };
    expect(await post('?optional=true')).toBe(204);
    expect(await post('')).toBe(400);
  });
});

describe('an invalid query', () => {
  const first = async (query: string, variables?: Record<string, unknown>) => {
    const { status, body } = await ask(query, variables, '/metadata/api/v1/query');
    return { status, ...(body as GraphQLFailure).errors?.[0] };
  };
  const page = '{ edges { node { name } } }';

  it('returns 400 with the location of the syntax error', async () => {
    expect(await first('{ packages(filter: {}')).toMatchObject({
      status: 400,
      message: 'Syntax Error: Expected Name, found <EOF>.',
      locations: [{ line: 1, column: 22 }],
    });
    expect(await first('{\n  packages(filter: {}) { nodes }\n}')).toMatchObject({
      status: 400,
      message: 'Cannot query field "nodes" on type "PackageConnection". Did you mean "edges"?',
      locations: [{ line: 2, column: 26 }],
    });
  });

  it.each([
    [
      'a page that is too long',
      `{ packages(filter: {}, first: 1001) ${page} }`,
      'Invalid first 1001. Expected 1 to 1000.',
    ],
    ['an empty page', `{ packages(filter: {}, first: 0) ${page} }`, 'Invalid first 0. Expected 1 to 1000.'],
    [
      'a made-up cursor',
      `{ packages(filter: {}, after: "bm90aGluZw") ${page} }`,
      "Invalid cursor 'bm90aGluZw'. Use pageInfo.endCursor of the previous page, or start over without a cursor.",
    ],
    [
      'an invalid date',
      `{ packages(filter: {createdMin: "yesterday"}) ${page} }`,
      'Invalid DateTime "yesterday". Expected ISO 8601, such as 2024-05-01T12:00:00Z.',
    ],
    [
      'a date with an invalid year',
      `{ packages(filter: {createdMin: "0000-01-01"}) ${page} }`,
      'Invalid DateTime "0000-01-01". Expected ISO 8601, such as 2024-05-01T12:00:00Z.',
    ],
    [
      'an invalid checksum',
      `{ packages(filter: {checksum: "x"}) ${page} }`,
      'Invalid checksum. Expected 32 (MD5), 40 (SHA-1), or 64 (SHA-256) hexadecimal digits.',
    ],
    [
      'versions without a package',
      `{ versions(filter: {}) ${page} }`,
      'Field "VersionFilter.packageId" of required type "ID!" was not provided.',
    ],
    [
      'too many lists',
      `{ ${Array.from({ length: 3 }, (_, at) => `a${at}: packages(filter: {}, first: 1000) ${page}`).join(' ')} }`,
      'The GraphQL document has 3000. The maximum is 2000 nodes over all lists.',
    ],
    [
      'too many fields',
      `{ package(id: "a://b") { ${Array.from({ length: 501 }, (_, at) => `a${at}: id`).join(' ')} } }`,
      /500 fields/,
    ],
    [
      'two operations',
      'query a { package(id: "a://b") { id } } query b { package(id: "a://b") { id } }',
      /one operation/,
    ],
    ['a text with NUL', `{ packages(filter: {name: "abc\\u0000"}) ${page} }`, /contains a NUL character/],
  ])('is rejected for %s', async (_, query, message) => {
    const refused = await first(query);
    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(message);
  });

  it('is rejected for a cursor of another order', async () => {
    const { pageInfo } = await list({ first: 1 });
    const orderBy = { field: 'CREATED', direction: 'DESC' };
    const { status, body } = await ask(listQuery, { filter: {}, after: pageInfo.endCursor, orderBy });
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(/is of packages by NAME ASC, not of packages by CREATED DESC/);
  });

  it('is rejected without a query in the body', async () => {
    const headers = { authorization: platform.adminAuth };
    const request = { method: 'POST' as const, url: '/metadata/api/v1/query', headers };
    const response = await platform.app.inject({ ...request, payload: { graphQL: {} } });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].message).toMatch(/^Invalid body. Expected 'query'/);
  });

  it('can read the schema as an administrator', async () => {
    const { status, body } = await ask('{ __schema { queryType { name } } }');
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { __schema: { queryType: { name: 'Query' } } } },
    });
  });

  it('returns 401 for anonymous users', async () => {
    const payload = { query: `{ packages(filter: {}) ${page} }` };
    const response = await platform.app.inject({ method: 'POST', url: '/metadata/api/v1/query', payload });
    expect(response.statusCode).toBe(401);
  });
});

it('returns the path of a file in each repository that has it', async () => {
  const kite = { name: 'kite', version: '1.0.0', content: 'kite' };
  await withStorage(platform.storage, async () => {
    await publish({ ...kite, repo: 'npm-local', leadFile: 'kite-1.0.0.tgz' });
    await publish({ ...kite, repo: 'npm-remote', leadFile: 'charts/kite-1.0.0.tgz' });
  });
  const query = `{ versions(filter: { packageId: "npm://kite" }) {
    edges { node { files { path places { repo path } } } } } }`;
  const { body } = await ask(query);
  expect(body.data.versions.edges[0].node.files).toEqual([
    {
      path: 'kite-1.0.0.tgz',
      places: [
        { repo: 'npm-local', path: 'kite-1.0.0.tgz' },
        { repo: 'npm-remote', path: 'charts/kite-1.0.0.tgz' },
      ],
    },
  ]);
});
