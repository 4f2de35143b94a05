import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { type AccessRule, noContent, ownApi } from './ownApi.ts';

const rule = (name: string): AccessRule => ({ name, description: `Only ${name}.` });
const [users, administrators] = [rule('users'), rule('administrators')];

it('rejects a second rule for a plugin, and for plugins in it', async () => {
  const app = Fastify();
  await app.register(async (plugin) => {
    ownApi(plugin, { tag: 'Packages', access: users });
    expect(() => ownApi(plugin, { tag: 'Users', access: administrators })).toThrow(
      'The plugin of Users already has the rule: users',
    );
    await plugin.register(async (inner) => {
      ownApi(inner, { tag: 'Packages', access: users });
      expect(() => ownApi(inner, { tag: 'Users', access: administrators })).toThrow('already has the rule');
    });
  });
  await app.register(async (plugin) => {
    expect(() => ownApi(plugin, { tag: 'Users', access: administrators })).not.toThrow();
  });
  await app.ready();
});

it('answers with the only successful status of the schema, unless the handler fails', async () => {
  const app = Fastify();
  const api = ownApi(app, { tag: 'Packages', access: users });
  const made = { type: 'string' } as const;
  api.post('/one', { schema: { response: { 201: made, 409: made } } }, async () => 'made');
  api.post('/two', { schema: { response: { 200: made, 201: made } } }, async () => 'made');
  api.delete('/one', { schema: { response: { 204: noContent } } }, async () => undefined);
  api.delete('/two', { schema: { response: { 204: noContent } } }, async () => {
    throw Object.assign(new Error('missing'), { statusCode: 404 });
  });
  const statusOf = async (method: 'POST' | 'DELETE', url: string) =>
    (await app.inject({ method, url })).statusCode;
  expect(await statusOf('POST', '/one')).toBe(201);
  expect(await statusOf('POST', '/two')).toBe(200);
  expect(await statusOf('DELETE', '/one')).toBe(204);
  expect(await statusOf('DELETE', '/two')).toBe(404);
});
