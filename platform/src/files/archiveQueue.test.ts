import { expect, it } from 'vitest';
import { archiveKindOf } from './archiveQueue.ts';

it.each([
  ['org/kite/1.0/kite-1.0.jar', 'zip'],
  ['KITE.ZIP', 'zip'],
  ['kite-1.0-py3-none-any.whl', 'zip'],
  ['react/-/react-19.0.0.tgz', 'tar'],
  ['kite-1.0.tar.gz', 'tar'],
  ['kite-1.0.crate', 'tar'],
  ['app/_layers/sha256__0a1b', 'layer'],
  ['app/_layers/sha256__0A1B', undefined],
  ['app/sha256__0a1b', undefined],
  ['kite.tgz.asc', undefined],
  ['kite.gz', undefined],
  ['jar', undefined],
] as const)('reads %s as %s', (path, kind) => {
  expect(archiveKindOf(path)).toBe(kind);
});
