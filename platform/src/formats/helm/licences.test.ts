import { describe, expect, it, vi } from 'vitest';
import * as spdx from '../../licenses/spdxOf.ts';
import { licencesOf } from './licences.ts';

vi.mock('../../licenses/spdxOf.ts', { spy: true });

describe('the licences of a chart', () => {
  it('are those that its annotation names', () => {
    expect(licencesOf({ 'artifacthub.io/license': 'Apache 2.0, MIT' })).toEqual(['Apache-2.0', 'MIT']);
  });

  it('are looked up for the first alone where a megabyte names them', () => {
    vi.mocked(spdx.spdxOf).mockClear();
    const licenses = Array.from({ length: 150_000 }, (_, index) => `a${index}`).join(',');
    expect(licencesOf({ licenses })).toHaveLength(20);
    expect(vi.mocked(spdx.spdxOf).mock.calls.length).toBeLessThanOrEqual(100);
  });
});
