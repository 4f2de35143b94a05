import { expect, it } from 'vitest';
import { messages, scanStatus } from './scanStatus.ts';

const shell = (available: boolean, rank: number, known = true) => ({
  services: { available: () => available, version: () => undefined, known, reload: () => Promise.resolve() },
  licence: { type: undefined, rank, missing: false },
});
const found = { critical: 2, high: 0, medium: 0, low: 1, info: 0, unknown: 0, skipped: 0 };

it('says why there is no result, in the words of the specification [pkg-10]', () => {
  expect(scanStatus(shell(false, 5), null)).toEqual({ missing: messages.unavailable });
  expect(messages.unavailable.text).toBe('Xray is unavailable');
  expect(scanStatus(shell(true, 1), null)).toEqual({ missing: messages.needsLicence });
  expect(messages.needsLicence.text).toBe('Requires an Xray license');
  expect(scanStatus(shell(true, 2), null)).toEqual({ missing: messages.notScanned });
  expect(messages.notScanned.text).toBe('Not Scanned');
  // Nothing is said of what nobody knows yet.
  expect(scanStatus(shell(false, 5, false), null)).toBe('unknown');
});

it('drops severities of which there is none [pkg-02]', () => {
  expect(scanStatus(shell(true, 2), found)).toEqual({
    severities: [
      ['critical', 2],
      ['low', 1],
    ],
  });
});
