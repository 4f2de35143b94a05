import { describe, expect, it, vi } from 'vitest';

/** Returns a condition that holds later than a test expects, as on a busy machine. */
function late(): () => boolean {
  let holds = false;
  setTimeout(() => {
    holds = true;
  }, 100);
  return () => holds;
}
const short = { timeout: 20, interval: 5 };

describe('tests on a busy machine wait longer than they name, with', () => {
  it('vi.waitFor', async () => {
    const condition = late();
    await vi.waitFor(() => expect(condition()).toBe(true), short);
    const other = late();
    await vi.waitFor(() => expect(other()).toBe(true), 20);
  });

  it('vi.waitUntil', async () => {
    await vi.waitUntil(late(), short);
    await vi.waitUntil(late(), 20);
  });

  it('expect.poll', async () => {
    await expect.poll(late(), short).toBe(true);
  });
});
