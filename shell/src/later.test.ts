import { describe, expect, it, vi } from 'vitest';
import { later } from './later.ts';

describe('code that is loaded later', () => {
  it('ends with the console, also if it is loaded after that', async () => {
    const stop = vi.fn();
    const end = later(async () => stop);
    await Promise.resolve();
    expect(stop).not.toHaveBeenCalled();
    end();
    expect(stop).toHaveBeenCalledOnce();

    let loaded = (_stop: () => void) => {};
    const late = vi.fn();
    const load = new Promise<() => void>((resolve) => {
      loaded = resolve;
    });
    later(() => load)();
    loaded(late);
    await vi.waitFor(() => expect(late).toHaveBeenCalledOnce());
  });

  it('is logged if it fails to load', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    later(() => Promise.reject(new Error('the server returned 503')));
    const line = 'Failed to load a part of the console: the server returned 503';
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith(line));
  });
});
