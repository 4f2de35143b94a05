import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { RealNpm } from './testing/RealNpm.ts';
import { publishBody, sampleTarball } from './testing/samples.ts';
import { type StubUpstream, stubUpstream } from './testing/stubUpstream.ts';

let upstream: StubUpstream;
let platform: TestPlatform;
const advisory = {
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2024-02-01T00:00:00Z',
  published: '2024-01-01T00:00:00Z',
  summary: 'Grants access to everyone',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  references: [{ type: 'ADVISORY', url: 'https://example.org/GHSA-aaaa-bbbb-cccc' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'leaky' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
    },
  ],
  database_specific: { cwe_ids: ['CWE-287'] },
};
const expected = {
  url: 'https://example.org/GHSA-aaaa-bbbb-cccc',
  title: 'Grants access to everyone',
  severity: 'critical',
  vulnerable_versions: '<1.2.0',
  cwe: ['CWE-287'],
  cvss: { score: 9.8, vectorString: advisory.severity[0]?.score },
};

beforeAll(async () => {
  upstream = await stubUpstream();
  upstream.fault = (_request, response) => response.writeHead(405).end();
  platform = await testPlatform({
    listen: true,
    env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  const imported = await call('POST', '/artifactory/api/advisories', [advisory, { id: 'x' }]);
  expect(imported.json()).toEqual({
    imported: 1,
    skipped: [{ index: 1, reason: expect.stringContaining("'modified'") }],
  });
});
afterAll(async () => {
  await platform.close();
  await upstream.stop();
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload: object | Buffer = {},
  headers = {},
) =>
  platform.app.inject({
    method,
    url,
    payload,
    headers: { authorization: platform.adminAuth, 'content-type': 'application/json', ...headers },
  });
const bulk = (body: object, repo = 'npm') =>
  call(
    'POST',
    `/artifactory/api/npm/${repo}/-/npm/v1/security/advisories/bulk`,
    gzipSync(JSON.stringify(body)),
    { 'content-encoding': 'gzip' },
  );

describe('audit', () => {
  it('uses the imported advisories if no upstream responds', async () => {
    const answer = await bulk({ leaky: ['1.0.0', '1.2.0'], sound: ['1.0.0'] });
    expect(answer.json()).toEqual({ leaky: [expect.objectContaining(expected)] });
    expect((await bulk({ leaky: ['1.2.0'] })).json()).toEqual({});
    // An upstream without an audit endpoint is not queried each time.
    expect(upstream.requests).toEqual(['POST /-/npm/v1/security/advisories/bulk']);
  });

  it('returns the advisories of an upstream without sending it local names', async () => {
    let told: unknown;
    upstream.fault = (request, response) => {
      if (request.method !== 'POST') return response.writeHead(404).end();
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        told = JSON.parse(Buffer.concat(parts).toString());
        const known = {
          id: 7,
          url: 'https://example.org/7',
          title: 'Known there',
          severity: 'low',
          vulnerable_versions: '*',
        };
        response.end(JSON.stringify({ theirs: [known], leaky: [{ ...known, id: 8, url: expected.url }] }));
      });
    };
    await call('PUT', '/artifactory/api/repositories/answering', {
      rclass: 'remote',
      packageType: 'npm',
      url: upstream.url,
    });
    await call('PUT', '/artifactory/api/repositories/all', {
      rclass: 'virtual',
      packageType: 'npm',
      repositories: ['npm-local', 'answering'],
    });
    const ours = { name: 'ours', version: '1.0.0' };
    await call('PUT', '/artifactory/api/npm/npm-local/ours', publishBody(ours, await sampleTarball(ours)));
    const answer = (await bulk({ ours: ['1.0.0'], theirs: ['1.0.0'], leaky: ['1.0.0'] }, 'all')).json();
    expect(told).toEqual({ theirs: ['1.0.0'], leaky: ['1.0.0'] });
    expect(answer.theirs).toEqual([expect.objectContaining({ id: 7, title: 'Known there' })]);
    expect(answer.leaky).toHaveLength(1);
  });

  it('reports on a dependency tree, as requested by older clients', async () => {
    const tree = {
      name: 'p',
      dependencies: {
        a: { version: '1.0.0', dependencies: { leaky: { version: '1.1.0' } } },
        leaky: { version: '2.0.0' },
      },
    };
    const report = (
      await call('POST', '/artifactory/api/npm/npm/-/npm/v1/security/audits/quick', tree)
    ).json();
    const [found] = Object.values<{ findings: unknown; module_name: string }>(report.advisories);
    expect(found).toMatchObject({
      module_name: 'leaky',
      findings: [{ version: '1.1.0', paths: ['a>leaky'] }],
    });
    expect(report.metadata).toMatchObject({ vulnerabilities: { critical: 1 }, totalDependencies: 3 });
  });

  it('reports on packages below the projects of pnpm', async () => {
    // The format of pnpm 7 to 10: projects have a version and no integrity.
    const leaky = { version: '1.1.0', dev: false, integrity: 'sha512-x' };
    const tree = {
      dependencies: {
        '.': { version: '0.0.0', dev: false, requires: { leaky: '1.1.0' }, dependencies: { leaky } },
        packages__app: {
          ...{ version: '1.0.0', dev: false },
          dependencies: { a: { version: '1.0.0', integrity: 'sha512-a', dependencies: { leaky } } },
        },
        // A project's folder can have the name of a package.
        leaky: { version: '1.0.0', dev: false, dependencies: {} },
      },
      ...{ dev: false, install: [], metadata: {}, remove: [], requires: {} },
    };
    for (const path of ['audits/quick', 'audits']) {
      const report = (await call('POST', `/artifactory/api/npm/npm/-/npm/v1/security/${path}`, tree)).json();
      const [found] = Object.values<object>(report.advisories);
      expect(found).toMatchObject({
        module_name: 'leaky',
        findings: [{ version: '1.1.0', paths: ['.>leaky', 'packages__app>a>leaky'] }],
      });
      expect(report.metadata).toMatchObject({ vulnerabilities: { critical: 2 }, totalDependencies: 3 });
    }
  });

  it('lists the URL, the CVEs, and the patched versions', async () => {
    await call('POST', '/artifactory/api/advisories', {
      ...advisory,
      ...{ id: 'GHSA-aaaa-bbbb-dddd', aliases: ['CVE-2024-7', 'OTHER-1'], references: [] },
      affected: [{ ...advisory.affected[0], package: { ecosystem: 'npm', name: 'named' } }],
    });
    const tree = { name: 'p', dependencies: { named: { version: '1.1.0' } } };
    const quick = '/artifactory/api/npm/npm/-/npm/v1/security/audits/quick';
    const [found] = Object.values<object>((await call('POST', quick, tree)).json().advisories);
    const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-dddd';
    expect(found).toMatchObject({
      url,
      cves: ['CVE-2024-7'],
      patched_versions: '>=1.2.0',
      recommendation: 'Upgrade to version 1.2.0 or later',
    });
    expect((await bulk({ named: ['1.1.0'] })).json().named).toEqual([
      expect.objectContaining({ url, cves: ['CVE-2024-7'], patched_versions: '>=1.2.0' }),
    ]);
  });

  it.each([[{ '../x': ['1.0.0'] }], [{ a: '1.0.0' }], [{ a: [1] }]])('rejects %j', async (body) => {
    expect((await bulk(body)).statusCode).toBe(400);
  });

  it('rejects a body with invalid compression', async () => {
    const address = '/artifactory/api/npm/npm/-/npm/v1/security/advisories/bulk';
    expect((await call('POST', address, Buffer.from('{}'), { 'content-encoding': 'gzip' })).statusCode).toBe(
      400,
    );
  });

  it('appears in the real npm client', async () => {
    const leaky = { name: 'leaky', version: '1.0.0' };
    await call('PUT', '/artifactory/api/npm/npm-local/leaky', publishBody(leaky, await sampleTarball(leaky)));
    const npm = await RealNpm.start(
      `${platform.baseUrl}/artifactory/api/npm/npm/`,
      `_auth=${platform.adminAuth.replace('Basic ', '')}`,
    );
    try {
      const project = await npm.folder('project', {
        'package.json': { name: 'p', version: '1.0.0', dependencies: { leaky: '1.0.0' } },
      });
      expect((await npm.run(['install', '--no-audit'], project)).code).toBe(0);
      const audit = await npm.run(['audit', '--json'], project);
      const { leaky: shown } = JSON.parse(audit.stdout).vulnerabilities;
      expect(shown).toMatchObject({
        severity: 'critical',
        via: [{ title: expected.title, range: '<1.2.0' }],
      });
    } finally {
      await npm.close();
    }
  });

  it('is an error in the real npm client if neither an import nor an upstream has data', async () => {
    const own = await testPlatform({
      listen: true,
      env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    upstream.fault = (_request, response) => response.writeHead(405).end();
    const npm = await RealNpm.start(
      `${own.baseUrl}/artifactory/api/npm/npm/`,
      `_auth=${own.adminAuth.replace('Basic ', '')}`,
    );
    try {
      const sound = { name: 'sound', version: '1.0.0' };
      await own.app.inject({
        method: 'PUT',
        url: '/artifactory/api/npm/npm-local/sound',
        payload: publishBody(sound, await sampleTarball(sound)),
        headers: { authorization: own.adminAuth },
      });
      const project = await npm.folder('project', {
        'package.json': { name: 'p', version: '1.0.0', dependencies: { sound: '1.0.0' } },
      });
      expect((await npm.run(['install', '--no-audit'], project)).code).toBe(0);
      const audit = await npm.run(['audit'], project);
      expect(audit.code).not.toBe(0);
      expect(audit.stdout + audit.stderr).toContain('audit endpoint returned an error');
      expect(audit.stdout + audit.stderr).toContain('no advisories for npm are imported');
      expect(audit.stdout).not.toContain('found 0 vulnerabilities');
    } finally {
      await npm.close();
      await own.close();
    }
  });

  it('omits deleted and withdrawn advisories', async () => {
    expect((await call('GET', '/artifactory/api/advisories?name=leaky')).json()).toEqual([
      expect.objectContaining({ id: advisory.id }),
    ]);
    await call('POST', '/artifactory/api/advisories', { ...advisory, withdrawn: '2024-03-01T00:00:00Z' });
    expect((await call('GET', '/artifactory/api/advisories?name=leaky')).json()).toEqual([]);
    expect((await call('DELETE', `/artifactory/api/advisories/${advisory.id}`)).statusCode).toBe(404);
    expect((await call('POST', '/artifactory/api/advisories', {})).statusCode).toBe(400);
    expect(
      (await platform.app.inject({ method: 'GET', url: '/artifactory/api/advisories?name=x' })).statusCode,
    ).toBe(401);
  });
});
