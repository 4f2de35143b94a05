import { expect, it, vi } from 'vitest';
import { formatOf } from './packageTypes.ts';
import { fetchMark, knownMark } from './typeMarks.ts';

it('fetches the icon of a type once for all rows that wait for it', async () => {
  const format = formatOf('npm');
  if (!format) throw new Error('no format npm');
  const mark = vi.spyOn(format, 'mark');
  const [first, second] = await Promise.all([fetchMark('npm'), fetchMark('npm')]);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(knownMark('npm')).toBe(first);
  expect(mark).toHaveBeenCalledOnce();
});
