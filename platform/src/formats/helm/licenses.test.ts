import { describe, expect, it, vi } from 'vitest';
import * as spdx from '../../licenses/spdxOf.ts';
import { licensesOf } from './licenses.ts';

vi.mock('../../licenses/spdxOf.ts', { spy: true });

describe('the licenses of a chart', () => {
  it('are read from its annotation', () => {
    expect(licensesOf({ 'artifacthub.io/license': 'Apache 2.0, MIT' })).toEqual(['Apache-2.0', 'MIT']);
  });

  it('are limited if a megabyte of names is given', () => {
    vi.mocked(spdx.spdxOf).mockClear();
    const licenses = Array.from({ length: 150_000 }, (_, index) => `a${index}`).join(',');
    expect(licensesOf({ licenses })).toHaveLength(20);
    expect(vi.mocked(spdx.spdxOf).mock.calls.length).toBeLessThanOrEqual(100);
  });
});
