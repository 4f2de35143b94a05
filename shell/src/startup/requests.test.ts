import { DEFAULT_REQUEST_ORDER, type StartupRequestContribution } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runRequests } from './requests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const begun: string[] = [];
const ended: string[] = [];
const request = (name: string, milliseconds: number, order?: number) => {
  const run = async () => {
    begun.push(name);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    ended.push(name);
  };
  const value: StartupRequestContribution = { name, run, ...(order === undefined ? {} : { order }) };
  return { plugin: `of-${name}`, value };
};

beforeEach(() => {
  begun.length = 0;
  ended.length = 0;
});

describe('startup requests', () => {
  it('run by order, lower first, with 999 as the default [mfe-06]', async () => {
    expect(DEFAULT_REQUEST_ORDER).toBe(999);
    const requests = [
      request('default', 1),
      request('after', 1, 1000),
      request('first', 1, 1),
      request('same', 1, 999),
    ];
    const done = runRequests(requests, () => fakeShell(), vi.fn());
    await vi.runAllTimersAsync();
    await done;
    expect(begun).toEqual(['first', 'default', 'same', 'after']);
  });

  it('of one order run in parallel', async () => {
    void runRequests([request('a', 50), request('b', 10), request('c', 1, 1000)], () => fakeShell(), vi.fn());
    await vi.advanceTimersByTimeAsync(10);
    expect(begun).toEqual(['a', 'b']);
    expect(ended).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(40);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('have 10 s each, then the next order runs; a failure stops nothing', async () => {
    const failed = vi.fn();
    const hangs = request('hangs', 1_000_000, 1);
    const throws = request('throws', 0, 1);
    const run = () => {
      throw new Error('no luck');
    };
    const requests = [hangs, { ...throws, value: { ...throws.value, run } }, request('next', 1)];
    const done = runRequests(requests, () => fakeShell(), failed);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(begun).toEqual(['hangs']);
    await vi.advanceTimersByTimeAsync(2);
    await done;
    expect(begun).toEqual(['hangs', 'next']);
    expect(failed.mock.calls.map(([plugin, cause]) => [plugin, cause])).toEqual([
      ['of-throws', 'throws: no luck'],
      ['of-hangs', 'hangs: Request hangs took longer than 10 s'],
    ]);
  });
});
