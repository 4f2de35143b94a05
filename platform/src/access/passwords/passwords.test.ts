import { expect, it } from 'vitest';
import { cheapHashes } from '../../testing/cheapHashes.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

it('hashes with the recommended cost outside of tests', async () => {
  cheapHashes();
  // A module of its own, which tests have not changed.
  const path = './passwords.ts?real';
  const real = (await import(/* @vite-ignore */ path)) as typeof import('./passwords.ts');
  const hash = await real.hashPassword('an old tune of the sea');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('an old tune of the sea', hash)).toBe(true);
});

it('hashes cheaply in tests', async () => {
  cheapHashes();
  expect(await hashPassword('an old tune of the sea')).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
});
