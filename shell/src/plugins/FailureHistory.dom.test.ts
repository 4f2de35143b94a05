import { afterEach, describe, expect, it, vi } from 'vitest';
import { FailureHistory, type PastFailure } from './FailureHistory.ts';

const failure = (cause: string, time = Date.now()): PastFailure => ({
  plugin: 'tide',
  version: '1.0.0',
  class: 'http',
  cause,
  time,
});

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

describe('the failures of the last 24 hours', () => {
  it('are listed after a page load, newest first, each once', () => {
    const history = new FailureHistory();
    history.add(failure('first'));
    history.add(failure('second'));
    history.add(failure('first'));
    expect(new FailureHistory().entries.map(({ cause }) => cause)).toEqual(['first', 'second']);
  });

  it('exclude older failures', () => {
    vi.useFakeTimers();
    new FailureHistory().add(failure('old'));
    vi.advanceTimersByTime(23 * 3_600_000);
    expect(new FailureHistory().entries).toHaveLength(1);
    vi.advanceTimersByTime(2 * 3_600_000);
    expect(new FailureHistory().entries).toEqual([]);
  });

  it.each(['{', '{}', '[null, 1, {"plugin": "tide"}]'])('ignore corrupted storage: %s', (text) => {
    localStorage.setItem('lading.failures.recent', text);
    expect(new FailureHistory().entries).toEqual([]);
  });
});
