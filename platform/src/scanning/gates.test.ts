import { expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { publish } from '../packages/testing/publish.ts';
import { testPlatform } from '../testing/testPlatform.ts';
import { scanAll } from './matching/scan.ts';
import { osv } from './testing/osvSamples.ts';

/** Starts a platform with a vulnerable version and returns its scan results. */
async function shown(env: Record<string, string>) {
  const platform = await testPlatform({ env });
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: platform.adminAuth };
    const answer = await platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  try {
    await ask('POST', '/artifactory/api/advisories', [osv()]);
    await withStorage(platform.storage, () => publish({ name: 'leaky', version: '1.0.0' }));
    await withStorage(platform.storage, scanAll);
    const query = `{ package(id: "npm://leaky") { vulnerabilities { high } operationalRisk { riskLevel } } }`;
    const { data } = (await ask('POST', '/metadata/api/v1/query', { query })).body;
    const filtered = await ask('POST', '/metadata/api/v1/query', {
      query: `{ versions(filter: {packageId: "npm://leaky", cve: "GHSA-aaaa-bbbb-cccc"}) { edges { node { name } } } }`,
    });
    const service = await ask('GET', '/ui/api/v1/system/ismicroserviceenabled/xray');
    const { entitlements } = (await ask('GET', '/ui/api/v1/system/entitlements')).body;
    return {
      available: service.body.enabled,
      entitled: entitlements.find(({ name }: { name: string }) => name === 'security_scanning').entitled,
      version: await ask('GET', '/xray/ui/homepage/getXrayVersion'),
      policy: (await ask('GET', '/xray/api/v1/policy')).status,
      details: await ask('POST', '/xray/ui/component/details/general', {
        ...{ package_id: 'npm://leaky', version: '1.0.0' },
      }),
      found: data.package,
      filtered: filtered.body.data?.versions.edges.length ?? filtered.body.errors[0].message,
      permissions: (await ask('GET', '/ui/api/v1/system/securityPermissions')).status,
    };
  } finally {
    await platform.close();
  }
}

it('scanning is available by default', async () => {
  expect(await shown({})).toMatchObject({
    ...{ available: true, entitled: true, policy: 200, permissions: 200, filtered: 1 },
    version: { status: 200, body: { xray_version: expect.stringMatching(/^\d/) } },
    details: { status: 200, body: { num_issues: 1, top_severity: 'high' } },
    found: { vulnerabilities: { high: 1 }, operationalRisk: { riskLevel: 'low' } },
  });
});

it('scanning is unavailable and hides previous results if an operator has turned it off [pkg-10]', async () => {
  const off = await shown({ LADING_SCANNING: 'false' });
  expect(off).toMatchObject({
    ...{
      available: false,
      entitled: false,
      policy: 404,
      permissions: 404,
      filtered: expect.stringContaining('no packages of type npm are scanned'),
    },
    found: { vulnerabilities: null, operationalRisk: null },
  });
  expect(off.version.body.errors[0]).toMatchObject({
    code: 'SERVICE_NOT_HERE',
    message: expect.stringContaining('Xray is unavailable'),
  });
});

it('scanning requires a license with scanning [pkg-10]', async () => {
  const without = await shown({ LADING_LICENSE: 'OSS' });
  expect(without).toMatchObject({
    ...{
      available: true,
      entitled: false,
      policy: 403,
      filtered: expect.stringContaining('no packages of type npm are scanned'),
    },
    found: { vulnerabilities: null, operationalRisk: null },
  });
  expect(without.details).toMatchObject({
    status: 403,
    body: { errors: [{ code: 'NO_LICENSE', message: 'Requires an Xray license' }] },
  });
});
