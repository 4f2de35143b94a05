import { expect, it } from 'vitest';
import { messages, scanStatus } from './scanStatus.ts';

const shell = (available: boolean, rank: number, known = true) => ({
  services: { available: () => available, version: () => undefined, known, reload: () => Promise.resolve() },
  license: { type: undefined, rank, missing: false },
});
const found = { critical: 2, high: 0, medium: 0, low: 1, info: 0, unknown: 0, skipped: 0 };

it('shows the reason for a missing result, in the words of the specification [pkg-10]', () => {
  expect(scanStatus(shell(false, 5), null)).toEqual({ missing: messages.unavailable });
  expect(messages.unavailable.text).toBe('Xray is unavailable');
  expect(scanStatus(shell(true, 1), null)).toEqual({ missing: messages.needsLicense });
  expect(messages.needsLicense.text).toBe('Requires an Xray license');
  expect(scanStatus(shell(true, 2), null)).toEqual({ missing: messages.notScanned });
  expect(messages.notScanned.text).toBe('Not Scanned');
  // Shows nothing while the state is unknown.
  expect(scanStatus(shell(false, 5, false), null)).toBe('unknown');
});

it('omits severities with a count of zero [pkg-02]', () => {
  expect(scanStatus(shell(true, 2), found)).toEqual({
    severities: [
      ['critical', 2],
      ['low', 1],
    ],
  });
});
