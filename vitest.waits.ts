import { vi } from 'vitest';

/** Busy machines need longer than the default of one second. */
const timeout = 20_000;
const marker = Symbol.for('lading.waitsLonger');

// This file runs before each test file, and test files of one worker can share `vi`.
if (!(marker in vi.waitFor)) {
  const { waitFor } = vi;
  const waitLonger: typeof waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
  vi.waitFor = Object.assign(waitLonger, { [marker]: true });
}
