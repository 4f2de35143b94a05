import { expect, it, vi } from 'vitest';
import type { Page } from './PagedRows.ts';
import { SwappedRows } from './SwappedRows.ts';

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

/** Rows named after the query; the test resolves each response. */
function platform() {
  const answers = new Map<string, () => void>();
  const aborted: string[] = [];
  const rows = new SwappedRows<string, string>(
    (query) => query,
    (query, _cursor, signal) => {
      signal.addEventListener('abort', () => aborted.push(query));
      return new Promise<Page<string>>((resolve) => {
        answers.set(query, () => resolve({ rows: [query], next: undefined }));
      });
    },
  );
  return { rows, answer: (query: string) => answers.get(query)?.(), asked: answers, aborted };
}

it('keeps the previous rows until the new ones are loaded', async () => {
  const { rows, answer } = platform();
  rows.show('a');
  answer('a');
  await waitFor(() => expect(rows.rows?.row(0)).toBe('a'));
  const before = rows.rows;
  rows.show('b');
  expect(rows.rows).toBe(before);
  answer('b');
  await waitFor(() => expect(rows.rows?.row(0)).toBe('b'));
});

it('keeps them only for a short time', async () => {
  const { rows, answer } = platform();
  rows.show('a');
  answer('a');
  await waitFor(() => expect(rows.rows?.row(0)).toBe('a'));
  rows.show('slow');
  await waitFor(() => expect(rows.rows?.length).toBe(0));
  expect(rows.rows?.busy).toBe(true);
});

it('requests each URL once, and aborts outdated requests', async () => {
  const { rows, answer, asked, aborted } = platform();
  rows.show('a');
  rows.show('a');
  expect([...asked.keys()]).toEqual(['a']);
  rows.show('b');
  rows.show('c');
  answer('c');
  await waitFor(() => expect(rows.rows?.row(0)).toBe('c'));
  expect(aborted).toContain('b');
});
