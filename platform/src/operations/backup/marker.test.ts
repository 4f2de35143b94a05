import { expect, it } from 'vitest';
import { checkMarker, markerOf } from './marker.ts';
import type { TargetOwner } from './TargetOwner.ts';

/** A database that knows these marks. */
const copy = (mark: string, ...known: string[]): TargetOwner => ({
  instance: '1',
  mark,
  knows: async (wanted) => [...known, mark].includes(wanted),
});
const check = (text: string, owner: TargetOwner) => checkMarker('/backups', text, owner);

it('refuses another copy after a complete backup', async () => {
  const marker = markerOf(copy('b', 'a'), 'b');
  await expect(check(marker, copy('c', 'a'))).rejects.toThrow('contains a later backup of another copy');
  expect(await check(marker, copy('c', 'a', 'b'))).toBe('b');
});

it('accepts a copy that was restored from the last complete backup, after an unfinished one', async () => {
  expect(await check(markerOf(copy('b', 'a'), 'a'), copy('c', 'a'))).toBe('a');
  expect(await check(markerOf(copy('b'), null), copy('c'))).toBeNull();
});

it('reads markers without a complete backup as those of earlier versions', async () => {
  const marker = '{"format":1,"instance":"1","mark":"b"}';
  await expect(check(marker, copy('c', 'a'))).rejects.toThrow('another copy');
  expect(await check('{"format":1,"instance":"1"}', copy('c'))).toBeNull();
});
