import { fakeShell } from '@lading/contract/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LeftBehind } from './LeftBehind.ts';

const { http } = fakeShell();
const place = { http, user: 'ada', entry: 'one' };

describe('the state kept for a page', () => {
  afterEach(() => vi.useRealTimers());

  it('is restored once for the same user at the same history entry', () => {
    const left = new LeftBehind<string>();
    left.keep(place, 'rows');
    expect(left.take({ ...place })).toBe('rows');
    expect(left.take(place)).toBeUndefined();
  });

  it('is dropped for another user, at another entry, after a while, and when other state is kept', () => {
    vi.useFakeTimers();
    const drop = vi.fn();
    const left = new LeftBehind<string>(drop);
    const keepAndTake = (value: string, from: Partial<typeof place>) => {
      left.keep(place, value);
      return left.take({ ...place, ...from });
    };
    expect(keepAndTake('of ada', { user: 'bea' })).toBeUndefined();
    expect(keepAndTake('of one', { entry: 'two' })).toBeUndefined();
    left.keep(place, 'old');
    vi.advanceTimersByTime(5 * 60_000);
    expect(left.take(place)).toBeUndefined();
    left.keep(place, 'first');
    left.keep(place, 'second');
    expect(drop.mock.calls.flat()).toEqual(['of ada', 'of one', 'old', 'first']);
  });
});
