import { describe, expect, it } from 'vitest';
import type { Affected } from '../../advisories/Advisory.ts';
import { baseScore } from '../../advisories/cvss.ts';
import { vulnerableRange } from '../../advisories/vulnerableRange.ts';
import { osv } from '../testing/osvSamples.ts';
import { readOsv } from './osv.ts';

describe('baseScore', () => {
  // Examples of the specification.
  it.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8],
    ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
    ['CVSS:3.1/AV:N', undefined],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10],
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 7.5],
    ['CVSS:4.0/AV:N/AC:L', undefined],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X', undefined],
    ['CVSS:3.1/__proto__:x', undefined],
    // Rejected immediately, without backtracking.
    [`A:${'BBBBB:'.repeat(45)}B!`, undefined],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:P/U:Amber', 8.9],
    ['nonsense', undefined],
  ])('of %s is %s', (vector, score) => {
    expect(baseScore(vector)).toBe(score);
  });
});

describe('vulnerableRange', () => {
  const range = (events: Affected['ranges'][number]['events'], type = 'SEMVER') => [
    { ranges: [{ type, events }], versions: ['1.0.9'] },
  ];

  it.each<[Affected[], string | undefined]>([
    [range([{ introduced: '0' }, { fixed: '1.2.0' }]), '<1.2.0'],
    [range([{ introduced: '1.0.0' }, { last_affected: '1.4.0' }]), '>=1.0.0 <=1.4.0'],
    [
      range([{ introduced: '1.0.0' }, { fixed: '1.1.0' }, { introduced: '2.0.0' }]),
      '>=1.0.0 <1.1.0 || >=2.0.0',
    ],
    [range([{ introduced: '0' }]), '*'],
    [[{ ranges: [], versions: ['1.0.0', '1.0.1', 'nonsense'] }], '1.0.0 || 1.0.1'],
    [range([{ introduced: '0' }], 'GIT'), '1.0.9'],
    [range([{ introduced: '0' }, { fixed: 'nonsense here' }]), '1.0.9'],
    // With unordered events, and with versions listed in addition.
    [
      range([{ fixed: '3.1.0' }, { introduced: '3.0.0' }, { fixed: '1.5.0' }, { introduced: '0' }]),
      '<1.5.0 || >=3.0.0 <3.1.0',
    ],
    [range([{ introduced: '2.0.0' }, { limit: '3.0.0' }]), '>=2.0.0 <3.0.0 || 1.0.9'],
    [[], undefined],
  ])('of %j is %s', (affected, expected) => {
    expect(vulnerableRange(affected)).toBe(expected);
  });
});

describe('the severity of a document', () => {
  const of = (given: object) => readOsv({ ...osv({}), database_specific: {}, ...given }).severity;
  const v3 = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' };
  const v4 = { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:H/AT:P/PR:H/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N' };

  it.each<[object, string]>([
    [{ database_specific: { severity: 'MODERATE' }, severity: [v3] }, 'medium'],
    [{ severity: [v3] }, 'critical'],
    // With several ratings, the newest valid type wins.
    [{ severity: [v3, v4] }, 'low'],
    [{ severity: [{ type: 'CVSS_V4', score: 'nonsense' }, v3] }, 'critical'],
    [{ severity: [{ type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' }] }, 'high'],
    [{ severity: [{ type: 'Ubuntu', score: 'low' }] }, 'unknown'],
    [{ affected: [{ package: { ecosystem: 'npm', name: 'a' }, severity: [v3] }] }, 'critical'],
    [{}, 'unknown'],
    // Malicious packages are critical without a rating.
    [{ id: 'MAL-2024-1' }, 'critical'],
    [{ id: 'MAL-2024-1', database_specific: { severity: 'LOW' } }, 'low'],
    [{ affected: [{ package: { ecosystem: 'npm', name: 'a' }, database_specific: 'odd' }] }, 'unknown'],
  ])('of %j is %s', (given, severity) => {
    expect(of(given)).toBe(severity);
  });
});
