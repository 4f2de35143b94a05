import { expect, vi } from 'vitest';

/** A busy machine needs longer than one second, the default, and longer than most tests name. */
const least = 30_000;
const marker = Symbol.for('lading.waitsLonger');

interface Wait {
  timeout?: number;
  interval?: number;
}
const longer = (options: number | Wait = {}): Wait => {
  const { timeout = least, ...rest } = typeof options === 'number' ? { timeout: options } : options;
  return { ...rest, timeout: Math.max(timeout, least) };
};

// This file runs before each test file, and test files of one worker can share `vi`.
if (!(marker in vi.waitFor)) {
  const { waitFor, waitUntil } = vi;
  const { poll } = expect;
  const waitLonger: typeof waitFor = (callback, options) => waitFor(callback, longer(options));
  vi.waitFor = Object.assign(waitLonger, { [marker]: true });
  vi.waitUntil = (callback, options) => waitUntil(callback, longer(options));
  expect.poll = (actual, options) => poll(actual, longer(options));
}
