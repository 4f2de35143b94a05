import { describe, expect, it } from 'vitest';
import { reasonOf, withRetries } from './retry.ts';

const busy = () =>
  new Error('Failed query: INSERT …', {
    cause: Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  });

describe('work aborted by a busy database', () => {
  it('is retried up to three times', async () => {
    let tried = 0;
    const until = (enough: number) => async () => {
      tried += 1;
      if (tried < enough) throw busy();
      return tried;
    };
    expect(await withRetries(until(3))).toBe(3);
    tried = 0;
    await expect(withRetries(until(4))).rejects.toThrow('Failed query');
    expect(tried).toBe(3);
  });

  it('is not retried for other errors', async () => {
    let tried = 0;
    const wrong = async () => {
      tried += 1;
      throw new Error('Failed query: INSERT …', { cause: new Error('value too long') });
    };
    await expect(withRetries(wrong)).rejects.toThrow('Failed query');
    expect(tried).toBe(1);
  });

  it('has a readable error without the statement', () => {
    expect(reasonOf(busy())).toBe('The database is too busy. Try again later.');
    expect(reasonOf(new Error('Failed query: …', { cause: new Error('value too long') }))).toBe(
      'value too long',
    );
    expect(reasonOf(new Error('no such file'))).toBe('no such file');
  });
});
