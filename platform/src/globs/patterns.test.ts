import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const ask = (options: InjectOptions) =>
  platform.app.inject({ ...options, headers: { authorization: platform.adminAuth, ...options.headers } });

const many = '**/'.repeat(25);

const permission = (pattern: string) => ({
  artifact: {
    actions: { users: { rosa: ['READ', 'WRITE'] }, groups: {} },
    targets: { 'generic-local': { include_patterns: [pattern] } },
  },
});

it.each([
  ['POST', '/access/api/v2/permissions', { name: 'p', resources: permission(many) }, 'Permission p'],
  ['PUT', '/access/api/v2/permissions/p', { resources: permission(many) }, 'Permission p'],
  [
    'PUT',
    '/artifactory/api/repositories/npm-virtual',
    { rclass: 'virtual', packageType: 'npm', repositories: ['npm-local'], denyUpstreamFor: [many] },
    'denyUpstreamFor',
  ],
  [
    'PUT',
    '/xray/api/v1/policy',
    {
      licenses: { enabled: true, allowed: [many], banned: [], unknownViolates: true },
      security: { minSeverity: null },
    },
    'Policy licenses.allowed',
  ],
] as const)(
  'rejects saving a pattern with too many wildcards: %s %s',
  async (method, url, payload, field) => {
    const answer = await ask({ method, url, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(field);
    expect(answer.body).toContain('has 25 wildcards; the maximum is 20');
  },
);

it('rejects searching for a pattern with too many wildcards', async () => {
  const answer = await ask({
    method: 'POST',
    url: '/metadata/api/v1/query',
    payload: { query: `{ packages(first: 1, filter: {name: "${many}"}) { edges { node { name } } } }` },
  });
  expect(answer.body).toContain('more than 20 asterisks');
});

it('evaluates a path on which a backtracking matcher would never finish', async () => {
  const rosa = await ask({
    method: 'POST',
    url: '/access/api/v2/users',
    payload: { username: 'rosa', password: 'a-password-of-rosa', email: 'rosa@example.org' },
  });
  expect(rosa.statusCode).toBe(201);
  const made = await ask({
    method: 'POST',
    url: '/access/api/v2/permissions',
    payload: { name: 'dashes', resources: permission('releases/*-*-*-*-*.jar') },
  });
  expect(made.statusCode).toBe(201);
  const authorization = `Basic ${Buffer.from('rosa:a-password-of-rosa').toString('base64')}`;
  const put = (name: string) =>
    ask({
      method: 'PUT',
      url: `/artifactory/generic-local/releases/${name}`,
      headers: { authorization },
      payload: 'x',
    });
  expect((await put('a-b-c-d-e.jar')).statusCode).toBe(201);
  expect((await put('-'.repeat(250))).statusCode).toBe(403);
});
