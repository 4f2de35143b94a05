import type { OidcMapping, OidcProvider } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { RealNpm } from '../../formats/npm/testing/RealNpm.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { callerOf } from '../testing/sample.ts';
import { TestIssuer } from '../testing/TestIssuer.ts';

const oidc = '/access/api/v1/oidc';
let platform: TestPlatform;
let issuer: TestIssuer;
let npm: RealNpm;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' }, listen: true });
  issuer = await TestIssuer.start();
  const call = callerOf(platform);
  await withStorage(platform.storage, () => createUser('robot', { password: 'an old tune of the sea' }));
  const actions = { users: { robot: ['READ', 'WRITE'] }, groups: {} };
  const resources = { artifact: { actions, targets: { 'npm-local': {} } } };
  await call('POST', '/access/api/v2/permissions', { name: 'robots', resources });
  const provider: OidcProvider = {
    ...{ name: 'gitlab', provider_type: 'GitLab', issuer_url: issuer.url, audience: 'lading' },
    ...{ description: '', allow_private: true },
  };
  await call('POST', oidc, provider);
  const mapping: OidcMapping = {
    ...{ name: 'tea', description: '', priority: 1, claims: { project_path: 'acme/tea' } },
    token_spec: { username: 'robot', scope: '', expires_in: 300 },
    publisher: { package_type: 'npm', repository: 'npm-local', package: '@acme/tea' },
  };
  expect((await call('POST', `${oidc}/gitlab/identity_mappings`, mapping)).statusCode).toBe(201);
  npm = await RealNpm.start(`${platform.baseUrl}/artifactory/api/npm/npm-local/`);
});
afterAll(async () => {
  await npm.close();
  await issuer.stop();
  await platform.close();
});

async function publish(name: string, claims: object) {
  const aud = `npm:${new URL(platform.baseUrl).hostname}`;
  const NPM_ID_TOKEN = await issuer.token({ aud, sub: 'project_path:acme/tea:ref:main', ...claims });
  npm.env = { CI: 'true', GITLAB_CI: 'true', NPM_ID_TOKEN };
  const folder = await npm.folder(name, { 'package.json': { name, version: '1.0.0' } });
  return npm.run(['publish', '--loglevel', 'verbose'], folder);
}

describe('npm in a CI job without a stored token', () => {
  it('publishes the package of its trusted publisher', async () => {
    const { code, stderr } = await publish('@acme/tea', { project_path: 'acme/tea' });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Successfully retrieved and set token')]);
    const manifest = await fetch(`${platform.baseUrl}/artifactory/api/npm/npm-local/@acme%2ftea`, {
      headers: { authorization: platform.adminAuth },
    });
    expect(((await manifest.json()) as { name: string }).name).toBe('@acme/tea');
  });

  it.each([
    ['@acme/coffee', { project_path: 'acme/tea' }],
    ['@acme/tea', { project_path: 'mallory/tea' }],
  ])('does not publish %s with the claims %j', async (name, claims) => {
    const { code, stderr } = await publish(name, claims);
    expect(code).not.toBe(0);
    expect(stderr).toContain('No identity mapping matches the claims of the ID token');
  });
});
