import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { type AccessRule, ownApi } from './ownApi.ts';

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
