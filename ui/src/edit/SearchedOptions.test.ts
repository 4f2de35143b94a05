import { expect, it, vi } from 'vitest';
import { SearchedOptions } from './SearchedOptions.ts';

it('offers what the server finds, and until then what it found before and contains the text', async () => {
  const answers: Record<string, () => void> = {};
  const options = new SearchedOptions(async (typed) => {
    if (typed !== '') await new Promise<void>((resolve) => Object.assign(answers, { [typed]: resolve }));
    return typed === '' ? ['ada', 'grace'] : [`${typed}-1`, `${typed}-2`];
  });
  expect(options.status).toBe('new');
  await options.need();
  expect(options.value).toEqual(['ada', 'grace']);
  options.type('gra');
  expect([options.status, options.value]).toEqual(['there', ['grace']]);
  options.type('gram');
  expect(options.value).toEqual([]);
  await vi.waitFor(() => expect(Object.keys(answers)).toEqual(['gram']));
  expect(options.status).toBe('busy');
  answers.gram?.();
  await vi.waitFor(() => expect([options.status, options.value]).toEqual(['there', ['gram-1', 'gram-2']]));
});

it('reports a failed search, and recovers with the next one', async () => {
  let fails = true;
  const options = new SearchedOptions(async (typed) => {
    if (fails) throw new Error('The database is not responding.');
    return [typed];
  });
  await options.need();
  expect([options.status, options.error?.message]).toEqual(['failed', 'The database is not responding.']);
  fails = false;
  options.type('a');
  await vi.waitFor(() => expect([options.status, options.value]).toEqual(['there', ['a']]));
});
