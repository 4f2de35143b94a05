import { describe, expect, it } from 'vitest';
import { patiently, reasonOf } from './patiently.ts';

const busy = () =>
  new Error('Failed query: INSERT …', {
    cause: Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  });

describe('what a busy database gives up', () => {
  it('is tried again, and no more than three times', async () => {
    let tried = 0;
    const until = (enough: number) => async () => {
      tried += 1;
      if (tried < enough) throw busy();
      return tried;
    };
    expect(await patiently(until(3))).toBe(3);
    tried = 0;
    await expect(patiently(until(4))).rejects.toThrow('Failed query');
    expect(tried).toBe(3);
  });

  it('is not tried again for another reason', async () => {
    let tried = 0;
    const wrong = async () => {
      tried += 1;
      throw new Error('Failed query: INSERT …', { cause: new Error('value too long') });
    };
    await expect(patiently(wrong)).rejects.toThrow('Failed query');
    expect(tried).toBe(1);
  });

  it('is told in words, without the statement', () => {
    expect(reasonOf(busy())).toBe('The database is too busy. Try again later.');
    expect(reasonOf(new Error('Failed query: …', { cause: new Error('value too long') }))).toBe(
      'value too long',
    );
    expect(reasonOf(new Error('no such file'))).toBe('no such file');
  });
});
