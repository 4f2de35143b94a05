import { expect, it, vi } from 'vitest';
import { PagedRows } from './PagedRows.ts';
import { csvOf, saveRows } from './saveRows.ts';

it('writes a column for each field, and no formulas', () => {
  const rows = [
    { name: 'leads', members: ['mia', 'bob'], admin: false },
    { name: '=1+1', limit: 5, rule: { days: 3 } },
  ];
  expect(csvOf(rows)).toBe(
    'name,members,admin,limit,rule\r\nleads,mia; bob,false,,\r\n\'=1+1,,,5,"{""days"":3}"\r\n',
  );
});

it('saves the rows of all pages', async () => {
  let saved: Blob | undefined;
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      saved = blob;
      return 'blob:list';
    },
    revokeObjectURL: () => {},
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const pages = [[{ n: 1 }, { n: 2 }], [{ n: 3 }]];
  const rows = new PagedRows(async (cursor) => {
    const at = Number(cursor ?? 0);
    return { rows: pages[at] ?? [], next: at + 1 < pages.length ? String(at + 1) : undefined };
  });
  await saveRows(rows, 'json', 'numbers');
  expect(JSON.parse((await saved?.text()) ?? '')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(click).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
  click.mockRestore();
});

it('fails if a page does not load, instead of saving a part', async () => {
  const rows = new PagedRows(async (cursor) => {
    if (cursor) throw new Error('connection lost');
    return { rows: [{ n: 1 }], next: '1' };
  });
  await expect(saveRows(rows, 'csv', 'numbers')).rejects.toThrow('connection lost');
});
