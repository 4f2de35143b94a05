import { expect, it } from 'vitest';
import { keyIdOf } from './fingerprint.ts';

// The hashes are those of `openssl dgst -sha256`.
it.each([
  ['a', '5c68e7c03c11d543d8f64bbc39f6318235a7997f1742c72727a8d088c3b17ca3'],
  ['Q', '9e4a04f41a66a39725f3f485bd22fd61e7c7461d9ae2d7337d2f8f001d518edb'],
  ['9', '8fefd3e0bd7618ed4f89888eed13bdca7f4459f52e8d17d352def2c805d03921'],
  ['/', '1f77bfae1eecd992394981c84c5761ee684b6fec3d7f4f9f785f4620935fe76e'],
])('is the SHA-256 of a key of %s', (fill, hash) => {
  expect(keyIdOf(`MCowBQYDK2VwAyEA${fill.repeat(42)}A=`)).toBe(hash);
});
