import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PeriodicWork } from './PeriodicWork.ts';
import { IDLE_MS, watchIdle } from './watchIdle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('periodic work', () => {
  const state = observable({ running: true });
  const failed = vi.fn();
  const work = new PeriodicWork({ running: () => state.running, failed });
  const run = vi.fn(async (_signal: AbortSignal): Promise<void> => {});
  let end = () => {};
  const rest = (running: boolean) => runInAction(() => (state.running = running));

  beforeEach(() => {
    rest(true);
    run.mockReset();
    failed.mockReset();
    end = work.repeat(run, 10_000);
  });
  afterEach(() => end());

  it('repeats, with the interval starting at the end of each run', async () => {
    run.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(12_999);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('pauses, and runs immediately on resume if overdue', async () => {
    rest(false);
    expect(work.paused).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
    rest(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits for the remaining interval on resume if not due', async () => {
    await vi.advanceTimersByTimeAsync(4_000);
    rest(false);
    await vi.advanceTimersByTimeAsync(4_000);
    rest(true);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('continues after a failure, which is logged', async () => {
    run.mockRejectedValueOnce(new Error('busy'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(run).toHaveBeenCalledTimes(2);
    expect(failed.mock.calls).toEqual([[new Error('busy')]]);
  });

  it('ends with its disposer, which aborts a run in progress', async () => {
    let told: AbortSignal | undefined;
    run.mockImplementation(async (signal) => {
      told = signal;
      await new Promise(() => {});
    });
    await vi.advanceTimersByTimeAsync(10_000);
    end();
    expect(told?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('rejects an invalid interval', () => {
    expect(() => work.repeat(run, 0)).toThrow('found 0 ms, expected more than 0');
  });
});

describe('a user who returns', () => {
  it.each(['mousemove', 'keydown', 'mousedown', 'touchstart'])(
    'is detected by %s after 60000 ms of inactivity, and not before [shell-13]',
    (sign) => {
      expect(IDLE_MS).toBe(60_000);
      const returned = vi.fn();
      const stop = watchIdle(returned);
      vi.advanceTimersByTime(59_999);
      window.dispatchEvent(new Event(sign));
      expect(returned).not.toHaveBeenCalled();
      vi.advanceTimersByTime(60_000);
      window.dispatchEvent(new Event(sign));
      window.dispatchEvent(new Event(sign));
      expect(returned).toHaveBeenCalledTimes(1);
      stop();
      vi.advanceTimersByTime(60_000);
      window.dispatchEvent(new Event(sign));
      expect(returned).toHaveBeenCalledTimes(1);
    },
  );
});
