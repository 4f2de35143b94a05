import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { type StubUpstream, stubUpstream } from '../formats/npm/testing/stubUpstream.ts';
import { sampleWheel } from '../formats/pypi/testing/samples.ts';
import { publish } from '../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { lockScanning } from './matching/lock.ts';
import { scanAll } from './matching/scan.ts';
import { osv } from './testing/osvSamples.ts';

/**
 * "Unknown" must never look like "none": every call that reports vulnerabilities is tested with a
 * version in each state.
 */
const states = ['nothing imported', 'waiting', 'none', 'found'] as const;
type State = (typeof states)[number];
const unknown: readonly State[] = ['nothing imported', 'waiting'];

const query = `query($id: ID!, $filter: PackageFilter!, $versions: VersionFilter!) {
  package(id: $id) { vulnerabilities { critical high } }
  packages(filter: $filter) { edges { node { vulnerabilities { critical high } } } }
  versions(filter: $versions) { edges { node { vulnerabilities { critical high } } } } }`;
const variables = { id: 'npm://leaky', filter: { name: 'leaky' }, versions: { packageId: 'npm://leaky' } };
const severe = { vulnerabilities: [{ severity: 'HIGH', countMin: 1 }] };
const filtered = (root: string) => ({
  query: `query($filter: ${root === 'packages' ? 'PackageFilter' : 'VersionFilter'}!) {
    ${root}(filter: $filter) { edges { node { name } } } }`,
  variables: {
    filter: { ...(root === 'packages' ? { name: 'leaky' } : { packageId: 'npm://leaky' }), ...severe },
  },
});
const graphql = (body: object) => ['POST', '/metadata/api/v1/query', body] as const;
const details = { package_id: 'npm://leaky', version: '1.0.0' };

// biome-ignore lint/suspicious/noExplicitAny: answers of many forms
type Json = any;
/** Returns the reported result of the version; undefined: reported as unknown. */
type Read = (json: Json, status: number) => unknown;
const first =
  (root: string): Read =>
  (json) =>
    json.data[root].edges[0].node.vulnerabilities ?? undefined;
const refused =
  (found: (json: Json) => unknown): Read =>
  (json, status) =>
    status >= 400 ? undefined : found(json);

/** `onlyTypes`: the call lists findings and can't report single versions that are waiting. */
const calls: readonly {
  name: string;
  ask: readonly ['GET' | 'POST', string, object?];
  read: Read;
  onlyTypes?: boolean;
}[] = [
  {
    name: 'GraphQL: a package',
    ask: graphql({ query, variables }),
    read: (json) => json.data.package.vulnerabilities ?? undefined,
  },
  {
    name: 'GraphQL: the list of packages',
    ask: graphql({ query, variables }),
    read: first('packages'),
  },
  {
    name: 'GraphQL: the versions of a package',
    ask: graphql({ query, variables }),
    read: first('versions'),
  },
  {
    name: 'GraphQL: packages by severity',
    ask: graphql(filtered('packages')),
    read: (json) => (json.errors ? undefined : json.data.packages.edges),
    onlyTypes: true,
  },
  {
    name: 'GraphQL: versions by severity',
    ask: graphql(filtered('versions')),
    read: (json) => (json.errors ? undefined : json.data.versions.edges),
    onlyTypes: true,
  },
  {
    name: 'the component search',
    ask: ['POST', '/xray/ui/component/paginatedsearch', { search: 'leaky' }],
    read: ({ data: [row] }) =>
      row.scanned ? [row.num_issues, row.top_severity] : (row.num_issues ?? undefined),
  },
  {
    name: 'the details of a component',
    ask: ['POST', '/xray/ui/component/details/general', details],
    read: ({ scanned, issues, num_issues: count, top_severity: top }) =>
      scanned ? [issues, count, top] : (issues ?? count ?? top ?? undefined),
  },
  {
    name: 'the dependencies at every depth',
    ask: ['GET', '/ui/api/v1/ui/dependencies?packageId=npm://leaky&version=1.0.0'],
    read: ({ own }) => own.vulnerabilities ?? undefined,
  },
  {
    name: 'the comparison of versions',
    ask: ['GET', '/ui/api/v1/ui/compare?packageId=npm://leaky&from=1.0.0&to=1.0.0'],
    read: ({ vulnerabilities }) => vulnerabilities ?? undefined,
  },
  {
    name: 'violations',
    ask: ['POST', '/xray/api/v1/violations', { filters: { violation_type: 'Security' } }],
    read: ({ not_evaluated: why, violations }) => (why.length > 0 ? undefined : violations),
  },
  {
    name: 'files by severity',
    ask: ['GET', '/ui/api/v1/search/artifacts?severities=high'],
    read: refused(({ results }) => results),
    onlyTypes: true,
  },
  {
    name: 'files by CVE',
    ask: ['GET', '/ui/api/v1/search/artifacts?cve=CVE-2024-7'],
    read: refused(({ results }) => results),
    onlyTypes: true,
  },
  {
    name: 'exported files by severity',
    ask: ['GET', '/ui/api/v1/search/artifacts/export?format=json&severities=high'],
    read: refused((rows) => rows),
    onlyTypes: true,
  },
  {
    name: 'npm audit',
    ask: ['POST', '/artifactory/api/npm/npm/-/npm/v1/security/advisories/bulk', { leaky: ['1.0.0'] }],
    read: refused((json) => json),
    onlyTypes: true,
  },
  {
    name: 'npm audit of older clients',
    ask: [
      'POST',
      '/artifactory/api/npm/npm/-/npm/v1/security/audits/quick',
      { name: 'p', dependencies: { leaky: { version: '1.0.0' } } },
    ],
    read: refused((json) => json.metadata.vulnerabilities),
    onlyTypes: true,
  },
  {
    name: "PyPI's JSON API",
    ask: ['GET', '/artifactory/api/pypi/pypi-files/pypi/leaky-py/1.0.0/json'],
    read: (json) => json.vulnerabilities,
  },
];

let upstream: StubUpstream;
let platform: TestPlatform;
const answers = new Map<string, unknown>();

async function ask([method, url, payload]: (typeof calls)[number]['ask']): Promise<{
  status: number;
  json: Json;
}> {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, json: answer.json() };
}
async function note(state: State): Promise<void> {
  for (const { name, ask: asked, read } of calls) {
    const { json, status } = await ask(asked);
    answers.set(`${state}: ${name}`, read(json, status));
  }
}
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const put = async (method: 'PUT' | 'POST', url: string, payload: object | Buffer) => {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method, url, headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
};
const advisories = (name: string, id: string) =>
  ['npm', 'PyPI'].map((ecosystem) =>
    osv({
      ...{ id: `${id}-${ecosystem}`, ecosystem, severity: 'HIGH', aliases: ['CVE-2024-7'] },
      name: ecosystem === 'npm' ? name : `${name}-py`,
    }),
  );
const wheel = async (version: string) => {
  const { file, bytes } = sampleWheel({ name: 'leaky-py', version });
  await put('PUT', `/artifactory/pypi-files/leaky-py/${version}/${file}`, bytes);
};

beforeAll(async () => {
  upstream = await stubUpstream();
  upstream.fault = (_request, response) => response.writeHead(405).end();
  platform = await testPlatform({
    env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  await put('PUT', '/artifactory/api/repositories/pypi-files', { rclass: 'local', packageType: 'pypi' });
  await put('PUT', '/xray/api/v1/policy', {
    licenses: { enabled: false, allowed: [], banned: [], unknownViolates: true },
    security: { minSeverity: 'high' },
  });
  const publishBoth = async () => {
    await inside(() => publish({ name: 'leaky', version: '1.0.0' }));
    await wheel('1.0.0');
  };
  await publishBoth();
  await inside(scanAll);
  await note('nothing imported');
  await put('POST', '/artifactory/api/advisories', advisories('another', 'X'));
  await inside(scanAll);
  await inside(() =>
    transaction(async () => {
      await lockScanning();
      await inside(() => publish({ name: 'leaky', version: '1.0.0', licenses: ['ISC'] }));
      await inside(() => queueAgain());
      await note('waiting');
    }),
  );
  await inside(scanAll);
  await note('none');
  await put('POST', '/artifactory/api/advisories', advisories('leaky', 'Y'));
  await inside(scanAll);
  await note('found');
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});

/** Queues all packages for the scanner. */
async function queueAgain(): Promise<void> {
  await db().execute(sql`INSERT INTO scan_queue (package_id) SELECT id FROM packages`);
}

describe.each(calls)('$name', ({ name, onlyTypes }) => {
  const of = (state: State) => answers.get(`${state}: ${name}`);
  const isEmpty = (answer: unknown) =>
    typeof answer === 'object' && answer !== null && !/leaky|[1-9]/.test(JSON.stringify(answer));

  it('reports unknown before a scan', () => {
    for (const state of unknown.filter((each) => !onlyTypes || each === 'nothing imported'))
      expect([state, of(state)]).toEqual([state, undefined]);
  });

  it('reports none only after a scan', () => {
    expect(of('none')).toSatisfy(isEmpty);
  });

  it('reports findings', () => {
    expect(of('found')).toBeDefined();
    expect(of('found')).not.toSatisfy(isEmpty);
  });
});

describe('advisories that only an upstream reported', () => {
  it('leave other packages unknown', async () => {
    await inside(async () => {
      await db().execute(sql`UPDATE advisories SET source = 'upstream:npm-remote'`);
      await publish({ name: 'sound', version: '1.0.0' });
      // The state is cached while nothing changes.
      await publish({ name: 'sound', version: '1.0.1' });
      await scanAll();
    });
    const of = async (name: string) =>
      (
        await ask([
          'POST',
          '/xray/ui/component/details/general',
          { package_id: `npm://${name}`, version: '1.0.0' },
        ])
      ).json;
    expect(await of('leaky')).toMatchObject({ scanned: true, num_issues: 1 });
    expect(await of('sound')).toMatchObject({ scanned: false, num_issues: null, issues: null });
    const audit = async (name: string) =>
      ask(['POST', '/artifactory/api/npm/npm/-/npm/v1/security/advisories/bulk', { [name]: ['1.0.0'] }]);
    expect((await audit('leaky')).status).toBe(200);
    expect((await audit('sound')).status).toBe(404);
  });
});
